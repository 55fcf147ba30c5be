//! Refuting: from "unsatisfiable", which nobody believes, to a checked refutation.
//!
//! A proof of the backend, DRAT or LRAT, is checked; without one, varisat solves the formula again and writes one. The one prover
//! for every kind of task: verdicts, shortest plans and the bench all come here.

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
    /// The proof is accepted; by this backend.
    Refuted(RefutedHorizon, String),
    /// The prover found a plan, by this formula: the claim was wrong.
    Plan(Plan<ActionId>, Method),
    /// No proof within the limits.
    Unknown(StopReason),
}

/// Checks the proof of a claim, and makes one if there is none. A script has no clauses to prove
/// anything of: there `sequential` stands for it, whose plans are the same. `run` limits the
/// prover; its own choice of proof is overruled.
///
/// # Errors
/// A proof that is not accepted is the error of its backend, as is a prover that is at fault.
pub fn prove(task: &Task, claim: ClaimedRefutation, run: &SolveLimits) -> Result<Proved, Error> {
    let ClaimedRefutation {
        encoding,
        horizon,
        proof,
        backend,
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
            let fact = format_args!("its proof is not accepted: {rejected}");
            Err(BackendError::new(&backend, Fault::WrongAnswer, fact).into())
        }
    }
}
