//! `saut decode` of a task with numbers: values of actions, or of how often they are applied, as a replayed plan.

use saut::model::{Reading, read_smtlib};
use saut_pddl::PlanningTask;
use saut_plan::Domain as _;
use saut_plan::numeric::formulas::plan_of;

use super::super::arguments::Decode;
use super::super::encode::numeric::asked;
use super::super::input;
use super::super::reply::{Failure, Reply};
use super::decoded::{Decoded, foreign, none, of_task};

/// Reads a plan of a task with numbers, which the validator replays.
pub(super) fn run(arguments: &Decode, task: &PlanningTask, place: &str) -> Result<Reply, Failure> {
    let asked = asked(&arguments.encoding, task, place)?;
    let text = input::text(&arguments.model)?;
    let script = &asked.script;
    let reading = read_smtlib(&text, &script.symbols);
    let said = match reading.map_err(|bad| bad.within(&arguments.model))? {
        Reading::Sat(model) => Ok(model),
        Reading::Unsat => Err("unsatisfiable"),
        Reading::Unknown => Err("unknown"),
    };
    let model = match said {
        Ok(model) => model,
        Err(said) => return Ok(none(("task", task.name()), said)),
    };
    let wrong = |fact: String| foreign(fact).within(&arguments.model);
    let plan = plan_of(&asked.domain, asked.encoding, asked.horizon, &model)
        .ok_or_else(|| wrong("a value is missing, or out of range".to_owned()))?;
    let valid = asked
        .domain
        .replay(plan)
        .map_err(|refused| wrong(refused.to_string()))?;
    let decoded = Decoded {
        plan: valid.plan(),
        encoding: asked.encoding.name(),
        horizon: asked.horizon,
        variables: script.symbols.len(),
        clauses: script.assertions(),
    };
    Ok(of_task(&decoded, task.name(), decoded.plan))
}
