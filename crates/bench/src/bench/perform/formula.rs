//! One formula, one call of a backend; a model is decoded and replayed.

use std::time::Instant;

use super::super::job::{Job, Performed};
use super::super::key::key;
use super::super::meter::{Measurement, Worker};
use super::super::solver::Solver;
use super::{failed, gave_up, metered};
use crate::record::{Claim, Outcome, Record};
use saut_plan::BadInput;
use saut_plan::backend::Answer;
use saut_plan::decode;
use saut_plan::encode::{Encoded, Encoding};
use saut_plan::formula::{Formula, dimacs, smtlib};
use saut_plan::model::Model;
use saut_plan::process::descendants;
use saut_plan::task::Task;
use saut_puzzles::peg::Puzzle;
use saut_puzzles::{pose, simulate};

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
    let task = pose::peg_task(puzzle);
    let began = Instant::now();
    let encoded = encoding.encode(&task, horizon);
    let mut run = Record {
        horizon: Some(horizon),
        encode_seconds: began.elapsed().as_secs_f64(),
        variables: Some(encoded.formula.variables()),
        clauses: Some(encoded.formula.clauses()),
        ..Record::default()
    };
    let (limits, meter) = metered(job);
    let measurement = Measurement::begin();
    let outcome = backend.solve(&encoded.formula, &limits);
    let called = meter.wall().is_some();
    if called {
        descendants::end_all();
    }
    let worker = if called {
        Worker::Programs
    } else {
        Worker::Here
    };
    measurement.end(worker, &meter, &mut run);
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            failed(&error, &mut run);
            return Ok(run.into());
        }
    };
    run.conflicts = outcome.effort.conflicts;
    run.decisions = outcome.effort.decisions;
    run.propagations = outcome.effort.propagations;
    match outcome.answer {
        Answer::Unknown(why) => gave_up(why, &mut run),
        Answer::Unsat => run.ends(Claim::Unsat, Outcome::Unchecked, "not checked yet"),
        Answer::Sat(model) => replay(puzzle, &task, &encoded, &model, &mut run),
    }
    let answered = run.claim != Claim::Nothing;
    let formula = answered.then(|| formula_key(&encoded.formula));
    Ok(Performed { run, formula })
}

/// The key of a formula: of its text in the language that it is written in.
fn formula_key(formula: &Formula) -> String {
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

/// Whether a model is a plan.
fn replay(puzzle: &Puzzle, task: &Task, encoded: &Encoded, model: &Model, run: &mut Record) {
    let began = Instant::now();
    let plan = decode::decode(task, encoded, model).map_err(|error| error.to_string());
    let replayed = plan.and_then(|plan| {
        simulate::replay(puzzle, pose::peg_plan(puzzle, plan)).map_err(|error| error.to_string())
    });
    match replayed {
        Ok(_) => run.holds(Claim::Sat, Outcome::Solved, "replay"),
        Err(fact) => run.ends(Claim::Sat, Outcome::Wrong, fact),
    }
    run.check_seconds = began.elapsed().as_secs_f64();
}
