//! Proofs: infeasibility because the formula of an encoding is unsatisfiable.
//!
//! The certificate consists of the encoding, the horizon and a proof in DRAT or LRAT. The check encodes the formula
//! again from the puzzle, so it trusts neither the solver nor a file with clauses. It trusts the encoder, so the
//! certificate names the encoding. [`saut_task::proof::scope`] decides whether the refutation covers every plan.

mod assumed;
mod document;

pub use assumed::{Assumed, JumpLimit, first_jumps, jump_limits};
pub use document::{EncodingEntry, WrittenProof};

use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;
use saut_task::CheckError;
use saut_task::encode::Encoding;
use saut_task::proof::{self, HorizonProof, ProofFormat, Scope};
use saut_task::task::Task;

/// A claim that the formula of an encoding is unsatisfiable, with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The encoding, the horizon, and the proof. After a JSON document is parsed, the bytes of the proof are empty
    /// until they are read from the file.
    pub claim: HorizonProof,
    /// The file of the proof, as in the JSON document.
    pub file: Option<String>,
    /// The facts that the formula assumes.
    pub assumed: Assumed,
}

impl Proof {
    /// Checks that the formula covers every plan, and that the proof refutes the formula.
    pub(super) fn check(&self, puzzle: &Puzzle, stop: &Stop) -> Result<(), CheckError> {
        self.assumed.check(puzzle, stop)?;
        let task = self.assumed.task(puzzle);
        check_scope(&task, self.claim.encoding, self.claim.horizon)?;
        proof::check_formula(&task, &self.claim, stop)?;
        Ok(())
    }

    /// Explains the refutation in words.
    pub fn explanation(&self) -> String {
        let assumed = self.assumed.explanation();
        format!(
            "The formula of the {} encoding with {} steps, {}, is unsatisfiable: {} \
             proof of {} bytes was checked against the formula, which was encoded again.\n{assumed}",
            self.claim.encoding,
            self.claim.horizon,
            if self.claim.encoding.is_sequential() {
                "one jump per step"
            } else {
                "the maximum number of jumps of a plan"
            },
            match self.claim.format() {
                ProofFormat::Drat => "a DRAT",
                ProofFormat::Lrat => "an LRAT",
            },
            self.claim.bytes.len(),
        )
    }
}

/// Checks that a refutation of this formula covers every plan of the task of a puzzle.
pub(super) fn check_scope(
    task: &Task,
    encoding: Encoding,
    horizon: usize,
) -> Result<(), CheckError> {
    if proof::scope(task, encoding, horizon) == Scope::EveryPlan {
        return Ok(());
    }
    let wanted = match (encoding, task.length().exactly()) {
        (Encoding::Sequential { .. }, None) => "its plans may have several lengths".to_owned(),
        (Encoding::Sequential { .. }, Some(length)) => format!("its plans have {length} jumps"),
        _ => "its formula does not have every plan as a model".to_owned(),
    };
    other(encoding, horizon, &wanted)
}

/// Rejects a refutation of the wrong formula.
pub(super) fn other<T>(encoding: Encoding, horizon: usize, wanted: &str) -> Result<T, CheckError> {
    CheckError::reject(format_args!(
        "a refutation of {} at horizon {horizon} does not refute this puzzle: {wanted}",
        encoding.name()
    ))
}

#[cfg(test)]
mod tests;
