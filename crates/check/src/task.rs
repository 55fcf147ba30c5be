//! Planning tasks: plans and documents of `saut plan`.

use saut_pddl::{InvalidPlan, NamedPlan, PlanningTask, Reason, SasTask};
use saut_pddl::{read_domain_within, read_problem_within};
use saut_task::certificate::StoredProof;
use saut_task::stop::Stop;
use saut_task::{BadInput, Certificate, NotAccepted, beside};
use serde_json::Value;

use crate::outcome::Outcome;
use crate::text;

/// Reads a domain and a problem.
///
/// # Errors
/// Files that cannot be read.
pub fn read(domain: &str, problem: &str, stop: &Stop) -> Result<PlanningTask, BadInput> {
    let lifted = read_domain_within(&text(domain)?, domain, stop)?;
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
    if !text.trim_start().starts_with('{') {
        return Ok(replayed(task, &NamedPlan::read(text, "")?, None, stop));
    }
    let bad = |error: serde_json::Error| BadInput::new("", format!("it is no document: {error}"));
    let document: Value = serde_json::from_str(text).map_err(bad)?;
    match document["verdict"].as_str() {
        Some("solved") => {
            let plan = NamedPlan::of_document(&document, "")?;
            Ok(replayed(task, &plan, Some(&document), stop))
        }
        Some("infeasible") => infeasible(task, place, &document["certificate"], stop),
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
        if let Some(said) = said.filter(|said| said.as_u64() != Some(is)) {
            return Outcome::Refused(format!("it says that its {name} is {said}, and it is {is}"));
        }
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

/// Checks a certificate anew, with the proof that lies beside its document.
fn infeasible(
    task: &PlanningTask,
    place: &str,
    certificate: &Value,
    stop: &Stop,
) -> Result<Outcome, BadInput> {
    let read = serde_json::from_value(certificate.clone());
    let mut certificate: Certificate<Reason> = read.map_err(|error| {
        BadInput::new("certificate", error.to_string())
            .remedy("docs/certificates.md says what every kind has")
    })?;
    let kind = certificate.word();
    if let Certificate::Proof(StoredProof {
        file: Some(file),
        bytes,
        ..
    }) = &mut certificate
    {
        *bytes = beside::read_beside(place, file, stop.memory_mib())?;
    }
    Ok(match task.accept(certificate, stop) {
        Ok(_) => Outcome::Accepted(format!("there is no plan ({kind})")),
        Err(NotAccepted::Refused(fact)) => Outcome::Refused(fact),
        Err(NotAccepted::Unfinished(why)) => Outcome::Unfinished(why),
    })
}
