//! `saut solve`: decides and prints.

pub mod answer;
pub mod interrupt;

use saut::formats::Entry;

use super::arguments::Solve;
use super::question::Question;
use super::reply::{Failure, Reply};
use super::{input, plans, settings, shorten, whole};
use answer::answer;
pub use interrupt::{at_hang_up, is_hung_up, stop_at_ctrl_c};

/// Runs `saut solve`.
pub fn run(arguments: &Solve) -> Result<Reply, Failure> {
    let entry = input::entry(&arguments.puzzle)?;
    let question = Question::of(arguments, &entry)?;
    let (out, proof) = (arguments.output.out.as_deref(), arguments.proof.as_deref());
    let outputs = [("-o", out), ("--proof", proof)];
    whole::check(&outputs, &[&arguments.puzzle.puzzle])?;
    let puzzle = match entry {
        Entry::Baseball(puzzle) => return super::baseball::solve(arguments, question, &puzzle),
        entry => entry.peg_under_any_rule()?,
    };
    match question {
        Question::All {
            distinct,
            fewest_moves: false,
        } => plans::all(arguments, &puzzle, distinct),
        Question::All { distinct, .. } => plans::shortest(arguments, &puzzle, distinct),
        Question::Sample { number, distinct } => {
            plans::sample(arguments, &puzzle, number, distinct)
        }
        Question::Best(best) => shorten::run(arguments, &puzzle, best),
        Question::Any | Question::Fewest(_) | Question::ByHand(_) => {
            let settings = settings::found_settings(arguments, question)?;
            stop_at_ctrl_c(&settings.stop);
            answer(arguments, question, &puzzle, settings)
        }
    }
}
