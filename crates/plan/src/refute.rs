//! Refuting: turns an untrusted "unsatisfiable" into a checked refutation.
//!
//! If the backend wrote a DRAT or LRAT proof, this proof is checked. Otherwise, varisat solves the formula again and
//! writes a proof. Verdicts, shortest plans and the benchmark command all use this prover, for every kind of task.

pub use crate::attempt::PROVER;
use crate::attempt::{AttemptResult, ClaimedRefutation, attempt};
use crate::backend::{self, BackendError, Fault, SolveLimits};
use crate::decision::Method;
use crate::error::Error;
use saut_base::stop::StopReason;
use saut_task::CheckError;
use saut_task::encode::Encoding;
use saut_task::plan::Plan;
use saut_task::proof::{self, HorizonProof, RefutedHorizon};
use saut_task::task::{ActionId, Task};

/// Result of proving a claim.
#[derive(Clone, Debug)]
pub enum Proved {
    /// The accepted refutation, and the name of the backend that wrote its proof.
    Refuted(RefutedHorizon, String),
    /// The prover found a plan with this formula, so the claim was wrong.
    Plan(Plan<ActionId>, Method),
    /// No proof within the limits.
    Unknown(StopReason),
}

/// Checks the proof of a claim, and creates one if there is none. An SMT script has no clauses to prove, so the
/// encoding `sequential`, which has the same plans, replaces it. `run` limits the prover; its `proof` is ignored.
///
/// # Errors
/// An error of the backend whose proof is rejected, or of a faulty prover.
pub fn prove(task: &Task, claim: ClaimedRefutation, run: &SolveLimits) -> Result<Proved, Error> {
    let ClaimedRefutation {
        encoding,
        horizon,
        proof,
        backend,
        ..
    } = claim;
    let encoding = match encoding {
        Encoding::Smt => Encoding::SEQUENTIAL,
        clauses => clauses,
    };
    let (bytes, backend) = if let Some(bytes) = proof {
        (bytes, backend)
    } else {
        let prover = backend::by_name(PROVER)?;
        let run = SolveLimits {
            proof: true,
            ..run.clone()
        };
        let name = PROVER.to_owned();
        let attempt = attempt(task, encoding, horizon, prover.as_ref(), &run)?;
        let method = Method::of(&attempt);
        match attempt.result {
            AttemptResult::Plan(plan) => return Ok(Proved::Plan(plan, method)),
            AttemptResult::Unknown(why) => return Ok(Proved::Unknown(why)),
            AttemptResult::Refuted(ClaimedRefutation { proof: None, .. }) => {
                let fact = "it wrote no proof";
                return Err(BackendError::new(&name, Fault::WrongAnswer, fact).into());
            }
            AttemptResult::Refuted(ClaimedRefutation {
                proof: Some(bytes), ..
            }) => (bytes, name),
        }
    };
    let proof = HorizonProof {
        encoding,
        horizon,
        bytes,
    };
    match proof::check(task, proof, &run.stop) {
        Ok(refuted) => Ok(Proved::Refuted(refuted, backend)),
        Err(CheckError::Stopped(why)) => Ok(Proved::Unknown(why)),
        Err(rejected) => {
            let fact = format_args!("its proof was rejected: {rejected}");
            Err(BackendError::new(&backend, Fault::WrongAnswer, fact).into())
        }
    }
}
