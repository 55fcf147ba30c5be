//! `saut decode`: an outside solver's output as a replayed plan.

use std::fmt::Display;
use std::io::Write;

use saut::encode::Encoding;
use saut::formats::{Entry, json};
use saut::model::{Reading, read_model};
use saut::peg::GameLength;
use saut::plan::Plan;
use saut::task::{ActionId, Task};
use saut::{BadInput, compile, decode, simulate};
use serde_json::json;

use super::arguments::Decode;
use super::failure::Failure;
use super::{input, print, settings, status};

/// Runs `saut decode`. The formula is written anew, so the flags must be those of `saut encode`.
pub fn run(arguments: &Decode) -> Result<u8, Failure> {
    let puzzle = match input::entry(&arguments.puzzle)? {
        Entry::Baseball(puzzle) => return super::baseball::decode(arguments, &puzzle),
        entry => entry.peg_under_any_rule()?,
    };
    let replay = |plan| simulate::replay(&puzzle, compile::peg_plan(&puzzle, plan));
    let task = compile::peg_task(&puzzle);
    let Some(decoded) = decoded(arguments, puzzle.name(), &task, replay)? else {
        return Ok(status::UNDECIDED);
    };
    let mut out = anstream::stdout().lock();
    let plan = &decoded.plan;
    let jumps = plan.jumps();
    if arguments.output.json {
        let document = json::Solved {
            puzzle: puzzle.name().to_owned(),
            verdict: json::JsonVerdict::Solved,
            plan: json::jump_entries(plan.plan()),
            moves: GameLength::of(&jumps).moves,
            optimal: None,
            method: decoded.encoding.name().to_owned(),
            backend: None,
            horizon: Some(decoded.horizon),
            variables: Some(decoded.variables),
            clauses: Some(decoded.clauses),
            nodes: None,
            seconds: 0.0,
            checked: true,
        };
        let text = json::write_json(&document).map_err(|e| Failure::Other(e.to_string()))?;
        writeln!(out, "{text}")?;
    } else {
        let length = print::length(&jumps);
        writeln!(out, "solved: {length}, replayed by the simulator")?;
        write!(out, "{}", print::plan(puzzle.board(), &jumps))?;
    }
    Ok(status::SOLVED)
}

/// A plan that an outside solver's output holds, and the formula that it is of.
pub struct Decoded<P> {
    /// The plan, replayed.
    pub plan: P,
    /// The encoding of the formula.
    pub encoding: Encoding,
    /// Its number of steps.
    pub horizon: usize,
    /// Its number of variables.
    pub variables: usize,
    /// Its number of clauses.
    pub clauses: usize,
}

/// Writes the formula of a task anew, and reads the solver's output as a plan of it, which
/// `replay` replays. `None`, after saying so, if the solver found none: nobody has checked that.
pub fn decoded<P, E: Display>(
    arguments: &Decode,
    puzzle: &str,
    task: &Task,
    replay: impl FnOnce(Plan<ActionId>) -> Result<P, E>,
) -> Result<Option<Decoded<P>>, Failure> {
    let encoding = settings::encoding(&arguments.encoding);
    let horizon = settings::single_horizon(&arguments.encoding, encoding, task)?;
    let encoded = encoding.encode(task, horizon);
    let text = input::text(&arguments.model)?;
    let within = |bad: BadInput| bad.within(&arguments.model);
    let said = match read_model(&text, &encoded.formula).map_err(within)? {
        Reading::Sat(model) => Ok(model),
        Reading::Unsat => Err("unsatisfiable"),
        Reading::Unknown => Err("unknown"),
    };
    let model = match said {
        Ok(model) => model,
        Err(said) => {
            let mut out = anstream::stdout().lock();
            if arguments.output.json {
                let reason = format!("the solver says {said}");
                let document = json!({"puzzle": puzzle, "verdict": "undecided", "reason": reason});
                writeln!(out, "{document}")?;
            } else {
                let fact = "which no plan shows";
                writeln!(out, "undecided: the solver says {said}, {fact}")?;
            }
            return Ok(None);
        }
    };
    let foreign = |fact: String| {
        within(BadInput::new("", fact).remedy(
            "does the model belong to this formula? saut decode needs the flags of saut encode",
        ))
    };
    let plan = decode::decode(task, &encoded, &model).map_err(|e| foreign(e.to_string()))?;
    Ok(Some(Decoded {
        plan: replay(plan).map_err(|rejected| foreign(rejected.to_string()))?,
        encoding,
        horizon,
        variables: encoded.formula.variables(),
        clauses: encoded.formula.clauses(),
    }))
}
