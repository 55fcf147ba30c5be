//! Planning tasks: plans and documents of `saut plan`.

use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_pddl::{
    ClaimedBound, ClaimedFigures, InvalidPlan, NamedPlan, PlanningTask, SasTask, TokenTask,
    claimed_verdict, claims_beyond, claims_of_no_plan, read_certificate, read_domain_within,
    read_problem_within,
};
use saut_task::CheckError;
use saut_task::claims::ClaimedVerdict;
use serde_json::Value;

use crate::input::text;
use crate::outcome::Outcome;

/// Reads a domain and a problem, or a graph and tokens on it.
///
/// # Errors
/// Files that cannot be read.
pub fn read(domain: &str, problem: &str, stop: &Stop) -> Result<PlanningTask, BadInput> {
    let first = text(domain)?;
    if TokenTask::is_graph(&first) {
        let tokens = [&*text(problem)?, problem];
        return TokenTask::read([&first, domain], tokens, stop).map(PlanningTask::from);
    }
    let lifted = read_domain_within(&first, domain, stop)?;
    let read = read_problem_within(&text(problem)?, problem, &lifted, stop)?;
    for warning in read.warnings() {
        eprintln!("saut-check: warning: {warning}");
    }
    Ok(PlanningTask::new(lifted, read))
}

/// Reads a task in SAS+.
///
/// # Errors
/// A file that cannot be read.
pub fn read_sas(file: &str) -> Result<PlanningTask, BadInput> {
    SasTask::read(&text(file)?, file).map(PlanningTask::from)
}

/// Checks a plan file, or a document.
///
/// # Errors
/// A text that is neither.
pub fn check(
    task: &PlanningTask,
    place: &str,
    text: &str,
    stop: &Stop,
) -> Result<Outcome, BadInput> {
    if let Some(tokens) = task.tokens()
        && TokenTask::is_answer(text)
    {
        return Ok(match tokens.read_answer(text, place)? {
            Ok(plan) => replayed(task, &plan, None, stop).unwrap_or_else(|ended| ended),
            Err(claim) => claim.into(),
        });
    }
    if !text.trim_start().starts_with('{') {
        let plan = NamedPlan::read_within(text, place, stop)?;
        return Ok(replayed(task, &plan, None, stop).unwrap_or_else(|ended| ended));
    }
    let bad =
        |error: serde_json::Error| BadInput::new(place, format!("it is no document: {error}"));
    let document: Value = serde_json::from_str(text).map_err(bad)?;
    let verdict = match claimed_verdict(&document) {
        Ok(verdict) => verdict,
        Err(claim) => return Ok(claim.into()),
    };
    match verdict {
        Some(ClaimedVerdict::Solved) => {
            let plan = NamedPlan::of_document(&document, place, stop)?;
            let bound = ClaimedBound::of_document(&document, task, place, stop.memory_mib())?;
            let claims = Some((&document, bound));
            Ok(replayed(task, &plan, claims, stop).unwrap_or_else(|ended| ended))
        }
        Some(ClaimedVerdict::Infeasible) => infeasible(task, place, &document, stop),
        Some(ClaimedVerdict::Undecided) => {
            let claimed = ClaimedBound::of_document(&document, task, place, stop.memory_mib())?;
            let nothing = || BadInput::new(place, "it says undecided: there is nothing to check");
            let others = claims_beyond(&document, &["bound", "bound_certificate"]);
            match claimed
                .map(|claimed| bounded(task, claimed, stop))
                .transpose()
            {
                Ok(shown) => {
                    let text = shown.flatten().ok_or_else(nothing)?;
                    Ok(Outcome::Accepted(text, others))
                }
                Err(ended) => Ok(ended),
            }
        }
        None => Err(BadInput::new(place, "it has no verdict")),
    }
}

/// Replays a plan on the task as it was read, and checks what a document says of it, with its bound.
fn replayed(
    task: &PlanningTask,
    plan: &NamedPlan,
    document: Option<(&Value, Option<ClaimedBound>)>,
    stop: &Stop,
) -> Result<Outcome, Outcome> {
    let valid = task.validate(plan, stop).map_err(|wrong| match wrong {
        InvalidPlan::Unfinished(why) => Outcome::Unfinished(why),
        wrong => Outcome::Refused(wrong.to_string()),
    })?;
    let found = format!("a plan of {} actions, {}", valid.length(), valid.measure());
    let Some((document, bound)) = document else {
        return Ok(Outcome::Accepted(found, Vec::new()));
    };
    let figures = ClaimedFigures::of(document).map_err(Outcome::Refused)?;
    let claimed = bound.as_ref().map(|bound| bound.bound().clone());
    let figures_hold = figures.check(&valid, claimed.as_ref());
    figures_hold.map_err(Outcome::Refused)?;
    let mut checked = vec!["length", "cost", "metric", "minimised", "horizon"];
    if !bound.as_ref().is_some_and(ClaimedBound::is_unverified) {
        checked.extend(["bound", "bound_certificate"]);
    }
    let bounded = bound.map(|claimed| bounded(task, claimed, stop));
    let bounded = bounded.transpose()?.flatten();
    let shown = claimed.filter(|_| bounded.is_some());
    let is_best = figures.is_shown_optimal(&valid, shown.as_ref());
    let is_best = is_best.map_err(Outcome::Refused)?;
    if is_best && figures.is_of_cost(&valid) {
        checked.push("optimal");
    }
    let others = claims_beyond(document, &checked);
    Ok(Outcome::Accepted(
        match bounded {
            Some(bound) => format!("{found}; {bound}"),
            None => found,
        },
        others,
    ))
}

/// Checks a certificate anew, with the proof or the states that lie beside its document.
fn infeasible(
    task: &PlanningTask,
    place: &str,
    document: &Value,
    stop: &Stop,
) -> Result<Outcome, BadInput> {
    let certificate = read_certificate(&document["certificate"], place, stop.memory_mib())?;
    let others = match claims_of_no_plan(document) {
        Ok(others) => others,
        Err(claim) => return Ok(claim.into()),
    };
    let kind = certificate.word();
    Ok(match task.accept(certificate, stop) {
        Ok(accepted) if let Some(fact) = accepted.only_shows() => {
            Outcome::Refused(format!("its certificate only shows that {fact}"))
        }
        Ok(accepted) => {
            let rests = rests(accepted.rests_on_grounder());
            Outcome::Accepted(format!("there is no plan ({kind}){rests}"), others)
        }
        Err(CheckError::Rejected(fact)) => Outcome::Refused(fact),
        Err(CheckError::Stopped(why)) => Outcome::Unfinished(why),
    })
}

/// Checks the bound of a document: what is said of it, if it has a certificate, or how it ended.
fn bounded(
    task: &PlanningTask,
    claimed: ClaimedBound,
    stop: &Stop,
) -> Result<Option<String>, Outcome> {
    let bound = claimed.bound().clone();
    match claimed.accept(task, stop) {
        Ok(accepted) => Ok(accepted.map(|accepted| {
            let kind = accepted.checked().certificate().word();
            let rests = rests(accepted.rests_on_grounder());
            format!("{bound} ({kind}){rests}")
        })),
        Err(CheckError::Rejected(fact)) => Err(Outcome::Refused(fact)),
        Err(CheckError::Stopped(why)) => Err(Outcome::Unfinished(why)),
    }
}

fn rests(on_grounder: Option<&str>) -> String {
    on_grounder.map_or(String::new(), |why| {
        format!(", resting on the grounder: {why}")
    })
}
