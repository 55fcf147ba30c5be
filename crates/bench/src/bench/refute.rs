//! Refuting anew: whether a formula has no model, or a puzzle no plan, by means that owe nothing to the solver that
//! said so. That shows which claims are wrong; it is no credit for those that are right.
//!
//! A criterion that rules out every plan rules out the models of every formula. Else varisat
//! solves the very formula with a DRAT proof, which our own checker must accept. A script has no
//! clauses: there `sequential` at the same horizon stands for it, whose models are the same plans.
//! If all fails, the limits were too small, and the claim stays unchecked.

use saut_base::stop::Stop;
use saut_criteria::certify;
use saut_criteria::compile::peg_task;
use saut_peg::peg::Puzzle;
use saut_plan::attempt::ClaimedRefutation;
use saut_plan::backend::SolveLimits;
use saut_plan::refute::{PROVER, Proved, prove};
use saut_puzzles::decide::{Settings, decide};
use saut_task::encode::Encoding;
use saut_task::proof::{Scope, scope};
use saut_task::task::Task;

use super::facts::Fact;
use super::perform::settled;

/// Whether the formula has no model: by a criterion, by a proof, or by the puzzle itself.
pub fn formula(puzzle: &Puzzle, encoding: Encoding, horizon: usize, stop: &Stop) -> Fact {
    let task = peg_task(puzzle);
    let fact = match certify::quick(puzzle) {
        Ok(Some(certificate)) => Fact::None(certificate.kind().to_owned()),
        // A certificate of ours that its check refuses.
        Err(fault) => Fact::Open(fault.to_string()),
        Ok(None) => anew(&task, encoding, horizon, stop),
    };
    let says_all = scope(&task, encoding, horizon) == Scope::EveryPlan;
    match fact {
        Fact::Open(_) if says_all => self::puzzle(puzzle, stop),
        fact => fact,
    }
}

/// Lets the prover solve the formula again.
fn anew(task: &Task, encoding: Encoding, horizon: usize, stop: &Stop) -> Fact {
    // Where a refutation speaks of more than one order there is another way, which needs time too.
    let stop = match stop.time_left() {
        Some(left) if encoding.is_sequential() => stop.with_timeout(left / 2),
        _ => stop.clone(),
    };
    let limits = SolveLimits {
        stop,
        ..SolveLimits::default()
    };
    let claim = ClaimedRefutation {
        encoding,
        horizon,
        proof: None,
        backend: PROVER.to_owned(),
    };
    match prove(task, claim, &limits) {
        Ok(Proved::Refuted(..)) => Fact::None("proof".to_owned()),
        Ok(Proved::Plan(..)) => Fact::Plan,
        Ok(Proved::Unknown(why)) => {
            Fact::Open(format!("no proof within the limits ({})", why.name()))
        }
        Err(error) => Fact::Open(error.to_string()),
    }
}

/// Whether the puzzle has no plan.
pub fn puzzle(puzzle: &Puzzle, stop: &Stop) -> Fact {
    let settings = Settings {
        threads: std::num::NonZeroUsize::new(1),
        stop: stop.clone(),
        ..Settings::default()
    };
    settled(decide(puzzle, &settings).as_ref())
}
