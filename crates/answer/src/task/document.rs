//! Answer to a task as JSON.

use std::time::Duration;

use saut_base::named::Named as _;
use saut_pddl::{Measure, Reason, number_entry};
use saut_plan::{Method, Minimise, Verdict};
use saut_task::certificate::StoredProof;
use saut_task::proof::ProofFormat;
use saut_task::{Certificate, Checked};
use serde_json::{Value, json};

use super::answer::{Part, TaskAnswer};
use crate::kept::Kept;
use crate::print;

/// Answer to a task as a document, with the seconds of every stage that was run.
pub(super) fn document(answer: &TaskAnswer, kept: &Kept) -> serde_json::Result<Value> {
    let mut document = verdict(answer, kept)?;
    let refuted = &answer.decision.refuted;
    if !refuted.is_empty() {
        document["lower_bound"] = json!({"refuted": kept.entries(refuted)});
    }
    if answer.minimise == Some(Minimise::Cost)
        && !matches!(answer.decision.verdict, Verdict::Infeasible(_))
    {
        let bound = answer.decision.bound.as_ref();
        if let Some(bound) = answer.bound() {
            document["bound"] = bound.value();
        }
        if let Some(checked) = bound {
            document["bound_certificate"] = certificate(checked, kept)?;
        }
    }
    if let Some(given) = &answer.given {
        let steps = given.superfluous.iter();
        let steps: Vec<Value> = steps
            .map(|(number, step)| json!({"number": number, "step": step}))
            .collect();
        document["given"] = json!({
            "length": given.length, "cost": given.measure.cost().map(number_entry), "superfluous": steps,
        });
        if let Some(metric) = given.measure.metric() {
            document["given"]["metric"] = metric.into();
        }
    }
    kept.write_into(&mut document)?;
    document["stages"] = json!(print::stages(&answer.decision.stages));
    Ok(document)
}

/// Seconds with four digits behind the point.
fn rounded(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 10_000.0).round() / 10_000.0
}

fn verdict(answer: &TaskAnswer, kept: &Kept) -> serde_json::Result<Value> {
    let decision = &answer.decision;
    let seconds = rounded(decision.elapsed);
    let method = decision.method.as_ref().map(Method::name);
    Ok(match &decision.verdict {
        Verdict::Solved(plan) => {
            let steps: Vec<String> = plan
                .plan()
                .steps
                .iter()
                .map(saut_pddl::PlanStep::written)
                .collect();
            let (mut backend, mut horizon) = (Value::Null, Value::Null);
            if let Some(
                Method::Formula {
                    horizon: h,
                    backend: b,
                    ..
                }
                | Method::NumericFormula {
                    horizon: h,
                    backend: b,
                    ..
                },
            ) = &decision.method
            {
                (backend, horizon) = (b.as_str().into(), (*h).into());
            }
            let mut document = json!({
                "task": answer.task, "verdict": "solved", "plan": steps, "length": steps.len(),
                "cost": answer.measure(plan).and_then(Measure::cost).map(number_entry), "method": method,
                "backend": backend, "horizon": horizon, "seconds": seconds, "checked": true,
            });
            if let Some(Part {
                actions,
                of_more_than,
            }) = answer.part
            {
                document["part"] = json!({"actions": actions, "of_more_than": of_more_than});
            }
            if let Some(metric) = plan.measured() {
                document["metric"] = metric.into();
            }
            if let Some(optimal) = decision.optimal {
                document["optimal"] = optimal.into();
            }
            if let Some(minimise) = answer.minimise {
                document["minimised"] = minimise.name().into();
            }
            if let Some(steps) = answer.steps() {
                document["steps"] = steps.into();
            }
            document
        }
        Verdict::Infeasible(checked) => json!({
            "task": answer.task, "verdict": "infeasible", "certificate": certificate(checked, kept)?,
            "method": method, "seconds": seconds, "checked": true,
        }),
        Verdict::Undecided(why) => json!({
            "task": answer.task, "verdict": "undecided", "reason": why.name(),
            "note": answer.note, "seconds": seconds,
        }),
    })
}

/// Most states that stand in a document itself; more go into a file.
const MOST_STATES: usize = 5_000;

/// A certificate; a proof names the file beside the document that it was kept in.
fn certificate(checked: &Checked<Reason>, kept: &Kept) -> serde_json::Result<Value> {
    let file = kept.file(0).map(|file| file.display().to_string());
    match checked.certificate() {
        Certificate::Proof(stored) => {
            serde_json::to_value(Certificate::<Reason>::Proof(StoredProof {
                format: kept.file(0).map_or(stored.format, ProofFormat::of_file),
                file,
                ..stored.clone()
            }))
        }
        Certificate::ClosedSet(set)
            if set.listing().is_some() && (file.is_some() || set.count() > MOST_STATES) =>
        {
            let set = set.in_file(file, kept.sha256().map(str::to_owned));
            serde_json::to_value(Certificate::<Reason>::ClosedSet(Box::new(set)))
        }
        certificate => serde_json::to_value(certificate),
    }
}
