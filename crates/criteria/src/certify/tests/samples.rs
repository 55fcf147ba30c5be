//! Puzzles for the tests of several criteria.

use std::fmt::Debug;

use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{Board, Cell, Geometry, Goal, Hole, Position, Puzzle, boards};
use saut_task::CheckError;

/// Asserts that a check rejects a certificate with a message that contains these words.
pub fn assert_rejected<T: Debug>(checked: Result<T, CheckError>, words: &str) {
    match checked {
        Err(CheckError::Rejected(why)) => assert!(why.contains(words), "{why}"),
        other => panic!("{other:?}"),
    }
}

/// Start and goal of an infeasible puzzle whose refutation needs a search.
pub const SQUARE: (&str, &str) = ("oooo\noooo\noo.o\noooo", "....\n....\n...o\n....");

/// Returns the puzzle with these pictures of start and goal.
pub fn drawn((start, goal): (&str, &str)) -> Puzzle {
    let [start, goal] = [start, goal].map(|text| Picture::read(text, 1).unwrap());
    let board = start.board(Geometry::Square).unwrap();
    let goal = Goal::exactly(goal.holes(&board, Content::Peg).unwrap());
    let start = start.holes(&board, Content::Peg).unwrap();
    Puzzle::new("test", board, start, goal).unwrap()
}

/// Returns a puzzle from the pegs of `start` to the pegs of `goal`.
pub fn pair(board: &Board, start: &[Hole], goal: &[Hole]) -> Puzzle {
    let position = |holes: &[Hole]| Position::from_holes(board.len(), holes.iter().copied());
    let (start, goal) = (position(start), Goal::exactly(position(goal)));
    Puzzle::new("pair", board.clone(), start, goal).unwrap()
}

/// Returns a single-vacancy problem on a named board, with the last peg in a given hole or anywhere.
pub fn single(board: &str, vacancy: Hole, last: impl Into<Option<Hole>>) -> Puzzle {
    let board = boards::named(board).unwrap();
    Puzzle::single_vacancy("single", board, vacancy, last.into()).unwrap()
}

/// Returns the central game of the English board.
pub fn central() -> Puzzle {
    single("english", 16, 16)
}

/// Returns a puzzle of seven holes that is inside the cone and outside the integer cone.
pub fn seven() -> Puzzle {
    let board = boards::named("rectangle-7x1").unwrap();
    pair(&board, &[0, 1, 3, 5, 6], &[0, 6])
}

/// Returns a puzzle with an army in all holes from row 5 of the picture downwards, and a target `row` rows above the
/// front of the army.
pub fn army(board: Board, row: i16, column: i16) -> Puzzle {
    let men = (0..board.len()).filter(|&hole| board.cell(hole).y >= 5);
    let start = Position::from_holes(board.len(), men);
    let target = board.hole(Cell::new(column, 5 - row)).unwrap();
    let mut open = board.full();
    open.set(target, false);
    let goal = Goal::partial(&Position::from_holes(board.len(), [target]), open);
    Puzzle::new("army", board, start, goal).unwrap()
}

/// Returns an army on a board of 11 columns and 16 rows.
pub fn wide_army(row: i16) -> Puzzle {
    army(boards::named("rectangle-11x16").unwrap(), row, 5)
}
