//! `saut validate`: replays a plan on the task as it was read; no grounder and no encoder in its path. A document
//! of `saut plan --json` is taken, too: its plan is replayed, its certificate checked anew.

mod export;
mod shortest;

use std::cmp::Ordering;
use std::path::Path;

use saut::BadInput;
use saut::answer::named;
use saut::encode::Encoding;
use saut::formats::certificate::LengthEntry;
use saut::formats::text_kind::TextKind;
use saut::stop::Stop;
use saut_pddl::{
    Accepted, ClaimedBound, InvalidPlan, NamedPlan, PlanningTask, Reason, ShownBound, TokenTask,
    ValidatedPlan, read_certificate,
};
use saut_plan::{Certificate, NotAccepted};
use serde_json::{Value, json};

use super::arguments::Validate;
use super::check::claims::warn_of_name;
use super::planning;
use super::reply::{Failure, Reply};
use super::solve::stop_at_ctrl_c;
use super::{input, print, settings, status, whole};
use shortest::{ClaimedLength, checked_horizons, checked_length, unfinished};

/// A plan or a document that is to be checked, and the task that it is of.
struct Claimed<'a> {
    task: &'a PlanningTask,
    /// The file it stands in.
    place: String,
    /// File to which what a certificate shows is to be written, too.
    export: Option<&'a Path>,
}

/// Runs `saut validate`.
pub fn run(arguments: &Validate) -> Result<Reply, Failure> {
    let given = [&arguments.domain, &arguments.problem, &arguments.plan];
    let (files, place) = planning::with_plan(arguments.sas.as_ref(), given, "saut validate")?;
    let inputs: Vec<&String> = files.all().into_iter().chain([&place]).collect();
    whole::check(&[("-o", arguments.output.out.as_deref())], &inputs)?;
    let export = arguments.export.as_deref();
    if let Some(file) = export {
        export::is_possible(file, &inputs)?;
    }
    let stop = settings::stop(&arguments.limits);
    stop_at_ctrl_c(&stop);
    let task = planning::read(&files, arguments.strict, &stop)?;
    let claimed = Claimed {
        task: &task,
        place,
        export,
    };
    let (mut held, status) = match claimed.check(&stop) {
        Ok(held) => (held, status::SOLVED),
        Err(Fault::Refused(why)) if arguments.output.json => {
            let (document, text) = (json!({"valid": false, "reason": why}), String::new());
            (Held { document, text }, status::FAILED)
        }
        Err(Fault::Refused(why)) => {
            return Err(Failure::Refused(BadInput::new(claimed.place, why)));
        }
        Err(Fault::Failed(failure)) => return Err(failure),
    };
    held.document["task"] = task.name().into();
    Ok(Reply::new(status, held.document, held.text))
}

/// Reason why a claim was not found to hold.
enum Fault {
    /// It is false, and what is wrong with it.
    Refused(String),
    /// It cannot be read, or was not checked to its end.
    Failed(Failure),
}

impl<T: Into<Failure>> From<T> for Fault {
    fn from(failure: T) -> Self {
        match failure.into() {
            Failure::Refused(why) => Self::Refused(why.to_string()),
            other => Self::Failed(other),
        }
    }
}

fn refused<T>(why: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Refused(why.into()))
}

/// Claim that was found to hold.
struct Held {
    /// Its document; the name of the task is added.
    document: Value,
    /// Its lines for people.
    text: String,
}

impl Claimed<'_> {
    fn check(&self, stop: &Stop) -> Result<Held, Fault> {
        let place = self.place.as_str();
        let text = input::text(place)?;
        let named = |bad| {
            let reads = |kind| {
                matches!(
                    kind,
                    TextKind::Actions | TextKind::TaskAnswer | TextKind::Json
                )
            };
            named(bad, &text, place, "a plan of a planning task", reads)
        };
        let (plan, length) = match text
            .trim_start()
            .starts_with('{')
            .then(|| claim(&text, place, self.task.name(), stop.memory_mib()))
        {
            Some(claim) => match claim.map_err(named)? {
                Document::Solved(plan, length) => (plan, length),
                Document::Bounded(bound) => return self.bounded(bound, stop),
                Document::Infeasible(claim) => return self.infeasible(*claim, stop),
                Document::TooFewSteps(refuted) => return self.too_few_steps(refuted, stop),
            },
            None => (
                match self.task {
                    PlanningTask::Tokens(tokens) if TokenTask::is_answer(&text) => {
                        tokens.read_answer(&text, place)?
                    }
                    _ => NamedPlan::read(&text, place).map_err(named)?,
                },
                ClaimedLength::default(),
            ),
        };
        if self.export.is_some() && length.bound().is_none() {
            return Err(export::nothing_to_write())?;
        }
        let valid = match self.task.validate(&plan, stop) {
            Ok(valid) => valid,
            Err(InvalidPlan::Unfinished(why)) => Err(unfinished(place, why))?,
            Err(why) => return refused(why.to_string()),
        };
        length
            .check(valid.length(), valid.cost())
            .and_then(|()| length.check_metric(valid.measured()))
            .map_err(Fault::Refused)?;
        let bound = length.bound().cloned();
        let bound = bound.map(|it| self.bound(it, stop)).transpose()?;
        length
            .check_bound(&valid, bound.as_ref())
            .map_err(Fault::Refused)?;
        if length.is_of_cost() {
            return Ok(cheap(&valid, bound.as_ref()));
        }
        let bounds = checked_length(self.task, length, valid.plan(), place, stop)?;
        let cost = self.task.minimises_cost().then(|| valid.cost());
        let mut document = json!({"valid": true, "length": valid.length(), "cost": cost});
        let length = print::counted(valid.length(), "action");
        let cost = cost.map_or(String::new(), |it| format!(", cost {}", print::grouped(it)));
        let cost = valid.measured().map_or(cost, |it| format!(", metric {it}"));
        let mut text = format!("valid: {length}{cost}\n");
        if let Some(metric) = valid.measured() {
            document["metric"] = metric.into();
        }
        if let Some(bounds) = bounds {
            text = format!("{text}{}\n", bounds.sentence());
            document["optimal"] = bounds.is_optimal.into();
            document["measure"] = bounds.measure.into();
            document["unverified"] = bounds.unverified.into();
        }
        Ok(Held { document, text })
    }

    /// A certificate, if it is accepted.
    fn accepted(
        &self,
        claim: Certificate<Reason>,
        what: &str,
        stop: &Stop,
    ) -> Result<Accepted, Fault> {
        match self.task.accept(claim, stop) {
            Ok(accepted) => Ok(accepted),
            Err(NotAccepted::Refused(fact)) => refused(format!("{what} is refused: {fact}")),
            Err(NotAccepted::Unfinished(why)) => Err(unfinished(&self.place, why))?,
        }
    }

    /// Writes what a certificate shows, where that is wanted.
    fn export(&self, accepted: &Accepted, stop: &Stop) -> Result<(), Failure> {
        let certificate = accepted.checked().certificate();
        let export = |file| export::export(self.task, certificate, &self.place, file, stop);
        self.export.map_or(Ok(()), export)
    }

    /// The bound that a document claims, if its certificate shows it.
    fn bound(&self, claimed: ClaimedBound, stop: &Stop) -> Result<ShownBound, Fault> {
        let (shown, accepted) = match claimed.accept(self.task, stop) {
            Ok(shown) => shown,
            Err(NotAccepted::Refused(fact)) => return refused(fact),
            Err(NotAccepted::Unfinished(why)) => Err(unfinished(&self.place, why))?,
        };
        if let Some(why) = accepted.rests_on_grounder() {
            tell!("saut: note: the bound is accepted, resting on the grounder: {why}");
        }
        self.export(&accepted, stop)?;
        Ok(shown)
    }

    /// Checks the bound of a document without a plan.
    fn bounded(&self, claimed: ClaimedBound, stop: &Stop) -> Result<Held, Fault> {
        let bound = self.bound(claimed, stop)?;
        Ok(Held {
            document: json!({"valid": true, "verdict": "undecided", "bound": bound.value()}),
            text: format!("valid: {}\n", bound.in_words(print::grouped)),
        })
    }

    /// Checks the proofs that there is no plan of some numbers of steps.
    fn too_few_steps(&self, refuted: Vec<LengthEntry>, stop: &Stop) -> Result<Held, Fault> {
        if self.export.is_some() {
            return Err(export::nothing_to_write())?;
        }
        let checked = checked_horizons(self.task, refuted, &self.place, stop)?;
        let (proofs, goal_steps) = (checked.proofs, checked.goal_steps);
        if let Some(why) = proofs.unfinished {
            return Err(unfinished(&self.place, why))?;
        }
        if let Some(steps) = proofs.not_kept {
            let fact = format!("the proof about {steps} steps was not kept");
            return Err(BadInput::new(&self.place, fact).remedy("plan again with --proof FILE"))?;
        }
        // A formula has a step more where one says that a disjunctive goal is reached.
        let refuted = proofs.refuted.iter();
        let refuted: Vec<(usize, usize, &str)> = refuted
            .filter(|(horizon, _)| *horizon >= goal_steps)
            .map(|&(horizon, encoding)| (horizon, horizon - goal_steps, encoding))
            .collect();
        let line = |&(_, steps, encoding): &(usize, usize, &str)| {
            let what = if encoding == Encoding::SEQUENTIAL.name() {
                // Actions that the goal has no use for are not grounded.
                let length = print::counted(steps, "action");
                format!("of exactly {length} that the goal has a use for")
            } else {
                format!("in {} of {encoding}", print::counted(steps, "step"))
            };
            format!("valid: no plan {what}, by a proof\n")
        };
        let text = if refuted.is_empty() {
            let fact = "the formula is refuted, but one of this encoding does not have every plan";
            format!("valid: {fact} of so many steps\n")
        } else {
            refuted.iter().map(line).collect()
        };
        let entry = |(horizon, steps, encoding): &(usize, usize, &str)| json!({"horizon": horizon, "steps": steps, "encoding": encoding});
        let refuted: Vec<Value> = refuted.iter().map(entry).collect();
        Ok(Held {
            document: json!({"valid": true, "verdict": "undecided", "refuted": refuted}),
            text,
        })
    }

    /// Checks a certificate anew.
    fn infeasible(&self, claim: Certificate<Reason>, stop: &Stop) -> Result<Held, Fault> {
        let word = claim.word();
        let accepted = self.accepted(claim, "the certificate", stop)?;
        if let Some(fact) = accepted.only_shows() {
            return refused(format!("its certificate only shows that {fact}"));
        }
        self.export(&accepted, stop)?;
        let mut document = json!({"valid": true, "verdict": "infeasible", "kind": word});
        let mut text = format!("valid: infeasible ({word})\n");
        if let Some(why) = accepted.rests_on_grounder() {
            document["rests_on_grounder"] = why.into();
            text = format!("{text}resting on the grounder: {why}\n");
        }
        Ok(Held { document, text })
    }
}

/// A valid plan with a cost and a bound, which were checked.
fn cheap(valid: &ValidatedPlan, bound: Option<&ShownBound>) -> Held {
    let beside = bound.and_then(|bound| bound.beside(valid));
    let is_optimal = beside == Some(Ordering::Equal);
    let length = print::counted(valid.length(), "action");
    let (measured, better) = match valid.measured() {
        Some(metric) => (format!("metric {metric}"), "has a better metric"),
        None => (
            format!("cost {}", print::grouped(valid.cost())),
            "costs less",
        ),
    };
    let bounded = match bound {
        _ if is_optimal => format!("no plan {better}: checked\n"),
        Some(bound) => format!("{}: checked\n", bound.in_words(print::grouped)),
        None => String::new(),
    };
    let mut document = json!({
        "valid": true, "length": valid.length(), "cost": valid.cost(), "bound": bound.map(ShownBound::value),
        "optimal": is_optimal, "measure": "cost", "unverified": [],
    });
    if let Some(metric) = valid.measured() {
        document["metric"] = metric.into();
    }
    Held {
        document,
        text: format!("valid: {length}, {measured}\n{bounded}"),
    }
}

/// Content of a document of `saut plan --json`.
enum Document {
    Solved(NamedPlan, ClaimedLength),
    Infeasible(Box<Certificate<Reason>>),
    /// Undecided, but there is no plan of these numbers of steps.
    TooFewSteps(Vec<LengthEntry>),
    /// Undecided, but no plan is cheaper than this.
    Bounded(ClaimedBound),
}

fn claim(
    text: &str,
    place: &str,
    task: &str,
    memory_mib: Option<u64>,
) -> Result<Document, BadInput> {
    let bad = |fact: String| {
        let remedy = "give a plan file, or what saut plan --json has printed";
        BadInput::new(place, fact).remedy(remedy)
    };
    let document: Value =
        serde_json::from_str(text).map_err(|error| bad(format!("is no JSON document: {error}")))?;
    warn_of_name(place, document.get("task"), task);
    match document["verdict"].as_str() {
        Some("solved") => {
            let plan = NamedPlan::of_document(&document, place)?;
            let mut length = ClaimedLength::of(&document).map_err(bad)?;
            if let Some(bound) = ClaimedBound::of_document(&document, place, memory_mib)? {
                length.set_bound(bound);
            }
            Ok(Document::Solved(plan, length))
        }
        Some("infeasible") => read_certificate(&document["certificate"], place, memory_mib)
            .map(|it| Document::Infeasible(Box::new(it))),
        Some("undecided") if !document["bound_certificate"].is_null() => {
            let bound = ClaimedBound::of_document(&document, place, memory_mib)?;
            let none = || bad("its bound cannot be read".to_owned());
            bound.map(Document::Bounded).ok_or_else(none)
        }
        Some("undecided") => match shortest::refuted(&document) {
            Ok(refuted) if refuted.is_empty() => Err(bad(
                "it says undecided: there is nothing to check".to_owned(),
            )),
            refuted => refuted
                .map(Document::TooFewSteps)
                .map_err(|no| bad(no.to_string())),
        },
        _ => Err(bad("it has neither a plan nor a certificate".to_owned())),
    }
}
