//! Plans as text: our JSON, a list of jumps, or the plan of a PDDL planner.
//!
//! A jump that the rules forbid is read like any other: refusing it, with its number and the
//! board at that point, is for [`crate::simulate`].

mod jumps;

use crate::peg::notation::Digits;
use crate::peg::{Board, Cell, Jump};
use saut_plan::bad_input::BadInput;
use saut_plan::plan::Plan;

use super::json::JumpEntry;
use super::plan_entries::read_entries;

/// Coordinates up to this are read, far beyond any board, and no sum of two overflows.
const FARTHEST: i16 = 8000;

/// A jump in JSON.
const EXAMPLE: &str = "{\"from\": [3,1], \"over\": [3,2], \"to\": [3,3]}";

/// Reads a plan for a board: JSON if it begins with a bracket `{` or `[`, else jumps.
///
/// In `45/47` and `45-47` the column comes first and rows count from below (Lucas); in `46x44`
/// and `75x73x53` the row comes first and counts from the top. `digits` says otherwise for both.
/// Jumps stand between spaces, commas or semicolons; `12.` numbers are passed over; `#` begins a
/// comment, and so does `;` at the beginning of a line or after a PDDL action such as
/// `(jump-new-move pos-3-5 pos-3-4 pos-3-3)`, whose names give row and column from 0.
///
/// # Errors
/// A word that is no jump, with its line and column; broken JSON, or JSON without a plan; a text
/// without any jump.
pub fn read_plan(
    board: &Board,
    text: &str,
    digits: Option<Digits>,
) -> Result<Plan<Jump>, BadInput> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let jumps = if text.trim_start().starts_with(['{', '[']) {
        let entries: Vec<JumpEntry> = read_entries(text, EXAMPLE)?;
        entries.into_iter().map(Jump::from).collect()
    } else {
        jumps::read(board, text, digits)?
    };
    let cells = jumps
        .iter()
        .flat_map(|jump| [jump.from, jump.over, jump.to]);
    match cells.into_iter().find(|&cell| is_far(cell)) {
        Some(cell) => {
            let fact = format!("the cell ({},{}) is far from every board", cell.x, cell.y);
            Err(BadInput::new("", fact))
        }
        None => Ok(Plan::sequential(jumps)),
    }
}

fn is_far(cell: Cell) -> bool {
    [cell.x, cell.y]
        .iter()
        .any(|value| value.unsigned_abs() > FARTHEST.unsigned_abs())
}

#[cfg(test)]
mod tests;
