//! `saut check`: replays a plan, or checks a certificate again. No solver, no encoder but for the
//! formula of a proof. Limits count where the check is long: a search done again, or a proof.
//!
//! A straight line, for every game and for `saut validate`: the puzzle and the document are read, the game checks what
//! the document claims, and the verdict is printed.

mod all_solutions;
pub mod board;
pub mod bounds;
pub mod claims;
mod many_plans;
pub mod one_plan;
pub mod verdict;
pub mod verified;

use saut::formats::Entry;

use super::arguments::{Check, Global};
use super::reply::{Failure, Reply};
use super::{input, settings};
use claims::{Claims, Subject};
use verdict::{Fault, Judge, Verdict};

/// Runs `saut check`.
pub fn run(arguments: &Check, global: &Global) -> Result<Reply, Failure> {
    let file = &arguments.result;
    let entry = input::entry_with_ends(&arguments.puzzle, &arguments.ends, &arguments.directions)?;
    let name = entry.name().to_owned();
    let claims = Claims::of(file, input::text(file)?, arguments.digits);
    let are_read = claims.are_read();
    let (search, line) = settings::searching(global);
    let subject: Box<dyn Judge> = match entry {
        Entry::Baseball(puzzle) => Box::new(Subject {
            puzzle,
            claims,
            search,
        }),
        Entry::Peg(puzzle) => Box::new(Subject {
            puzzle,
            claims,
            search,
        }),
    };
    let judged = subject.verdict();
    line.clear();
    let judged = judged.and_then(|verdict| Ok(are_read.map(|()| verdict)?));
    let verdict = match judged {
        Ok(verdict) => verdict,
        Err(Fault::Unfinished(what, why)) => Verdict::undecided(&what, why),
        Err(Fault::Refused(why)) => return Err(Failure::Refused(why.within(file))),
        Err(Fault::Failed(failure)) => return Err(failure.within(file)),
    };
    Ok(verdict.reply("puzzle", &name))
}
