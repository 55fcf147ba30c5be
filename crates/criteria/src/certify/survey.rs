//! A survey: every criterion, whether it refutes the puzzle or not, and why.
//!
//! [`super::quick`] stops at the first that refutes; here all are tried, cheapest first, and one
//! that does not refute says what it found instead. A refutation is only told if its certificate
//! has been checked.

use std::time::Duration;

pub use super::refutation::Weighing;

use super::certificate::{CRITERIA, Look, Reason};
use super::{CheckedCertificate, check_own};
use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;
use saut_task::Internal;

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

/// The longest that the look for one may take where no deadline is given.
const LIMIT: Duration = Duration::from_secs(30);

/// Tries every criterion.
///
/// # Errors
/// The check refuses what a finder made.
pub fn survey(puzzle: &Puzzle, stop: &Stop) -> Result<Vec<Finding>, Internal> {
    let finding = |(name, look): (&'static str, Look)| {
        let limit = stop.with_timeout(stop.time_left().unwrap_or(LIMIT));
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
    CRITERIA.into_iter().map(finding).collect()
}

#[cfg(test)]
mod tests;
