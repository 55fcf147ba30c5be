//! `saut decode` of a task with numbers: values of actions, or of how often they are applied, as a replayed plan.

use std::io::Write;

use saut::model::{Reading, read_smtlib};
use saut_pddl::{PlanStep, PlanningTask};
use saut_plan::Domain as _;
use saut_plan::numeric::formulas::plan_of;
use serde_json::json;

use super::super::arguments::Decode;
use super::super::encode::numeric::asked;
use super::super::failure::Failure;
use super::super::{input, print, status};
use super::decoded::{foreign, tell_none};

/// Reads a plan of a task with numbers, which the validator replays.
pub(super) fn run(arguments: &Decode, task: &PlanningTask, place: &str) -> Result<u8, Failure> {
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
        Err(said) => {
            tell_none(arguments, ("task", task.name()), said)?;
            return Ok(status::UNDECIDED);
        }
    };
    let wrong = |fact: String| foreign(fact).within(&arguments.model);
    let plan = plan_of(&asked.domain, asked.encoding, asked.horizon, &model)
        .ok_or_else(|| wrong("a value is missing, or out of range".to_owned()))?;
    let valid = asked
        .domain
        .replay(plan)
        .map_err(|refused| wrong(refused.to_string()))?;
    let plan = valid.plan();
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        let steps: Vec<String> = plan.steps.iter().map(PlanStep::written).collect();
        let document = json!({
            "task": task.name(), "verdict": "solved", "plan": steps, "length": steps.len(),
            "method": asked.encoding.name(), "horizon": asked.horizon,
            "variables": script.symbols.len(), "clauses": script.assertions(),
            "seconds": 0.0, "checked": true,
        });
        writeln!(out, "{document}")?;
    } else {
        let length = print::counted(plan.steps.len(), "action");
        writeln!(out, "{}", plan.written())?;
        writeln!(out, "solved: {length}, replayed by the validator")?;
    }
    Ok(status::SOLVED)
}
