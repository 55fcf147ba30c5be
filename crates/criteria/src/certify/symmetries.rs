//! The symmetries of a problem.

use saut_peg::peg::{Puzzle, Symmetry};

/// The symmetries of the board that fix start and goal, the identity first.
pub fn symmetries(puzzle: &Puzzle) -> Vec<Symmetry> {
    let (start, goal) = (puzzle.start(), puzzle.goal());
    let mut all = puzzle.board().symmetries();
    all.retain(|symmetry| {
        symmetry.position(start) == *start
            && symmetry.position(goal.pegs()) == *goal.pegs()
            && symmetry.position(goal.open()) == *goal.open()
    });
    all
}
