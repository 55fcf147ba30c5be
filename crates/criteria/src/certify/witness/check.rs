//! Checks a combination from coordinates, without a matrix and without numbers of holes or jumps.

use std::collections::BTreeMap;

use super::{Coefficients, Combination};
use saut_peg::peg::notation::cell_name;
use saut_peg::peg::{Cell, Puzzle};
use saut_task::CheckError;

impl Combination {
    /// Checks the coefficients, and that the sum leads from the start to the end, which must meet the goal.
    ///
    /// # Errors
    /// [`CheckError`] with the first fault.
    pub fn check(&self, puzzle: &Puzzle, coefficients: Coefficients) -> Result<(), CheckError> {
        let denominator = self.denominator;
        let is_whole = coefficients != Coefficients::NonNegativeRational;
        let is_signed = coefficients == Coefficients::Integer;
        for &(_, numerator) in &self.terms {
            if denominator < 1 || is_whole && denominator != 1 || !is_signed && numerator < 0 {
                return CheckError::reject(format_args!(
                    "a coefficient is {numerator}/{denominator}"
                ));
            }
        }
        self.check_sum(puzzle)
    }

    /// Returns the fault of the sum, for any kind of coefficients. `None` if the sum leads from the start to the end.
    pub fn fault_of_sum(&self, puzzle: &Puzzle) -> Option<String> {
        self.check_sum(puzzle).err().map(|fault| fault.to_string())
    }

    fn check_sum(&self, puzzle: &Puzzle) -> Result<(), CheckError> {
        let board = puzzle.board();
        let denominator = self.denominator;
        let mut pegs: BTreeMap<Cell, i128> = BTreeMap::new();
        for hole in puzzle.start().holes() {
            pegs.insert(board.cell(hole), i128::from(denominator));
        }
        for &(jump, numerator) in &self.terms {
            let (from, over, to) = (jump.from, jump.over, jump.to);
            let is_straight = from.x + to.x == 2 * over.x && from.y + to.y == 2 * over.y;
            let step = (over.x - from.x, over.y - from.y);
            let is_along = board.geometry().directions().contains(&step);
            let all_there = [from, over, to]
                .iter()
                .all(|cell| board.cells().contains(cell));
            let is_put_back = jump.is_put_back() && board.put_back() == board.hole(to);
            if !(is_straight && (is_along || is_put_back) && all_there) {
                return CheckError::reject(format_args!(
                    "the board has no jump from ({}, {}) to ({}, {})",
                    from.x, from.y, to.x, to.y
                ));
            }
            for (cell, sign) in [(from, -1), (over, -1), (to, 1)] {
                *pegs.entry(cell).or_default() += sign * i128::from(numerator);
            }
        }
        for (hole, &cell) in board.cells().iter().enumerate() {
            let wanted = i128::from(self.end.has(hole));
            let found = pegs.get(&cell).copied().unwrap_or(0);
            if found != wanted * i128::from(denominator) {
                let pegs = match found % i128::from(denominator) {
                    0 => (found / i128::from(denominator)).to_string(),
                    _ => format!("{found}/{denominator}"),
                };
                let hole = cell_name(board, cell);
                return CheckError::reject(format_args!(
                    "the sum gives {pegs} pegs at {hole}, not {wanted}"
                ));
            }
        }
        if puzzle.goal().is_met_by(&self.end) {
            Ok(())
        } else {
            CheckError::reject("the end is not a goal position")
        }
    }
}
