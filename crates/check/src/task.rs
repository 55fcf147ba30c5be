//! Planning tasks: plans and documents of `saut plan`.

use saut_pddl::{
    ClaimedBound, InvalidPlan, NamedPlan, PlanningTask, SasTask, TokenTask, read_certificate,
    read_domain_within, read_problem_within, whole_number,
};
use saut_task::stop::Stop;
use saut_task::{BadInput, INFINITE, NotAccepted};
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
        return TokenTask::read([&first, domain], tokens, stop).map(PlanningTask::Tokens);
    }
    let lifted = read_domain_within(&first, domain, stop)?;
    let read = read_problem_within(&text(problem)?, problem, &lifted, stop)?;
    for warning in read.warnings() {
        eprintln!("saut-check: warning: {warning}");
    }
    Ok(PlanningTask::pddl(lifted, read))
}

/// Reads a task in SAS+.
///
/// # Errors
/// A file that cannot be read.
pub fn read_sas(file: &str) -> Result<PlanningTask, BadInput> {
    SasTask::read(&text(file)?, file).map(PlanningTask::Sas)
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
    if let PlanningTask::Tokens(tokens) = task
        && TokenTask::is_answer(text)
    {
        return Ok(replayed(task, &tokens.read_answer(text, "")?, None, stop));
    }
    if !text.trim_start().starts_with('{') {
        return Ok(replayed(task, &NamedPlan::read(text, "")?, None, stop));
    }
    let bad = |error: serde_json::Error| BadInput::new("", format!("it is no document: {error}"));
    let document: Value = serde_json::from_str(text).map_err(bad)?;
    match document["verdict"].as_str() {
        Some("solved") => {
            let plan = NamedPlan::of_document(&document, "")?;
            let bound = ClaimedBound::of_document(&document, place, stop.memory_mib())?;
            let replayed = replayed(task, &plan, Some(&document), stop);
            Ok(match (replayed, bound) {
                (Outcome::Accepted(plan), Some(claimed)) => match bounded(task, claimed, stop) {
                    Outcome::Accepted(bound) => Outcome::Accepted(format!("{plan}; {bound}")),
                    other => other,
                },
                (replayed, _) => replayed,
            })
        }
        Some("infeasible") => infeasible(task, place, &document["certificate"], stop),
        Some("undecided") if !document["bound_certificate"].is_null() => {
            let claimed = ClaimedBound::of_document(&document, place, stop.memory_mib())?;
            let none = || BadInput::new("", "its bound cannot be read");
            claimed.map(|it| bounded(task, it, stop)).ok_or_else(none)
        }
        Some(other) => {
            let fact = format!("it says {other}: there is nothing to check");
            Err(BadInput::new("", fact))
        }
        None => Err(BadInput::new("", "it has no verdict")),
    }
}

/// Replays a plan on the task as it was read.
fn replayed(
    task: &PlanningTask,
    plan: &NamedPlan,
    document: Option<&Value>,
    stop: &Stop,
) -> Outcome {
    let valid = match task.validate(plan, stop) {
        Ok(valid) => valid,
        Err(InvalidPlan::Unfinished(why)) => return Outcome::Unfinished(why),
        Err(wrong) => return Outcome::Refused(wrong.to_string()),
    };
    let numbers = [("length", valid.length() as u64), ("cost", valid.cost())];
    for (name, is) in numbers {
        let said = document.map(|document| &document[name]);
        let said = said.filter(|said| !said.is_null());
        if let Some(said) = said.filter(|said| whole_number(said) != Some(is)) {
            return Outcome::Refused(format!("it says that its {name} is {said}, and it is {is}"));
        }
    }
    let claims = |name: &str| document.is_some_and(|document| document[name] == true);
    let bound = document.and_then(|document| whole_number(&document["bound"]));
    let minimised = document.and_then(|document| document["minimised"].as_str());
    if minimised == Some("cost") && claims("optimal") && bound.unwrap_or(0) < valid.cost() {
        let fact = "it says that no plan costs less, and its bound is below the cost of the plan";
        return Outcome::Refused(fact.to_owned());
    }
    let metric = document.and_then(|document| document["metric"].as_str());
    if let Some(said) = metric.filter(|said| valid.measured().as_deref() != Some(*said)) {
        let is = valid
            .measured()
            .unwrap_or_else(|| "without a value".to_owned());
        return Outcome::Refused(format!("it says that its metric is {said}, and it is {is}"));
    }
    Outcome::Accepted(format!(
        "a plan of {} actions, cost {}",
        valid.length(),
        valid.cost()
    ))
}

/// Checks a certificate anew, with the proof or the states that lie beside its document.
fn infeasible(
    task: &PlanningTask,
    place: &str,
    certificate: &Value,
    stop: &Stop,
) -> Result<Outcome, BadInput> {
    let certificate = read_certificate(certificate, place, stop.memory_mib())?;
    let kind = certificate.word();
    Ok(match task.accept(certificate, stop) {
        Ok(accepted) if accepted.checked().bound() < INFINITE => Outcome::Refused(format!(
            "its certificate only shows that no plan costs less than {}",
            accepted.checked().bound()
        )),
        Ok(accepted) => {
            let rests = rests(accepted.rests_on_grounder());
            Outcome::Accepted(format!("there is no plan ({kind}){rests}"))
        }
        Err(NotAccepted::Refused(fact)) => Outcome::Refused(fact),
        Err(NotAccepted::Unfinished(why)) => Outcome::Unfinished(why),
    })
}

/// Checks the bound of a document.
fn bounded(task: &PlanningTask, claimed: ClaimedBound, stop: &Stop) -> Outcome {
    let ClaimedBound { bound, certificate } = claimed;
    let kind = certificate.word();
    match task.accept(certificate, stop) {
        Ok(accepted) if accepted.checked().bound() < bound => Outcome::Refused(format!(
            "it says that no plan costs less than {bound}, and its certificate shows {} only",
            accepted.checked().bound()
        )),
        Ok(accepted) => {
            let rests = rests(accepted.rests_on_grounder());
            Outcome::Accepted(format!("no plan costs less than {bound} ({kind}){rests}"))
        }
        Err(NotAccepted::Refused(fact)) => {
            Outcome::Refused(format!("the certificate of the bound is refused: {fact}"))
        }
        Err(NotAccepted::Unfinished(why)) => Outcome::Unfinished(why),
    }
}

fn rests(on_grounder: Option<&str>) -> String {
    on_grounder.map_or(String::new(), |why| {
        format!(", resting on the grounder: {why}")
    })
}
