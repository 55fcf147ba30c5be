//! Adding a combination up again, from coordinates: no matrix, and no numbers of holes or jumps.

use std::collections::BTreeMap;

use thiserror::Error;

use super::{Coefficients, Combination};
use saut_peg::peg::{Cell, Puzzle};

/// Reasons to refuse a combination.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WrongSum {
    /// A coefficient is not of the kind that is claimed.
    #[error("a coefficient is {numerator}/{denominator}")]
    Coefficient {
        /// Its numerator.
        numerator: i64,
        /// Its denominator.
        denominator: i64,
    },
    /// A jump that the board has not.
    #[error("the board has no jump from ({}, {}) to ({}, {})", .from.x, .from.y, .to.x, .to.y)]
    NoSuchJump {
        /// Cell where the jump begins.
        from: Cell,
        /// Cell where it ends.
        to: Cell,
    },
    /// The sum leads somewhere else.
    #[error("the sum leaves {found}/{denominator} of a peg at ({}, {}), not {wanted}", .cell.x, .cell.y)]
    Differs {
        /// Cell in question.
        cell: Cell,
        /// The numerator there.
        found: i128,
        /// The denominator.
        denominator: i64,
        /// The pegs that the end has there.
        wanted: i128,
    },
    /// The sum is not what the goal wants.
    #[error("the end is none of the goal")]
    NotTheGoal,
}

impl Combination {
    /// Adds all up: from the start, the sum must lead to the end, and the end must meet the goal.
    ///
    /// # Errors
    /// [`WrongSum`] with the first thing that is wrong.
    pub fn check(&self, puzzle: &Puzzle, coefficients: Coefficients) -> Result<(), WrongSum> {
        let board = puzzle.board();
        let denominator = self.denominator;
        let is_whole = coefficients != Coefficients::NonNegativeRational;
        let is_signed = coefficients == Coefficients::Integer;
        let mut pegs: BTreeMap<Cell, i128> = BTreeMap::new();
        for hole in puzzle.start().holes() {
            pegs.insert(board.cell(hole), i128::from(denominator));
        }
        for &(jump, numerator) in &self.terms {
            if denominator < 1 || is_whole && denominator != 1 || !is_signed && numerator < 0 {
                return Err(WrongSum::Coefficient {
                    numerator,
                    denominator,
                });
            }
            let (from, over, to) = (jump.from, jump.over, jump.to);
            let is_straight = from.x + to.x == 2 * over.x && from.y + to.y == 2 * over.y;
            let step = (over.x - from.x, over.y - from.y);
            let is_along = board.geometry().directions().contains(&step);
            let all_there = [from, over, to]
                .iter()
                .all(|cell| board.cells().contains(cell));
            let is_put_back = jump.is_put_back() && board.put_back() == board.hole(to);
            if !(is_straight && (is_along || is_put_back) && all_there) {
                return Err(WrongSum::NoSuchJump { from, to });
            }
            for (cell, sign) in [(from, -1), (over, -1), (to, 1)] {
                *pegs.entry(cell).or_default() += sign * i128::from(numerator);
            }
        }
        for (hole, &cell) in board.cells().iter().enumerate() {
            let wanted = i128::from(self.end.has(hole));
            let found = pegs.get(&cell).copied().unwrap_or(0);
            if found != wanted * i128::from(denominator) {
                return Err(WrongSum::Differs {
                    cell,
                    found,
                    denominator,
                    wanted,
                });
            }
        }
        if puzzle.goal().is_met_by(&self.end) {
            Ok(())
        } else {
            Err(WrongSum::NotTheGoal)
        }
    }
}
