//! A survey: every criterion, whether it refutes the puzzle or not, and why.
//!
//! [`super::quick`] stops at the first that refutes; here all are tried, cheapest first, and one
//! that does not refute says what it found instead. A refutation is only told if its certificate
//! has been checked.

use std::time::Duration;

use strum::VariantArray;

pub use super::refutation::Weighing;

use super::certificate::Kind;
use super::{Certificate, CheckedCertificate, Refutation, of_ours};
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
    let finding = |&kind: &Kind| {
        let limit = stop.with_timeout(stop.time_left().unwrap_or(LIMIT));
        let silence = match kind.look(puzzle, &limit) {
            Err(silence) => silence,
            Ok(claim) => {
                let checked = of_ours(puzzle, claim)?;
                return Ok(Finding {
                    name: kind.into(),
                    is_settled: true,
                    why: checked.explanation(puzzle),
                    weighings: weighings(puzzle, checked.certificate()),
                    certificate: Some(checked),
                });
            }
        };
        let (mut why, weighings) = (silence.tell)(puzzle);
        if puzzle.goal().is_met_by(puzzle.start()) {
            "The start already is as the goal wants it.\n".clone_into(&mut why);
        }
        Ok(Finding {
            name: kind.into(),
            certificate: None,
            is_settled: silence.is_settled,
            why,
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
