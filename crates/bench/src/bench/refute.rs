//! Refuting anew: whether a formula has no model, or a puzzle no plan, by means that owe nothing
//! to the solver that said so.
//!
//! A criterion that rules out every plan rules out the models of every formula. Else varisat
//! solves the very formula with a DRAT proof, which our own checker must accept. A script has no
//! clauses: there `sequential` at the same horizon stands for it, whose models are the same plans.
//! Where all fails the limits were too small, and the claim stays unchecked.

use std::time::Instant;

use crate::record::{Claim, Outcome, Record};
use saut_plan::backend::{self, Answer, Run};
use saut_plan::decode;
use saut_plan::encode::Encoding;
use saut_plan::formula::Formula;
use saut_plan::stop::Stop;
use saut_puzzles::certify::{self, proof::check_drat};
use saut_puzzles::decide::{Settings, Verdict, decide};
use saut_puzzles::peg::Puzzle;
use saut_puzzles::pose;
use saut_puzzles::simulate;

/// The backend that writes proofs.
const PROVER: &str = "varisat";

/// Whether the formula has no model.
pub fn formula(puzzle: &Puzzle, encoding: Encoding, horizon: usize, stop: &Stop) -> Record {
    let began = Instant::now();
    let mut run = Record::default();
    match certify::quick(puzzle) {
        Some(certificate) => {
            run.holds(Claim::Unsat, Outcome::Refuted, certificate.kind());
        }
        None => prove(puzzle, encoding, horizon, stop, &mut run),
    }
    let task = pose::peg_task(puzzle);
    let says_all = encoding.is_sequential() && task.length.exactly() == Some(horizon);
    if !run.checked && says_all && run.claim == Claim::Nothing {
        run = self::puzzle(puzzle, stop);
    }
    if run.outcome == Outcome::Infeasible {
        run.outcome = Outcome::Refuted;
    }
    run.check_seconds = began.elapsed().as_secs_f64();
    run
}

fn prove(puzzle: &Puzzle, encoding: Encoding, horizon: usize, stop: &Stop, run: &mut Record) {
    let task = pose::peg_task(puzzle);
    let (encoding, says_all) = match encoding {
        Encoding::Smt { .. } => (Encoding::SEQUENTIAL, true),
        other => (other, other.is_sequential()),
    };
    // Where a refutation speaks of the puzzle there is another way, which needs time as well.
    let stop = match stop.time_left() {
        Some(left) if says_all => stop.within(left / 2),
        _ => stop.clone(),
    };
    let encoded = encoding.encode(&task, horizon);
    let Ok(prover) = backend::by_name(PROVER) else {
        return;
    };
    let limits = Run {
        stop,
        proof: true,
        ..Run::default()
    };
    let Formula::Cnf { cnf, names } = &encoded.formula else {
        return;
    };
    let fact = match prover.solve(&encoded.formula, &limits) {
        Err(error) => error.to_string(),
        Ok(outcome) => match (outcome.answer, outcome.proof) {
            (Answer::Unsat, Some(proof)) => match check_drat(cnf, names.len(), &proof) {
                Ok(()) => return run.holds(Claim::Unsat, Outcome::Refuted, "proof"),
                Err(rejected) => format!("the proof is not accepted: {rejected}"),
            },
            (Answer::Sat(model), _) => {
                let plan = decode::decode(&task, &encoded, &model).ok();
                let plan = plan.map(|plan| pose::peg_plan(puzzle, plan));
                match plan.map(|plan| simulate::replay(puzzle, plan)) {
                    Some(Ok(_)) => return run.holds(Claim::Sat, Outcome::Solved, "replay"),
                    _ => "the prover gives a wrong model".to_owned(),
                }
            }
            (Answer::Unknown(why), _) => format!("no proof within the limits ({})", why.name()),
            (Answer::Unsat, None) => "no proof was written".to_owned(),
        },
    };
    run.ends(Claim::Nothing, Outcome::GaveUp, fact);
}

/// Whether the puzzle has no plan.
pub fn puzzle(puzzle: &Puzzle, stop: &Stop) -> Record {
    let began = Instant::now();
    let mut run = Record::default();
    let settings = Settings {
        threads: std::num::NonZeroUsize::new(1),
        stop: stop.clone(),
        ..Settings::default()
    };
    match decide(puzzle, &settings).map(|decision| decision.verdict) {
        Ok(Verdict::Solved(_)) => run.holds(Claim::Sat, Outcome::Solved, "replay"),
        Ok(Verdict::Infeasible(certificate)) => {
            run.holds(Claim::Unsat, Outcome::Infeasible, certificate.kind());
        }
        Ok(Verdict::Undecided(why)) => {
            let fact = format!("undecided within the limits of the check ({})", why.name());
            run.ends(Claim::Nothing, Outcome::GaveUp, fact);
        }
        Err(error) => run.ends(Claim::Nothing, Outcome::GaveUp, error.to_string()),
    }
    run.check_seconds = began.elapsed().as_secs_f64();
    run
}
