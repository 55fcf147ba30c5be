//! Evidence: what the expected answers of the family rest on.
//!
//! A plan that was found at some horizon was replayed when `instances/horizons.toml` was made; a
//! refutation there had a proof that was checked. A puzzle without any plan has its certificate
//! in `instances/certificates.jsonl`; those that need no search are checked again whenever the
//! family is written, the others by a test. Where none of this is at hand nothing is expected.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use saut_base::BadInput;
use saut_criteria::certify::{self, Certificate};
use saut_peg::peg::Puzzle;

/// The certificates, one JSON object a line.
pub const CERTIFICATES: &str = include_str!("../../instances/certificates.jsonl");

/// The answer that a formula has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
}

impl Expected {
    /// The word in the index and in names of files; `unknown` for none.
    pub const fn name(answer: Option<Self>) -> &'static str {
        match answer {
            Some(Self::Sat) => "sat",
            Some(Self::Unsat) => "unsat",
            None => "unknown",
        }
    }
}

/// An expected answer, if there is one, and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The answer.
    pub expected: Option<Expected>,
    /// Evidence in a word or two, or the reason why there is none.
    pub from: String,
}

impl Evidence {
    /// A plan was replayed.
    pub fn plan() -> Self {
        Self::of(Expected::Sat, "replayed plan")
    }

    /// There is no model.
    pub fn none(from: &str) -> Self {
        Self::of(Expected::Unsat, from)
    }

    /// No evidence, for this reason.
    pub fn unknown(why: &str) -> Self {
        Self {
            expected: None,
            from: why.to_owned(),
        }
    }

    fn of(expected: Expected, from: &str) -> Self {
        Self {
            expected: Some(expected),
            from: from.to_owned(),
        }
    }
}

#[derive(Deserialize)]
struct Line {
    puzzle: String,
    certificate: Certificate,
}

/// Reads certificates, one a line, by puzzle.
///
/// # Errors
/// [`BadInput`] with the number of the line that cannot be read.
pub fn read(text: &str) -> Result<HashMap<String, Certificate>, BadInput> {
    let line = |(number, line): (usize, &str)| {
        let place = || format!("certificates: line {}", number + 1);
        let line: Line = serde_json::from_str(line)
            .map_err(|error| BadInput::new(place(), error.to_string()))?;
        Ok((line.puzzle, line.certificate))
    };
    text.lines().enumerate().map(line).collect()
}

/// The certificate of a bundled puzzle, not yet checked.
pub fn certificate_of(puzzle: &Puzzle) -> Option<Certificate> {
    static ALL: OnceLock<HashMap<String, Certificate>> = OnceLock::new();
    let all = ALL.get_or_init(|| read(CERTIFICATES).unwrap_or_default());
    all.get(puzzle.name()).cloned()
}

/// Evidence that a puzzle has no plan at all: the kind of its certificate. One that can be
/// checked without a search is checked here; the levels of an exhaustive search are not.
pub fn infeasible(puzzle: &Puzzle) -> Evidence {
    let Some(certificate) = certificate_of(puzzle) else {
        return Evidence::unknown("no certificate is bundled");
    };
    let kind = certificate.kind();
    match certificate {
        Certificate::Exhaustive(_) => Evidence::none(kind),
        _ if certify::check(puzzle, certificate).is_ok() => Evidence::none(kind),
        _ => Evidence::unknown("its certificate is refused"),
    }
}

#[cfg(test)]
mod tests {
    use super::{CERTIFICATES, Expected, infeasible, read};
    use saut_formats::bundled;

    #[test]
    fn a_certificate_is_evidence_for_its_own_puzzle_only() {
        let french = bundled::named("french-central").unwrap();
        assert_eq!(infeasible(&french).expected, Some(Expected::Unsat));
        assert_eq!(infeasible(&french).from, "class");
        let corsair = bundled::named("corsair").unwrap();
        assert_eq!(infeasible(&corsair).expected, None);
    }

    #[test]
    fn a_line_that_is_none_is_refused_by_number() {
        assert!(!read(CERTIFICATES).unwrap().is_empty());
        let two = format!("{}\n{{}}\n", CERTIFICATES.lines().next().unwrap());
        let bad = read(&two).unwrap_err();
        assert_eq!(bad.place, "certificates: line 2");
    }
}
