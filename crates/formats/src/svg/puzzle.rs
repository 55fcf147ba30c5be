//! A puzzle as a picture: start and goal side by side; and a plan as a sheet, a board a move.

use super::diagram::{Diagram, sheet};
use saut_levels::packages::Pieces;
use saut_peg::peg::{Board, Jump, Puzzle, moves, notation};

/// Start and goal side by side.
pub fn puzzle(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let wanted = match puzzle.goal().in_words() {
        None => "goal".to_owned(),
        Some(words) => format!("goal: {}", words.replace("holes with ?", "dashed holes")),
    };
    let start = Diagram::of_position(board, puzzle.start()).captioned("start");
    let goal = Diagram::of_goal(board, puzzle.goal()).captioned(wanted);
    let diagrams = [start, goal].map(Diagram::named);
    let description = format!(
        "A board of {} holes ({}) with {} pegs at the start.",
        board.len(),
        board.geometry(),
        puzzle.start().pegs()
    );
    sheet(title(puzzle), &description, 2, &diagrams, &legend(board))
}

/// Meaning of the marks, and the names of cells.
fn legend(board: &Board) -> String {
    let rule = notation::legend(board);
    format!("filled: peg; empty: vacancy; {rule}")
}

/// The colours of pieces: the core, single jumps, and those of block removals.
const TINTS: [&str; Pieces::COLOURS] = [
    "#0b6b7f", "#8a8478", "#d98c1f", "#5b8f3c", "#8e5fa8", "#c4503f", "#3f74c4",
];

/// The start with the pieces of a plan in colours; `None` if the board is so small that there are none.
fn pieces_of<'a>(puzzle: &'a Puzzle, jumps: &[Jump]) -> Option<Diagram<'a>> {
    let (board, start) = (puzzle.board(), puzzle.start());
    let pieces = Pieces::of(board, start, jumps)?;
    let tints = pieces.colours(board).into_iter();
    let tints = tints.map(|colour| colour.map(|colour| TINTS[colour]));
    let caption = format!(
        "a core of {} holes (blue-green), {} packages, {} single jumps (grey)",
        pieces.core_holes, pieces.packages, pieces.single_jumps
    );
    let mut diagram = Diagram::of_position(board, start).named();
    diagram.tints = tints.collect();
    Some(diagram.captioned(caption))
}

/// The pieces of a plan in colours, as a picture; `None` if the board is so small that there are none.
pub fn pieces(puzzle: &Puzzle, jumps: &[Jump]) -> Option<String> {
    let diagram = pieces_of(puzzle, jumps)?;
    Some(diagram.document(title(puzzle), "The pieces of a plan in colours."))
}

/// A sheet with the position before every move with the move as arrows, and the position at the end.
///
/// The jumps should have been replayed; of one that leaves the board nothing is drawn.
pub fn plan(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    // A sheet that is a little higher than wide.
    let columns = |frames| {
        let is_enough = |columns: &usize| 10 * columns * columns >= 7 * frames;
        (1..frames).find(is_enough).unwrap_or(1)
    };
    frames(puzzle, jumps, columns)
}

/// A film strip of the plan: one row, a frame for every move and one for the end.
pub fn strip(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    frames(puzzle, jumps, |frames| frames)
}

/// The frames of a plan in columns, of which the number depends on theirs.
fn frames(puzzle: &Puzzle, jumps: &[Jump], columns: impl Fn(usize) -> usize) -> String {
    let board = puzzle.board();
    let mut position = puzzle.start().clone();
    let moves = moves(jumps);
    let mut diagrams: Vec<Diagram<'_>> = pieces_of(puzzle, jumps).into_iter().collect();
    for (sweep, number) in moves.iter().zip(1..) {
        let caption = format!("{number}. {}", notation::move_name(board, sweep));
        let mut diagram = Diagram::of_position(board, &position).named();
        diagram.arrows = sweep.jumps().to_vec();
        let arrows = &mut diagram.arrows;
        arrows.retain(|&jump| board.play(&mut position, jump));
        diagrams.push(diagram.captioned(caption));
    }
    let end = format!("after {} jumps", jumps.len());
    let last = Diagram::of_position(board, &position).named();
    diagrams.push(last.captioned(end));
    let description = format!(
        "A plan of {} jumps in {} moves: each board shows the position \
         before a move, with an arrow for each jump.",
        jumps.len(),
        moves.len()
    );
    let columns = columns(moves.len() + 1);
    let legend = legend(board);
    sheet(title(puzzle), &description, columns, &diagrams, &legend)
}

/// The title, or else the name.
pub fn title(puzzle: &Puzzle) -> &str {
    puzzle.title.as_deref().unwrap_or(puzzle.name())
}
