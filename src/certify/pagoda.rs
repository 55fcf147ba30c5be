//! Pagoda functions: infeasibility by weights.
//!
//! A pagoda function weighs every hole so that no jump raises the total weight of the pegs. If
//! every position of the goal weighs more than the start, no plan exists.
//!
//! Conway and Boardman, in Berlekamp, Conway, Guy: *Winning Ways* (1982), ch. 23. We take
//! integers, so a check is exact. A goal that leaves holes open weighs at least what its pegs
//! weigh and every negative weight of an open hole.

mod program;

use std::time::Duration;

use super::Rejected;
use super::drawing::{draw, jump_name};
use crate::peg::{Position, Puzzle};

/// One integer weight a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pagoda {
    /// The weights, by hole.
    pub weights: Vec<i64>,
}

impl Pagoda {
    /// The weight of a position of the board that the weights are for.
    pub fn total(&self, position: &Position) -> i128 {
        position
            .holes()
            .map(|hole| i128::from(self.weights[hole]))
            .sum()
    }

    /// The least weight that a position of the goal can have.
    pub fn goal_total(&self, puzzle: &Puzzle) -> i128 {
        let goal = puzzle.goal();
        let weights = goal
            .open()
            .holes()
            .map(|hole| i128::from(self.weights[hole]));
        if goal.is_one_peg() {
            weights.min().unwrap_or(0)
        } else {
            self.total(goal.pegs()) + weights.filter(|&weight| weight < 0).sum::<i128>()
        }
    }

    /// Checks that no jump adds weight and that the goal outweighs the start.
    pub(super) fn check(&self, puzzle: &Puzzle) -> Result<(), Rejected> {
        let board = puzzle.board();
        let (given, holes) = (self.weights.len(), board.len());
        if given != holes {
            return Err(Rejected::OtherBoard { given, holes });
        }
        for &jump in board.jumps() {
            let [from, over, to] = board.holes_of(jump).map(|hole| self.weights[hole]);
            if i128::from(from) + i128::from(over) < i128::from(to) {
                let jump = jump_name(board, jump);
                return Err(Rejected::GainsWeight {
                    jump,
                    from,
                    over,
                    to,
                });
            }
        }
        let (start, goal) = (self.total(puzzle.start()), self.goal_total(puzzle));
        if goal > start {
            Ok(())
        } else {
            Err(Rejected::NoGap { start, goal })
        }
    }

    /// The reason for people: the weights on the board and the sums of start and goal.
    pub fn explanation(&self, puzzle: &Puzzle) -> String {
        let at_least = if puzzle.goal().position().is_some() {
            ""
        } else {
            "at least "
        };
        format!(
            "No jump adds to the total of these weights:\n{}\
             The start weighs {}, the goal {at_least}{}.\n",
            draw(puzzle.board(), |hole| self.weights[hole]),
            self.total(puzzle.start()),
            self.goal_total(puzzle),
        )
    }
}

/// A pagoda function that refutes the puzzle, if the linear program finds one in time.
pub fn find(puzzle: &Puzzle, limit: Duration) -> Option<Pagoda> {
    let weights = program::weights(puzzle, limit)?;
    multipliers().find_map(|multiplier| {
        let pagoda = rounded(&weights, multiplier)?;
        pagoda.check(puzzle).is_ok().then_some(pagoda)
    })
}

/// Small ones first, for small weights; then large ones, which leave less to rounding.
fn multipliers() -> impl Iterator<Item = u32> {
    (1..=120)
        .chain([360, 840, 2520, 5040])
        .chain((4..=7).map(|digits| 10_u32.pow(digits)))
}

/// The weights times a number, rounded up: `⌈a + b⌉ ≤ ⌈a⌉ + ⌈b⌉`, so what was a pagoda function
/// stays one, and only the gap between start and goal may be lost.
fn rounded(weights: &[f64], multiplier: u32) -> Option<Pagoda> {
    let round = |weight: &f64| {
        let scaled = (weight * f64::from(multiplier) - 1e-4).ceil();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an integer of magnitude below 2^53"
        )]
        (scaled.abs() < 9e15).then_some(scaled as i64)
    };
    Some(Pagoda {
        weights: weights.iter().map(round).collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests;
