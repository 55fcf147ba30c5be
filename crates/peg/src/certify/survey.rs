//! A survey: every criterion, whether it refutes the puzzle or not, and why.
//!
//! [`super::quick`] stops at the first that refutes; here all are tried, cheapest first, and one
//! that does not refute says what it found instead. A refutation is only told if its certificate
//! has been checked.

use std::time::Duration;

use strum::VariantArray;

pub use super::refutation::Weighing;

use super::certificate::Kind;
use super::refutation::{Refutation, Silence};
use super::{Certificate, CheckedCertificate, of_ours};
use crate::peg::Puzzle;
use saut_task::Internal;
use saut_task::stop::Stop;

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
    let finding = |&kind: &Kind| {
        let limit = stop.with_timeout(stop.time_left().unwrap_or(LIMIT));
        let (certificate, is_settled, (why, weighings)) = match kind.look(puzzle, &limit) {
            Ok(claim) => {
                let checked = of_ours(puzzle, claim)?;
                let told = (
                    checked.explanation(puzzle),
                    weighings(puzzle, checked.certificate()),
                );
                (Some(checked), true, told)
            }
            Err(Silence { is_settled, tell }) => (None, is_settled, tell(puzzle)),
        };
        let is_met = certificate.is_none() && puzzle.goal().is_met_by(puzzle.start());
        Ok(Finding {
            name: kind.into(),
            certificate,
            is_settled,
            why: if is_met {
                "The start already is as the goal wants it.\n".to_owned()
            } else {
                why
            },
            weighings,
        })
    };
    Kind::VARIANTS.iter().map(finding).collect()
}

fn weighings(puzzle: &Puzzle, certificate: &Certificate) -> Vec<Weighing> {
    match certificate {
        Certificate::Trivial(trivial) => trivial.weighings(puzzle),
        Certificate::Class(class) => class.weighings(puzzle),
        Certificate::Lattice(lattice) => lattice.weighings(puzzle),
        Certificate::Pagoda(pagoda) => pagoda.weighings(puzzle),
        Certificate::Criterion(criterion) => criterion.refutation().weighings(puzzle),
        Certificate::Proof(_) | Certificate::Cubes(_) | Certificate::Exhaustive(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
