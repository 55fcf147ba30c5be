//! What came of a task as JSON.

use std::time::Duration;

use saut_pddl::Reason;
use saut_plan::weights::WeightKind;
use saut_plan::{Method, Minimise, Verdict};
use serde_json::{Map, Value, json};

use super::super::failure::Failure;
use super::super::proofs::Kept;
use super::answer::Answer;

/// What came of a task as a document, with the seconds of every stage that had a turn.
pub(super) fn document(answer: &Answer, kept: &Kept) -> Result<Value, Failure> {
    let mut document = verdict(answer);
    let refuted = &answer.decision.refuted;
    if !refuted.is_empty() {
        document["lower_bound"] = json!({"refuted": kept.entries(refuted)});
    }
    let kept = serde_json::to_value(kept).map_err(|error| Failure::Other(error.to_string()))?;
    for (name, value) in kept.as_object().into_iter().flatten() {
        document[name] = value.clone();
    }
    let stages = answer.decision.stages.iter();
    let stages: Vec<Value> = stages
        .map(|spend| json!({"stage": spend.stage, "seconds": rounded(spend.elapsed)}))
        .collect();
    document["stages"] = stages.into();
    if let Some(missing) = &answer.missing_cost {
        document["missing_cost"] = missing.as_str().into();
    }
    Ok(document)
}

/// Seconds with four digits behind the point.
fn rounded(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 10_000.0).round() / 10_000.0
}

fn verdict(answer: &Answer) -> Value {
    let decision = &answer.decision;
    let seconds = rounded(decision.elapsed);
    let method = decision.method.as_ref().map(Method::name);
    match &decision.verdict {
        Verdict::Solved(plan) => {
            let steps: Vec<String> = plan
                .plan()
                .steps
                .iter()
                .map(saut_pddl::PlanStep::written)
                .collect();
            let (mut backend, mut horizon) = (Value::Null, Value::Null);
            if let Some(Method::Formula {
                horizon: h,
                backend: b,
                ..
            }) = &decision.method
            {
                (backend, horizon) = (b.as_str().into(), (*h).into());
            }
            let mut document = json!({
                "task": answer.task, "verdict": "solved", "plan": steps, "length": steps.len(),
                "cost": answer.has_costs.then_some(plan.cost()), "method": method,
                "backend": backend, "horizon": horizon, "seconds": seconds, "checked": true,
            });
            if let Some(optimal) = decision.optimal {
                document["optimal"] = optimal.into();
            }
            if let Some(minimise) = answer.minimise {
                document["minimised"] = match minimise {
                    Minimise::Actions => "actions",
                    Minimise::Steps => "steps",
                }
                .into();
            }
            if let Some(steps) = answer.steps() {
                document["steps"] = steps.into();
            }
            document
        }
        Verdict::Infeasible(reason) => json!({
            "task": answer.task, "verdict": "infeasible", "certificate": certificate(reason),
            "method": method, "seconds": seconds, "checked": true,
        }),
        Verdict::Undecided(why) => json!({
            "task": answer.task, "verdict": "undecided", "reason": why.name(),
            "note": answer.note, "seconds": seconds,
        }),
    }
}

fn certificate(reason: &Reason) -> Value {
    match reason {
        Reason::Relaxed(relaxed) => json!({
            "kind": "criterion", "name": saut_pddl::RelaxedUnreachable::NAME,
            "reached": relaxed.reached(),
        }),
        Reason::Excluded(excluded) => json!({
            "kind": "criterion", "name": saut_pddl::ExcludedGoal::NAME,
            "excluded": excluded.names(), "pairs": excluded.pairs(),
        }),
        Reason::Exhaustive(closed) => json!({"kind": "exhaustive", "states": closed.states()}),
        Reason::Weights(weights) => {
            let by_fact = weights.by_fact().iter();
            let by_fact: Map<String, Value> = by_fact
                .map(|(fact, weight)| (fact.clone(), (*weight).into()))
                .collect();
            let mut document = json!({"kind": reason.name(), "weights": by_fact});
            if let WeightKind::Modulo(modulus) = weights.checked().kind() {
                document["modulus"] = modulus.into();
            }
            document
        }
        Reason::Proof(refuted) => json!({
            "kind": "proof", "format": "drat", "encoding": refuted.proof().encoding.to_string(),
            "horizon": refuted.proof().horizon,
        }),
    }
}
