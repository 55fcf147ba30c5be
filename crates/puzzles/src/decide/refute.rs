//! Refuting: from "unsatisfiable", which nobody believes, to a checked certificate.
//!
//! A refutation of `sequential` at the only length that plans can have means infeasible, if there
//! is a DRAT proof that the independent checker of [`crate::certify`] accepts. Where the backend
//! gave none, varisat solves the formula again and writes one.

use super::attempt::{Attempt, Found, attempt};
use super::{Error, Method, Settings, Verdict};
use crate::certify::proof::JumpLimit;
use crate::certify::{self, Certificate, Proof, Rejected};
use crate::peg::Puzzle;
use crate::search::SearchSettings;
use saut_plan::backend::{self, Run};
use saut_plan::encode::Encoding;
use saut_plan::stop::Why;
use saut_plan::task::Task;

/// The backend that writes proofs.
const PROVER: &str = "varisat";

/// A checked verdict from a claimed refutation, and what gave it. `limits` are those of the task.
pub fn refute(
    puzzle: &Puzzle,
    task: &Task,
    limits: &[JumpLimit],
    settings: &Settings,
    claim: Attempt,
    backend: String,
) -> Result<(Verdict, Method), Error> {
    let (claim, backend) = match claim.proof {
        Some(_) => (claim, backend),
        None => (prove(puzzle, task, settings, &claim)?, PROVER.to_owned()),
    };
    let method = Method::of(&claim, backend.clone());
    let verdict = match (claim.found, claim.proof) {
        (Found::Refuted, Some(drat)) => {
            let (encoding, horizon) = (claim.encoding, claim.horizon);
            let proof = Certificate::Proof(Proof {
                encoding,
                horizon,
                drat,
                limits: limits.to_vec(),
            });
            let within = SearchSettings {
                stop: settings.stop.clone(),
                ..SearchSettings::default()
            };
            match certify::check_within(puzzle, proof, &within) {
                Ok(certificate) => Verdict::Infeasible(Box::new(certificate)),
                Err(Rejected::Unfinished(why)) => Verdict::Undecided(why),
                Err(rejected) => {
                    let fact = format!("its proof is not accepted: {rejected}");
                    let name = backend;
                    return Err(backend::Error::WrongAnswer { name, fact }.into());
                }
            }
        }
        (Found::GaveUp(why), _) => Verdict::Undecided(why),
        (Found::Plan(plan), _) => Verdict::Solved(plan),
        (Found::Refuted, None) => Verdict::Undecided(Why::Exhausted),
    };
    Ok((verdict, method))
}

/// Solves the formula again, with a proof.
fn prove(
    puzzle: &Puzzle,
    task: &Task,
    settings: &Settings,
    claim: &Attempt,
) -> Result<Attempt, Error> {
    let encoding = match claim.encoding {
        Encoding::Sequential { .. } => claim.encoding,
        _ => Encoding::SEQUENTIAL,
    };
    let prover = backend::by_name(PROVER)?;
    let run = Run {
        stop: settings.stop.clone(),
        seed: 0,
        conflicts: None,
        proof: true,
        ..Run::default()
    };
    Ok(attempt(
        puzzle,
        task,
        encoding,
        claim.horizon,
        prover.as_ref(),
        &run,
    )?)
}
