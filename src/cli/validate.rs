//! `saut validate`: replays a plan on the task as it was read; no grounder and no encoder in its path. A document
//! of `saut plan --json` is taken, too: its plan is replayed, its certificate checked anew.

mod export;
mod shortest;

use std::io::Write;
use std::path::Path;

use saut::BadInput;
use saut::encode::Encoding;
use saut::formats::certificate::LengthEntry;
use saut::formats::text_kind::{self, TextKind};
use saut::stop::Stop;
use saut_pddl::{Accepted, InvalidPlan, NamedPlan, PlanningTask, Reason, TokenTask, ValidatedPlan};
use saut_plan::certificate::StoredProof;
use saut_plan::digest::sha256;
use saut_plan::{Certificate, INFINITE, NotAccepted};
use serde_json::{Value, json};

use super::arguments::Validate;
use super::check::claims::warn_of_name;
use super::failure::Failure;
use super::planning::TaskFiles;
use super::solve::stop_at_ctrl_c;
use super::{input, print, proofs, settings, status, whole};
use shortest::{ClaimedBound, ClaimedLength, checked_horizons, checked_length, unfinished};

/// A plan or a document that is to be checked, and the task that it is of.
struct Claimed<'a> {
    task: &'a PlanningTask,
    /// The file it stands in.
    place: String,
    json: bool,
    /// Where what a certificate shows is to be written, too.
    export: Option<&'a Path>,
}

/// Runs `saut validate`. With two files the first is the problem, and the domain lies beside it; with `--sas` the plan
/// is all that is left to name.
pub fn run(arguments: &Validate) -> Result<u8, Failure> {
    let [first, second, third] = [&arguments.domain, &arguments.problem, &arguments.plan]
        .map(|argument| argument.as_deref().unwrap_or("-"));
    let (files, place) = match &arguments.sas {
        Some(file) => (TaskFiles::Sas(file.clone()), first),
        None if arguments.plan.is_some() => {
            let files = TaskFiles::pddl(first, Some(second), "saut validate", " PLAN")?;
            (files, third)
        }
        None => (
            TaskFiles::pddl(first, None, "saut validate", " PLAN")?,
            second,
        ),
    };
    let place = place.to_owned();
    let inputs: Vec<&String> = files.all().into_iter().chain([&place]).collect();
    whole::are_apart(&[("-o", arguments.output.out.as_deref())], &inputs)?;
    if let Some(file) = &arguments.export {
        export::is_possible(file, &inputs)?;
    }
    let stop = settings::stop(&arguments.limits);
    stop_at_ctrl_c(&stop);
    let task = files.read(arguments.strict, &stop)?;
    Claimed {
        task: &task,
        place,
        json: arguments.output.json,
        export: arguments.export.as_deref(),
    }
    .check(&stop)
}

impl Claimed<'_> {
    fn check(&self, stop: &Stop) -> Result<u8, Failure> {
        let place = self.place.as_str();
        let text = input::text(place)?;
        let named = |bad| {
            let reads = |kind| {
                matches!(
                    kind,
                    TextKind::Actions | TextKind::TaskAnswer | TextKind::Json
                )
            };
            let other = text_kind::other_than(&text, "a plan of a planning task", reads);
            other.map_or(bad, |other| other.within(place))
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
            return Err(export::nothing_to_write());
        }
        let valid = match self.task.validate(&plan, stop) {
            Ok(valid) => valid,
            Err(InvalidPlan::Unfinished(why)) => return Err(unfinished(&self.place, why)),
            Err(why) => return self.refused(why.to_string()),
        };
        if let Err(wrong) = length
            .check(valid.length(), valid.cost())
            .and_then(|()| length.check_metric(valid.measured()))
        {
            return self.refused(wrong);
        }
        let cost = self.task.minimises_cost().then(|| valid.cost());
        let bound = match length.bound().cloned() {
            Some(claimed) => match self.bound(claimed, stop)? {
                Ok(bound) => Some(bound),
                Err(why) => return self.refused(why),
            },
            None => None,
        };
        if let Err(wrong) = length.check_bound(valid.cost(), bound) {
            return self.refused(wrong);
        }
        if length.is_of_cost() {
            return self.cheap(&valid, bound);
        }
        let bounds = match checked_length(self.task, length, valid.plan(), place, stop) {
            Err(Failure::Refused(why)) => return self.refused(why.to_string()),
            bounds => bounds?,
        };
        if self.json {
            let mut document = json!({"task": self.task.name(), "valid": true, "length": valid.length(), "cost": cost});
            if let Some(metric) = valid.measured() {
                document["metric"] = metric.into();
            }
            if let Some(bounds) = bounds {
                document["optimal"] = bounds.is_optimal.into();
                document["measure"] = bounds.measure.into();
                document["unverified"] = bounds.unverified.into();
            }
            writeln!(anstream::stdout(), "{document}")?;
        } else {
            let length = print::counted(valid.length(), "action");
            let cost = cost.map_or(String::new(), |cost| {
                format!(", cost {}", print::grouped(cost))
            });
            let cost = valid.measured().map_or(cost, |it| format!(", metric {it}"));
            writeln!(anstream::stdout(), "valid: {length}{cost}")?;
            if let Some(bounds) = bounds {
                writeln!(anstream::stdout(), "{}", bounds.sentence())?;
            }
        }
        Ok(status::SOLVED)
    }

    /// The bound that a document claims, if its certificate shows it; else what is wrong.
    fn bound(&self, claimed: ClaimedBound, stop: &Stop) -> Result<Result<u64, String>, Failure> {
        let ClaimedBound { bound, certificate } = claimed;
        match self.accept(certificate, stop)? {
            Ok(accepted) if accepted.checked().bound() < bound => Ok(Err(format!(
                "the claim \"bound\" ({bound}) is wrong: its certificate shows {} only",
                accepted.checked().bound()
            ))),
            Ok(accepted) => {
                if let Some(why) = accepted.rests_on_grounder() {
                    tell!("saut: note: the bound is accepted, resting on the grounder: {why}");
                }
                Ok(Ok(bound))
            }
            Err(NotAccepted::Refused(fact)) => Ok(Err(format!(
                "the certificate of the bound is refused: {fact}"
            ))),
            Err(NotAccepted::Unfinished(why)) => Err(unfinished(&self.place, why)),
        }
    }

    /// Checks a certificate, and writes what it shows where that is wanted.
    fn accept(
        &self,
        certificate: Certificate<Reason>,
        stop: &Stop,
    ) -> Result<Result<Accepted, NotAccepted>, Failure> {
        let Some(file) = self.export else {
            return Ok(self.task.accept(certificate, stop));
        };
        let accepted = self.task.accept(certificate.clone(), stop);
        if accepted.is_ok() {
            export::export(self.task, &certificate, &self.place, file, stop)?;
        }
        Ok(accepted)
    }

    /// Checks the bound of a document without a plan.
    fn bounded(&self, claimed: ClaimedBound, stop: &Stop) -> Result<u8, Failure> {
        let bound = match self.bound(claimed, stop)? {
            Ok(bound) => bound,
            Err(why) => return self.refused(why),
        };
        if self.json {
            let document = json!({
                "task": self.task.name(), "valid": true, "verdict": "undecided", "bound": bound,
            });
            writeln!(anstream::stdout(), "{document}")?;
        } else {
            let bound = print::grouped(bound);
            writeln!(anstream::stdout(), "valid: no plan costs less than {bound}")?;
        }
        Ok(status::SOLVED)
    }

    /// Tells of a valid plan with a cost and a bound, which were checked.
    fn cheap(&self, valid: &ValidatedPlan, bound: Option<u64>) -> Result<u8, Failure> {
        let is_optimal = bound.is_some_and(|bound| bound >= valid.cost());
        if self.json {
            let document = json!({
                "task": self.task.name(), "valid": true, "length": valid.length(),
                "cost": valid.cost(), "bound": bound, "optimal": is_optimal, "measure": "cost",
                "unverified": [],
            });
            writeln!(anstream::stdout(), "{document}")?;
            return Ok(status::SOLVED);
        }
        let length = print::counted(valid.length(), "action");
        let cost = print::grouped(valid.cost());
        writeln!(anstream::stdout(), "valid: {length}, cost {cost}")?;
        match bound.filter(|_| !is_optimal) {
            _ if is_optimal => writeln!(anstream::stdout(), "no plan costs less: checked")?,
            Some(bound) => {
                let bound = print::grouped(bound);
                writeln!(
                    anstream::stdout(),
                    "no plan costs less than {bound}: checked"
                )?;
            }
            None => {}
        }
        Ok(status::SOLVED)
    }

    /// Says what does not hold.
    fn refused(&self, why: String) -> Result<u8, Failure> {
        if self.json {
            let document = json!({"task": self.task.name(), "valid": false, "reason": why});
            writeln!(anstream::stdout(), "{document}")?;
            return Ok(status::FAILED);
        }
        Err(Failure::Refused(BadInput::new(&self.place, why)))
    }

    /// Checks the proofs that there is no plan of some numbers of steps.
    fn too_few_steps(&self, refuted: Vec<LengthEntry>, stop: &Stop) -> Result<u8, Failure> {
        if self.export.is_some() {
            return Err(export::nothing_to_write());
        }
        let checked = match checked_horizons(self.task, refuted, &self.place, stop) {
            Err(Failure::Refused(why)) => return self.refused(why.to_string()),
            checked => checked?,
        };
        let (proofs, goal_steps) = (checked.proofs, checked.goal_steps);
        if let Some(why) = proofs.unfinished {
            return Err(unfinished(&self.place, why));
        }
        if let Some(steps) = proofs.not_kept {
            let fact = format!("the proof about {steps} steps was not kept");
            return Err(BadInput::new(&self.place, fact)
                .remedy("plan again with --proof FILE")
                .into());
        }
        // A formula has a step more where one says that a disjunctive goal is reached.
        let refuted = proofs.refuted.iter();
        let refuted: Vec<(usize, usize, &str)> = refuted
            .filter(|(horizon, _)| *horizon >= goal_steps)
            .map(|&(horizon, encoding)| (horizon, horizon - goal_steps, encoding))
            .collect();
        let mut out = anstream::stdout();
        if self.json {
            let refuted: Vec<Value> = refuted
            .iter()
            .map(|(horizon, steps, encoding)| {
                json!({"horizon": horizon, "steps": steps, "encoding": encoding})
            })
            .collect();
            let document = json!({"task": self.task.name(), "valid": true, "verdict": "undecided", "refuted": refuted});
            writeln!(out, "{document}")?;
            return Ok(status::SOLVED);
        }
        for &(_, steps, encoding) in &refuted {
            let what = if encoding == Encoding::SEQUENTIAL.name() {
                // Actions that the goal has no use for are not grounded.
                format!(
                    "of exactly {} that the goal has a use for",
                    print::counted(steps, "action")
                )
            } else {
                format!("in {} of {encoding}", print::counted(steps, "step"))
            };
            writeln!(out, "valid: no plan {what}, by a proof")?;
        }
        if refuted.is_empty() {
            let fact = "the formula is refuted, but one of this encoding does not have every plan";
            writeln!(out, "valid: {fact} of so many steps")?;
        }
        Ok(status::SOLVED)
    }

    /// Checks a certificate anew.
    fn infeasible(&self, claim: Certificate<Reason>, stop: &Stop) -> Result<u8, Failure> {
        let word = claim.word();
        match self.accept(claim, stop)? {
            Ok(accepted) if accepted.checked().bound() < INFINITE => {
                let bound = accepted.checked().bound();
                return self.refused(format!(
                    "its certificate only shows that no plan costs less than {bound}"
                ));
            }
            Ok(accepted) if self.json => {
                let mut document = json!({
                    "task": self.task.name(), "valid": true, "verdict": "infeasible", "kind": word,
                });
                if let Some(why) = accepted.rests_on_grounder() {
                    document["rests_on_grounder"] = why.into();
                }
                writeln!(anstream::stdout(), "{document}")?;
            }
            Ok(accepted) => {
                writeln!(anstream::stdout(), "valid: infeasible ({word})")?;
                if let Some(why) = accepted.rests_on_grounder() {
                    writeln!(anstream::stdout(), "resting on the grounder: {why}")?;
                }
            }
            Err(NotAccepted::Refused(fact)) => {
                return self.refused(format!("the certificate is refused: {fact}"));
            }
            Err(NotAccepted::Unfinished(why)) => return Err(unfinished(&self.place, why)),
        }
        Ok(status::SOLVED)
    }
}

/// What a document of `saut plan --json` says.
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
    let document: Value = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
    warn_of_name(place, document.get("task"), task);
    match document["verdict"].as_str() {
        Some("solved") => {
            let plan = NamedPlan::of_document(&document, place)?;
            let mut length = ClaimedLength::of(&document).map_err(bad)?;
            if let Some(bound) = claimed_bound(&document, place, memory_mib)? {
                length.set_bound(bound);
            }
            Ok(Document::Solved(plan, length))
        }
        Some("infeasible") => certificate(&document["certificate"], place, memory_mib)
            .map(|it| Document::Infeasible(Box::new(it))),
        Some("undecided") if !document["bound_certificate"].is_null() => {
            let bound = claimed_bound(&document, place, memory_mib)?;
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

/// The bound that a document has with a certificate.
fn claimed_bound(
    document: &Value,
    place: &str,
    memory_mib: Option<u64>,
) -> Result<Option<ClaimedBound>, BadInput> {
    if document["bound_certificate"].is_null() {
        return Ok(None);
    }
    let number = match &document["bound"] {
        Value::String(text) => text.parse().ok(),
        other => other.as_u64(),
    };
    let no_number = || BadInput::new(place, "its \"bound\" is no whole number");
    Ok(Some(ClaimedBound {
        bound: number.ok_or_else(no_number)?,
        certificate: certificate(&document["bound_certificate"], place, memory_mib)?,
    }))
}

/// The certificate of a document, with the proof of the file that it names.
fn certificate(
    entry: &Value,
    place: &str,
    memory_mib: Option<u64>,
) -> Result<Certificate<Reason>, BadInput> {
    let bad = |error: serde_json::Error| {
        BadInput::new(place, format!("the certificate cannot be read: {error}"))
            .remedy("docs/certificates.md says what every kind has")
    };
    let mut certificate = serde_json::from_value(entry.clone()).map_err(bad)?;
    if let Certificate::Proof(StoredProof {
        file: Some(file),
        bytes,
        ..
    }) = &mut certificate
    {
        *bytes = proofs::read_beside(place, file, memory_mib)?;
    }
    if let Certificate::ClosedStates(stored) = &mut certificate
        && let (Some(file), None) = (&stored.file, &stored.listing)
    {
        let text = proofs::read_beside(place, file, memory_mib)?;
        if stored
            .sha256
            .as_ref()
            .is_some_and(|sum| *sum != sha256(&text))
        {
            return Err(
                BadInput::new(file, "it is not the file that the document names")
                    .remedy("its SHA-256 is another"),
            );
        }
        stored.listing = Some(serde_json::from_slice(&text).map_err(bad)?);
    }
    Ok(certificate)
}
