//! Refuting anew: proofs that a formula has no model, or a puzzle no plan, by means that owe nothing to the solver that
//! said so.
//!
//! A criterion that rules out every plan rules out the models of every formula. Else varisat
//! solves the very formula with a DRAT proof, which our own checker must accept. A script has no
//! clauses: there `sequential` at the same horizon stands for it, whose models are the same plans.
//! If all fails, the limits were too small, and the claim stays unchecked.

use std::time::Instant;

use saut_plan::Domain;
use saut_plan::backend::SolveLimits;
use saut_plan::encode::Encoding;
use saut_plan::proof::{Scope, scope};
use saut_plan::refute::{ClaimedRefutation, PROVER, Proved, prove};
use saut_plan::stop::Stop;
use saut_puzzles::certify;
use saut_puzzles::compile::PegDomain;
use saut_puzzles::decide::{Settings, Verdict, decide};
use saut_puzzles::peg::Puzzle;

use crate::record::{Claimed, Record, RunOutcome};

/// Record of a check that the formula has no model: by a criterion, by a proof, or by the puzzle itself.
pub fn formula(puzzle: &Puzzle, encoding: Encoding, horizon: usize, stop: &Stop) -> Record {
    let began = Instant::now();
    let mut run = Record::default();
    let domain = PegDomain::new(puzzle);
    match certify::quick(puzzle) {
        Ok(Some(certificate)) => {
            run.holds(Claimed::Unsat, RunOutcome::Refuted, certificate.kind());
        }
        // A certificate of ours that its check refuses is a wrong answer of ours.
        Err(_) => run.outcome = RunOutcome::Wrong,
        Ok(None) => anew(&domain, encoding, horizon, stop, &mut run),
    }
    let says_all = scope(domain.task(), encoding, horizon) == Scope::EveryPlan;
    if !run.checked && says_all && run.claim == Claimed::Nothing {
        run = self::puzzle(puzzle, stop);
    }
    if run.outcome == RunOutcome::Infeasible {
        run.outcome = RunOutcome::Refuted;
    }
    run.check_seconds = began.elapsed().as_secs_f64();
    run
}

/// Lets the prover solve the formula again.
fn anew(domain: &PegDomain<'_>, encoding: Encoding, horizon: usize, stop: &Stop, run: &mut Record) {
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
        drat: None,
        backend: PROVER.to_owned(),
    };
    match prove(domain, claim, &limits) {
        Ok(Proved::Refuted(..)) => run.holds(Claimed::Unsat, RunOutcome::Refuted, "proof"),
        Ok(Proved::Plan(..)) => run.holds(Claimed::Sat, RunOutcome::Solved, "replay"),
        Ok(Proved::Unknown(why)) => {
            let fact = format!("no proof within the limits ({})", why.name());
            run.ends(Claimed::Nothing, RunOutcome::GaveUp, fact);
        }
        Err(error) => run.ends(Claimed::Nothing, RunOutcome::GaveUp, error.to_string()),
    }
}

/// Record of a check that the puzzle has no plan: a replayed plan, a checked certificate, or the limit that was hit.
pub fn puzzle(puzzle: &Puzzle, stop: &Stop) -> Record {
    let began = Instant::now();
    let mut run = Record::default();
    let settings = Settings {
        threads: std::num::NonZeroUsize::new(1),
        stop: stop.clone(),
        ..Settings::default()
    };
    match decide(puzzle, &settings).map(|decision| decision.verdict) {
        Ok(Verdict::Solved(_)) => run.holds(Claimed::Sat, RunOutcome::Solved, "replay"),
        Ok(Verdict::Infeasible(certificate)) => {
            run.holds(Claimed::Unsat, RunOutcome::Infeasible, certificate.kind());
        }
        Ok(Verdict::Undecided(why)) => {
            let fact = format!("undecided within the limits of the check ({})", why.name());
            run.ends(Claimed::Nothing, RunOutcome::GaveUp, fact);
        }
        Err(error) => run.ends(Claimed::Nothing, RunOutcome::GaveUp, error.to_string()),
    }
    run.check_seconds = began.elapsed().as_secs_f64();
    run
}
