//! A puzzle as a picture: start and goal side by side; and a plan as a sheet, a board a move.

use super::diagram::Diagram;
use super::sheet::sheet_with_legend;
use saut_levels::packages::{Pieces, construction};
use saut_peg::peg::{Board, Jump, Position, Puzzle, moves, notation};

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
    let made_of = construction(board, start, jumps);
    let caption = format!(
        "a core of {} holes (blue-green), {} packages, {} single jumps (grey)",
        made_of.core_holes, made_of.packages, made_of.single_jumps
    );
    let diagram = Diagram::of_position(board, start).with_coordinates();
    Some(diagram.tinted(tints.collect()).captioned(caption))
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
    let mut diagrams: Vec<Diagram<'_>> = pieces_of(puzzle, jumps).into_iter().collect();
    let before_moves = diagrams.len();
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
    let number = diagrams.len() - before_moves;
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
pub(crate) fn play(puzzle: &Puzzle, position: &mut Position, jump: Jump) -> bool {
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
