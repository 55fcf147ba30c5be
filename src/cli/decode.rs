//! `saut decode`: an outside solver's output as a replayed plan.

pub mod decoded;
mod numeric;

use saut::formats::{Entry, json};
use saut::peg::GameLength;
use saut::{compile, simulate};
use saut_plan::Domain as _;

use decoded::{decoded, of_task};

use super::arguments::Decode;
use super::planning::TaskFiles;
use super::reply::{Failure, Reply};
use super::{grounding, input, planning, print, settings, status};

/// Runs `saut decode`. The formula is written anew, so the flags must be those of `saut encode`.
pub fn run(arguments: &Decode) -> Result<Reply, Failure> {
    if let Some(domain) = &arguments.domain {
        return planning_task(arguments, domain);
    }
    let entry = input::entry(&arguments.puzzle)?;
    let naming = super::encode::names(arguments.names, &entry)?;
    let puzzle = match entry {
        Entry::Baseball(puzzle) => return super::baseball::decode(arguments, &puzzle),
        entry => entry.peg_under_any_rule()?,
    };
    let replay = |plan| simulate::replay(&puzzle, compile::peg_plan(&puzzle, plan));
    let task = compile::peg_task_named(&puzzle, naming);
    let encoding = settings::written_encoding(&arguments.encoding, &task);
    let named = ("puzzle", puzzle.name());
    let decoded = match decoded(arguments, named, &task, encoding, replay)? {
        Ok(decoded) => decoded,
        Err(none) => return Ok(none),
    };
    let jumps = decoded.plan.jumps();
    let (length, plan) = (print::length(&jumps), print::plan(puzzle.board(), &jumps));
    let text = format!("solved: {length}, replayed by the simulator\n{plan}");
    let document = json::Solved {
        puzzle: puzzle.name().to_owned(),
        verdict: json::JsonVerdict::Solved,
        moves: GameLength::of(&jumps).moves,
        plan: jumps,
        optimal: None,
        method: decoded.encoding.to_owned(),
        backend: None,
        horizon: Some(decoded.horizon),
        variables: Some(decoded.variables),
        clauses: Some(decoded.clauses),
        nodes: None,
        tries: None,
        seconds: 0.0,
        checked: true,
    };
    let document = json::write_json(&document)?;
    Ok(Reply::new(status::SOLVED, document, text))
}

/// Reads a plan of a planning task in PDDL, which the validator replays.
fn planning_task(arguments: &Decode, domain: &str) -> Result<Reply, Failure> {
    let (file, stop) = (&arguments.puzzle.puzzle, input::stop());
    let files = TaskFiles::Pddl(domain.to_owned(), file.clone());
    let read = planning::read(&files, false, &stop)?;
    if read.is_numeric() {
        return numeric::run(arguments, &read, file);
    }
    let domain = grounding::compiled(&read, file, &stop)?;
    let (task, name) = (domain.task(), read.name());
    let encoding = planning::encoding(&arguments.encoding, task);
    let replay = |plan| domain.replay(plan);
    let decoded = match decoded(arguments, ("task", name), task, encoding, replay)? {
        Ok(decoded) => decoded,
        Err(none) => return Ok(none),
    };
    Ok(of_task(&decoded, name, decoded.plan.plan()))
}
