//! The answer of a solver as a reply: its plan, replayed and printed, or that it has none.

use saut::answer::{describe, steps_in_words};
use saut::formats::json::{JsonVerdict, Solved, write_json};
use saut::peg::GameLength;
use saut::plan::Plan;
use saut::task::ActionId;
use saut_pddl::{PlanStep, ValidatedPlan};
use saut_task::{Problem as _, RefusedPlan};
use serde::Serialize;
use serde_json::json;

use crate::cli::formula::written::{Written, foreign};
use crate::cli::formula::{Asked, Subject};
use crate::cli::reply::{Failure, Reply};
use crate::cli::{print, status};

/// The reply of a plan that is found in the file of this name, or of the word of a solver that has none.
///
/// # Errors
/// The rules refuse the plan.
pub fn reply(
    asked: &Asked<'_>,
    written: &Written<'_>,
    found: Result<Plan<ActionId>, &str>,
    place: &str,
) -> Result<Reply, Failure> {
    let plan = match found {
        Ok(plan) => plan,
        Err(word) => return Ok(none(asked.named, word)),
    };
    let no = |refused: RefusedPlan| foreign(place, refused);
    let (document, text) = match &asked.subject {
        Subject::Board(domain, _) => {
            let (puzzle, jumps) = (
                domain.puzzle(),
                domain.validate(plan).map_err(no)?.0.jumps(),
            );
            let (length, plan) = (print::length(&jumps), print::plan(puzzle.board(), &jumps));
            let document = Solved {
                puzzle: puzzle.name().to_owned(),
                verdict: JsonVerdict::Solved,
                moves: GameLength::of(&jumps).moves,
                plan: jumps,
                optimal: None,
                method: written.method.to_owned(),
                backend: None,
                horizon: Some(written.horizon),
                variables: Some(written.variables),
                clauses: Some(written.clauses),
                nodes: None,
                tries: None,
                seconds: 0.0,
                checked: true,
            };
            let text = format!("solved: {length}, replayed by the simulator\n{plan}");
            (write_json(&document)?, text)
        }
        Subject::Baseball(puzzle, domain, _) => {
            let steps = domain.validate(plan).map_err(no)?.0.steps();
            let text = format!(
                "{}solved: {}, replayed by the simulator\n{}",
                describe(puzzle),
                print::counted(steps.len(), "step"),
                steps_in_words(&steps)
            );
            (of_actions(asked, written, &steps), text)
        }
        Subject::Task(domain, _) => of_task(asked, written, &domain.validate(plan).map_err(no)?.0),
        Subject::Numbers(domain, ..) => {
            of_task(asked, written, &domain.validate(plan).map_err(no)?.0)
        }
    };
    Ok(Reply::new(status::SOLVED, document, text))
}

/// Says that the solver has no plan: nobody has checked that.
fn none((noun, name): (&str, &str), word: &str) -> Reply {
    let reason = format!("the solver says {word}");
    let document = json!({noun: name, "verdict": "undecided", "reason": reason});
    let text = format!("undecided: {reason}, which no plan shows\n");
    Reply::new(status::UNDECIDED, document, text)
}

/// A plan of a planning task, as a document and as text.
fn of_task(asked: &Asked<'_>, written: &Written<'_>, valid: &ValidatedPlan) -> (String, String) {
    let plan = valid.plan();
    let steps: Vec<String> = plan.steps.iter().map(PlanStep::written).collect();
    let length = print::counted(steps.len(), "action");
    let text = format!(
        "{}\nsolved: {length}, replayed by the validator\n",
        plan.written()
    );
    (of_actions(asked, written, &steps), text)
}

/// The document of a plan that is a list of actions.
fn of_actions(asked: &Asked<'_>, written: &Written<'_>, plan: &[impl Serialize]) -> String {
    let (noun, name) = asked.named;
    json!({
        noun: name,
        "verdict": "solved",
        "plan": plan,
        "length": plan.len(),
        "method": written.method,
        "horizon": written.horizon,
        "variables": written.variables,
        "clauses": written.clauses,
        "seconds": 0.0,
        "checked": true,
    })
    .to_string()
}
