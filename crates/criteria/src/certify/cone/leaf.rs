//! A leaf: weights that refute one part of the problem.
//!
//! Weigh the holes. Jumps that occur between `least` and `most` times change the total weight by
//! no more than their gains times these; if the goal needs a larger change, the part has no
//! solution. With a limit on all jumps together, each jump may be charged some weight, which the
//! limit pays back. Without bounds this is a pagoda function (the lemma of Farkas, in integers).

use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use crate::certify::drawing::jump_name;
use crate::certify::{RejectedCertificate, Weights};
use saut_peg::peg::Puzzle;

/// Weights that refute one part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// One weight a hole.
    pub weights: Vec<i64>,
    /// Charge on every jump; 0 unless all jumps together are limited.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub charge: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_nothing(charge: &i64) -> bool {
    *charge == 0
}

impl Leaf {
    /// Checks that the weights refute the part.
    pub(super) fn check(
        &self,
        puzzle: &Puzzle,
        bounds: &Bounds,
    ) -> Result<(), RejectedCertificate> {
        let (start, goal) = self.sums(puzzle, bounds)?;
        Weights::check_gap(start, goal)
    }

    /// The most that the start can come to weigh by jumps within the bounds, and the least weight
    /// of the goal.
    pub(super) fn sums(
        &self,
        puzzle: &Puzzle,
        bounds: &Bounds,
    ) -> Result<(i128, i128), RejectedCertificate> {
        let board = puzzle.board();
        Weights::check_size(&self.weights, board)?;
        let charge = i128::from(self.charge);
        let mut most_gain = match bounds.total {
            Some(total) if charge >= 0 => charge * i128::from(total),
            _ if charge == 0 => 0,
            _ => {
                let fact = format!("jumps may not be charged {charge} here");
                return Err(RejectedCertificate::Malformed(fact));
            }
        };
        for (index, &jump) in board.jumps().iter().enumerate() {
            let [from, over, to] = board.holes_of(jump).map(|hole| self.weights[hole]);
            let gain = i128::from(to) - i128::from(from) - i128::from(over) - charge;
            let times = match bounds.most[index] {
                Some(most) if gain > 0 => most,
                None if gain > 0 => {
                    let jump = jump_name(board, jump);
                    let fact = format!("the jump {jump} adds weight: {from} + {over} < {to}");
                    return Err(RejectedCertificate::Jump(fact));
                }
                _ => bounds.least[index],
            };
            most_gain += gain * i128::from(times);
        }
        let weights = Weights::pagoda(self.weights.clone());
        let start = weights.total(puzzle.start()) + most_gain;
        Ok((start, weights.goal_total(puzzle)))
    }
}
