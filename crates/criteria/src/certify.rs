//! Certificates: reasons why a puzzle is infeasible, in a form that a small program can check.
//!
//! Each criterion is one file of this module, with a search and a check that share only the certificate. The search
//! (`look`) may use floating point, linear programming or randomness, and its result is not trusted. The check
//! (`check`) follows the theorem and computes in integers. Only [`check`] can create a [`CheckedCertificate`].
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
pub use refutation::WeightTable;
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
    /// Returns the certificate.
    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Returns the kind of the certificate, as in results.
    pub fn kind(&self) -> &'static str {
        self.certificate.kind()
    }

    /// Explains the reason in words and pictures. The puzzle must be the one for which the
    /// certificate was checked.
    pub fn explanation(&self, puzzle: &Puzzle) -> String {
        match self.certificate.reason() {
            Reason::Criterion(criterion) => criterion.explanation(puzzle),
            Reason::Proof(proof) => proof.explanation(),
            Reason::Cubes(cubes) => cubes.explanation(),
            Reason::Exhaustive(levels) => exhaustive::explanation(levels, puzzle),
        }
    }
}

/// The reasons of peg solitaire are certificates that [`check`] has already accepted. They are not checked again.
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

/// Accepts a certificate if it proves that the puzzle is infeasible. The check has no time limit.
///
/// # Errors
/// [`CheckError`] with the fault of the certificate.
pub fn check(puzzle: &Puzzle, certificate: Certificate) -> Result<CheckedCertificate, CheckError> {
    check_within(puzzle, certificate, &SearchSettings::default())
}

/// Like [`check`], but within the limits of `settings`. The limits apply to exhaustive searches, which are repeated,
/// and to the check of proofs; the other kinds are fast. An exhaustive search uses the pagoda functions of the
/// certificate, not the functions of `settings`.
///
/// # Errors
/// [`CheckError`] with the fault of the certificate, or [`CheckError::Stopped`] if a limit ended the check.
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
        let fact = "the start is already a goal position";
        return CheckError::reject(fact);
    }
    Ok(())
}

/// Turns a checked refutation into a certificate, if it refutes the formula of this puzzle with the assumed facts, and
/// if this formula covers every plan.
///
/// # Errors
/// [`CheckError`] if the refutation is about another task or does not cover every plan, or if an
/// assumed fact is not proved.
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
        return proof::other(encoding, horizon, "the proof is about another task");
    }
    proof::check_scope(&task, encoding, horizon)?;
    let certificate = Certificate::Proof(Proof {
        claim: refuted.into_proof(),
        file: None,
        assumed,
    });
    Ok(CheckedCertificate { certificate })
}

/// Time limit of [`quick`].
const QUICK_LIMIT: Duration = Duration::from_secs(10);

/// Tries the criteria that are fast on a board of any size: the trivial reasons and the position class.
///
/// # Errors
/// Same as [`quick`].
pub fn cheap_criteria(puzzle: &Puzzle) -> CriterionResult {
    first_of(puzzle, [certificate::CLASS], &Stop::default())
}

/// Tries the trivial reasons at start and goal first, then these criteria, and finally whether a hole is out of reach.
fn first_of(
    puzzle: &Puzzle,
    looks: impl IntoIterator<Item = Look>,
    stop: &Stop,
) -> CriterionResult {
    let found = trivial::find(puzzle).map(Certificate::Trivial);
    let found = found.or_else(|| looks.into_iter().find_map(|look| look(puzzle, stop).ok()));
    let found = found.or_else(|| trivial::out_of_reach(puzzle).map(Certificate::Trivial));
    found.map(|one| check_own(puzzle, one)).transpose()
}

/// A checked certificate, if one was found. The error means that the check rejected a certificate made by `look`.
pub type CriterionResult = Result<Option<CheckedCertificate>, Internal>;

/// Checks a certificate made by `look`. A rejection is an internal error.
fn check_own(puzzle: &Puzzle, certificate: Certificate) -> Result<CheckedCertificate, Internal> {
    let kind = certificate.kind();
    check(puzzle, certificate).map_err(|no| {
        Internal::new(
            format_args!("a certificate made by saut ({kind}) was rejected"),
            no,
        )
    })
}

/// Tries the criteria that need no search, cheapest first, until one of them refutes the puzzle.
///
/// # Errors
/// The check rejects a certificate made by `look`.
pub fn quick(puzzle: &Puzzle) -> CriterionResult {
    quick_within(puzzle, &Stop::default())
}

/// Like [`quick`], within the limits of `stop`.
///
/// # Errors
/// Same as [`quick`].
pub fn quick_within(puzzle: &Puzzle, stop: &Stop) -> CriterionResult {
    let looks = certificate::quick(puzzle.board().len());
    first_of(puzzle, looks, &stop.with_timeout(QUICK_LIMIT))
}

/// Maximum number of holes of a board for [`whole_numbers`], and maximum number of parts of its tree.
const WHOLE_NUMBERS: (usize, usize) = (64, 200);

/// Tries the integer cone, which considers integer numbers of jumps in any order. This is slower than [`quick`].
///
/// # Errors
/// Same as [`quick`].
pub fn whole_numbers(puzzle: &Puzzle, stop: &Stop) -> CriterionResult {
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

/// The result of one criterion in [`survey`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The name of the criterion in results.
    pub name: &'static str,
    /// The certificate, if the criterion refutes the puzzle.
    pub certificate: Option<CheckedCertificate>,
    /// Whether the criterion ran to completion. Otherwise, it might still refute the puzzle.
    pub is_settled: bool,
    /// The explanation why the criterion refutes the puzzle, or why not.
    pub why: String,
    /// Numbers on the board that illustrate the explanation, if there are any.
    pub weighings: Vec<WeightTable>,
}

impl Finding {
    /// Whether this criterion proves the puzzle infeasible.
    pub const fn refutes(&self) -> bool {
        self.certificate.is_some()
    }
}

/// Time limit of [`survey`] for each criterion if there is no deadline.
const SURVEY_LIMIT: Duration = Duration::from_secs(30);

/// Tries every criterion, and returns the results in the order of the documentation. Every certificate in the result
/// was checked.
///
/// # Errors
/// The check rejects a certificate made by `look`.
pub fn survey(puzzle: &Puzzle, stop: &Stop) -> Result<Vec<Finding>, Internal> {
    let finding = |(name, look): (&'static str, Look)| {
        let limit = stop.with_timeout(stop.time_left().unwrap_or(SURVEY_LIMIT));
        let not_refuted = match look(puzzle, &limit) {
            Err(not_refuted) => not_refuted,
            Ok(claim) => {
                let checked = check_own(puzzle, claim)?;
                let (details, weighings) = match checked.certificate().reason() {
                    Reason::Criterion(reason) => (reason.details(puzzle), reason.weighings(puzzle)),
                    Reason::Proof(_) | Reason::Cubes(_) | Reason::Exhaustive(_) => {
                        Default::default()
                    }
                };
                return Ok(Finding {
                    name,
                    is_settled: true,
                    why: checked.explanation(puzzle) + &details,
                    weighings,
                    certificate: Some(checked),
                });
            }
        };
        let (mut why, weighings) = (not_refuted.explain)(puzzle);
        if puzzle.goal().is_met_by(puzzle.start()) {
            "The start is already a goal position.\n".clone_into(&mut why);
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
#[path = "certify/tests/samples.rs"]
mod samples;
#[cfg(test)]
mod tests;
