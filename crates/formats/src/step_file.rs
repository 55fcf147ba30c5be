//! Reads plans of colour baseball from text: the JSON of saut, or steps such as `4:0>1`.
//!
//! A step that the rules forbid is parsed like any other step. [`saut_peg::simulate`] rejects it.

use std::cmp::Ordering;

use saut_base::bad_input::BadInput;
use saut_base::read_limited::unmarked;
use saut_peg::baseball::trace::{TraceStep, list, sublist, trace};
use saut_peg::baseball::{Step, TrackPuzzle};
use saut_task::plan::Plan;
use serde_json::{Value, json};

use crate::place::{at, shown};
use crate::plan_file::read_entries;
use crate::text_kind::{self, TextKind};

/// The line that marks a plan in the text output of saut.
const LEGEND: &str = "a step is token:from>to";

/// The beginning of the line above the steps in this output.
const SOLVED: &str = "solved: ";

const REMEDY: &str = "write a step as TOKEN:FROM>TO, as in 4:0>1";

/// A step in JSON, as an example for messages.
const EXAMPLE: &str = "{\"token\": 4, \"from\": 0, \"to\": 1}";

/// Reads a plan: JSON if it begins with `{` or `[`, otherwise steps `TOKEN:FROM>TO` between spaces or commas, with
/// comments after `#`. In the output of saut, only the steps are read.
///
/// # Errors
/// A word is not a step, the JSON is invalid or has no plan, or the text has no step.
pub fn read_steps(text: &str) -> Result<Plan<Step>, BadInput> {
    let reads = |kind| matches!(kind, TextKind::Plan | TextKind::Json);
    let other = || text_kind::other_than(text, "a plan of colour baseball", reads);
    steps(text).map_err(|bad| other().unwrap_or(bad))
}

fn steps(text: &str) -> Result<Plan<Step>, BadInput> {
    let text = unmarked(text);
    if text.trim_start().starts_with(['{', '[']) {
        let steps: Vec<Step> = read_entries(text, EXAMPLE)?;
        return Ok(Plan::sequential(steps));
    }
    let is_printed = text.lines().any(|line| line.starts_with(LEGEND));
    let mut is_plan = !is_printed;
    let mut steps = Vec::new();
    for (row, line) in text.lines().enumerate() {
        if is_printed && (line.starts_with(SOLVED) || line.trim().is_empty()) {
            is_plan = line.starts_with(SOLVED);
            continue;
        }
        let line = if is_plan { line } else { "" };
        let line = line.split('#').next().unwrap_or_default();
        let words = line.split(|symbol: char| symbol.is_whitespace() || symbol == ',');
        for word in words.filter(|word| !word.is_empty()) {
            let fact = || format!("\"{}\" is not a step", shown(word));
            steps.push(
                step(word).ok_or_else(|| BadInput::new(at((row + 1, 1)), fact()).remedy(REMEDY))?,
            );
        }
    }
    if steps.is_empty() {
        return Err(BadInput::new("", "there is no step in the plan").remedy(REMEDY));
    }
    Ok(Plan::sequential(steps))
}

fn step(word: &str) -> Option<Step> {
    let (token, way) = word.split_once(':')?;
    let (from, to) = way.split_once('>')?;
    Some(Step {
        token: token.parse().ok()?,
        from: from.parse().ok()?,
        to: to.parse().ok()?,
    })
}

/// Returns the configuration after each step, as entries for JSON.
pub fn trace_entries(puzzle: &TrackPuzzle, steps: &[Step]) -> Value {
    let entry = |one: &TraceStep| {
        json!({
            "l": list(&one.after, puzzle.capacity()),
            "sl": sublist(&one.after),
            "falls": one.change == Ordering::Less,
            "grows": one.change == Ordering::Greater,
            "useless": one.is_useless,
        })
    };
    trace(puzzle, steps).iter().map(entry).collect()
}

/// Returns the number of steps that are useless.
pub fn useless(puzzle: &TrackPuzzle, steps: &[Step]) -> usize {
    let traced = trace(puzzle, steps);
    traced.iter().filter(|one| one.is_useless).count()
}

#[cfg(test)]
mod tests {
    use super::read_steps;
    use saut_peg::baseball::Step;

    #[test]
    fn words_and_json_give_the_same_steps() {
        let step = |token, from, to| Step { token, from, to };
        let wanted = [step(4, 0, 1), step(0, 1, 0)];
        for text in [
            "4:0>1, 0:1>0 # done\n",
            "home\n\n  [0 .]\n\nsolved: 2 steps\n  4:0>1 0:1>0\n\na step is token:from>to; by hand\n",
            r#"[{"token":4,"from":0,"to":1},{"token":0,"from":1,"to":0}]"#,
            r#"{"plan":[{"token":4,"from":0,"to":1},{"token":0,"from":1,"to":0}],"length":2}"#,
        ] {
            let plan = read_steps(text).unwrap();
            assert!(plan.actions().eq(&wanted), "{text}");
        }
    }

    #[test]
    fn an_invalid_step_is_rejected() {
        for (text, message) in [
            (
                "4:0>1\n4-0-1\n",
                "line 2, column 1: \"4-0-1\" is not a step",
            ),
            ("300:0>1", "line 1, column 1: \"300:0>1\" is not a step"),
            ("# nothing\n", "there is no step in the plan"),
            ("{\"verdict\":\"undecided\"}", "the JSON has no plan"),
            (
                "[{\"token\":1}]",
                "line 1, column 12: the JSON cannot be used: missing field",
            ),
        ] {
            let bad = read_steps(text).unwrap_err().to_string();
            assert!(bad.starts_with(message), "{bad}");
        }
    }
}
