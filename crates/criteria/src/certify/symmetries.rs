//! The symmetries of a problem.

use saut_peg::peg::{Hole, Puzzle, Symmetry};

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

/// The sets of holes that these symmetries take to each other, by their first holes.
pub fn orbits(puzzle: &Puzzle) -> Vec<Vec<Hole>> {
    let symmetries = symmetries(puzzle);
    let orbit = |hole: Hole| {
        let images = symmetries.iter().map(|symmetry| symmetry.image()[hole]);
        let mut images: Vec<Hole> = images.collect();
        images.sort_unstable();
        images.dedup();
        (images[0] == hole).then_some(images)
    };
    (0..puzzle.board().len()).filter_map(orbit).collect()
}
