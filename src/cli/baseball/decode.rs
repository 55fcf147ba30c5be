//! `saut decode` for colour baseball.

use saut::baseball::Puzzle;
use saut::compile;
use saut::simulate::baseball::replay;

use crate::cli::arguments::Decode;
use crate::cli::decode::decoded::decoded;
use crate::cli::reply::{Failure, Reply};
use crate::cli::{print, settings, status};
use saut::answer::{describe, steps_in_words};

/// Runs `saut decode` for a puzzle of colour baseball.
pub fn decode(arguments: &Decode, puzzle: &Puzzle) -> Result<Reply, Failure> {
    let task = compile::baseball_task(puzzle);
    let replay = |plan| replay(puzzle, compile::baseball_plan(puzzle, plan));
    let encoding = settings::written_encoding(&arguments.encoding, &task);
    let named = ("puzzle", puzzle.name());
    let decoded = match decoded(arguments, named, &task, encoding, replay)? {
        Ok(decoded) => decoded,
        Err(none) => return Ok(none),
    };
    let steps = decoded.plan.steps();
    let text = format!(
        "{}solved: {}, replayed by the simulator\n{}",
        describe(puzzle),
        print::counted(decoded.plan.plan().len(), "step"),
        steps_in_words(&steps)
    );
    Ok(Reply::new(
        status::SOLVED,
        decoded.document(named, &steps),
        text,
    ))
}
