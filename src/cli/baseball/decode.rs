//! `saut decode` for colour baseball.

use std::io::Write;

use saut::baseball::Puzzle;
use saut::compile;
use saut::simulate::baseball::replay;

use crate::cli::arguments::Decode;
use crate::cli::decode::decoded::decoded;
use crate::cli::failure::Failure;
use crate::cli::{print, settings, status};
use saut::answer::{describe, steps_in_words};

/// Runs `saut decode` for a puzzle of colour baseball.
pub fn decode(arguments: &Decode, puzzle: &Puzzle) -> Result<u8, Failure> {
    let task = compile::baseball_task(puzzle);
    let replay = |plan| replay(puzzle, compile::baseball_plan(puzzle, plan));
    let encoding = settings::written_encoding(&arguments.encoding, &task);
    let named = ("puzzle", puzzle.name());
    let Some(decoded) = decoded(arguments, named, &task, encoding, replay)? else {
        return Ok(status::UNDECIDED);
    };
    let plan = &decoded.plan;
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        let document = decoded.document(named, &plan.steps())?;
        writeln!(out, "{document}")?;
    } else {
        write!(out, "{}", describe(puzzle))?;
        let length = print::counted(plan.plan().len(), "step");
        writeln!(out, "solved: {length}, replayed by the simulator")?;
        write!(out, "{}", steps_in_words(&plan.steps()))?;
    }
    Ok(status::SOLVED)
}
