//! The benchmark family: a graded set of formulas with known answers, for authors and users of solvers.
//!
//! A *member* of the family is a bundled puzzle; it belongs to one *part* of the family. For each member, the family
//! has formulas of every encoding, at the smallest horizon with a plan and at the horizon below, if these are known.
//! The known horizons are in `instances/horizons.toml`, which [`horizons`] measures and reads. Each entry has the
//! fingerprint of its formula, so that the entry becomes invalid if the encoder writes a different formula.
//!
//! If every step is one jump and all plans have the same number of jumps, that number is the only horizon with a plan.
//! The formula at the horizon below is then unsatisfiable, because too many pegs are left. This is easy to see by
//! counting, but hard to prove by resolution. For a puzzle without a plan, each encoding has one formula, at a horizon
//! as large as the horizons of similar puzzles.

mod folder;
pub mod horizons;
pub mod kit;
mod write;

use std::collections::HashMap;
use std::sync::LazyLock;

use saut_criteria::certify::Certificate;
use saut_criteria::{certify, compile};
use saut_formats::bundled;
use saut_peg::peg::{Expectation, Puzzle};
use saut_task::encode::Encoding;
use saut_task::task::Task;
use serde::{Deserialize, Serialize};

pub use horizons::MOST_CLAUSES;
use horizons::{HorizonEntry, HorizonTable, fingerprint};
pub use write::{FamilyError, FamilySettings, FamilySummary, IndexRow, write};

/// The parts of the family, in the order in which they are written.
pub const PARTS: [&str; 10] = [
    "english",
    "french",
    "german",
    "diamond",
    "triangle",
    "squares",
    "army",
    "pegsol",
    "catalogue",
    "infeasible",
];

/// Stride through the catalogue: every sixth puzzle is a member.
const EVERY: usize = 6;

/// The bundled files with the puzzles of the family. The list does not change when more files are bundled, because
/// there is recorded evidence for its formulas.
const FILES: [&str; 7] = [
    "instances/classics.toml",
    "instances/singles.toml",
    "instances/army.toml",
    "instances/pegsol.toml",
    "instances/twins.toml",
    "instances/catalogue.toml",
    "instances/hard-infeasible.toml",
];

/// A puzzle of the family.
#[derive(Clone, Debug)]
pub struct Member {
    /// Part of the family to which the puzzle belongs, one of [`PARTS`].
    pub part: &'static str,
    /// Puzzle with its expected answer.
    pub puzzle: Puzzle,
}

/// Returns all members, part by part.
pub fn members() -> Vec<Member> {
    let mut catalogue = 0;
    let mut members: Vec<Member> = bundled::in_files(&FILES)
        .into_iter()
        .filter_map(|puzzle| part(&puzzle).map(|part| Member { part, puzzle }))
        .filter(|member| {
            catalogue += usize::from(member.part == "catalogue");
            member.part != "catalogue" || catalogue % EVERY == 1
        })
        .collect();
    members.sort_by_key(|member| PARTS.iter().position(|part| *part == member.part));
    members
}

/// Returns the part of a bundled puzzle, or `None` if it is not known whether the puzzle has a plan.
fn part(puzzle: &Puzzle) -> Option<&'static str> {
    let name = puzzle.name();
    let begins = |prefix: &str| name.starts_with(prefix);
    Some(match (puzzle.expect, name) {
        (Expectation::Open, _) => return None,
        (_, _) if begins("army-") => "army",
        (Expectation::Infeasible, _) => "infeasible",
        (_, "central") => "english",
        (_, "corsair") => "french",
        (_, _) => PARTS
            .into_iter()
            .find(|part| begins(&format!("{}-", part.trim_end_matches('s'))))
            .unwrap_or("catalogue"),
    })
}

/// The encodings of the family.
pub const ENCODINGS: [Encoding; 5] = [
    Encoding::SEQUENTIAL,
    Encoding::Forall,
    Encoding::Exists,
    Encoding::R2_EXISTS,
    Encoding::Smt,
];

/// A formula to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedFormula {
    /// Encoding of the formula.
    pub encoding: Encoding,
    /// Number of steps of the formula.
    pub horizon: usize,
    /// Expected answer, with its evidence.
    pub evidence: AnswerEvidence,
}

/// A member with its task and the evidence for or against a plan.
pub struct MemberTask<'a> {
    /// The member.
    pub member: &'a Member,
    /// Planning task of the puzzle.
    pub task: Task,
    /// Evidence for or against the existence of a plan.
    pub plan: AnswerEvidence,
}

impl<'a> MemberTask<'a> {
    /// Collects the evidence about a member.
    pub fn new(member: &'a Member) -> Self {
        let task = compile::peg_task(&member.puzzle);
        let plan = match member.puzzle.expect {
            Expectation::Infeasible => infeasible(&member.puzzle),
            _ if has_plan(member, &task) => AnswerEvidence::PLAN,
            _ => AnswerEvidence::none("no horizon with a plan is known (instances/horizons.toml)"),
        };
        Self { member, task, plan }
    }

    /// Returns the formulas of one encoding, the smaller horizon first.
    pub fn formulas(&self, encoding: Encoding) -> Vec<WantedFormula> {
        if self.member.puzzle.expect == Expectation::Infeasible {
            return vec![WantedFormula {
                encoding,
                horizon: self.horizon_without_plan(encoding),
                evidence: self.plan,
            }];
        }
        match (encoding.is_sequential(), self.task.length().exactly()) {
            (true, Some(jumps)) => {
                let below = AnswerEvidence::of(Expected::Unsat, "counting pegs");
                pair(encoding, jumps, below, self.plan)
            }
            _ => self.measured(encoding),
        }
    }

    /// Returns the formulas at the horizons of the table.
    fn measured(&self, encoding: Encoding) -> Vec<WantedFormula> {
        // `smt` with single jumps has a model if and only if `sequential` has one.
        let is_sequential = encoding.is_sequential();
        let asked = if is_sequential {
            Encoding::SEQUENTIAL
        } else {
            encoding
        };
        let Some(known) = HorizonTable::bundled().entry(&self.member.puzzle, asked) else {
            return Vec::new();
        };
        let unless_stale = |evidence, horizon, formula: &str| {
            let is_it = is_formula(&self.task, asked, horizon, formula);
            if is_it {
                evidence
            } else {
                AnswerEvidence::STALE
            }
        };
        let at = unless_stale(
            AnswerEvidence::PLAN,
            known.smallest,
            &known.smallest_formula,
        );
        let below = match (known.refuted, &known.refuted_formula) {
            (Some(refuted), Some(formula)) if refuted + 1 == known.smallest => unless_stale(
                AnswerEvidence::of(Expected::Unsat, "DRAT proof"),
                refuted,
                formula,
            ),
            _ => AnswerEvidence::none("not decided for this horizon (instances/horizons.toml)"),
        };
        pair(encoding, known.smallest, below, at)
    }

    /// Returns a horizon for a puzzle without a plan, similar to the horizons of solvable puzzles of the same size. It
    /// is two fifths of the number of jumps for `forall` and `exists`, a fifth (but at most six) for `r2-exists`, and
    /// the number of jumps for the other encodings.
    fn horizon_without_plan(&self, encoding: Encoding) -> usize {
        const MOST_JUMPS: usize = 40;
        let length = self.task.length();
        let jumps = length.exactly().unwrap_or_else(|| {
            let most = length.at_most.unwrap_or(MOST_JUMPS);
            most.min(MOST_JUMPS / 2)
        });
        match encoding {
            Encoding::Forall | Encoding::ForallChain | Encoding::Sase | Encoding::Exists => {
                (2 * jumps).div_ceil(5)
            }
            Encoding::R2Exists { .. } => jumps.div_ceil(5).clamp(1, 6),
            _ => jumps,
        }
    }
}

/// Returns the formulas at the horizon `smallest` and at the horizon before it, if there is one.
fn pair(
    encoding: Encoding,
    smallest: usize,
    below: AnswerEvidence,
    at: AnswerEvidence,
) -> Vec<WantedFormula> {
    let wanted = |horizon, evidence| WantedFormula {
        encoding,
        horizon,
        evidence,
    };
    let below = (smallest > 1).then(|| wanted(smallest - 1, below));
    below.into_iter().chain([wanted(smallest, at)]).collect()
}

/// Whether a plan was found with any encoding whose formula has not changed since.
fn has_plan(member: &Member, task: &Task) -> bool {
    let holds =
        |it: &HorizonEntry| is_formula(task, it.encoding, it.smallest, &it.smallest_formula);
    let encodings = [Encoding::R2_EXISTS, Encoding::Forall, Encoding::SEQUENTIAL];
    let known = |encoding| HorizonTable::bundled().entry(&member.puzzle, encoding);
    encodings.into_iter().filter_map(known).any(holds)
}

fn is_formula(task: &Task, encoding: Encoding, horizon: usize, wanted: &str) -> bool {
    fingerprint(&encoding.encode(task, horizon).formula) == wanted
}

/// The bundled certificates, one JSON object per line.
pub const CERTIFICATES: &str = include_str!("../instances/certificates.jsonl");

/// The answer to a formula: whether it has a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
}

impl Expected {
    /// Returns the word in the index and in names of files, or `unknown` if there is no answer.
    pub const fn name(answer: Option<Self>) -> &'static str {
        match answer {
            Some(Self::Sat) => "sat",
            Some(Self::Unsat) => "unsat",
            None => "unknown",
        }
    }
}

/// An expected answer, if there is one, and its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerEvidence {
    /// Expected answer, if it is known.
    pub expected: Option<Expected>,
    /// Evidence in one or two words, or the reason why there is none.
    pub from: &'static str,
}

impl AnswerEvidence {
    const PLAN: Self = Self::of(Expected::Sat, "replayed plan");
    const STALE: Self = Self::none("the formula has changed since its answer was recorded");

    const fn of(expected: Expected, from: &'static str) -> Self {
        let expected = Some(expected);
        Self { expected, from }
    }

    const fn none(from: &'static str) -> Self {
        let expected = None;
        Self { expected, from }
    }
}

#[derive(Deserialize)]
struct CertificateEntry {
    puzzle: String,
    certificate: Certificate,
}

/// The bundled certificates by the name of the puzzle. A test checks that every line can be read.
static BY_PUZZLE: LazyLock<HashMap<String, Certificate>> = LazyLock::new(|| {
    let lines = CERTIFICATES.lines().map(serde_json::from_str);
    let named = |line: CertificateEntry| (line.puzzle, line.certificate);
    lines.filter_map(Result::ok).map(named).collect()
});

/// Returns the certificate of a bundled puzzle, without checking it.
pub fn certificate_of(puzzle: &Puzzle) -> Option<Certificate> {
    BY_PUZZLE.get(puzzle.name()).cloned()
}

/// Returns the evidence that a puzzle has no plan: the kind of its certificate. An exhaustive search is not repeated
/// here. All other certificates are checked.
fn infeasible(puzzle: &Puzzle) -> AnswerEvidence {
    let Some(certificate) = certificate_of(puzzle) else {
        return AnswerEvidence::none("no certificate is bundled");
    };
    let kind = certificate.kind();
    let is_search = matches!(certificate, Certificate::Exhaustive(_));
    if is_search || certify::check(puzzle, certificate).is_ok() {
        AnswerEvidence::of(Expected::Unsat, kind)
    } else {
        AnswerEvidence::none("the bundled certificate was rejected")
    }
}

#[cfg(test)]
mod tests {
    use saut_formats::bundled;

    use super::{BY_PUZZLE, CERTIFICATES, Expected, PARTS, infeasible, members};

    #[test]
    fn every_part_has_members_and_no_puzzle_is_in_two() {
        let members = members();
        for part in PARTS {
            assert!(members.iter().any(|member| member.part == part), "{part}");
        }
        let mut names: Vec<&str> = members.iter().map(|member| member.puzzle.name()).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn parts_are_told_by_name_and_expectation() {
        let part = |name: &str| {
            let members = members();
            let found = members.iter().find(|member| member.puzzle.name() == name);
            found.map(|member| member.part)
        };
        assert_eq!(part("central"), Some("english"));
        assert_eq!(part("square-12-central"), Some("squares"));
        assert_eq!(part("square-7-central"), Some("infeasible"));
        assert_eq!(part("army-5"), Some("army"));
        assert_eq!(part("en-001"), Some("catalogue"));
        assert_eq!(part("en-002"), None);
    }

    #[test]
    fn a_certificate_is_evidence_for_its_own_puzzle_only() {
        let french = bundled::named("french-central").unwrap();
        assert_eq!(infeasible(&french).expected, Some(Expected::Unsat));
        assert_eq!(infeasible(&french).from, "class");
        let corsair = bundled::named("corsair").unwrap();
        assert_eq!(infeasible(&corsair).expected, None);
    }

    #[test]
    fn every_line_is_a_certificate_of_a_puzzle_of_its_own() {
        assert_eq!(BY_PUZZLE.len(), CERTIFICATES.lines().count());
        assert!(!BY_PUZZLE.is_empty());
    }
}
