//! A puzzle as a picture: start and goal side by side; and a plan as a sheet, a board a move.

use super::diagram::Diagram;
use super::sheet::sheet_with_legend;
use crate::peg::{Board, Jump, Position, Puzzle, moves, notation};

/// Start and goal side by side.
pub fn puzzle(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let start = Diagram::of_position(board, puzzle.start())
        .with_coordinates()
        .captioned("start");
    let wanted = match puzzle.goal().in_words() {
        None => "goal".to_owned(),
        Some(words) => format!("goal: {}", words.replace("holes with ?", "dashed holes")),
    };
    let goal = Diagram::of_goal(board, puzzle.goal())
        .with_coordinates()
        .captioned(wanted);
    let description = format!(
        "A board of {} holes ({}) with {} pegs at the start.",
        board.len(),
        board.geometry(),
        puzzle.start().pegs()
    );
    let legend = legend(board);
    sheet_with_legend(title(puzzle), &description, 2, &[start, goal], &legend)
}

/// Meaning of the marks, and the names of cells.
fn legend(board: &Board) -> String {
    let rule = notation::legend(board);
    format!("filled: peg; empty: vacancy; {rule}")
}

/// A sheet with the position before every move with the move as arrows, and the position at the end.
///
/// The jumps should have been replayed; of one that leaves the board nothing is drawn.
pub fn plan(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    let frames = moves(jumps).len() + 1;
    // A sheet that is a little higher than wide.
    let is_enough = |columns: &usize| 10 * columns * columns >= 7 * frames;
    let columns = (1..frames).find(is_enough).unwrap_or(1);
    frames_of(puzzle, jumps, columns)
}

/// A film strip of the plan: one row, a frame for every move and one for the end.
pub fn strip(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    frames_of(puzzle, jumps, moves(jumps).len() + 1)
}

fn frames_of(puzzle: &Puzzle, jumps: &[Jump], columns: usize) -> String {
    let board = puzzle.board();
    let mut position = puzzle.start().clone();
    let mut diagrams = Vec::new();
    for (sweep, number) in moves(jumps).iter().zip(1..) {
        let caption = format!("{number}. {}", notation::move_name(board, sweep));
        let before = position.clone();
        let on_board = sweep.jumps().iter().copied();
        let on_board: Vec<Jump> = on_board
            .filter(|&jump| play(puzzle, &mut position, jump))
            .collect();
        let diagram = Diagram::of_position(board, &before).with_coordinates();
        diagrams.push(diagram.with_arrows(on_board).captioned(caption));
    }
    let end = format!("after {} jumps", jumps.len());
    let number = diagrams.len();
    let last = Diagram::of_position(board, &position).with_coordinates();
    diagrams.push(last.captioned(end));
    let description = format!(
        "A plan of {} jumps in {number} moves: each board shows the position \
         before a move, with an arrow for each jump.",
        jumps.len()
    );
    let legend = legend(board);
    sheet_with_legend(title(puzzle), &description, columns, &diagrams, &legend)
}

/// The title, or else the name.
pub fn title(puzzle: &Puzzle) -> &str {
    puzzle.title.as_deref().unwrap_or(puzzle.name())
}

/// Plays a jump; whether its cells are on the board.
pub(super) fn play(puzzle: &Puzzle, position: &mut Position, jump: Jump) -> bool {
    let board = puzzle.board();
    let holes = [jump.from, jump.over, jump.to].map(|cell| board.hole(cell));
    let [Some(from), Some(over), Some(to)] = holes else {
        return false;
    };
    position.set(from, false);
    position.set(over, false);
    position.set(to, true);
    true
}
