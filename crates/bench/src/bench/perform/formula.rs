//! One formula by one backend: its answer; a model is decoded and replayed.

use std::time::Instant;

use super::super::job::{Job, Performed};
use super::super::key::key;
use super::super::solver::Solver;
use super::call::{failed, gave_up, measured};
use crate::record::{Claimed, Record, RunOutcome};
use saut_plan::attempt::{AttemptResult, attempt_encoded};
use saut_plan::encode::Encoding;
use saut_plan::formula::{Formula, dimacs, smtlib};
use saut_plan::{BadInput, Domain};
use saut_puzzles::compile::PegDomain;
use saut_puzzles::peg::Puzzle;

/// Encodes, and lets the backend work.
///
/// # Errors
/// There is no such backend.
pub fn formula(
    puzzle: &Puzzle,
    job: &Job,
    encoding: Encoding,
    horizon: usize,
    backend: &str,
) -> Result<Performed, BadInput> {
    let backend = Solver::backend(backend)?;
    let domain = PegDomain::new(puzzle);
    let began = Instant::now();
    let encoded = encoding.encode_for(domain.task(), horizon, backend.reads());
    let mut run = Record {
        horizon: Some(horizon),
        encode_seconds: began.elapsed().as_secs_f64(),
        variables: Some(encoded.formula.variables()),
        clauses: Some(encoded.formula.clauses()),
        ..Record::default()
    };
    let attempt = measured(job, &mut run, |limits| {
        attempt_encoded(&domain, &encoded, &[], backend.as_ref(), limits)
    });
    match attempt {
        Err(error) => failed(&error, &mut run),
        Ok(attempt) => {
            run.conflicts = attempt.effort.conflicts;
            run.decisions = attempt.effort.decisions;
            run.propagations = attempt.effort.propagations;
            run.check_seconds = attempt.replay_time.as_secs_f64();
            match attempt.result {
                AttemptResult::Unknown(why) => gave_up(why, &mut run),
                AttemptResult::Refuted(_) => {
                    run.ends(Claimed::Unsat, RunOutcome::Unchecked, "not checked yet");
                }
                AttemptResult::Plan(_) => run.holds(Claimed::Sat, RunOutcome::Solved, "replay"),
            }
        }
    }
    let answered = run.claim != Claimed::Nothing;
    let formula = answered.then(|| formula_key(&encoded.formula));
    Ok(Performed { run, formula })
}

/// The key of a formula: of its text in the language that it is written in.
pub(super) fn formula_key(formula: &Formula) -> String {
    match formula {
        Formula::Cnf { cnf, names } => {
            let mut text = Vec::new();
            // Writing to a vector cannot fail.
            let _ = dimacs::write(&mut text, cnf, names.len());
            key(&text)
        }
        Formula::Smt(_) => key(smtlib::text(formula).as_bytes()),
    }
}
