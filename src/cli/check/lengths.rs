//! Claims of a document about the lengths of plans of a task, checked by its proofs on the ground task.

use saut::BadInput;
use saut::encode::Encoding;
use saut::formats::certificate::LengthEntry;
use saut::proof::too_few;
use saut_check::{ClaimStatus, Context, FEWEST_ACTIONS, Fault, Report, TaskClaims, check_proofs};
use saut_pddl::{NamedPlan, PlanningDomain, PlanningTask, Quality};
use saut_task::Problem as _;
use saut_task::parallel::fewest_parallel_steps;
use serde_json::{Value, json};

use crate::cli::reply::Failure;
use crate::cli::{grounding, print};

fn compiled<'a>(context: &Context<'a, PlanningTask>) -> Result<PlanningDomain<'a>, Fault> {
    let (task, stop) = (context.subject, &context.search.stop);
    grounding::classical(task, Quality::AnyPlan, stop).map_err(|failure| match failure {
        Failure::Input(bad) => Fault::Unusable(bad),
        Failure::Refused(bad) => Fault::Refused(bad),
        other => Fault::Unusable(BadInput::new(task.name(), format!("{other:?}"))),
    })
}

/// Checks the proofs of a document with a plan that is valid, and that no plan is shorter if the document says
/// so. If its proofs are about steps of several actions, the plan must fit into one step more than they exclude.
///
/// # Errors
/// A proof that does not hold or cannot be read, a length that nothing excludes, or a plan that takes more
/// steps than the document says.
pub fn check(
    context: &Context<PlanningTask>,
    claims: &TaskClaims,
    plan: &NamedPlan,
    report: &mut Report,
) -> Result<(), Fault> {
    if !claims.is_optimal && claims.refuted.is_empty() {
        if claims.steps.is_some() {
            let reason = "its number of steps is not said to be the fewest".to_owned();
            report.unverified.push(("steps".to_owned(), reason));
        }
        return Ok(());
    }
    let domain = compiled(context)?;
    let (task, goal_steps) = (domain.task(), domain.goal_steps());
    let stop = &context.search.stop;
    let checked = check_proofs(task, claims.refuted.clone(), context.document, stop)?;
    let actions = domain.actions_of(plan);
    let steps = actions.and_then(|actions| fewest_parallel_steps(task, &actions));
    let is_of_steps = claims.is_of_steps();
    // One step of a formula may be the one that says that the goal is reached.
    let (encoding, horizon, measure) = if is_of_steps {
        let own = steps.map_or(plan.steps.len(), |steps| steps + goal_steps);
        (Encoding::Forall, claims.horizon.unwrap_or(own), "steps")
    } else {
        (FEWEST_ACTIONS, plan.steps.len() + goal_steps, "actions")
    };
    let wrong = |fact: String| Err(Fault::Refused(BadInput::new("claim refused", fact)));
    if let Some(said) = claims.minimised.as_ref().filter(|said| *said != measure) {
        return wrong(format!(
            "\"minimised\" is {said}, and its formulas are about {measure}"
        ));
    }
    let of_formula = horizon.saturating_sub(goal_steps);
    if let Some(said) = claims.steps.filter(|said| *said != of_formula as u64) {
        return wrong(format!(
            "\"steps\" ({said}) is wrong: its formula has {of_formula}"
        ));
    }
    let needed = too_few(task, encoding, horizon).filter(|_| claims.is_optimal);
    let status = checked.exclude(needed, encoding, measure)?;
    let reason = match (status, steps) {
        (_, Some(steps)) if is_of_steps && steps > of_formula => {
            return wrong(format!(
                "it says a plan of {of_formula} steps, and its actions take {steps}"
            ));
        }
        (_, None) if is_of_steps => {
            Some("an action of the plan is not among the ground ones".to_owned())
        }
        (ClaimStatus::NotVerified(reason), _) => Some(reason),
        (ClaimStatus::Holds, _) => None,
    };
    let is_optimal = claims.is_optimal && reason.is_none();
    let proofs = print::counted(checked.proofs, "proof");
    match reason {
        Some(reason) => report.unverified.push(("optimal".to_owned(), reason)),
        None if is_optimal => {
            report.line(&format!("no plan has fewer {measure}: {proofs} checked"));
        }
        None => report.line(&format!("{proofs} checked")),
    }
    report.set("optimal", is_optimal);
    report.set("measure", measure);
    Ok(())
}

/// Checks the proofs that there is no plan of some numbers of steps.
///
/// # Errors
/// A proof that was not kept or does not hold, or a limit ended the check.
pub fn refuted_horizons(
    context: &Context<PlanningTask>,
    refuted: Vec<LengthEntry>,
) -> Result<Report, Fault> {
    let domain = compiled(context)?;
    let goal_steps = domain.goal_steps();
    let (document, stop) = (context.document, &context.search.stop);
    let checked = check_proofs(domain.task(), refuted, document, stop)?;
    if let Some(steps) = checked.not_kept {
        let fact = format!("the proof about {steps} steps was not kept");
        return Err(BadInput::new(document.place, fact)
            .remedy("plan again with --proof FILE")
            .into());
    }
    // A formula has one more step if one says that a disjunctive goal is reached.
    let refuted: Vec<(usize, usize, &str)> = checked
        .refuted
        .iter()
        .filter(|(horizon, _)| *horizon >= goal_steps)
        .map(|&(horizon, encoding)| (horizon, horizon - goal_steps, encoding))
        .collect();
    let line = |&(_, steps, encoding): &(usize, usize, &str)| {
        if encoding == Encoding::SEQUENTIAL.name() {
            // Actions that the goal has no use for are not grounded.
            let length = print::counted(steps, "action");
            format!("no plan of exactly {length} that the goal has a use for, by a proof")
        } else {
            format!(
                "no plan in {} of {encoding}, by a proof",
                print::counted(steps, "step")
            )
        }
    };
    let mut report = Report::default();
    report.fact = if refuted.is_empty() {
        "the formula is refuted, but one of this encoding does not have every plan of so many steps"
            .to_owned()
    } else {
        let lines: Vec<String> = refuted.iter().map(line).collect();
        lines.join("\nvalid: ")
    };
    let entry = |(horizon, steps, encoding): &(usize, usize, &str)| json!({"horizon": horizon, "steps": steps, "encoding": encoding});
    report.set("refuted", refuted.iter().map(entry).collect::<Value>());
    Ok(report)
}
