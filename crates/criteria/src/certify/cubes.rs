//! Proofs in pieces: infeasibility because the formula of an encoding is unsatisfiable under every cube of a tree.
//!
//! The proofs are in files, because together they may be larger than the memory. The check reads each file once,
//! compares its digest, encodes the formula again, and checks the proof against the formula. The cubes cover every
//! assignment because they are the leaves of a binary tree ([`CubeTree`]). [`saut_task::proof::scope`] decides whether
//! a refutation covers every plan.

use serde::{Deserialize, Serialize};

use std::path::PathBuf;

use super::proof::{Assumed, EncodingEntry, check_scope};
use saut_base::bad_input::BadInput;
use saut_base::digest::sha256;
use saut_base::read_limited;
use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;
use saut_task::CheckError;
use saut_task::encode::Encoding;
use saut_task::proof::{CubeTree, check_cubes};

/// A claim that the formula of an encoding has no model under any cube of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenCubes", into = "WrittenCubes")]
pub struct Cubes {
    /// The encoding of the formula.
    pub encoding: Encoding,
    /// The horizon of the formula.
    pub horizon: usize,
    /// The tree whose leaves are the cubes.
    pub tree: CubeTree,
    /// The proof of each leaf, in the order of the tree.
    pub proofs: Vec<ProofFile>,
    /// The facts that the formula assumes.
    pub assumed: Assumed,
}

/// The JSON form of a proof in pieces.
#[derive(Serialize, Deserialize)]
struct WrittenCubes {
    /// Always `drat`.
    format: String,
    #[serde(flatten)]
    encoding: EncodingEntry,
    horizon: usize,
    /// The decisions in preorder: the DIMACS number of a variable, then the branch in which it is
    /// true, then the branch in which it is false; 0 for a leaf.
    tree: CubeTree,
    pieces: Vec<ProofFile>,
    #[serde(flatten)]
    assumed: Assumed,
}

impl From<Cubes> for WrittenCubes {
    fn from(cubes: Cubes) -> Self {
        Self {
            format: "drat".to_owned(),
            encoding: cubes.encoding.into(),
            horizon: cubes.horizon,
            tree: cubes.tree,
            pieces: cubes.proofs,
            assumed: cubes.assumed,
        }
    }
}

impl TryFrom<WrittenCubes> for Cubes {
    type Error = BadInput;

    fn try_from(written: WrittenCubes) -> Result<Self, BadInput> {
        if written.format != "drat" {
            let fact = format!(
                "proofs in pieces cannot be checked in the format {}",
                written.format
            );
            return Err(BadInput::new("format", fact).remedy("use DRAT"));
        }
        Ok(Self {
            encoding: (&written.encoding).try_into()?,
            horizon: written.horizon,
            tree: written.tree,
            proofs: written.pieces,
            assumed: written.assumed,
        })
    }
}

/// A DRAT proof in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofFile {
    /// The path of the file, as in the JSON document.
    #[serde(rename = "file")]
    pub path: PathBuf,
    /// The SHA-256 digest of the file, in hexadecimal digits.
    pub sha256: String,
}

/// Maximum size in bytes of the proof of one cube.
pub const MAX_PROOF_BYTES: u64 = 1 << 30;

impl ProofFile {
    /// Reads the proof and compares its digest.
    ///
    /// # Errors
    /// The file cannot be read, is too large, or has another digest.
    pub fn read(&self) -> Result<Vec<u8>, CheckError> {
        let bytes =
            read_limited::file(&self.path, MAX_PROOF_BYTES).map_err(CheckError::rejected)?;
        if sha256(&bytes) == self.sha256 {
            return Ok(bytes);
        }
        let file = self.path.display();
        CheckError::reject(format_args!(
            "{file} is not the proof that was written: its SHA-256 differs"
        ))
    }
}

impl Cubes {
    /// Checks that the formula covers every plan, and that the proofs refute the formula under every cube.
    pub(super) fn check(
        &self,
        puzzle: &Puzzle,
        threads: usize,
        stop: &Stop,
    ) -> Result<(), CheckError> {
        self.assumed.check(puzzle, stop)?;
        let task = self.assumed.task(puzzle);
        check_scope(&task, self.encoding, self.horizon)?;
        let (formula, proofs) = ((self.encoding, self.horizon), &self.proofs);
        let read = ProofFile::read;
        check_cubes(&task, formula, &self.tree, proofs, read, threads, stop)?;
        Ok(())
    }

    /// Explains the refutation in words.
    pub fn explanation(&self) -> String {
        format!(
            "The formula of the {} encoding at horizon {}, one jump per step, is unsatisfiable under each cube of a \
             split that covers every assignment (number of cubes: {}). One DRAT proof per cube was checked against \
             the formula, which was encoded again.\n{}",
            self.encoding.name(),
            self.horizon,
            self.proofs.len(),
            self.assumed.explanation(),
        )
    }
}

#[cfg(test)]
mod tests;
