//! `saut decode`: an outside solver's output as a replayed plan.

use std::io::Write;

use saut::formats::{Entry, json};
use saut::model::{Reading, read_model};
use saut::peg::moves;
use saut::{BadInput, decode, pose, simulate};

use super::arguments::Decode;
use super::failure::Failure;
use super::{input, print, settings, status};

/// Runs `saut decode`. The formula is written anew, so the flags must be those of `saut encode`.
pub fn run(arguments: &Decode) -> Result<u8, Failure> {
    let puzzle = match input::entry(&arguments.puzzle)? {
        Entry::Baseball(puzzle) => return super::baseball::decode(arguments, &puzzle),
        Entry::Peg(puzzle) => puzzle,
    };
    let task = pose::peg_task(&puzzle);
    let encoding = settings::encoding(&arguments.encoding);
    let horizon = settings::single_horizon(&arguments.encoding, encoding, &task)?;
    let encoded = encoding.encode(&task, horizon);
    let text = input::text(&arguments.model)?;
    let within = |bad: BadInput| bad.within(&arguments.model);
    let mut out = anstream::stdout().lock();
    let model = match read_model(&text, &encoded.formula).map_err(within)? {
        Reading::Sat(model) => model,
        other => {
            // Nobody has checked this; it is what the file says, and no verdict.
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
    let plan = decode::decode(&task, &encoded, &model).map_err(|e| foreign(e.to_string()))?;
    let plan = simulate::replay(&puzzle, pose::peg_plan(&puzzle, plan))
        .map_err(|rejected| foreign(rejected.to_string()))?;
    let jumps = plan.jumps();
    if arguments.output.json {
        let document = json::Solved {
            puzzle: puzzle.name().to_owned(),
            verdict: json::Verdict::Solved,
            plan: json::jump_entries(plan.plan()),
            moves: moves(&jumps).len(),
            optimal: None,
            method: encoding.name().to_owned(),
            backend: None,
            horizon: Some(horizon),
            variables: Some(encoded.formula.variables()),
            clauses: Some(encoded.formula.clauses()),
            nodes: None,
            seconds: 0.0,
            checked: true,
        };
        let text = json::write_json(&document).map_err(|e| Failure::Other(e.to_string()))?;
        writeln!(out, "{text}")?;
    } else {
        let (number, grouped) = (
            print::counted(jumps.len(), "jump"),
            print::counted(moves(&jumps).len(), "move"),
        );
        writeln!(
            out,
            "solved: {number} in {grouped}, replayed by the simulator"
        )?;
        write!(out, "{}", print::plan(puzzle.board(), &jumps))?;
    }
    Ok(status::SOLVED)
}
