//! A puzzle as the scripts of a page read it.

use serde_json::{Value, json};

use saut_peg::peg::{Puzzle, picture};

/// A puzzle as the scripts read it: pictures of start and goal as in a puzzle file.
pub fn document(puzzle: &Puzzle) -> Value {
    let board = puzzle.board();
    json!({
        "name": puzzle.name(),
        "title": puzzle.title,
        "why": puzzle.why,
        "source": puzzle.source,
        "expect": puzzle.expect.name(),
        "fewest_moves": puzzle.fewest_moves,
        "geometry": board.geometry().name(),
        "start": picture::draw_position(board, puzzle.start()),
        "goal": picture::draw_goal(board, puzzle.goal()),
        "one_peg": puzzle.goal().is_one_peg(),
    })
}
