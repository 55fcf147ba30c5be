//! Certificates: why a puzzle is infeasible, in a form that a small program can check.
//!
//! Every criterion is a file here with two halves that share nothing but the certificate: a
//! `find`, which may use floating point, linear programming or luck, and a `check`, which reads
//! like the theorem and computes in integers. What a `find` returns is a claim like any other;
//! only [`check`] makes a [`CheckedCertificate`].
//!
//! Beasley, *The Ins and Outs of Peg Solitaire* (1985), ch. 4–6; Avis and Deza, *On the solitaire
//! cone and its relationship to multi-commodity flows* (2001).

pub mod class;
pub mod cone;
pub mod corner;
mod criterion;
pub mod cubes;
mod drawing;
mod exhaustive;
pub mod golden;
pub mod lattice;
pub mod pagoda;
pub mod parity;
pub mod playable;
mod program;
pub mod proof;
mod pruning_functions;
mod rational;
mod rejected;
pub mod survey;
mod symmetries;
pub mod trivial;
pub mod witness;

use serde::{Deserialize, Serialize};

use std::time::Duration;

pub use class::Class;
pub use criterion::Criterion;
pub use cubes::Cubes;
pub use drawing::draw;
pub use lattice::Lattice;
pub use pagoda::Pagoda;
pub use proof::Proof;
pub use pruning_functions::pruning_functions;
pub use rejected::RejectedCertificate;
pub use symmetries::symmetries;
pub use trivial::Trivial;

use proof::Assumed;

use crate::compile::PegDomain;
use crate::peg::Puzzle;
use crate::search::{ExhaustiveLevels, SearchSettings};
use saut_task::proof::RefutedHorizon;
use saut_task::stop::Stop;
use saut_task::{Internal, NotAccepted, Reasons};

/// A claim that a puzzle is infeasible, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Certificate {
    /// Counting pegs or looking at one jump is enough.
    Trivial(Trivial),
    /// Start and goal are in different position classes.
    Class(Class),
    /// Goal minus start is no integer combination of jumps.
    Lattice(Lattice),
    /// The goal weighs more than the start, and no jump adds weight.
    Pagoda(Pagoda),
    /// A criterion with a name of its own.
    Criterion(Criterion),
    /// A refutation of the formula of an encoding.
    Proof(Proof),
    /// Proofs of the formula under the cubes of a tree.
    Cubes(Cubes),
    /// A search from both ends that found nothing.
    Exhaustive(ExhaustiveLevels),
}

impl Certificate {
    /// The word used in results.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Trivial(_) => "trivial",
            Self::Class(_) => "class",
            Self::Lattice(_) => "lattice",
            Self::Pagoda(_) => "pagoda",
            Self::Criterion(_) => "criterion",
            Self::Proof(_) => "proof",
            Self::Cubes(_) => "cubes",
            Self::Exhaustive(_) => "exhaustive",
        }
    }
}

/// A certificate that [`check`] has accepted: the puzzle is infeasible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedCertificate {
    certificate: Certificate,
}

impl CheckedCertificate {
    /// The certificate.
    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The word used in results.
    pub const fn kind(&self) -> &'static str {
        self.certificate.kind()
    }

    /// The reason for people, with boards drawn; the puzzle must be the one it was checked for.
    pub fn explanation(&self, puzzle: &Puzzle) -> String {
        match &self.certificate {
            Certificate::Trivial(trivial) => trivial.explanation(),
            Certificate::Class(class) => class.explanation(puzzle),
            Certificate::Lattice(lattice) => lattice.explanation(puzzle),
            Certificate::Pagoda(pagoda) => pagoda.explanation(puzzle),
            Certificate::Criterion(criterion) => criterion.explanation(puzzle),
            Certificate::Proof(proof) => proof.explanation(),
            Certificate::Cubes(cubes) => cubes.explanation(),
            Certificate::Exhaustive(levels) => exhaustive::explanation(levels, puzzle),
        }
    }
}

/// The reasons of the game are certificates that [`check`] has accepted: nothing is left to be checked.
impl Reasons for PegDomain<'_> {
    type Reason = CheckedCertificate;

    fn check(
        &self,
        accepted: CheckedCertificate,
        _: &Stop,
    ) -> Result<CheckedCertificate, NotAccepted> {
        Ok(accepted)
    }
}

/// Accepts a certificate if it proves that the puzzle is infeasible, however long that takes.
///
/// # Errors
/// [`RejectedCertificate`] with what is wrong with it.
pub fn check(
    puzzle: &Puzzle,
    certificate: Certificate,
) -> Result<CheckedCertificate, RejectedCertificate> {
    check_within(puzzle, certificate, &SearchSettings::default())
}

/// [`check`] within the limits of `settings`: a search is done again with them, and a proof is read
/// until they end it. The other kinds take no time worth a limit. Pagoda functions of `settings` are
/// not looked at; those of the certificate count.
///
/// # Errors
/// [`RejectedCertificate`] with what is wrong with it, or [`RejectedCertificate::Unfinished`], which says nothing about
/// the certificate.
pub fn check_within(
    puzzle: &Puzzle,
    certificate: Certificate,
    settings: &SearchSettings,
) -> Result<CheckedCertificate, RejectedCertificate> {
    if puzzle.goal().is_met_by(puzzle.start()) {
        return Err(RejectedCertificate::AlreadySolved);
    }
    match &certificate {
        Certificate::Trivial(trivial) => trivial.check(puzzle)?,
        Certificate::Class(class) => class.check(puzzle)?,
        Certificate::Lattice(lattice) => lattice.check(puzzle)?,
        Certificate::Pagoda(pagoda) => pagoda.check(puzzle)?,
        Certificate::Criterion(criterion) => criterion.check(puzzle)?,
        Certificate::Proof(proof) => proof.check(puzzle, &settings.stop)?,
        Certificate::Cubes(cubes) => cubes.check(puzzle, settings.threads, &settings.stop)?,
        Certificate::Exhaustive(levels) => exhaustive::check(levels, puzzle, settings)?,
    }
    Ok(CheckedCertificate { certificate })
}

/// Accepts a refutation that was checked already, if it is one of this puzzle's formula with what is
/// assumed and speaks of every plan.
///
/// # Errors
/// [`RejectedCertificate`] if it is about another task or leaves plans out, or what is assumed is not
/// proved.
pub fn certificate(
    puzzle: &Puzzle,
    refuted: RefutedHorizon,
    assumed: Assumed,
    stop: &Stop,
) -> Result<CheckedCertificate, RejectedCertificate> {
    let proof = Proof::of_refuted(puzzle, refuted, assumed, stop)?;
    Ok(CheckedCertificate {
        certificate: Certificate::Proof(proof),
    })
}

/// The longest that [`quick`] lets a linear program run.
pub const QUICK_LIMIT: Duration = Duration::from_secs(10);

/// Tries what takes no time on a board of any size: the trivial reasons, and the class.
///
/// # Errors
/// As [`quick`].
pub fn at_once(puzzle: &Puzzle) -> Found {
    let found = trivial::find(puzzle).map(Certificate::Trivial);
    let found = found.or_else(|| class::find(puzzle).map(Certificate::Class));
    let found = found.or_else(|| trivial::out_of_reach(puzzle).map(Certificate::Trivial));
    found.map(|one| of_ours(puzzle, one)).transpose()
}

/// A checked certificate, or none; an error if the check refuses one of ours.
pub type Found = Result<Option<CheckedCertificate>, Internal>;

/// The check of a certificate of ours: its refusal is a contradiction, never passed over.
fn of_ours(puzzle: &Puzzle, certificate: Certificate) -> Result<CheckedCertificate, Internal> {
    let kind = certificate.kind();
    check(puzzle, certificate).map_err(|no| {
        Internal::new(
            format_args!("a certificate of ours ({kind}) is refused"),
            no,
        )
    })
}

/// Tries the criteria that need no search, cheapest first, and returns the first that refutes.
///
/// # Errors
/// The check refuses what a finder made.
pub fn quick(puzzle: &Puzzle) -> Found {
    quick_within(puzzle, &Stop::default())
}

/// [`quick`] until it is time to stop.
///
/// # Errors
/// As [`quick`].
pub fn quick_within(puzzle: &Puzzle, stop: &Stop) -> Found {
    let limit = stop.with_timeout(QUICK_LIMIT);
    let golden = || {
        let golden = golden::find(puzzle).filter(|_| puzzle.board().len() > LARGE)?;
        Some(Certificate::Criterion(Criterion::Golden(golden)))
    };
    let finders: [&dyn Fn() -> Option<Certificate>; 6] = [
        &|| trivial::find(puzzle).map(Certificate::Trivial),
        &|| class::find(puzzle).map(Certificate::Class),
        &|| lattice::find(puzzle).map(Certificate::Lattice),
        &golden,
        &|| pagoda::find_within(puzzle, &limit).map(Certificate::Pagoda),
        &|| trivial::out_of_reach(puzzle).map(Certificate::Trivial),
    ];
    let found = finders.into_iter().find_map(|find| find());
    found.map(|one| of_ours(puzzle, one)).transpose()
}

/// Number of holes from which the golden ratio is tried before the linear program, which takes long there.
const LARGE: usize = 320;

/// The largest board for which [`whole_numbers`] is tried, and the parts that it may take.
const WHOLE_NUMBERS: (usize, usize) = (64, 200);

/// Tries the integer cone: jumps in whole numbers, in any order. Slower than [`quick`], and of use
/// where that finds nothing.
///
/// # Errors
/// As [`quick`].
pub fn whole_numbers(puzzle: &Puzzle, stop: &Stop) -> Found {
    let (most_holes, parts) = WHOLE_NUMBERS;
    if puzzle.board().len() > most_holes {
        return Ok(None);
    }
    let bounds = cone::Bounds::none(puzzle.board().jumps().len());
    match cone::search(puzzle, &bounds, parts, stop) {
        cone::ConeResult::Refuted(tree) => {
            let cone = Certificate::Criterion(Criterion::IntegerCone { tree });
            of_ours(puzzle, cone).map(Some)
        }
        cone::ConeResult::Numbers(_) | cone::ConeResult::GaveUp => Ok(None),
    }
}

#[cfg(test)]
mod tests;
