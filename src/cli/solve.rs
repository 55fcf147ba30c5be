//! `saut solve`: decides and prints.

pub mod interrupt;

use saut::answer::{Question, solve};
use saut::formats::Entry;

use super::arguments::{Global, Solve};
use super::progress::Line;
use super::question::{PuzzleQuestion, method_of};
use super::reply::{Failure, Reply};
use super::{input, plan, plans, proofs, settings, shorten};
pub use interrupt::{at_hang_up, interruptible, is_hung_up};

/// Runs `saut solve`.
pub fn run(arguments: &Solve, global: &Global) -> Result<Reply, Failure> {
    let names = input::names(&arguments.subject, "saut plan");
    if names.is_task() {
        return plan::run(arguments, &names, global);
    }
    let entry = input::entry_of(&names, &global.stop)?;
    let asked = PuzzleQuestion::of(arguments, &entry)?;
    let settings = settings::of_solve(arguments, global, asked)?;
    let method = method_of(arguments, asked)?;
    let proof = arguments.proof.as_deref();
    if let (PuzzleQuestion::OfAll(asked), Entry::Peg(puzzle)) = (asked, &entry) {
        let reply = if asked.lists_plans() {
            plans::run(asked, puzzle, &settings, global.json, proof)?
        } else {
            shorten::run(asked, puzzle, &settings, &arguments.save, proof)?
        };
        // Without a solution, the question is whether there is a plan.
        if let Some(reply) = reply {
            return Ok(reply);
        }
    }
    let line = match (&entry, settings.stop.time_left()) {
        (Entry::Peg(_), None) => Line::without_limit(),
        _ => Line::new(),
    };
    let question = Question {
        puzzle_method: method,
        ..entry.into()
    };
    let answer = line.over(settings, |settings| solve(&question, settings))?;
    proofs::reply(answer, proof, &global.stop)
}
