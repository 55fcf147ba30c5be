//! `saut validate`: replays a plan on the task as it was read; no grounder and no encoder in its path. A document
//! of `saut plan --json` is taken, too: its plan is replayed, its certificate checked anew.

mod shortest;

use std::io::Write;

use saut::BadInput;
use saut::encode::Encoding;
use saut::formats::certificate::LengthEntry;
use saut::formats::text_kind::{self, TextKind};
use saut::stop::Stop;
use saut_pddl::{InvalidPlan, NamedPlan, NotAccepted, PlanningTask, RecheckedClaim, recheck};
use saut_plan::weights::WeightKind;
use serde_json::{Value, json};

use super::arguments::Validate;
use super::check::claims::warn_of_name;
use super::failure::Failure;
use super::planning::TaskFiles;
use super::solve::stop_at_ctrl_c;
use super::{input, print, settings, status, whole};
use shortest::{ClaimedLength, checked_horizons, checked_length, unfinished};

/// A plan or a document that is to be checked, and the task that it is of.
struct Claimed<'a> {
    task: &'a PlanningTask,
    /// The file it stands in.
    place: String,
    json: bool,
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
    let stop = settings::stop(&arguments.limits);
    stop_at_ctrl_c(&stop);
    let task = files.read(arguments.strict, &stop)?;
    Claimed {
        task: &task,
        place,
        json: arguments.output.json,
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
            .then(|| claim(&text, place, self.task.name()))
        {
            Some(claim) => match claim.map_err(named)? {
                Document::Solved(plan, length) => (plan, length),
                Document::Infeasible(claim) => return self.infeasible(claim, stop),
                Document::TooFewSteps(refuted) => return self.too_few_steps(refuted, stop),
            },
            None => (
                NamedPlan::read(&text, place).map_err(named)?,
                ClaimedLength::default(),
            ),
        };
        let valid = match self.task.validate(&plan, stop) {
            Ok(valid) => valid,
            Err(InvalidPlan::Unfinished(why)) => return Err(unfinished(&self.place, why)),
            Err(why) => return self.refused(why.to_string()),
        };
        if let Err(wrong) = length.check(valid.length(), valid.cost()) {
            return self.refused(wrong);
        }
        let cost = self.task.minimises_cost().then(|| valid.cost());
        let bounds = match checked_length(self.task, length, valid.plan(), place, stop) {
            Err(Failure::Refused(why)) => return self.refused(why.to_string()),
            bounds => bounds?,
        };
        if self.json {
            let mut document = json!({"task": self.task.name(), "valid": true, "length": valid.length(), "cost": cost});
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
            writeln!(anstream::stdout(), "valid: {length}{cost}")?;
            if let Some(bounds) = bounds {
                writeln!(anstream::stdout(), "{}", bounds.sentence())?;
            }
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
    fn infeasible(&self, claim: RecheckedClaim, stop: &Stop) -> Result<u8, Failure> {
        match recheck(self.task, claim, stop) {
            Ok(reason) if self.json => {
                let document = json!({
                    "task": self.task.name(), "valid": true, "verdict": "infeasible", "kind": reason.name(),
                });
                writeln!(anstream::stdout(), "{document}")?;
            }
            Ok(reason) => writeln!(anstream::stdout(), "valid: infeasible ({})", reason.name())?,
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
    Infeasible(RecheckedClaim),
    /// Undecided, but there is no plan of these numbers of steps.
    TooFewSteps(Vec<LengthEntry>),
}

fn claim(text: &str, place: &str, task: &str) -> Result<Document, BadInput> {
    let bad = |fact: String| {
        let remedy = "give a plan file, or what saut plan --json has printed";
        BadInput::new(place, fact).remedy(remedy)
    };
    let document: Value = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
    warn_of_name(place, document.get("task"), task);
    match document["verdict"].as_str() {
        Some("solved") => {
            let steps = document["plan"].as_array();
            let steps = steps.ok_or_else(|| bad("its plan is no list".to_owned()))?;
            let steps: Option<Vec<&str>> = steps.iter().map(Value::as_str).collect();
            let steps = steps.ok_or_else(|| bad("a step of the plan is no text".to_owned()))?;
            let length = ClaimedLength::of(&document).map_err(bad)?;
            let plan = NamedPlan::read(&steps.join("\n"), place)?;
            Ok(Document::Solved(plan, length))
        }
        Some("infeasible") => certificate(&document["certificate"])
            .map(Document::Infeasible)
            .map_err(bad),
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

fn certificate(entry: &Value) -> Result<RecheckedClaim, String> {
    let count = |name: &str| {
        let number = entry[name]
            .as_u64()
            .and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| format!("the certificate has no number {name:?}"))
    };
    // Nothing rests on these, so they may be missing.
    let number = |name: &str| {
        let is_there = !entry[name].is_null();
        is_there.then(|| count(name)).transpose()
    };
    let kind = match entry["kind"].as_str() {
        Some("criterion") if entry["name"] == saut_pddl::RelaxedUnreachable::NAME => {
            return Ok(RecheckedClaim::Relaxed(number("reached")?));
        }
        Some("criterion") if entry["name"] == saut_pddl::ExcludedGoal::NAME => {
            let names = entry["excluded"].as_array().map(Vec::as_slice);
            let [a, b] = names.unwrap_or_default() else {
                return Err("the certificate does not name two facts as \"excluded\"".to_owned());
            };
            let (Some(a), Some(b)) = (a.as_str(), b.as_str()) else {
                return Err("what the certificate says is excluded is no text".to_owned());
            };
            let names = [a.to_owned(), b.to_owned()];
            return Ok(RecheckedClaim::Excluded(names, number("pairs")?));
        }
        Some("exhaustive") => return Ok(RecheckedClaim::Exhaustive(count("states")?)),
        Some("pagoda") => WeightKind::Pagoda,
        Some("lattice") => {
            let modulus = u32::try_from(count("modulus")?);
            WeightKind::Modulo(modulus.map_err(|_| "the modulus is too large".to_owned())?)
        }
        Some(other) => {
            return Err(format!(
                "a certificate of kind {other} cannot be checked from a file"
            ));
        }
        None => return Err("the certificate has no kind".to_owned()),
    };
    let weights = entry["weights"].as_object();
    let weights = weights.ok_or_else(|| "the certificate has no weights".to_owned())?;
    let one = |(fact, weight): (&String, &Value)| {
        let weight = weight.as_i64();
        let weight = weight.ok_or_else(|| format!("the weight of {fact} is no whole number"))?;
        Ok((fact.clone(), weight))
    };
    let weights = weights.iter().map(one).collect::<Result<_, String>>()?;
    Ok(RecheckedClaim::Weights(kind, weights))
}
