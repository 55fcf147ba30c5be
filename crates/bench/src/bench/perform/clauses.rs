//! A file of clauses: a backend's answer to it, and whether it is true that it has no model.
//!
//! A model is checked against every clause by the backends themselves, and once more here. A
//! refutation counts only if varisat refutes the file too, with a DRAT proof that our checker accepts.

use std::time::Instant;

use rustsat::types::{Assignment, TernaryVal};

use super::super::job::{Job, Performed, Work};
use super::super::subject::ClauseFile;
use super::call::{failed, measured, no_such_work, stop, told};
use crate::record::{Claimed, Record, RunOutcome};
use saut_plan::BadInput;
use saut_plan::attempt::AttemptResult;
use saut_plan::backend::{self, Answer, Response, SolveLimits};
use saut_plan::formula::Formula;
use saut_plan::model::Model;
use saut_plan::proof::{RejectedProof, check_drat_within};
use saut_plan::refute::PROVER;

/// Does the work on a file of clauses.
///
/// # Errors
/// There is no such backend, or the file cannot be used any more.
pub fn of_clauses(file: &ClauseFile, job: &Job) -> Result<Performed, BadInput> {
    match &job.work {
        Work::Formulas { backend, .. } => solve(file, backend, job),
        Work::Check => Ok(refute(file, job)?.into()),
        other => Err(no_such_work(other, "clauses")),
    }
}

/// Lets the backend work on the clauses.
fn solve(file: &ClauseFile, backend: &str, job: &Job) -> Result<Performed, BadInput> {
    let backend = backend::by_name(backend)?;
    let formula = file.read()?;
    let mut run = Record {
        variables: Some(formula.variables()),
        clauses: Some(formula.clauses()),
        ..Record::default()
    };
    let said = measured(job, &mut run, |limits| backend.solve(&formula, limits));
    let said = said.map(
        |Response {
             answer,
             effort,
             proof,
         }| {
            let result = match answer {
                Answer::Sat(model) => AttemptResult::Plan(model),
                Answer::Unsat => AttemptResult::Refuted(proof),
                Answer::Unknown(why) => AttemptResult::Unknown(why),
            };
            (effort, result)
        },
    );
    Ok(told(said, &formula, run, |model, run| {
        let began = Instant::now();
        if satisfies(&model, &formula) {
            run.holds(Claimed::Sat, RunOutcome::Solved, "model");
        } else {
            let fact = "the model does not satisfy the clauses";
            run.ends(Claimed::Sat, RunOutcome::Wrong, fact);
        }
        run.check_seconds = began.elapsed().as_secs_f64();
    }))
}

fn satisfies(model: &Model, formula: &Formula) -> bool {
    let (Model::Bits(bits), Formula::Cnf { cnf, .. }) = (model, formula) else {
        return false;
    };
    let values = bits.iter().map(|&bit| TernaryVal::from(bit));
    cnf.evaluate(&values.collect::<Assignment>()) == TernaryVal::True
}

/// Lets the prover solve the clauses again: records a checked proof that they have no model, or the model.
fn refute(file: &ClauseFile, job: &Job) -> Result<Record, BadInput> {
    let began = Instant::now();
    let mut run = Record::default();
    let formula = file.read()?;
    let limits = SolveLimits {
        stop: stop(job),
        proof: true,
        ..SolveLimits::default()
    };
    match backend::by_name(PROVER)?.solve(&formula, &limits) {
        Err(error) => failed(&error, &mut run),
        Ok(response) => match (response.answer, response.proof, &formula) {
            (Answer::Sat(model), ..) if satisfies(&model, &formula) => {
                run.holds(Claimed::Sat, RunOutcome::Solved, "model");
            }
            (Answer::Unsat, Some(proof), Formula::Cnf { cnf, names }) => {
                match check_drat_within(cnf, names.len(), &proof, &limits.stop) {
                    Ok(()) => run.holds(Claimed::Unsat, RunOutcome::Refuted, "proof"),
                    Err(RejectedProof::Unfinished(why)) => not_proved(why.name(), &mut run),
                    Err(rejected) => not_proved(&rejected.to_string(), &mut run),
                }
            }
            (Answer::Unknown(why), ..) => not_proved(why.name(), &mut run),
            _ => not_proved("the prover gave none", &mut run),
        },
    }
    run.check_seconds = began.elapsed().as_secs_f64();
    Ok(run)
}

fn not_proved(why: &str, run: &mut Record) {
    let fact = format!("no proof within the limits ({why})");
    run.ends(Claimed::Nothing, RunOutcome::GaveUp, fact);
}
