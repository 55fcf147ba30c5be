//! Answers as replies: their warnings are printed, and their evidence is kept if a file was asked for.

use std::path::Path;

use saut::Answer;
use saut::stop::Stop;

use super::proofs;
use super::reply::{Failure, Reply};

/// The reply of an answer. `proof` is the file for its evidence.
pub fn reply(answer: Answer, proof: Option<&Path>, stop: &Stop) -> Result<Reply, Failure> {
    for warning in answer.warnings() {
        tell!("saut: warning: {warning}; went on without it");
    }
    let kept = proofs::keep_evidence(answer.evidence(), proof, stop)?;
    Ok(Reply::answer(answer, kept))
}
