//! Documents about a game of colour baseball: a plan that is replayed.

use saut_base::words::counted;
use saut_criteria::compile;
use saut_formats::step_file::{read_steps, trace_entries, useless};
use saut_peg::baseball::{Puzzle, fewest_steps};
use saut_peg::simulate::baseball::replay;
use saut_task::proof::too_few;

use crate::board::unknown;
use crate::bounds::{self, FEWEST_ACTIONS, check_bound};
use crate::context::Context;
use crate::report::{Fault, Report, compare};

/// Replays a plan, and checks what the document says of it.
///
/// # Errors
/// It does not hold, or its check was not finished.
pub fn check(context: &Context<Puzzle>) -> Result<Report, Fault> {
    let (puzzle, document) = (context.subject, context.document);
    let plan = read_steps(document.text)?;
    document.verdict()?;
    let replayed = replay(puzzle, plan);
    let replayed = replayed.map_err(|no| Fault::refused("plan refused", no.to_string()))?;
    let steps = replayed.steps();
    let length = steps.len();
    let mut report = Report::default();
    let check = |claim: &str, claimed: &_| match claim {
        "length" | "steps" => compare(claim, claimed, length),
        "trace" => compare(claim, claimed, trace_entries(puzzle, &steps)),
        "useless_steps" => compare(claim, claimed, useless(puzzle, &steps)),
        "optimal" | "lower_bound" => {
            let bound = document.get("lower_bound");
            let distances = bound.and_then(|bound| bound.get("by_distances"));
            if let Some(claimed) = distances {
                compare("lower_bound.by_distances", claimed, fewest_steps(puzzle))?;
            }
            let task = compile::baseball_task(puzzle);
            let checked = check_bound(&task, document, &context.search.stop)?;
            let below = too_few(&task, FEWEST_ACTIONS, length).filter(|_| claim == "optimal");
            checked.exclude(below, FEWEST_ACTIONS, "steps")
        }
        _ => Ok(unknown()),
    };
    document.check_claims(&[], check, &mut report)?;
    if let Some(unread) = bounds::unread(document, &["by_distances", "refuted"]) {
        report.leave_open("lower_bound", &unread);
    }
    report.set("length", length);
    let is_optimal = report.holds("optimal");
    if let Some(is_optimal) = is_optimal {
        report.set("optimal", is_optimal);
    }
    let shortest = match is_optimal {
        Some(true) => "; the proof that no plan is shorter holds",
        Some(false) => "; the proof that no plan is shorter was not kept",
        None => "",
    };
    let length = counted(length, "step");
    report.fact = format!("{length}, replayed by the simulator{shortest}");
    report.close_puzzle("solved", "plan");
    Ok(report)
}
