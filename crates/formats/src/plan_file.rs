//! Plans as text: our JSON, a list of jumps, or the plan of a PDDL planner.
//!
//! A jump that the rules forbid is read like any other: refusing it, with its number and the
//! board at that point, is for [`saut_peg::simulate`].

mod jumps;
mod printed;
mod triple;

use saut_base::bad_input::BadInput;
use saut_base::read_limited::unmarked;
use saut_peg::peg::notation::{self, Digits};
use saut_peg::peg::{Board, Cell, Jump, Puzzle, moves};
use saut_task::plan::Plan;

use crate::plan_entries::read_entries;
use crate::state_list;
use crate::text_kind::{self, TextKind};

/// Coordinates up to this are read, far beyond any board, and no sum of two overflows.
const FARTHEST: i16 = 8000;

/// A jump in JSON.
const EXAMPLE: &str = "{\"from\": [3,1], \"over\": [3,2], \"to\": [3,3]}";

/// Reads a plan for a board: positions if it is a list of lists of cells (`[[24, 34], [44]]`), JSON if it
/// begins with a bracket `{` or `[` otherwise, else jumps; of what our commands print, the jumps in it.
///
/// In `45/47` and `45-47` the column comes first and rows count from below (Lucas); in `46x44` and `75x73x53` the row
/// comes first and counts from the top. `digits` says otherwise for both. `+44` is a peg put back, by the old French
/// rule. Jumps stand between spaces, commas or semicolons; `12.` numbers are passed over; `#` begins a comment, and so
/// does `;` at the beginning of a line or after a PDDL action such as `(jump-new-move pos-3-5 pos-3-4 pos-3-3)`, whose
/// names give row and column from 0.
///
/// # Errors
/// A word that is no jump, with its line and column; broken JSON, or JSON without a plan; a text
/// without any jump.
pub fn read_plan(
    board: &Board,
    text: &str,
    digits: Option<Digits>,
) -> Result<Plan<Jump>, BadInput> {
    if state_list::is_list(text) {
        return near(state_list::jumps(board, text)?);
    }
    let read = || {
        if let Some(jumps) = json(text)? {
            return Ok(jumps);
        }
        match printed::plan(unmarked(text))? {
            Some(text) => jumps::read(board, &text, digits),
            None => Ok(Vec::new()),
        }
    };
    near(read().map_err(|bad| named(bad, text))?)
}

/// [`read_plan`] for a puzzle, from its start on: then a triple removal may stand in bold too,
/// `**24/26**`, for the three jumps that clear 24, 25 and 26.
///
/// # Errors
/// As [`read_plan`]; a triple removal of holes that are not three in a line.
pub fn read_plan_of(
    puzzle: &Puzzle,
    text: &str,
    digits: Option<Digits>,
) -> Result<Plan<Jump>, BadInput> {
    let read = || {
        if state_list::is_list(text) {
            return state_list::jumps(puzzle.board(), text);
        }
        if let Some(jumps) = json(text)? {
            return Ok(jumps);
        }
        match printed::plan(unmarked(text))? {
            Some(text) => triple::expand(puzzle, jumps::parts(puzzle.board(), &text, digits)?),
            None => Ok(Vec::new()),
        }
    };
    near(read().map_err(|bad| named(bad, text))?)
}

/// Place of a jump of a plan in its text: the number of the move that it belongs to, as moves are written there, and
/// its line, all from 1. Nothing of JSON and lists of positions.
pub fn place_of_jump(
    board: &Board,
    text: &str,
    digits: Option<Digits>,
    number: usize,
) -> Option<(usize, usize)> {
    if state_list::is_list(text) || json(text).ok()?.is_some() {
        return None;
    }
    let text = printed::plan(unmarked(text)).ok()??;
    let mut before = 0;
    let mut moves = 0;
    for (part, line) in jumps::placed_parts(board, &text, digits).ok()? {
        let jumps = match part {
            jumps::Part::Jumps(jumps) => jumps.len(),
            jumps::Part::Triple { .. } => 3,
        };
        moves += usize::from(jumps > 0);
        before += jumps;
        if before >= number {
            return Some((moves, line));
        }
    }
    None
}

/// The message about a text that is no plan, or, if its kind can be told, what it is.
fn named(bad: BadInput, text: &str) -> BadInput {
    let reads = |kind| match kind {
        // Of the first three the readers say more themselves.
        TextKind::Printed
        | TextKind::Hint
        | TextKind::Json
        | TextKind::Plan
        | TextKind::PuzzleAnswer => true,
        _ => false,
    };
    text_kind::other_than(text, "a plan of a puzzle", reads).unwrap_or(bad)
}

/// The jumps of a JSON document, if it is one.
fn json(text: &str) -> Result<Option<Vec<Jump>>, BadInput> {
    let text = unmarked(text);
    if !text.trim_start().starts_with(['{', '[']) {
        return Ok(None);
    }
    read_entries(text, EXAMPLE).map(Some)
}

/// A plan of these jumps, if none of them is far away.
fn near(jumps: Vec<Jump>) -> Result<Plan<Jump>, BadInput> {
    let cells = jumps.iter().flat_map(|jump| {
        if jump.is_put_back() {
            [jump.to; 3]
        } else {
            [jump.from, jump.over, jump.to]
        }
    });
    match cells.into_iter().find(|&cell| is_far(cell)) {
        Some(cell) => {
            let fact = format!("the cell ({},{}) is far from every board", cell.x, cell.y);
            Err(BadInput::new("", fact))
        }
        None => Ok(Plan::sequential(jumps)),
    }
}

/// Jumps as [`read_plan`] reads them: in Lucas's notation, a move a line.
pub fn write_plan(board: &Board, jumps: &[Jump]) -> String {
    let line = |sweep| notation::move_name(board, &sweep) + "\n";
    moves(jumps).into_iter().map(line).collect()
}

fn is_far(cell: Cell) -> bool {
    [cell.x, cell.y]
        .iter()
        .any(|value| value.unsigned_abs() > FARTHEST.unsigned_abs())
}

#[cfg(test)]
mod tests;
