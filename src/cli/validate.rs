//! `saut validate`: replays a plan on the lifted task; no grounder and no encoder in its path. A document
//! of `saut plan --json` is taken, too: its plan is replayed, its certificate checked anew.

mod shortest;

use std::io::Write;

use saut::BadInput;
use saut::encode::Encoding;
use saut::formats::certificate::LengthEntry;
use saut::formats::text_kind::{self, TextKind};
use saut::stop::StopReason;
use saut_pddl::{
    InvalidPlan, LiftedDomain, NamedPlan, NotAccepted, Problem, RecheckedClaim, recheck,
    validate_within,
};
use saut_plan::weights::WeightKind;
use serde_json::{Value, json};

use super::arguments::Validate;
use super::failure::Failure;
use super::solve::stop_at_ctrl_c;
use super::{input, planning, print, settings, status, whole};
use shortest::{ClaimedLength, checked_horizons, checked_length};

/// Runs `saut validate`. With two files the first is the problem, and the domain lies beside it.
pub fn run(arguments: &Validate) -> Result<u8, Failure> {
    if arguments.plan.is_some() {
        return validated(arguments);
    }
    validated(&Validate {
        domain: planning::domain_beside(&arguments.domain, "saut validate", " PLAN")?,
        problem: arguments.domain.clone(),
        plan: Some(arguments.problem.clone()),
        ..arguments.clone()
    })
}

fn validated(arguments: &Validate) -> Result<u8, Failure> {
    let plan = arguments.plan().to_owned();
    let inputs = [&arguments.domain, &arguments.problem, &plan];
    whole::are_apart(&[("-o", arguments.output.out.as_deref())], &inputs)?;
    let stop = settings::stop(&arguments.limits);
    stop_at_ctrl_c(&stop);
    let (domain, problem) = planning::read(&arguments.domain, &arguments.problem, &stop)?;
    let text = input::text(arguments.plan())?;
    let named = |bad| {
        let reads = |kind| {
            matches!(
                kind,
                TextKind::Actions | TextKind::TaskAnswer | TextKind::Json
            )
        };
        let other = text_kind::other_than(&text, "a plan of a planning task", reads);
        other.map_or(bad, |other| other.within(arguments.plan()))
    };
    let (plan, length) = match text
        .trim_start()
        .starts_with('{')
        .then(|| claim(&text, arguments.plan()))
    {
        Some(claim) => match claim.map_err(named)? {
            Document::Solved(plan, length) => (plan, length),
            Document::Infeasible(claim) => return infeasible(arguments, &domain, &problem, claim),
            Document::TooFewSteps(refuted) => {
                return too_few_steps(arguments, &domain, &problem, refuted);
            }
        },
        None => (
            NamedPlan::read(&text, arguments.plan()).map_err(named)?,
            ClaimedLength::default(),
        ),
    };
    let task = problem.name();
    let valid = match validate_within(&domain, &problem, &plan, &stop) {
        Ok(valid) => valid,
        Err(InvalidPlan::Unfinished(why)) => return Err(unfinished(arguments.plan(), why)),
        Err(why) => return refused(arguments, task, why.to_string()),
    };
    if let Err(wrong) = length.check(valid.length(), valid.cost()) {
        return refused(arguments, task, wrong);
    }
    let cost = problem.minimises_cost().then(|| valid.cost());
    let bounds = match checked_length(&domain, &problem, length, valid.plan(), arguments.plan()) {
        Err(Failure::Refused(why)) => return refused(arguments, task, why.to_string()),
        bounds => bounds?,
    };
    if arguments.output.json {
        let mut document =
            json!({"task": task, "valid": true, "length": valid.length(), "cost": cost});
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

/// What a document of `saut plan --json` says.
enum Document {
    Solved(NamedPlan, ClaimedLength),
    Infeasible(RecheckedClaim),
    /// Undecided, but there is no plan of these numbers of steps.
    TooFewSteps(Vec<LengthEntry>),
}

fn claim(text: &str, place: &str) -> Result<Document, BadInput> {
    let bad = |fact: String| {
        let remedy = "give a plan file, or what saut plan --json has printed";
        BadInput::new(place, fact).remedy(remedy)
    };
    let document: Value = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
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

/// A limit ended the check, so that the document may hold or not.
fn unfinished(place: &str, why: StopReason) -> Failure {
    let mut bad = BadInput::new(
        place,
        format!("the check was not finished ({})", why.name()),
    )
    .remedy("give it more time or memory");
    bad.limit = Some(why);
    bad.into()
}

/// Says what does not hold.
fn refused(arguments: &Validate, task: &str, why: String) -> Result<u8, Failure> {
    if arguments.output.json {
        let document = json!({"task": task, "valid": false, "reason": why});
        writeln!(anstream::stdout(), "{document}")?;
        return Ok(status::FAILED);
    }
    Err(Failure::Refused(BadInput::new(arguments.plan(), why)))
}

/// Checks the proofs that there is no plan of some numbers of steps.
fn too_few_steps(
    arguments: &Validate,
    domain: &LiftedDomain,
    problem: &Problem,
    refuted: Vec<LengthEntry>,
) -> Result<u8, Failure> {
    let task = problem.name();
    let checked = match checked_horizons(domain, problem, refuted, arguments.plan()) {
        Err(Failure::Refused(why)) => return refused(arguments, task, why.to_string()),
        checked => checked?,
    };
    let (proofs, goal_steps) = (checked.proofs, checked.goal_steps);
    if let Some(why) = proofs.unfinished {
        return Err(unfinished(arguments.plan(), why));
    }
    if let Some(steps) = proofs.not_kept {
        let fact = format!("the proof about {steps} steps was not kept");
        return Err(BadInput::new(arguments.plan(), fact)
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
    if arguments.output.json {
        let refuted: Vec<Value> = refuted
            .iter()
            .map(|(horizon, steps, encoding)| {
                json!({"horizon": horizon, "steps": steps, "encoding": encoding})
            })
            .collect();
        let document =
            json!({"task": task, "valid": true, "verdict": "undecided", "refuted": refuted});
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
fn infeasible(
    arguments: &Validate,
    domain: &LiftedDomain,
    problem: &Problem,
    claim: RecheckedClaim,
) -> Result<u8, Failure> {
    let task = problem.name();
    match recheck(domain, problem, claim, &input::stop()) {
        Ok(reason) if arguments.output.json => {
            let document = json!({
                "task": task, "valid": true, "verdict": "infeasible", "kind": reason.name(),
            });
            writeln!(anstream::stdout(), "{document}")?;
        }
        Ok(reason) => writeln!(anstream::stdout(), "valid: infeasible ({})", reason.name())?,
        Err(NotAccepted::Refused(fact)) => {
            return refused(
                arguments,
                task,
                format!("the certificate is refused: {fact}"),
            );
        }
        Err(NotAccepted::Unfinished(why)) => return Err(unfinished(arguments.plan(), why)),
    }
    Ok(status::SOLVED)
}
