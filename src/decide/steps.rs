//! Fewest steps, each a set of jumps that can be played in any order: the makespan of `forall`.
//!
//! A step may be empty, so a plan of fewer steps is one of more steps too: horizons are tried
//! upward, and the last one without a plan refutes all before it. That the number is the fewest
//! is said only if a proof of that refutation is accepted by the checker.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for
//! plan search* (2006).

use super::attempt::{Found, attempt};
use super::minimise::is_refuted_by_proof;
use super::{Decision, Error, Method, Settings, Verdict};
use crate::backend::{Backend, Run};
use crate::encode::Encoding;
use crate::peg::Puzzle;
use crate::stop::Why;
use crate::task::Task;

/// A plan with the fewest steps; undecided if a limit is hit before one is found.
pub fn steps(
    puzzle: &Puzzle,
    task: &Task,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
) -> Result<Decision, Error> {
    let mut decision = Decision::default();
    let Some(backend) = backends.first() else {
        return Ok(decision);
    };
    let most = task.length.at_most.unwrap_or(usize::MAX);
    for horizon in 0..=most {
        let run = Run {
            stop: settings.stop.clone(),
            seed: settings.seed,
            conflicts: None,
            proof: false,
            meter: None,
        };
        let tried = attempt(
            puzzle,
            task,
            Encoding::Forall,
            horizon,
            backend.as_ref(),
            &run,
        )?;
        decision.attempts += 1;
        decision.conflicts += tried.conflicts.unwrap_or(0);
        let method = Method::of(&tried, backend.name().to_owned());
        match tried.found {
            Found::Plan(plan) => {
                decision.set((Verdict::Solved(plan), method));
                let below = horizon.checked_sub(1);
                let is_proved = below.is_none_or(|below| {
                    is_refuted_by_proof(task, settings, Encoding::Forall, below, None)
                });
                decision.optimal = Some(is_proved);
                return Ok(decision);
            }
            Found::GaveUp(why) => {
                decision.verdict = Verdict::Undecided(why);
                return Ok(decision);
            }
            Found::Refuted => {}
        }
    }
    // Every number of steps that a plan can have is refuted, but by nobody's proof.
    decision.verdict = Verdict::Undecided(settings.stop.why().unwrap_or(Why::Exhausted));
    Ok(decision)
}
