//! Planning tasks: plans and documents of `saut plan`.

use std::cmp::Ordering;

use saut_pddl::{
    ClaimedBound, InvalidPlan, NamedPlan, PlanningTask, SasTask, ShownBound, TokenTask,
    read_certificate, read_domain_within, read_problem_within, whole_number,
};
use saut_task::stop::Stop;
use saut_task::{BadInput, NotAccepted};
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
        let plan = tokens.read_answer(text, "")?;
        return Ok(replayed(task, &plan, None, stop).unwrap_or_else(|ended| ended));
    }
    if !text.trim_start().starts_with('{') {
        let plan = NamedPlan::read(text, "")?;
        return Ok(replayed(task, &plan, None, stop).unwrap_or_else(|ended| ended));
    }
    let bad = |error: serde_json::Error| BadInput::new("", format!("it is no document: {error}"));
    let document: Value = serde_json::from_str(text).map_err(bad)?;
    match document["verdict"].as_str() {
        Some("solved") => {
            let plan = NamedPlan::of_document(&document, "")?;
            let bound = ClaimedBound::of_document(&document, place, stop.memory_mib())?;
            let claims = Some((&document, bound));
            Ok(replayed(task, &plan, claims, stop).unwrap_or_else(|ended| ended))
        }
        Some("infeasible") => infeasible(task, place, &document["certificate"], stop),
        Some("undecided") if !document["bound_certificate"].is_null() => {
            let claimed = ClaimedBound::of_document(&document, place, stop.memory_mib())?;
            let none = || BadInput::new("", "its bound cannot be read");
            let claimed = claimed.ok_or_else(none)?;
            let shown = bounded(task, claimed, stop);
            Ok(shown.map_or_else(|ended| ended, |(_, text)| Outcome::Accepted(text)))
        }
        Some(other) => {
            let fact = format!("it says {other}: there is nothing to check");
            Err(BadInput::new("", fact))
        }
        None => Err(BadInput::new("", "it has no verdict")),
    }
}

/// Replays a plan on the task as it was read, and checks what a document says of it, with its bound.
fn replayed(
    task: &PlanningTask,
    plan: &NamedPlan,
    document: Option<(&Value, Option<ClaimedBound>)>,
    stop: &Stop,
) -> Result<Outcome, Outcome> {
    let refused = |fact: String| Err(Outcome::Refused(fact));
    let valid = task.validate(plan, stop).map_err(|wrong| match wrong {
        InvalidPlan::Unfinished(why) => Outcome::Unfinished(why),
        wrong => Outcome::Refused(wrong.to_string()),
    })?;
    let measured = valid.measured();
    let measure = measured.as_ref().map_or_else(
        || format!("cost {}", valid.cost()),
        |metric| format!("metric {metric}"),
    );
    let found = format!("a plan of {} actions, {measure}", valid.length());
    let Some((document, bound)) = document else {
        return Ok(Outcome::Accepted(found));
    };
    for (name, is) in [("length", valid.length() as u64), ("cost", valid.cost())] {
        let said = &document[name];
        if !said.is_null() && whole_number(said) != Some(is) {
            return refused(format!("it says that its {name} is {said}, and it is {is}"));
        }
    }
    if let Some(said) = document["metric"]
        .as_str()
        .filter(|said| measured.as_deref() != Some(*said))
    {
        let is = measured.unwrap_or_else(|| "without a value".to_owned());
        return refused(format!("it says that its metric is {said}, and it is {is}"));
    }
    let bounded = bound
        .map(|claimed| bounded(task, claimed, stop))
        .transpose()?;
    let beside = bounded.as_ref().and_then(|(shown, _)| shown.beside(&valid));
    if beside == Some(Ordering::Less) {
        return refused("the plan is better than its bound".to_owned());
    }
    // Nothing costs less than nothing.
    let is_free = valid.cost() == 0 && measured.is_none();
    let is_shown = beside == Some(Ordering::Equal) || is_free;
    if document["minimised"] == "cost" && document["optimal"] == true && !is_shown {
        let fact = "it says that no plan costs less, and its bound is below the cost of the plan";
        return refused(fact.to_owned());
    }
    Ok(Outcome::Accepted(match bounded {
        Some((_, bound)) => format!("{found}; {bound}"),
        None => found,
    }))
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
        Ok(accepted) if let Some(fact) = accepted.only_shows() => {
            Outcome::Refused(format!("its certificate only shows that {fact}"))
        }
        Ok(accepted) => {
            let rests = rests(accepted.rests_on_grounder());
            Outcome::Accepted(format!("there is no plan ({kind}){rests}"))
        }
        Err(NotAccepted::Refused(fact)) => Outcome::Refused(fact),
        Err(NotAccepted::Unfinished(why)) => Outcome::Unfinished(why),
    })
}

/// Checks the bound of a document: the bound, and what is said of it, or how it ended.
fn bounded(
    task: &PlanningTask,
    claimed: ClaimedBound,
    stop: &Stop,
) -> Result<(ShownBound, String), Outcome> {
    let kind = claimed.certificate().word();
    match claimed.accept(task, stop) {
        Ok((shown, accepted)) => {
            let rests = rests(accepted.rests_on_grounder());
            let text = format!("{shown} ({kind}){rests}");
            Ok((shown, text))
        }
        Err(NotAccepted::Refused(fact)) => Err(Outcome::Refused(fact)),
        Err(NotAccepted::Unfinished(why)) => Err(Outcome::Unfinished(why)),
    }
}

fn rests(on_grounder: Option<&str>) -> String {
    on_grounder.map_or(String::new(), |why| {
        format!(", resting on the grounder: {why}")
    })
}
