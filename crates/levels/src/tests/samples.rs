//! Puzzles for several tests.

use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{Board, Geometry, Goal, Position, Puzzle, boards};

/// Returns a puzzle on a named board whose start has a peg in every hole except one.
pub fn full_but(name: &str, vacancy: usize, goal: impl FnOnce(&Board) -> Goal) -> Puzzle {
    let board = boards::named(name).unwrap();
    let start = Position::from_holes(board.len(), [vacancy]).complement();
    let goal = goal(&board);
    Puzzle::new(name, board, start, goal).unwrap()
}

/// Problem 1 of the competition of 2008, with five pegs.
pub const FIVE: &str = "  ...\n  .o.\n..o....\n.o.....\n..oo...\n  ...\n  ...";
/// Problem 2 of the competition, with six pegs.
pub const SIX: &str = "  ...\n  ...\n...o...\n...ooo.\n..o.o..\n  ...\n  ...";
/// Problem 5 of the competition, with nine pegs.
pub const NINE: &str = "  ...\n  .oo\n..o.o..\n.o.o...\n..o.o..\n  o..\n  ...";
/// Problem 8 of the competition, with twelve pegs.
pub const TWELVE: &str = "  ...\n  ...\n..ooo..\n..oooo.\n.oooo..\n  ..o\n  ...";

/// Returns a puzzle from these pegs to one peg in the centre.
pub fn to_the_centre(start: &str) -> Puzzle {
    let start = Picture::read(start, 1).unwrap();
    let board = start.board(Geometry::Square).unwrap();
    let start = start.holes(&board, Content::Peg).unwrap();
    let centre = Goal::exactly(Position::from_holes(board.len(), [board.len() / 2]));
    Puzzle::new("english", board, start, centre).unwrap()
}
