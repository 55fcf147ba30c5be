//! `saut solve`: decides and prints.

mod all;
mod answer;
pub mod interrupt;

use saut::formats::Entry;

use super::answer::reply;
use super::arguments::{Global, Solve};
use super::question::{Question, method_of};
use super::reply::{Failure, Reply};
use super::{input, plan, settings};
use answer::answer;
pub use interrupt::{at_hang_up, interruptible, is_hung_up};

/// Runs `saut solve`.
pub fn run(arguments: &Solve, global: &Global) -> Result<Reply, Failure> {
    if arguments.subject.is_task() {
        return plan::run(arguments, global);
    }
    let entry = input::entry(&arguments.subject.puzzle, &global.stop)?;
    let question = Question::of(arguments, &entry)?;
    let settings = settings::of_solve(arguments, global, question)?;
    let (method, trace) = (method_of(arguments)?, arguments.trace);
    let (save, json) = (&arguments.save, global.json);
    let proof = arguments.proof.as_deref();
    if let (Question::OfAll(asked), Entry::Peg(puzzle)) = (question, &entry)
        && let Some(reply) = all::find(puzzle, asked, &settings, save, json, proof)?
    {
        return Ok(reply);
    }
    reply(
        answer(&entry, question, method, trace, settings)?,
        proof,
        &global.stop,
    )
}
