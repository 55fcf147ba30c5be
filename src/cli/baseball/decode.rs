//! `saut decode` and `saut encode` for colour baseball.

use std::io::Write;

use saut::baseball::Puzzle;
use saut::model::{Reading, read_model};
use saut::simulate::baseball::replay;
use saut::{BadInput, pose};

use super::{describe, entries, print_steps};
use crate::cli::arguments::Decode;
use crate::cli::failure::Failure;
use crate::cli::{input, print, settings, status};

/// Runs `saut decode` for a puzzle of colour baseball.
pub fn decode(arguments: &Decode, puzzle: &Puzzle) -> Result<u8, Failure> {
    let task = pose::baseball_task(puzzle);
    let encoding = settings::encoding(&arguments.encoding);
    let horizon = settings::single_horizon(&arguments.encoding, encoding, &task)?;
    let encoded = encoding.encode(&task, horizon);
    let text = input::text(&arguments.model)?;
    let within = |bad: BadInput| bad.within(&arguments.model);
    let mut out = anstream::stdout().lock();
    let model = match read_model(&text, &encoded.formula).map_err(within)? {
        Reading::Sat(model) => model,
        other => {
            let said = if other == Reading::Unsat {
                "unsatisfiable"
            } else {
                "unknown"
            };
            if arguments.output.json {
                let (puzzle, reason) = (puzzle.name(), format!("the solver says {said}"));
                let document = serde_json::json!(
                    {"puzzle": puzzle, "verdict": "undecided", "reason": reason});
                writeln!(out, "{document}")?;
            } else {
                writeln!(
                    out,
                    "undecided: the solver says {said}, which no plan shows"
                )?;
            }
            return Ok(status::UNDECIDED);
        }
    };
    let foreign = |fact: String| {
        within(BadInput::new("", fact).remedy(
            "does the model belong to this formula? saut decode needs the flags of saut encode",
        ))
    };
    let plan = saut::decode::decode(&task, &encoded, &model).map_err(|e| foreign(e.to_string()))?;
    let plan = replay(puzzle, pose::baseball_plan(puzzle, plan))
        .map_err(|rejected| foreign(rejected.to_string()))?;
    if arguments.output.json {
        let document = serde_json::json!({
            "puzzle": puzzle.name(),
            "verdict": "solved",
            "plan": entries(&plan),
            "length": plan.plan().len(),
            "method": encoding.name(),
            "horizon": horizon,
            "variables": encoded.formula.variables(),
            "clauses": encoded.formula.clauses(),
            "seconds": 0.0,
            "checked": true,
        });
        writeln!(out, "{document}")?;
    } else {
        describe(&mut out, puzzle)?;
        let length = print::counted(plan.plan().len(), "step");
        writeln!(out, "solved: {length}, replayed by the simulator")?;
        print_steps(&mut out, &plan.steps())?;
    }
    Ok(status::SOLVED)
}
