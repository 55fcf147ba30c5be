//! A file of clauses: a backend's answer to it, and whether it is true that it has no model.
//!
//! A model is checked against every clause by the backends themselves, and once more here. A
//! refutation counts only by the backend's own proof.

use super::super::facts::Fact;
use super::super::job::{Job, Performed, Work};
use super::super::subject::ClauseFile;
use super::call::{Told, check_stop, measured, no_such_work, stop, told};
use crate::credit::Credit;
use crate::record::Record;
use saut_base::BadInput;
use saut_plan::backend::{self, Answer, Response, SolveLimits};
use saut_plan::refute::PROVER;
use saut_task::CheckError;

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
            let answer = match answer {
                Answer::Sat(model) => Told::Found(model),
                Answer::Unsat => Told::Refuted(proof),
                Answer::Unknown(why) => Told::Unknown(why),
            };
            (effort, answer)
        },
    );
    let model = |model| Credit::model(&model, &formula);
    let proof = |proof: Vec<u8>| Credit::proof_of_clauses(&formula, &proof, &check_stop(job));
    Ok(told(said, &formula, run, model, proof))
}

/// Lets the prover solve the clauses again: a checked proof that they have no model, or a checked model.
fn refute(file: &ClauseFile, job: &Job) -> Result<Fact, BadInput> {
    let formula = file.read()?;
    let limits = SolveLimits {
        stop: stop(job),
        proof: true,
        ..SolveLimits::default()
    };
    let open = |why: &str| Fact::Open(format!("no proof within the limits ({why})"));
    let response = match backend::by_name(PROVER)?.solve(&formula, &limits) {
        Ok(response) => response,
        Err(error) => return Ok(Fact::Open(error.to_string())),
    };
    Ok(match (response.answer, response.proof) {
        (Answer::Sat(model), _) if Credit::model(&model, &formula).is_some() => Fact::Plan,
        (Answer::Unsat, Some(proof)) => {
            match Credit::proof_of_clauses(&formula, &proof, &limits.stop) {
                Ok(_) => Fact::None("proof".to_owned()),
                Err(CheckError::Stopped(why)) => open(why.name()),
                Err(rejected) => open(&rejected.to_string()),
            }
        }
        (Answer::Unknown(why), _) => open(why.name()),
        _ => open("the prover gave none"),
    })
}
