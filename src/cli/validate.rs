//! `saut validate`: replays a plan on the lifted task; no grounder and no encoder in its path. A document
//! of `saut plan --json` is taken, too: its plan is replayed, its certificate checked anew.

mod shortest;

use std::io::Write;

use saut::BadInput;
use saut::stop::Stop;
use saut_pddl::{
    LiftedDomain, NamedPlan, NotAccepted, Problem, RecheckedClaim, read_domain, read_problem,
    recheck, validate,
};
use saut_plan::weights::WeightKind;
use serde_json::{Value, json};

use super::arguments::Validate;
use super::failure::Failure;
use super::{input, print, status};
use shortest::{ClaimedLength, checked_length};

/// Runs `saut validate`.
pub fn run(arguments: &Validate) -> Result<u8, Failure> {
    let domain = read_domain(&input::text(&arguments.domain)?, &arguments.domain)?;
    let problem = input::text(&arguments.problem)?;
    let problem = read_problem(&problem, &arguments.problem, &domain)?;
    let text = input::text(&arguments.plan)?;
    let (plan, length) = match text
        .trim_start()
        .starts_with('{')
        .then(|| claim(&text, &arguments.plan))
    {
        Some(claim) => match claim? {
            Document::Solved(plan, length) => (plan, length),
            Document::Infeasible(claim) => return refuted(arguments, &domain, &problem, claim),
        },
        None => (
            NamedPlan::read(&text, &arguments.plan)?,
            ClaimedLength::default(),
        ),
    };
    let task = problem.name();
    let valid = match validate(&domain, &problem, &plan) {
        Ok(valid) => valid,
        Err(refused) if arguments.output.json => {
            let document = json!({"task": task, "valid": false, "reason": refused.to_string()});
            writeln!(anstream::stdout(), "{document}")?;
            return Ok(status::FAILED);
        }
        Err(refused) => {
            let refused = BadInput::new(&arguments.plan, refused.to_string());
            return Err(Failure::Refused(refused));
        }
    };
    if let Err(wrong) = length.check(valid.length(), valid.cost()) {
        return Err(Failure::Refused(BadInput::new(&arguments.plan, wrong)));
    }
    let cost = problem.minimises_cost().then(|| valid.cost());
    let bounds = checked_length(&domain, &problem, length, valid.length(), &arguments.plan)?;
    if arguments.output.json {
        let mut document =
            json!({"task": task, "valid": true, "length": valid.length(), "cost": cost});
        if let Some(bounds) = bounds {
            document["optimal"] = bounds.is_optimal.into();
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
}

fn claim(text: &str, place: &str) -> Result<Document, BadInput> {
    let bad = |fact: String| {
        let remedy = "give a plan file, or what saut plan --json has printed";
        BadInput::new(place, fact).remedy(remedy)
    };
    let document: Value = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
    match document["verdict"].as_str() {
        Some("solved") => {
            let steps = document["plan"].as_array().into_iter().flatten();
            let steps: Option<Vec<&str>> = steps.map(Value::as_str).collect();
            let steps = steps.ok_or_else(|| bad("a step of the plan is no text".to_owned()))?;
            let length = ClaimedLength::of(&document).map_err(|no| bad(no.to_string()))?;
            let plan = NamedPlan::read(&steps.join("\n"), place)?;
            Ok(Document::Solved(plan, length))
        }
        Some("infeasible") => certificate(&document["certificate"])
            .map(Document::Infeasible)
            .map_err(bad),
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
    let kind = match entry["kind"].as_str() {
        Some("criterion") if entry["name"] == saut_pddl::RelaxedUnreachable::NAME => {
            return Ok(RecheckedClaim::Relaxed);
        }
        Some("criterion") if entry["name"] == saut_pddl::ExcludedGoal::NAME => {
            return Ok(RecheckedClaim::Excluded);
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

/// Checks a certificate anew.
fn refuted(
    arguments: &Validate,
    domain: &LiftedDomain,
    problem: &Problem,
    claim: RecheckedClaim,
) -> Result<u8, Failure> {
    let task = problem.name();
    match recheck(domain, problem, claim, &Stop::default()) {
        Ok(reason) if arguments.output.json => {
            let document = json!({
                "task": task, "valid": true, "verdict": "infeasible", "kind": reason.name(),
            });
            writeln!(anstream::stdout(), "{document}")?;
        }
        Ok(reason) => writeln!(anstream::stdout(), "valid: infeasible ({})", reason.name())?,
        Err(NotAccepted::Refused(fact)) if arguments.output.json => {
            let document = json!({"task": task, "valid": false, "reason": fact});
            writeln!(anstream::stdout(), "{document}")?;
            return Ok(status::FAILED);
        }
        Err(NotAccepted::Refused(fact)) => {
            let refused = BadInput::new(
                &arguments.plan,
                format!("the certificate is refused: {fact}"),
            );
            return Err(Failure::Refused(refused));
        }
        Err(unfinished @ NotAccepted::Unfinished(_)) => {
            return Err(Failure::Other(unfinished.to_string()));
        }
    }
    Ok(status::SOLVED)
}
