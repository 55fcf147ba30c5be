//! One formula by one backend: its answer; a model is decoded and replayed, its proof checked.

use std::time::Instant;

use super::super::job::{Job, Performed};
use super::call::{check_stop, measured, told};
use crate::credit::Credit;
use crate::record::Record;
use saut_base::BadInput;
use saut_criteria::compile::PegDomain;
use saut_peg::peg::Puzzle;
use saut_plan::attempt::attempt_encoded;
use saut_plan::backend;
use saut_task::Problem as _;
use saut_task::encode::Encoding;
use saut_task::proof::{self, HorizonProof};

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
    let backend = backend::by_name(backend)?;
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
        attempt_encoded(domain.task(), &encoded, &[], backend.as_ref(), limits)
    });
    let said = attempt.map(|attempt| {
        run.check_seconds = attempt.replay_time.as_secs_f64();
        (attempt.effort, attempt.result.into())
    });
    let plan = |plan| Some(Credit::plan(&domain.validate(plan).ok()?.0));
    let proof = |bytes| {
        let proof = HorizonProof {
            encoding,
            horizon,
            bytes,
        };
        proof::check(domain.task(), proof, &check_stop(job)).map(|refuted| Credit::proof(&refuted))
    };
    Ok(told(said, &encoded.formula, run, plan, proof))
}
