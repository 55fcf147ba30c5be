//! Evidence of an answer that can be stored in files, and the result of storing it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use saut_base::beside::in_document;
use saut_criteria::certify::proof::WrittenProof;
use saut_task::bound::Listing;
use saut_task::proof::{HorizonProof, RefutedHorizon};
use saut_task::task::Task;
use schemars::JsonSchema;
use serde::Serialize;

/// The evidence of an answer that can be stored in files.
pub enum Evidence<'a> {
    /// Proofs that formulas have no model, each with the task of its formula.
    Proofs(Vec<(Cow<'a, Task>, &'a HorizonProof)>),
    /// The states of a certificate.
    States(&'a Listing<String>),
    /// No evidence, for this reason.
    None(String),
}

impl<'a> Evidence<'a> {
    /// Returns the proofs of the refuted horizons, or `otherwise` if there are none.
    pub(crate) fn of_horizons(refuted: &'a [RefutedHorizon], otherwise: String) -> Self {
        if refuted.is_empty() {
            return Self::None(otherwise);
        }
        let proofs = refuted.iter();
        let proofs = proofs.map(|one| (Cow::Borrowed(one.task()), one.proof()));
        Self::Proofs(proofs.collect())
    }
}

/// Result of `--proof FILE`. Without this option, all fields are missing.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct SavedProof {
    /// The file of the proof, or null if nothing was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = ["null", "string"]))]
    #[expect(
        clippy::option_option,
        reason = "three cases: not requested, stored, not stored"
    )]
    proof: Option<Option<String>>,
    /// Reason why nothing was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_reason: Option<String>,
    /// The files, in the order of the proofs.
    #[serde(skip)]
    files: Vec<PathBuf>,
    /// The SHA-256 of the only file, if the output has one.
    #[serde(skip)]
    sha256: Option<String>,
}

impl SavedProof {
    /// Creates the result for these files. `named` is the file with the requested name.
    pub fn files(named: &Path, files: &[PathBuf]) -> Self {
        Self {
            proof: Some(Some(in_document(named).display().to_string())),
            proof_reason: None,
            files: files.iter().map(|file| in_document(file)).collect(),
            sha256: None,
        }
    }

    /// Creates the result for one file whose digest is part of the JSON output.
    pub fn digested(file: &Path, sha256: String) -> Self {
        Self {
            sha256: Some(sha256),
            ..Self::files(file, &[file.to_owned()])
        }
    }

    /// Creates the result for a requested file that was not written, for this reason.
    pub fn nothing(reason: String) -> Self {
        Self {
            proof: Some(None),
            proof_reason: Some(reason),
            ..Self::default()
        }
    }

    /// Returns the file of the proof with this number. Returns `None` if no file was written.
    pub fn file(&self, number: usize) -> Option<&Path> {
        self.files.get(number).map(PathBuf::as_path)
    }

    /// Returns the SHA-256 of the file, if the JSON output contains it.
    pub fn sha256(&self) -> Option<&str> {
        self.sha256.as_deref()
    }

    /// Returns the entries of the refuted horizons.
    pub fn entries(&self, refuted: &[RefutedHorizon]) -> Vec<WrittenProof> {
        let entry = |(number, one): (usize, &RefutedHorizon)| {
            let file = self.file(number).map(|file| file.display().to_string());
            WrittenProof::of(one.proof(), file)
        };
        refuted.iter().enumerate().map(entry).collect()
    }
}
