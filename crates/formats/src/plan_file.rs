//! Reads plans from text: the JSON of saut, a list of jumps, or the plan of a PDDL planner. Also writes plans.
//!
//! A jump that the rules forbid is parsed like any other jump. [`saut_peg::simulate`] rejects it, with its number and
//! the board at that point.

mod jumps;
mod notations;

use std::borrow::Cow;

use saut_base::bad_input::BadInput;
use saut_base::read_limited::unmarked;
use saut_peg::peg::notation::{self, Digits};
use saut_peg::peg::{Board, Goal, Jump, Position, Puzzle, moves};
use saut_task::plan::Plan;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::place::at;
use crate::state_list;
use crate::text_kind::{self, TextKind};

pub use notations::is_game;

/// Maximum coordinate that is read. It is far beyond any board, and sums of two coordinates do not overflow.
const FARTHEST: u16 = 8000;

/// A jump in JSON, as an example for messages.
const EXAMPLE: &str = "{\"from\": [3,1], \"over\": [3,2], \"to\": [3,3]}";

/// Reads a plan for a puzzle. A list of lists of cells (`[[24, 34], [44]]`) is read as positions. Any other text that
/// begins with `{` or `[` is read as JSON. All other texts are read as jumps. In the output of saut, only the jumps are
/// read.
///
/// In `45/47` and `45-47`, the column comes first and rows count from below (Lucas). In `46x44` and `75x73x53`, the row
/// comes first and counts from the top. `digits` overrides both. `d2-d4` has letters for columns and counts rows from
/// the top. `+44` is a peg put back under the old French rule. A triple removal in bold, `**24/26**`, means the three
/// jumps that clear 24, 25 and 26.
///
/// Spaces, commas or semicolons separate jumps. Numbers such as `12.` are ignored. `#` begins a comment. `;` begins a
/// comment at the beginning of a line or after a PDDL action such as `(jump-new-move pos-3-5 pos-3-4 pos-3-3)`, whose
/// names give row and column from 0.
///
/// If the jumps read in this way are not playable, two other notations are tried: numbers of holes, and the letters of
/// Wikipedia. If the text is playable in exactly one of them, it is read in this notation.
///
/// # Errors
/// A word is not a jump (the message has its line and column), or a triple removal does not name three holes in a line.
/// The JSON is invalid or has no plan, or the text has no jump.
pub fn read_plan(
    puzzle: &Puzzle,
    text: &str,
    digits: Option<Digits>,
) -> Result<Plan<Jump>, BadInput> {
    let board = puzzle.board();
    let read = || {
        if let Some(jumps) = json(text)? {
            return Ok(jumps);
        }
        match printed(unmarked(text))? {
            Some(text) => jumps_of(puzzle, &notations::without_words(&text), digits),
            None => Ok(Vec::new()),
        }
    };
    let jumps = if state_list::is_list(text) {
        state_list::jumps(board, text)?
    } else {
        read().map_err(|bad| named(bad, text))?
    };
    let is_far = |value: i16| value.unsigned_abs() > FARTHEST;
    let cells = |jump: &Jump| match jump.is_put_back().then_some(jump.to) {
        Some(cell) => [cell; 3],
        None => [jump.from, jump.over, jump.to],
    };
    let mut cells = jumps.iter().flat_map(cells);
    if let Some(cell) = cells.find(|cell| is_far(cell.x) || is_far(cell.y)) {
        let fact = format!(
            "the cell ({},{}) is too far away for any board",
            cell.x, cell.y
        );
        return Err(BadInput::new("", fact));
    }
    Ok(Plan::sequential(jumps))
}

/// Returns the jumps of a text, in the notation in which they are playable.
fn jumps_of(puzzle: &Puzzle, text: &str, digits: Option<Digits>) -> Result<Vec<Jump>, BadInput> {
    let board = puzzle.board();
    let read = |text: &str| jumps::expand(puzzle, jumps::parts(board, text, digits)?);
    let is_playable = |jumps: &Vec<Jump>| {
        let mut position = puzzle.start().clone();
        let mut jumps = jumps.iter();
        jumps.all(|&jump| play(board, &mut position, jump))
    };
    let ours = read(text);
    if digits.is_some() || ours.as_ref().is_ok_and(is_playable) {
        return ours;
    }
    let others = notations::translations(board, text);
    let mut others: Vec<Vec<Jump>> = others.iter().flat_map(|text| read(text)).collect();
    others.retain(is_playable);
    match others.len() {
        1 => Ok(others.swap_remove(0)),
        _ => ours,
    }
}

/// Plays a jump if the board has it and the position allows it. Returns whether the jump was played.
fn play(board: &Board, position: &mut Position, jump: Jump) -> bool {
    let can_play = board.number(jump).is_some() && board.can_play(position, jump);
    can_play && board.play(position, jump)
}

/// Whether a text is a list of jumps on a board.
pub(crate) fn is_plan(board: &Board, text: &str) -> bool {
    jumps::parts(board, text, None).is_ok()
}

/// Returns the puzzle of a list of jumps without a figure. Its start is the position with the fewest pegs from which
/// all jumps can be played, and its goal is the position after the last jump.
///
/// # Errors
/// A word is not a jump, there is a triple removal (its jumps depend on the position), or no position allows all jumps.
pub(crate) fn figure(board: Board, text: &str, name: &str) -> Result<Puzzle, BadInput> {
    let mut jumps = Vec::new();
    for (_, part) in jumps::parts(&board, text, None)? {
        jumps.extend(part.without_position()?);
    }
    let (mut start, mut known) = (board.empty(), board.empty());
    for jump in &jumps {
        for (cell, is_peg) in [(jump.from, true), (jump.over, true), (jump.to, false)] {
            let Some(hole) = board.hole(cell) else {
                let jump = notation::jump_name(&board, *jump);
                return Err(BadInput::new(
                    jump,
                    "the board does not have all holes of this jump",
                ));
            };
            if !known.has(hole) {
                known.set(hole, true);
                start.set(hole, is_peg);
            }
        }
    }
    let mut end = start.clone();
    for (number, jump) in (1..).zip(jumps) {
        if !play(&board, &mut end, jump) {
            let place = format!("jump {number} ({})", notation::jump_name(&board, jump));
            let fact = "this jump is impossible after the jumps before it";
            return Err(BadInput::new(place, fact));
        }
    }
    Ok(Puzzle::new(name, board, start, Goal::exactly(end))?)
}

/// Returns the place of a jump of a plan in its text: the number of the move and the line. The text determines which
/// jumps are one move. Both numbers begin at 1. Returns `None` for JSON and for lists of positions.
pub fn place_of_jump(
    board: &Board,
    text: &str,
    digits: Option<Digits>,
    number: usize,
) -> Option<(usize, usize)> {
    if state_list::is_list(text) || json(text).ok()?.is_some() {
        return None;
    }
    let text = printed(unmarked(text)).ok()??;
    let (mut jumps, mut moves) = (0, 0);
    let parts = jumps::parts(board, &text, digits).ok()?;
    let line = parts.into_iter().find_map(|(line, part)| {
        moves += usize::from(part.jumps() > 0);
        jumps += part.jumps();
        (jumps >= number).then_some(line)
    });
    Some((moves, line?))
}

/// Returns the message about a text that is not a plan. The message names the kind of the text, if it is recognised.
fn named(bad: BadInput, text: &str) -> BadInput {
    // For printed output and JSON, the parsers give better messages.
    let reads = |kind| {
        use TextKind::{Json, Plan, Printed, PuzzleAnswer};
        matches!(kind, Printed | Json | Plan | PuzzleAnswer)
    };
    text_kind::other_than(text, "a plan of a puzzle", reads).unwrap_or(bad)
}

/// Returns the jumps of a text in JSON. Returns `None` if the text is not JSON.
fn json(text: &str) -> Result<Option<Vec<Jump>>, BadInput> {
    let text = unmarked(text);
    if !text.trim_start().starts_with(['{', '[']) {
        return Ok(None);
    }
    read_entries(text, EXAMPLE).map(Some)
}

/// Returns the entries of a plan in JSON. `example` is an entry for messages. A cell is `[x, y]`: column from the left
/// and row from the top of the picture, counted from 0.
///
/// # Errors
/// The JSON is invalid, or has no plan.
pub(crate) fn read_entries<E: DeserializeOwned>(
    text: &str,
    example: &str,
) -> Result<Vec<E>, BadInput> {
    #[derive(Deserialize)]
    struct Document<E> {
        plan: Option<Vec<E>>,
        plans: Option<IgnoredAny>,
    }
    let entries = if text.trim_start().starts_with('[') {
        serde_json::from_str::<Vec<E>>(text).map(Ok)
    } else {
        serde_json::from_str::<Document<E>>(text)
            .map(|document| document.plan.ok_or(document.plans.is_some()))
    };
    let entries = entries.map_err(|bad| {
        let fact = bad.to_string();
        let fact = fact.split(" at line ").next().unwrap_or_default();
        let fact = format!("the JSON cannot be used: {fact}");
        BadInput::new(at((bad.line(), bad.column().max(1))), fact)
            .remedy(format!("a plan is {{\"plan\": [{example}, …]}}"))
    })?;
    entries.map_err(|has_several| {
        if has_several {
            BadInput::new("", "expected one plan, found several plans in the JSON")
                .remedy("give one of the lists in \"plans\"; saut check replays all of them")
        } else {
            BadInput::new("", "the JSON has no plan").remedy("give the answer to a solved puzzle")
        }
    })
}

/// Returns the plan in the output of `saut solve` and `saut show`, without the text around the plan. Its lines keep
/// their numbers. Other texts are returned unchanged. Returns `None` if the output has a plan without jumps.
///
/// The output of saut is recognised by the line that explains the names of cells. Other output about a puzzle contains
/// no plan, which is an error.
///
/// # Errors
/// The text is output of saut that contains no plan, or more than one.
fn printed(text: &str) -> Result<Option<Cow<'_, str>>, BadInput> {
    let begins = |with: &str| text.lines().any(|line| line.starts_with(with));
    let refused = |fact: &str, remedy: &str| Err(BadInput::new("", fact).remedy(remedy));
    let alone = |line: &&str| {
        let number = line.strip_suffix('.');
        number.is_some_and(|number| number.parse::<u64>().is_ok())
    };
    if text.lines().filter(alone).count() > 1 {
        return refused(
            "the text contains several plans, each below its number",
            "give one of them, or print them with --json",
        );
    }
    if !text
        .lines()
        .any(|line| notation::LEGENDS.contains(&line.trim_end()))
    {
        return Ok(Some(Cow::Borrowed(text)));
    }
    if begins("infeasible: ") {
        return refused(
            "the text says infeasible, but does not contain the certificate",
            "solve again with --json, which prints the certificate",
        );
    }
    if begins("undecided") {
        return refused(
            "the text says undecided, so there is nothing to check",
            "solve again with a longer --timeout",
        );
    }
    let kept = if begins("solved: ") {
        after_verdict(text)
    } else {
        numbered(text)
    };
    if !kept.lines().all(str::is_empty) {
        return Ok(Some(Cow::Owned(kept)));
    }
    if begins("solved: 0 jumps ") {
        return Ok(None);
    }
    refused(
        "this is a puzzle in the output format of saut, without a plan",
        "give the output of saut solve, or a list of jumps",
    )
}

/// Returns the moves below the verdict. The lines keep their numbers.
fn after_verdict(text: &str) -> String {
    let mut is_plan = false;
    kept(text, |line| {
        if line.starts_with("solved: ") {
            is_plan = true;
            return false;
        }
        // The lines below the plan are remarks about its parts.
        is_plan &= !line.trim().is_empty() && !line.trim_start().starts_with("jump");
        is_plan
    })
}

/// Returns the numbered lines, such as `12. 46/44`, between positions.
fn numbered(text: &str) -> String {
    kept(text, |line| {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && line[digits..].starts_with(". ")
    })
}

fn kept<'a>(text: &'a str, mut keep: impl FnMut(&'a str) -> bool) -> String {
    let lines = text.lines().map(|line| if keep(line) { line } else { "" });
    lines.collect::<Vec<_>>().join("\n")
}

/// Writes jumps in a form that [`read_plan`] reads: Lucas's notation, one move per line.
pub fn write_plan(board: &Board, jumps: &[Jump]) -> String {
    let line = |sweep| notation::move_name(board, &sweep) + "\n";
    moves(jumps).into_iter().map(line).collect()
}

#[cfg(test)]
mod tests;
