//! Fewest steps, each a set of jumps that can be played in any order: the makespan of `forall`.
//!
//! A step may be empty, so a plan of fewer steps is one of more steps too: horizons are tried
//! upward, and the last one without a plan refutes all before it. That the number is the fewest
//! is said only if a proof of that refutation is accepted by the checker.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for
//! plan search* (2006).

use super::shortest::{Ending, shortest};
use super::{Decision, Error, Settings, Verdict};
use crate::peg::Puzzle;
use crate::pose;
use crate::simulate;
use saut_plan::encode::Encoding;
use saut_plan::task::Task;

/// The quickest for the formulas that have a plan and for those that have none; the one proof that is
/// needed comes after, by a backend that writes proofs.
const BACKEND: &str = "batsat";

/// A plan with the fewest steps; undecided if a limit is hit before one is found.
pub fn steps(puzzle: &Puzzle, task: &Task, settings: &Settings) -> Result<Decision, Error> {
    let mut settings = settings.clone();
    if settings.backends.is_empty() {
        settings.backends.push(BACKEND.to_owned());
    }
    let replayed = |plan| {
        let plan = pose::peg_plan(puzzle, plan);
        simulate::replay(puzzle, plan).map_err(|rejected| rejected.to_string())
    };
    let search = shortest(task, Encoding::Forall, &settings, replayed)?;
    let mut decision = Decision {
        attempts: search.attempts,
        conflicts: search.conflicts,
        ..Decision::default()
    };
    match search.ending {
        Ending::Plan(found) => {
            let method = found.method(Encoding::Forall);
            decision.set((Verdict::Solved(found.plan), method));
            decision.optimal = Some(found.is_proved);
            decision.refuted = found.refuted;
        }
        Ending::Undecided(why) => decision.verdict = Verdict::Undecided(why),
    }
    Ok(decision)
}
