//! Board pairs: a start and a goal, drawn or listed, put together as a puzzle.
//!
//! The one place where the readers turn two positions into a [`Puzzle`], so that every format
//! gives the same messages about them.

use std::sync::Arc;

use saut_base::bad_input::BadInput;
use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{BadPuzzle, Board, Cell, Goal, Position, Puzzle};

/// The start that a picture shows.
pub(super) fn start_position(board: &Board, picture: &Picture) -> Result<Position, BadInput> {
    let [pegs, open] = holes(board, picture, "the start", "the board")?;
    let Some(hole) = open.holes().next() else {
        return Ok(pegs);
    };
    let place = place(board.cell(hole));
    let bad = BadInput::new("", format!("the start leaves the hole in {place} open"));
    Err(bad.remedy("? may stand in a goal only; draw a peg as o or a vacancy as ."))
}

/// The goal that a picture shows; `other` is what its shape is compared with.
pub(super) fn drawn_goal(board: &Board, picture: &Picture, other: &str) -> Result<Goal, BadInput> {
    let [pegs, open] = holes(board, picture, "the goal", other)?;
    Ok(Goal::partial(&pegs, open))
}

/// The holes with pegs and the open ones.
fn holes(
    board: &Board,
    picture: &Picture,
    what: &str,
    other: &str,
) -> Result<[Position; 2], BadInput> {
    let [pegs, open] = [Content::Peg, Content::Open].map(|it| picture.holes(board, it));
    let both = pegs.zip(open).map(<[Position; 2]>::from);
    both.ok_or_else(|| other_shape(board, picture, what, other))
}

/// Says which cell is a hole in one of the two and not in the other.
fn other_shape(board: &Board, picture: &Picture, what: &str, other: &str) -> BadInput {
    let drawn: Vec<Cell> = picture.cells().collect();
    let surplus = drawn.iter().find(|&&cell| board.hole(cell).is_none());
    let missing = board
        .cells()
        .iter()
        .find(|cell| drawn.binary_search(cell).is_err());
    let fact = match (surplus, missing) {
        (Some(&cell), absent) if absent.is_none_or(|&absent| cell < absent) => {
            format!("{} is a hole in {what} but not in {other}", place(cell))
        }
        (_, Some(&cell)) => format!("{} is a hole in {other} but not in {what}", place(cell)),
        _ => format!("{what} and {other} differ"),
    };
    let fact = format!("{other} and {what} have different shapes: {fact}");
    BadInput::new("", fact)
        .remedy("both must show the same holes, vacancies as . and not as spaces")
}

/// A cell as one finds it in a picture.
fn place(cell: Cell) -> String {
    let (row, column) = (cell.y + 1, cell.x + 1);
    format!("row {row} from the top, column {column} from the left")
}

/// A puzzle, or what is wrong with its two positions.
pub(super) fn puzzle(
    name: &str,
    board: impl Into<Arc<Board>>,
    start: Position,
    goal: Goal,
) -> Result<Puzzle, BadInput> {
    Puzzle::new(name, board, start, goal).map_err(|bad| match bad {
        BadPuzzle::NoPeg => {
            BadInput::new("", "the start has no peg").remedy("put pegs where jumps shall begin")
        }
        BadPuzzle::MorePegsInGoal { start, goal } => {
            BadInput::new("", format!("goal has {goal} pegs, start has {start}"))
                .remedy(
                    "jumps only remove pegs. Were the two swapped? Putting pegs back leads from this start to \
                     this goal just if jumps lead back, or, with pegs and vacancies exchanged, from the one to \
                     the other",
                )
        }
        BadPuzzle::OtherBoard { .. } | BadPuzzle::HalfAHand | BadPuzzle::NothingTaken => BadInput::new("", bad.to_string()),
    })
}
