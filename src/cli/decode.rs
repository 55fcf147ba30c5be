//! `saut decode`: an outside solver's output as a replayed plan.

pub mod decoded;
mod numeric;

use std::io::Write;

use saut::formats::{Entry, json};
use saut::peg::GameLength;
use saut::{compile, simulate};
use saut_pddl::PlanStep;
use saut_plan::Domain as _;

use decoded::decoded;

use super::arguments::Decode;
use super::failure::Failure;
use super::planning::TaskFiles;
use super::{input, planning, print, settings, status};

/// Runs `saut decode`. The formula is written anew, so the flags must be those of `saut encode`.
pub fn run(arguments: &Decode) -> Result<u8, Failure> {
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
    let Some(decoded) = decoded(arguments, named, &task, encoding, replay)? else {
        return Ok(status::UNDECIDED);
    };
    let mut out = anstream::stdout().lock();
    let plan = &decoded.plan;
    let jumps = plan.jumps();
    if arguments.output.json {
        let document = json::Solved {
            puzzle: puzzle.name().to_owned(),
            verdict: json::JsonVerdict::Solved,
            plan: jumps.clone(),
            moves: GameLength::of(&jumps).moves,
            optimal: None,
            method: decoded.encoding.name().to_owned(),
            backend: None,
            horizon: Some(decoded.horizon),
            variables: Some(decoded.variables),
            clauses: Some(decoded.clauses),
            nodes: None,
            tries: None,
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

/// Reads a plan of a planning task in PDDL, which the validator replays.
fn planning_task(arguments: &Decode, domain: &str) -> Result<u8, Failure> {
    let (file, stop) = (&arguments.puzzle.puzzle, input::stop());
    let files = TaskFiles::Pddl(domain.to_owned(), file.clone());
    let read = planning::read(&files, false, &stop)?;
    if read.is_numeric() {
        return numeric::run(arguments, &read, file);
    }
    let domain = planning::compiled(&read, file, &stop)?;
    let (task, name) = (domain.task(), read.name());
    let encoding = planning::encoding(&arguments.encoding, task);
    let replay = |plan| domain.replay(plan);
    let Some(decoded) = decoded(arguments, ("task", name), task, encoding, replay)? else {
        return Ok(status::UNDECIDED);
    };
    let mut out = anstream::stdout().lock();
    let plan = decoded.plan.plan();
    if arguments.output.json {
        let steps: Vec<String> = plan.steps.iter().map(PlanStep::written).collect();
        writeln!(out, "{}", decoded.document(("task", name), &steps)?)?;
    } else {
        let length = print::counted(plan.steps.len(), "action");
        writeln!(out, "{}", plan.written())?;
        writeln!(out, "solved: {length}, replayed by the validator")?;
    }
    Ok(status::SOLVED)
}
