//! Integer weights: the common form of the certificates by lattice, pagoda functions, classes, playable sets and
//! corners.
//!
//! With a modulus, no jump changes the total weight of the pegs modulo this number, so a goal with another total is
//! unreachable. Without a modulus, no jump raises the total, so a goal that weighs more than the start is unreachable.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use saut_peg::peg::notation::jump_name;
use saut_peg::peg::picture::draw_texts;
use saut_peg::peg::{Board, Hole, Jump, Position};
use saut_task::CheckError;

/// One integer weight per hole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights {
    /// The modulus, which is at least 2; `None` for a pagoda function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modulus: Option<i64>,
    /// The weight of each hole.
    #[serde(rename = "weights")]
    pub by_hole: Vec<i64>,
}

impl Weights {
    /// Creates a pagoda function.
    pub const fn pagoda(by_hole: Vec<i64>) -> Self {
        Self {
            modulus: None,
            by_hole,
        }
    }

    /// Creates weights that count the pegs in a set of holes, modulo `modulus`, on a board with this number of holes.
    pub fn of_set(set: &[Hole], holes: usize, modulus: i64) -> Self {
        let mut by_hole = vec![0; holes];
        for &hole in set {
            by_hole[hole] = 1;
        }
        Self {
            modulus: Some(modulus),
            by_hole,
        }
    }

    /// Returns the total weight of a position, modulo the modulus if there is one.
    pub fn total(&self, position: &Position) -> i128 {
        let weights = position.holes().map(|hole| i128::from(self.by_hole[hole]));
        self.reduced(weights.sum())
    }

    fn reduced(&self, weight: i128) -> i128 {
        self.modulus
            .map_or(weight, |modulus| weight.rem_euclid(modulus.into()))
    }

    /// Returns the sum of the absolute values of the weights.
    pub fn size(&self) -> u128 {
        let magnitudes = self.by_hole.iter().map(|weight| weight.unsigned_abs());
        magnitudes.map(u128::from).sum()
    }

    /// Checks that there is a weight for every hole.
    pub(super) fn check_size(by_hole: &[i64], board: &Board) -> Result<(), CheckError> {
        let (given, holes) = (by_hole.len(), board.len());
        if given == holes {
            return Ok(());
        }
        CheckError::reject(format_args!(
            "expected {holes} weights, one for each hole, found {given}"
        ))
    }

    /// Checks that no jump changes the total modulo the modulus; without a modulus, that no jump raises the total.
    ///
    /// # Errors
    /// [`CheckError`] for the first jump that changes (or raises) the total, for a wrong number of weights, for a
    /// modulus below 2, or for weights that are not between 0 and the modulus − 1.
    pub fn check_jumps(&self, board: &Board) -> Result<(), CheckError> {
        Self::check_size(&self.by_hole, board)?;
        if let Some(modulus) = self.modulus
            && (modulus < 2 || !self.by_hole.iter().all(|it| (0..modulus).contains(it)))
        {
            return CheckError::reject(format_args!(
                "the weights are not between 0 and {modulus} - 1"
            ));
        }
        for &jump in board.jumps() {
            let [from, over, to] = board.holes_of(jump).map(|hole| self.by_hole[hole]);
            let change = self.reduced(i128::from(to) - i128::from(from) - i128::from(over));
            let name = || jump_name(board, jump);
            let fault = match self.modulus {
                Some(modulus) if change != 0 => {
                    format!(
                        "the jump {} changes the weight by {change} modulo {modulus}",
                        name()
                    )
                }
                None if change > 0 => {
                    format!("the jump {} adds weight: {from} + {over} < {to}", name())
                }
                Some(_) | None => continue,
            };
            return Err(CheckError::Rejected(fault));
        }
        Ok(())
    }

    /// Checks that the goal weighs more than the start.
    pub(super) fn check_gap(start: i128, goal: i128) -> Result<(), CheckError> {
        if goal > start {
            return Ok(());
        }
        CheckError::reject(format_args!(
            "the goal may weigh {goal}, which is not more than the start ({start})"
        ))
    }
}

/// Rejects a list of parity sums or weightings that is empty or too long.
pub fn check_number(given: usize, most: usize) -> Result<(), CheckError> {
    if given == 0 || given > most {
        return CheckError::reject(format_args!(
            "expected 1 to {most} parity sums or weightings, found {given}"
        ));
    }
    Ok(())
}

/// Returns the rejection of invariants that are equal for the start and a goal position.
pub fn no_difference() -> CheckError {
    CheckError::rejected("a goal position agrees with the start in all invariants")
}

/// Returns the rejection of a jump that the board does not have.
pub fn no_such_jump(board: &Board, jump: Jump) -> CheckError {
    CheckError::rejected(format_args!(
        "the board has no jump {}",
        jump_name(board, jump)
    ))
}

/// Draws a board with a number in every hole, in columns of equal width.
pub fn draw(board: &Board, number: impl Fn(Hole) -> i64) -> String {
    let texts: Vec<String> = (0..board.drawn().len())
        .map(|hole| number(hole).to_string())
        .collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1) + 1;
    let mut text = draw_texts(board, width, |hole| texts[hole].clone());
    if board.put_back().is_some() {
        let (near, far) = (board.len() - 2, board.len() - 1);
        let _ = writeln!(text, "in hand: {}", number(near) + number(far));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::draw;
    use saut_peg::peg::boards;

    #[test]
    fn numbers_are_in_the_columns_of_the_board() {
        let board = boards::named("triangle-2").unwrap();
        assert_eq!(draw(&board, |hole| [7, -1, 10][hole]), "  7\n -1 10\n");
    }
}
