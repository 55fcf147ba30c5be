//! A plan read backward: a game in which each move takes one peg and puts two back.
//!
//! The rule is written here once more, for un-jumps, and knows nothing of the simulator: a peg goes
//! back two holes, both of which are vacant, and leaves a peg in the one between.

use thiserror::Error;

use saut_peg::peg::{Board, Cell, Jump, Position, Puzzle, notation};
use saut_peg::simulate::ReplayedPlan;

/// A plan read backward, played from the end of the plan to the start of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversal {
    /// The jumps in the order in which they are undone.
    undone: Vec<Jump>,
    /// The position before the first is undone.
    first: Position,
}

/// Reason why a jump cannot be undone.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Misplaced {
    /// No peg stands where the jump ended.
    #[error("jump {number} cannot be undone: no peg at {cell}")]
    NoPeg {
        /// Number of the un-jump, from 1.
        number: usize,
        /// Cell without a peg.
        cell: String,
    },
    /// A hole is full into which a peg would come.
    #[error("jump {number} cannot be undone: {cell} is not vacant")]
    NotVacant {
        /// Number of the un-jump, from 1.
        number: usize,
        /// Cell that is not vacant.
        cell: String,
    },
    /// End of it that is not the start.
    #[error("all is undone, but the position is not the start")]
    NotTheStart,
}

impl Reversal {
    /// Undoes a plan jump by jump.
    ///
    /// # Errors
    /// [`Misplaced`], though never for a plan that was replayed.
    pub fn new(puzzle: &Puzzle, plan: &ReplayedPlan) -> Result<Self, Misplaced> {
        let undone: Vec<Jump> = plan.jumps().into_iter().rev().collect();
        let first = plan.end().clone();
        if undo(puzzle.board(), &first, &undone)? == *puzzle.start() {
            Ok(Self { undone, first })
        } else {
            Err(Misplaced::NotTheStart)
        }
    }

    /// The jumps in the order in which they are undone.
    pub fn undone(&self) -> &[Jump] {
        &self.undone
    }

    /// The position before the first is undone.
    pub fn first(&self) -> &Position {
        &self.first
    }
}

/// The position after all jumps have been undone, one after the other.
fn undo(board: &Board, first: &Position, undone: &[Jump]) -> Result<Position, Misplaced> {
    let mut position = first.clone();
    for (number, jump) in (1..).zip(undone) {
        let name = |cell: Cell| notation::cell_name(board, cell);
        let has =
            |position: &Position, cell| board.hole(cell).is_some_and(|hole| position.has(hole));
        if !has(&position, jump.to) {
            let cell = name(jump.to);
            return Err(Misplaced::NoPeg { number, cell });
        }
        for cell in [jump.over, jump.from] {
            if board.hole(cell).is_none() || has(&position, cell) {
                let cell = name(cell);
                return Err(Misplaced::NotVacant { number, cell });
            }
        }
        for (cell, peg) in [(jump.to, false), (jump.over, true), (jump.from, true)] {
            if let Some(hole) = board.hole(cell) {
                position.set(hole, peg);
            }
        }
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::{Misplaced, undo};
    use saut_peg::peg::{Jump, Position, boards};

    #[test]
    fn a_jump_is_undone_where_there_is_room_and_nowhere_else() {
        let board = boards::named("rectangle-4x1").unwrap();
        let right = |from: i16| -> Jump {
            let mut jumps = board.jumps().iter();
            let is_it = |jump: &&Jump| (jump.from.x, jump.to.x) == (from, from + 2);
            *jumps.find(is_it).unwrap()
        };
        let at = |holes: &[usize]| Position::from_holes(4, holes.iter().copied());
        let undone = |pegs: &[usize], jumps: &[Jump]| undo(&board, &at(pegs), jumps);
        assert_eq!(undone(&[2], &[right(0)]), Ok(at(&[0, 1])));
        let no_peg = |number, cell: &str| Misplaced::NoPeg {
            number,
            cell: cell.to_owned(),
        };
        let full = |number, cell: &str| Misplaced::NotVacant {
            number,
            cell: cell.to_owned(),
        };
        assert_eq!(undone(&[3], &[right(0)]), Err(no_peg(1, "31")));
        assert_eq!(undone(&[2, 3], &[right(0), right(1)]), Err(full(2, "21")));
        assert_eq!(undone(&[0, 3], &[right(1)]), Ok(at(&[0, 1, 2])));
    }
}
