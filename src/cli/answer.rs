//! Findings as replies: warnings are told, and what they rest on is kept where a file was asked for.

use std::path::Path;

use saut::Answer;
use saut::answer::{Evidence, Kept, TaskAnswer};

use super::proofs;
use super::reply::{Failure, Reply};

/// Findings of a command, before what they rest on is kept.
pub enum Found {
    /// An answer.
    Answer(Answer),
    /// Facts that a search of all solutions has told.
    OfAll {
        /// Reason why there is no proof to keep.
        otherwise: &'static str,
        /// Tells them.
        told: Box<dyn FnOnce(Kept) -> Result<Reply, Failure>>,
    },
    /// Nothing that rests on anything.
    Nothing(Reply),
}

/// The reply of what was found. `proof` is the file for what it rests on.
pub fn reply(found: Found, proof: Option<&Path>) -> Result<Reply, Failure> {
    match found {
        Found::Answer(answer) => {
            for warning in answer.warnings() {
                tell!("saut: warning: {warning}; went on without it");
            }
            let kept = proofs::keep_evidence(answer.evidence(), proof)?;
            Ok(Reply::answer(answer, kept))
        }
        Found::OfAll { otherwise, told } => {
            let evidence = Evidence::Horizons {
                refuted: &[],
                otherwise: otherwise.to_owned(),
            };
            told(proofs::keep_evidence(evidence, proof)?)
        }
        Found::Nothing(reply) => Ok(reply),
    }
}

/// The reply of an answer to a task.
pub fn reply_of_task(answer: TaskAnswer, proof: Option<&Path>) -> Result<Reply, Failure> {
    reply(Found::Answer(Answer::Task(Box::new(answer))), proof)
}
