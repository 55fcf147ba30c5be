//! Proofs that were kept in files, as documents name them.

use std::path::{Path, PathBuf};

use saut_plan::beside::in_document;
use saut_plan::proof::RefutedHorizon;
use serde::Serialize;

use crate::formats::certificate::{LengthEntry, length_entry};

/// What became of `--proof FILE`; nothing if it was not given.
#[derive(Debug, Default, Serialize)]
pub struct Kept {
    /// The file, or that there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[expect(
        clippy::option_option,
        reason = "not asked for, asked for and written, asked for and null"
    )]
    proof: Option<Option<String>>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_reason: Option<String>,
    /// The files, in the order of the proofs.
    #[serde(skip)]
    files: Vec<PathBuf>,
    /// The digest of the only file, where a document has it.
    #[serde(skip)]
    sha256: Option<String>,
}

impl Kept {
    /// These files, the one named first.
    pub fn files(named: &Path, files: &[PathBuf]) -> Self {
        Self {
            proof: Some(Some(in_document(named).display().to_string())),
            files: files.iter().map(|file| in_document(file)).collect(),
            ..Self::default()
        }
    }

    /// No file, although one was asked for.
    pub fn nothing(reason: String) -> Self {
        Self {
            proof: Some(None),
            proof_reason: Some(reason),
            ..Self::default()
        }
    }

    /// The same with the digest of the only file.
    #[must_use]
    pub fn with_sha256(self, sha256: String) -> Self {
        Self {
            sha256: Some(sha256),
            ..self
        }
    }

    /// The file of the proof of this number, as a document names it.
    pub fn file(&self, number: usize) -> Option<&Path> {
        self.files.get(number).map(PathBuf::as_path)
    }

    /// The SHA-256 of the file, if a document is to have it.
    pub fn sha256(&self) -> Option<&str> {
        self.sha256.as_deref()
    }

    /// The entries of the refuted horizons.
    pub fn entries(&self, refuted: &[RefutedHorizon]) -> Vec<LengthEntry> {
        let entry =
            |(number, one): (usize, &RefutedHorizon)| length_entry(one.proof(), self.file(number));
        refuted.iter().enumerate().map(entry).collect()
    }
}
