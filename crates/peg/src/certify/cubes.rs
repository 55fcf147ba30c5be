//! Proofs in pieces: infeasibility by refutations of the formula of an encoding under every cube of
//! a tree.
//!
//! The proofs stand in files, because together they may be larger than the memory; each is read once,
//! compared with its digest and checked against the formula written anew. That the cubes cover every
//! assignment is the shape of the tree ([`CubeTree`]); that a refutation speaks of every plan is for
//! [`saut_task::proof::scope`] to say.

use std::path::PathBuf;

use super::RejectedCertificate;
use super::proof::{Assumed, check_scope};
use crate::peg::Puzzle;
use saut_task::digest::sha256;
use saut_task::encode::Encoding;
use saut_task::proof::{self, CubeTree, PieceProofs, check_cubes};
use saut_task::read_limited;
use saut_task::stop::Stop;

/// A claim that the formula of an encoding has no model under any cube of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cubes {
    /// The encoding, with its choices.
    pub encoding: Encoding,
    /// The number of steps encoded.
    pub horizon: usize,
    /// The decisions.
    pub tree: CubeTree,
    /// The proof of each leaf, in the order of the tree.
    pub proofs: Vec<ProofFile>,
    /// Facts that the formula takes for known.
    pub assumed: Assumed,
}

/// A DRAT proof in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFile {
    /// The file.
    pub path: PathBuf,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
}

/// The largest proof of a piece that is read.
pub const MOST_PROOF_BYTES: u64 = 1 << 30;

impl ProofFile {
    /// The bytes, if they are those that were written.
    ///
    /// # Errors
    /// [`proof::RejectedProof::NoProof`].
    pub fn read(&self) -> Result<Vec<u8>, proof::RejectedProof> {
        let no_proof = proof::RejectedProof::NoProof;
        let bytes = read_limited::file(&self.path, MOST_PROOF_BYTES)
            .map_err(|bad| no_proof(bad.to_string()))?;
        if sha256(&bytes) == self.sha256 {
            return Ok(bytes);
        }
        let file = self.path.display();
        Err(no_proof(format!(
            "{file} is not the proof that was written: its SHA-256 is another"
        )))
    }
}

/// The files of the leaves.
struct Files<'a>(&'a [ProofFile]);

impl PieceProofs for Files<'_> {
    fn number(&self) -> usize {
        self.0.len()
    }

    fn read(&self, piece: usize) -> Result<Vec<u8>, proof::RejectedProof> {
        self.0[piece].read()
    }
}

impl Cubes {
    /// Checks that the formula says what is claimed and that the proofs refute it piece by piece.
    pub(super) fn check(
        &self,
        puzzle: &Puzzle,
        threads: usize,
        stop: &Stop,
    ) -> Result<(), RejectedCertificate> {
        self.assumed.check(puzzle, stop)?;
        let task = self.assumed.task(puzzle);
        check_scope(&task, self.encoding, self.horizon)?;
        let (encoding, horizon) = (self.encoding, self.horizon);
        let files = Files(&self.proofs);
        check_cubes(&task, encoding, horizon, &self.tree, &files, threads, stop)?;
        Ok(())
    }

    /// The reason for people.
    pub fn explanation(&self) -> String {
        format!(
            "The formula of the {} encoding with {} steps, one jump a step, is unsatisfiable under \
             each of {} cubes that together cover every assignment: as many DRAT proofs were checked \
             against the formula written anew.\n{}",
            self.encoding.name(),
            self.horizon,
            self.proofs.len(),
            self.assumed.explanation(),
        )
    }
}

#[cfg(test)]
mod tests;
