//! Outcomes: what is written about a piece that is done.

use saut_base::BadInput;
use saut_peg::peg::Jump;
use serde::{Deserialize, Serialize};

use crate::sealed::Sealed;

/// The result of a piece, as it stands in its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceResult {
    /// The SHA-256 of the manifest that it belongs to.
    pub manifest: String,
    /// The piece.
    pub piece: String,
    /// Its cube in DIMACS numbers: a split that another run made otherwise is noticed.
    pub cube: Vec<i64>,
    /// Result of the piece.
    #[serde(flatten)]
    pub outcome: PieceOutcome,
    /// Processor time of the solver.
    pub cpu_milliseconds: u64,
    /// Processor time of the check.
    pub check_milliseconds: u64,
    /// The conflicts, where the solver tells them.
    pub conflicts: Option<u64>,
    /// The SHA-256 of all this.
    pub sha256: String,
}

/// Result of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum PieceOutcome {
    /// No model under the cube; the checker has accepted the proof.
    Refuted {
        /// The solver.
        backend: String,
        /// Its proof.
        proof: FileEntry,
    },
    /// A plan, replayed.
    Plan {
        /// The plan.
        plan: PlanEntry,
    },
    /// Too hard: it is done when all its parts are.
    Split {
        /// The decisions in preorder; 0 for a part.
        tree: Vec<u32>,
    },
}

/// A file beside the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its name.
    pub file: String,
    /// Its length.
    pub bytes: u64,
    /// The SHA-256 of its bytes.
    pub sha256: String,
}

/// A plan, of a puzzle or of a planning task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PlanEntry {
    /// Jumps.
    Jumps(Vec<Jump>),
    /// Actions as plan files write them.
    Actions(Vec<String>),
}

impl Sealed for PieceResult {
    fn seal(&mut self) -> &mut String {
        &mut self.sha256
    }
}

impl PieceResult {
    /// Reads a result, if it is whole and belongs to this piece of this manifest.
    ///
    /// # Errors
    /// It does not.
    pub fn read(text: &str, place: &str, manifest: &str, piece: &str) -> Result<Self, BadInput> {
        let result = <Self as Sealed>::read(text, place)?;
        if result.manifest != manifest || result.piece != piece {
            return Err(BadInput::new(place, "belongs to another piece or job"));
        }
        Ok(result)
    }
}
