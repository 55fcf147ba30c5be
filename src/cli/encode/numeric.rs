//! `saut encode` of a task with numbers: a script in SMT-LIB over linear arithmetic.

use saut::BadInput;
use saut_pddl::{GroundingLimits, NumericPlanningDomain, PlanningTask};
use saut_plan::numeric::formulas::{Written, script};
use saut_plan::numeric::{NumericEncoding, numeric_encoding};
use serde_json::{Value, json};

use super::super::arguments::{Encode, EncodingArguments, Format};
use super::super::reply::Failure;
use super::super::{input, settings};

/// The formula of a task that flags ask for.
pub struct Asked<'a> {
    pub domain: NumericPlanningDomain<'a>,
    pub encoding: NumericEncoding,
    pub horizon: usize,
    pub script: Written,
}

/// The script of a task, with what is to be known of it.
pub(super) fn formula(
    arguments: &Encode,
    task: &PlanningTask,
    place: &str,
) -> Result<(Value, String), Failure> {
    if !matches!(arguments.language(), Format::Smtlib) {
        let bad = BadInput::new("--format", "a task with numbers has no formula of clauses");
        return Err(bad.remedy("write --format smtlib").into());
    }
    let asked = asked(&arguments.encoding, task, place)?;
    let script = &asked.script;
    let facts = json!({
        "task": task.name(), "encoding": asked.encoding.name(), "horizon": asked.horizon,
        "variables": script.symbols.len(), "clauses": script.assertions(),
    });
    Ok((facts, script.whole()))
}

/// The formula of a task; `place` is its name in messages.
pub fn asked<'a>(
    choices: &EncodingArguments,
    task: &'a PlanningTask,
    place: &str,
) -> Result<Asked<'a>, Failure> {
    let Some(horizon) = choices.horizon.0 else {
        let bad = BadInput::new("--horizon", "it is not known how many steps a plan has");
        return Err(bad.remedy("give a number of steps").into());
    };
    let encoding = numeric_encoding(settings::encoding_choice(choices))?;
    let stop = input::stop();
    let should_stop = || stop.why().is_some();
    let limits = GroundingLimits::until(&should_stop);
    let bad = |fact: String| BadInput::new(place, fact).remedy("saut plan says why");
    let compiled = task.compile_numeric(&limits);
    let compiled = compiled.map_err(|why| bad(format!("there is no formula of it: {why}")))?;
    let none = || Failure::internal("a task with numbers that has none");
    let domain = compiled.ok_or_else(none)?;
    let title = format!("task {}", task.name());
    let written = script(&domain, encoding, horizon, &title, &stop);
    let script = written.map_err(|why| bad(format!("there is no formula of it: {why}")))?;
    Ok(Asked {
        domain,
        encoding,
        horizon,
        script,
    })
}
