//! Plans as text: our JSON, a list of jumps, or the plan of a PDDL planner.
//!
//! A jump that the rules forbid is read like any other: refusing it, with its number and the
//! board at that point, is for [`crate::simulate`].

mod jumps;

use serde::Deserialize;

use crate::bad_input::BadInput;
use crate::peg::notation::Digits;
use crate::peg::{Board, Cell, Jump};
use crate::plan::Plan;

use super::json::JumpEntry;
use super::place::at;

/// Coordinates up to this are read, far beyond any board, and no sum of two overflows.
const FARTHEST: i16 = 8000;

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
        from_json(text)?
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

fn from_json(text: &str) -> Result<Vec<Jump>, BadInput> {
    #[derive(Deserialize)]
    struct Document {
        plan: Option<Vec<JumpEntry>>,
    }
    let entries = if text.trim_start().starts_with('[') {
        serde_json::from_str::<Vec<JumpEntry>>(text).map(Some)
    } else {
        serde_json::from_str::<Document>(text).map(|document| document.plan)
    };
    let entries = entries.map_err(|bad| {
        let fact = bad.to_string();
        let fact = fact.split(" at line ").next().unwrap_or_default();
        BadInput::new(
            at((bad.line(), bad.column().max(1))),
            format!("the JSON cannot be used: {fact}"),
        )
        .remedy("a plan is {\"plan\": [{\"from\": [3,1], \"over\": [3,2], \"to\": [3,3]}, …]}")
    })?;
    match entries {
        Some(entries) => Ok(entries.into_iter().map(Jump::from).collect()),
        None => Err(BadInput::new("", "the JSON has no plan")
            .remedy("give the answer to a puzzle that was solved")),
    }
}

#[cfg(test)]
mod tests;
