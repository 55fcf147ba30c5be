//! Certificates: why a puzzle is infeasible, in a form that a small program can check.
//!
//! Every criterion is a file here with two halves that share nothing but the certificate: a
//! `look`, which may use floating point, linear programming or luck, and a `check`, which reads
//! like the theorem and computes in integers. What a `look` returns is a claim like any other;
//! only [`check`] makes a [`CheckedCertificate`].
//!
//! Beasley, *The Ins and Outs of Peg Solitaire* (1985), ch. 4–6; Avis and Deza, *On the solitaire
//! cone and its relationship to multi-commodity flows* (2001).

mod certificate;
pub mod class;
pub mod cone;
pub mod cubes;
mod exhaustive;
pub mod golden;
pub mod lattice;
pub mod pagoda;
pub mod parity;
mod program;
pub mod proof;
mod pruning_functions;
mod refutation;
pub mod trivial;
mod weights;
pub mod witness;

use std::time::Duration;

pub use certificate::{Certificate, Criterion};
pub use class::Class;
pub use cubes::Cubes;
pub use lattice::Lattice;
pub use proof::Proof;
pub use pruning_functions::pruning_functions;
pub use trivial::Trivial;
pub use weights::{Weights, draw};

use certificate::{Look, Reason};
use cone::IntegerCone;
use proof::Assumed;
pub use refutation::Weighing;
use refutation::{NotRefuted, Refutation};

use crate::compile::PegDomain;
use saut_base::stop::Stop;
use saut_levels::search::SearchSettings;
use saut_peg::peg::Puzzle;
use saut_task::proof::RefutedHorizon;
use saut_task::{CheckError, Internal, Reasons};

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
    pub fn kind(&self) -> &'static str {
        self.certificate.kind()
    }

    /// The reason for people, with boards drawn; the puzzle must be the one it was checked for.
    pub fn explanation(&self, puzzle: &Puzzle) -> String {
        match self.certificate.reason() {
            Reason::Criterion(criterion) => criterion.explanation(puzzle),
            Reason::Proof(proof) => proof.explanation(),
            Reason::Cubes(cubes) => cubes.explanation(),
            Reason::Exhaustive(levels) => exhaustive::explanation(levels, puzzle),
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
    ) -> Result<CheckedCertificate, CheckError> {
        Ok(accepted)
    }
}

/// Accepts a certificate if it proves that the puzzle is infeasible, however long that takes.
///
/// # Errors
/// [`CheckError`] with what is wrong with it.
pub fn check(puzzle: &Puzzle, certificate: Certificate) -> Result<CheckedCertificate, CheckError> {
    check_within(puzzle, certificate, &SearchSettings::default())
}

/// [`check`] within the limits of `settings`: a search is done again with them, and a proof is read
/// until they end it. The other kinds take no time worth a limit. Pagoda functions of `settings` are
/// not looked at; those of the certificate count.
///
/// # Errors
/// [`CheckError`] with what is wrong with it, or [`CheckError::Stopped`], which says nothing about
/// the certificate.
pub fn check_within(
    puzzle: &Puzzle,
    certificate: Certificate,
    settings: &SearchSettings,
) -> Result<CheckedCertificate, CheckError> {
    check_unsolved(puzzle)?;
    match certificate.reason() {
        Reason::Criterion(criterion) => criterion.check(puzzle)?,
        Reason::Proof(proof) => proof.check(puzzle, &settings.stop)?,
        Reason::Cubes(cubes) => cubes.check(puzzle, settings.threads, &settings.stop)?,
        Reason::Exhaustive(levels) => exhaustive::check(levels, puzzle, settings)?,
    }
    Ok(CheckedCertificate { certificate })
}

fn check_unsolved(puzzle: &Puzzle) -> Result<(), CheckError> {
    if puzzle.goal().is_met_by(puzzle.start()) {
        let fact = "the start already is as the goal wants it";
        return CheckError::reject(fact);
    }
    Ok(())
}

/// Accepts a refutation that was checked already, if it is one of this puzzle's formula with what is
/// assumed and speaks of every plan.
///
/// # Errors
/// [`CheckError`] if it is about another task or leaves plans out, or what is assumed is not
/// proved.
pub fn certificate(
    puzzle: &Puzzle,
    refuted: RefutedHorizon,
    assumed: Assumed,
    stop: &Stop,
) -> Result<CheckedCertificate, CheckError> {
    check_unsolved(puzzle)?;
    assumed.check(puzzle, stop)?;
    let task = assumed.task(puzzle);
    let (encoding, horizon) = (refuted.proof().encoding, refuted.proof().horizon);
    if !refuted.is_about(&task) {
        return proof::other(encoding, horizon, "it is about another task");
    }
    proof::check_scope(&task, encoding, horizon)?;
    let certificate = Certificate::Proof(Proof {
        claim: refuted.into_proof(),
        file: None,
        assumed,
    });
    Ok(CheckedCertificate { certificate })
}

/// The longest that [`quick`] lets a linear program run.
const QUICK_LIMIT: Duration = Duration::from_secs(10);

/// Tries what takes no time on a board of any size: the trivial reasons, and the class.
///
/// # Errors
/// As [`quick`].
pub fn at_once(puzzle: &Puzzle) -> Found {
    first_of(puzzle, [certificate::CLASS], &Stop::default())
}

/// The ends first, then these criteria, last the holes that are out of reach.
fn first_of(puzzle: &Puzzle, looks: impl IntoIterator<Item = Look>, stop: &Stop) -> Found {
    let found = trivial::find(puzzle).map(Certificate::Trivial);
    let found = found.or_else(|| looks.into_iter().find_map(|look| look(puzzle, stop).ok()));
    let found = found.or_else(|| trivial::out_of_reach(puzzle).map(Certificate::Trivial));
    found.map(|one| check_own(puzzle, one)).transpose()
}

/// A checked certificate, or none; an error if the check refuses one of ours.
pub type Found = Result<Option<CheckedCertificate>, Internal>;

/// The check of a certificate of ours: its refusal is a contradiction, never passed over.
fn check_own(puzzle: &Puzzle, certificate: Certificate) -> Result<CheckedCertificate, Internal> {
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
    let looks = certificate::quick(puzzle.board().len());
    first_of(puzzle, looks, &stop.with_timeout(QUICK_LIMIT))
}

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
    let found = cone::search(puzzle, &bounds, parts, stop);
    let Some(cone::ConeResult::Refuted(tree)) = found else {
        return Ok(None);
    };
    let cone = Certificate::Criterion(Criterion::IntegerCone(IntegerCone { tree }));
    check_own(puzzle, cone).map(Some)
}

/// Finding of one criterion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its name in results.
    pub name: &'static str,
    /// The certificate, if it refutes.
    pub certificate: Option<CheckedCertificate>,
    /// Whether it was looked at to its end; if not, it may refute or not.
    pub is_settled: bool,
    /// Explanation for people: why it refutes, or why it does not.
    pub why: String,
    /// Numbers on the board, if they say something.
    pub weighings: Vec<Weighing>,
}

impl Finding {
    /// Whether the puzzle is infeasible by this criterion.
    pub const fn refutes(&self) -> bool {
        self.certificate.is_some()
    }
}

/// The longest that [`survey`] looks for one certificate if no deadline is given.
const SURVEY_LIMIT: Duration = Duration::from_secs(30);

/// Tries every criterion, cheapest first. One that does not refute says what it found instead; a refutation is reported
/// only if its certificate has been checked.
///
/// # Errors
/// The check refuses what a finder made.
pub fn survey(puzzle: &Puzzle, stop: &Stop) -> Result<Vec<Finding>, Internal> {
    let finding = |(name, look): (&'static str, Look)| {
        let limit = stop.with_timeout(stop.time_left().unwrap_or(SURVEY_LIMIT));
        let not_refuted = match look(puzzle, &limit) {
            Err(not_refuted) => not_refuted,
            Ok(claim) => {
                let checked = check_own(puzzle, claim)?;
                return Ok(Finding {
                    name,
                    is_settled: true,
                    why: checked.explanation(puzzle),
                    weighings: match checked.certificate().reason() {
                        Reason::Criterion(criterion) => criterion.weighings(puzzle),
                        Reason::Proof(_) | Reason::Cubes(_) | Reason::Exhaustive(_) => Vec::new(),
                    },
                    certificate: Some(checked),
                });
            }
        };
        let (mut why, weighings) = (not_refuted.explain)(puzzle);
        if puzzle.goal().is_met_by(puzzle.start()) {
            "The start already is as the goal wants it.\n".clone_into(&mut why);
        }
        Ok(Finding {
            name,
            certificate: None,
            is_settled: not_refuted.is_settled,
            why,
            weighings,
        })
    };
    certificate::CRITERIA.into_iter().map(finding).collect()
}

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
