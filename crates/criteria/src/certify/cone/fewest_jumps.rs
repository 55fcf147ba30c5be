//! Fewest jumps: a lower bound on the length of a plan, with its proof.
//!
//! The relaxation says where to begin; then one jump more at a time, as long as a tree refutes it.

use super::branch::limit;
use super::relaxed::{ConeAim, Relaxed, relaxed};
use super::{Bounds, ConeResult, Tree, search};
use crate::certify::rational;
use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;

/// A lower bound on the number of jumps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewestJumps {
    /// Bound of the relaxation, rounded up and unchecked. `None` if it has no answer.
    pub relaxed: Option<u32>,
    /// No plan has fewer jumps.
    pub least: u32,
    /// Refutes `least - 1` jumps in all: a tree under that limit. `None` if `least` is 0.
    pub proof: Option<Tree>,
}

/// The largest bound that is proved in trees of at most `parts` parts.
pub fn fewest_jumps(puzzle: &Puzzle, parts: usize, stop: &Stop) -> FewestJumps {
    let none = Bounds::none(puzzle.board().jumps().len());
    let relaxed = match relaxed(puzzle, &none, ConeAim::FewestJumps, &limit(stop)) {
        Relaxed::Times { optimum, .. } => {
            let whole = rational::rounded((optimum - 1e-6).ceil());
            whole.and_then(|whole| u32::try_from(whole.max(0)).ok())
        }
        Relaxed::Infeasible | Relaxed::Unknown => None,
    };
    let (mut least, mut proof) = (0, None);
    for next in relaxed.unwrap_or(0).max(1).. {
        let bounds = none.clone().with_total(next - 1);
        match search(puzzle, &bounds, parts, stop) {
            ConeResult::Refuted(tree) if tree.check(puzzle, &bounds).is_ok() => {
                (least, proof) = (next, Some(tree));
            }
            _ => break,
        }
        if relaxed.is_none() {
            break; // the puzzle may have no plan at all, and then there is no end
        }
    }
    FewestJumps {
        relaxed,
        least,
        proof,
    }
}
