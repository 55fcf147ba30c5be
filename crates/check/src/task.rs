//! Checks documents about a planning task: replays a plan, or checks a certificate or a bound.

use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_base::words::{counted, grouped};
use saut_formats::text_kind::TextKind;
use saut_pddl::{
    Accepted, Bound, InvalidPlan, Measure, NamedPlan, Objective, PlanningTask, TokenTask,
};
use saut_task::CheckError;
use serde_json::{Value, json};

use crate::claims::{ACTIONS, COST, ClaimedBound, TaskClaims};
use crate::context::Context;
use crate::document::{ClaimedVerdict, Document};
use crate::report::{Fault, Report, false_claim};
use crate::subject::named;

/// Checks a plan file or a document about a task.
///
/// # Errors
/// The document is rejected, or its check was not finished.
pub fn check(context: &Context<PlanningTask>) -> Result<Report, Fault> {
    checked(context).map_err(|fault| match fault {
        Fault::Unusable(bad) => Fault::Unusable(no_plan(context.document, bad)),
        other => other,
    })
}

/// Returns the message about a text that is not a plan of a task.
fn no_plan(document: &Document, bad: BadInput) -> BadInput {
    let reads = |kind| matches!(kind, TextKind::Plan | TextKind::TaskAnswer | TextKind::Json);
    let wanted = "a plan of a planning task";
    named(bad, document.text, document.place, wanted, reads)
}

/// Returns the plan of a document, or of a plan file.
///
/// # Errors
/// No plan can be read from the document.
pub fn plan_of(document: &Document, stop: &Stop) -> Result<NamedPlan, BadInput> {
    let (text, place) = (document.text, document.place);
    let plan = match &document.fields {
        None => NamedPlan::read_within(text, place, stop),
        Some(fields) => NamedPlan::of_document(&Value::Object(fields.clone()), place, stop),
    };
    plan.map_err(|bad| no_plan(document, bad))
}

fn checked(context: &Context<PlanningTask>) -> Result<Report, Fault> {
    let (task, document, stop) = (context.subject, context.document, &context.search.stop);
    let place = document.place;
    if document.fields.is_none() {
        let plan = match task.tokens() {
            Some(tokens) if TokenTask::is_answer(document.text) => tokens
                .read_answer(document.text, place)?
                .map_err(Fault::Refused)?,
            _ => plan_of(document, stop)?,
        };
        return solved(context, &plan, &TaskClaims::default());
    }
    let verdict = document.verdict()?;
    let claims = || TaskClaims::read(document, task, stop.memory_mib());
    match verdict {
        Some(ClaimedVerdict::Solved) if document.get("certificate").is_some() => Err(false_claim(
            "certificate",
            "the document says that the task is solved",
        )),
        Some(ClaimedVerdict::Solved) => solved(context, &plan_of(document, stop)?, &claims()?),
        Some(ClaimedVerdict::Infeasible) => infeasible(context),
        Some(ClaimedVerdict::Undecided) => undecided(context, claims()?),
        None => {
            let bad = BadInput::new(place, "the document has neither a plan nor a certificate");
            Err(bad
                .remedy("give a plan file, or the output of saut plan --json")
                .into())
        }
    }
}

fn wrong(fact: impl Into<String>) -> Fault {
    Fault::refused("", fact)
}

/// Replays a plan, and checks the claims about it.
fn solved(
    context: &Context<PlanningTask>,
    plan: &NamedPlan,
    claims: &TaskClaims,
) -> Result<Report, Fault> {
    let task = context.subject;
    let valid = task.validate(plan, &context.search.stop);
    let valid = valid.map_err(|why| match why {
        InvalidPlan::Unfinished(why) => Fault::Unfinished("plan".to_owned(), why),
        why => Fault::Invalid(Box::new(why)),
    })?;
    claims.compare(&valid).map_err(wrong)?;
    let mut report = Report::default();
    claims.record_unread(context.document, &mut report);
    if let Some(bound) = &claims.bound {
        check_bound(context, bound, &mut report)?;
    }
    let bound = claims.bound.as_ref().filter(|_| report.accepted.is_some());
    let bound = bound.map(|claimed| &claimed.bound);
    let is_best = claims.is_shown_optimal(&valid, bound).map_err(wrong)?;
    let length = counted(valid.length(), "action");
    let measured = match valid.measure() {
        Measure::Actions(_) if claims.minimised.as_deref() != Some(COST) => String::new(),
        measure => format!(", {}", measure.in_words(grouped)),
    };
    report.fact = format!("{length}{measured}");
    report.set("length", valid.length());
    if let Some(metric) = valid.measured() {
        report.set("metric", metric);
    }
    if claims.is_of_cost(&valid) {
        let objective = valid.measure().objective();
        let measure = claims.minimised.as_deref().unwrap_or(COST);
        let (better, cost) = match objective {
            Objective::Metric(_) => ("has a better metric", None),
            _ if measure == ACTIONS => ("has fewer actions", None),
            Objective::Actions | Objective::Cost => ("costs less", Some(valid.cost())),
        };
        if is_best {
            report.line(&format!("no plan {better}: checked"));
        } else if let Some(bound) = bound {
            report.line(&format!("{}: checked", bound.in_words(grouped)));
        }
        // No cost is negative.
        let zero = objective.bound_of_cost(0);
        report.set("cost", cost);
        report.set("bound", bound.or(zero.as_ref()).map(Bound::value));
        report.set("optimal", is_best);
        report.set("measure", measure);
        let has_refuted = !claims.refuted.is_empty();
        for (name, is_there) in [
            ("steps", claims.steps.is_some()),
            ("lower_bound", has_refuted),
        ] {
            if is_there {
                let reason = format!("the field \"{name}\" is not checked together with a cost");
                report.record_unverified(name, reason);
            }
        }
    } else {
        report.set("cost", task.minimises_cost().then(|| valid.cost()));
        let extra = context.extra;
        extra.lengths(context, claims, &valid, &mut report)?;
    }
    report.close_task();
    Ok(report)
}

/// Checks a certificate of infeasibility.
fn infeasible(context: &Context<PlanningTask>) -> Result<Report, Fault> {
    let (document, stop) = (context.document, &context.search.stop);
    let entry = document.get("certificate").unwrap_or(&Value::Null);
    let certificate = document.certificate_of_task(entry, stop.memory_mib())?;
    let mut report = Report::default();
    document.record_beside_certificate(&mut report)?;
    let kind = certificate.word();
    let accepted = context.subject.accept(certificate, stop);
    let accepted = accepted.map_err(|why| not_accepted("the certificate was rejected: ", why))?;
    if let Some(fact) = accepted.weaker_claim() {
        return Err(wrong(format!("the certificate only proves that {fact}")));
    }
    report.fact = format!("infeasible ({kind})");
    report.set("verdict", "infeasible");
    report.set("kind", kind);
    if let Some(why) = accepted.unverified_assumption() {
        report.fact = format!("infeasible ({kind})\nthe answer relies on the grounder: {why}");
        report.set("rests_on_grounder", why);
    }
    report.accepted = Some(accepted);
    report.close_task();
    Ok(report)
}

/// Checks the bound of an undecided document, or its proofs that refute some numbers of steps.
fn undecided(context: &Context<PlanningTask>, claims: TaskClaims) -> Result<Report, Fault> {
    let document = context.document;
    let mut report = match &claims.bound {
        Some(claimed) if claimed.has_certificate() => {
            let mut report = Report::default();
            check_bound(context, claimed, &mut report)?;
            report.fact = claimed.bound.in_words(grouped);
            report.set("bound", claimed.bound.value());
            document.record_others(&["bound", "bound_certificate"], &mut report);
            report
        }
        _ if claims.refuted.is_empty() && claims.cubes.is_none() => {
            return Err(document.says_undecided().within(document.place));
        }
        bound => {
            let is_unverified = bound.as_ref().is_some_and(ClaimedBound::is_unverified);
            let mut known = vec!["lower_bound"];
            if !is_unverified {
                known.push("bound");
            }
            if let Some(cubes) = &claims.cubes {
                known.extend(["cubes", "encoding", "pieces", "proof_checked"]);
                for (name, value) in [
                    ("encoding", json!(cubes.encoding.name())),
                    ("pieces", json!(cubes.proofs.len())),
                    ("horizon", json!(cubes.horizon)),
                ] {
                    if document.get(name).is_some_and(|said| *said != value) {
                        let fact = format!("the value of the cubes is {value}");
                        return Err(false_claim(name, fact));
                    }
                }
            }
            let mut report = context.extra.refuted_horizons(context, claims)?;
            document.record_others(&known, &mut report);
            report
        }
    };
    report.set("verdict", "undecided");
    report.close_task();
    Ok(report)
}

/// Checks the certificate of a bound, if there is one.
fn check_bound(
    context: &Context<PlanningTask>,
    claimed: &ClaimedBound,
    report: &mut Report,
) -> Result<(), Fault> {
    let accepted = claimed.accept(context.subject, &context.search.stop);
    report.accepted = accepted.map_err(|why| not_accepted("", why))?;
    let accepted = report.accepted.as_ref();
    if let Some(why) = accepted.and_then(Accepted::unverified_assumption) {
        let note = format!("the bound is accepted, but relies on the grounder: {why}");
        report.notes.push(note);
    }
    Ok(())
}

/// Returns the fault for a certificate that was not accepted. The message of a rejection begins with `words`.
fn not_accepted(words: &str, why: CheckError) -> Fault {
    match why {
        CheckError::Rejected(fact) => wrong(format!("{words}{fact}")),
        CheckError::Stopped(why) => Fault::Unfinished("certificate".to_owned(), why),
    }
}
