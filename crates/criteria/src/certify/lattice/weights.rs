//! Weights modulo some number, under which every jump weighs nothing.

use serde::{Deserialize, Serialize};

use crate::certify::RejectedCertificate;
use crate::certify::drawing::jump_name;
use saut_peg::peg::{Board, Hole, Position, Puzzle};

/// Weights modulo some number, one a hole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights {
    /// The modulus, at least 2.
    pub modulus: i64,
    /// The weights, from 0 to below the modulus.
    pub weights: Vec<i64>,
}

/// No number of pegs on a board needs a larger modulus to be told from another.
pub(super) const MOST_MODULUS: i64 = 1 << 13;

impl Weights {
    /// The weight of a position, reduced.
    pub fn total(&self, position: &Position) -> i64 {
        position
            .holes()
            .fold(0, |sum, hole| self.reduce([sum, self.weights[hole]], []))
    }

    /// Weights minus other weights, reduced.
    pub(super) fn reduce<const MORE: usize, const LESS: usize>(
        &self,
        more: [i64; MORE],
        less: [i64; LESS],
    ) -> i64 {
        let sum = |weights: &[i64]| {
            weights
                .iter()
                .map(|&weight| i128::from(weight))
                .sum::<i128>()
        };
        let left = (sum(&more) - sum(&less)).rem_euclid(i128::from(self.modulus));
        i64::try_from(left).unwrap_or(0)
    }

    /// Checks that every jump weighs nothing.
    pub(in crate::certify) fn check(&self, board: &Board) -> Result<(), RejectedCertificate> {
        let (given, holes, modulus) = (self.weights.len(), board.len(), self.modulus);
        if given != holes {
            return Err(RejectedCertificate::OtherBoard { given, holes });
        }
        let range = 0..modulus;
        if modulus < 2 || !self.weights.iter().all(|w| range.contains(w)) {
            return Err(RejectedCertificate::NotRemainders { modulus });
        }
        for &jump in board.jumps() {
            let [from, over, to] = board.holes_of(jump).map(|hole| self.weights[hole]);
            let change = self.reduce([to], [from, over]);
            if change != 0 {
                let jump = jump_name(board, jump);
                return Err(RejectedCertificate::ChangesWeight {
                    jump,
                    change,
                    modulus,
                });
            }
        }
        Ok(())
    }

    /// Whether the weighting refutes every position of a goal that is not "one peg".
    pub(super) fn refutes(&self, puzzle: &Puzzle) -> bool {
        puzzle
            .goal()
            .open()
            .holes()
            .all(|hole| self.weights[hole] == 0)
            && self.total(puzzle.start()) != self.total(puzzle.goal().pegs())
    }

    /// Whether the weighting refutes one peg, in this hole.
    pub(super) fn refutes_one_peg(&self, puzzle: &Puzzle, hole: Hole) -> bool {
        self.total(puzzle.start()) != self.weights[hole]
    }
}
