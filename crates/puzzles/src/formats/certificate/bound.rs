//! Lower bounds as JSON: the proofs that every shorter plan is none.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{CertificateEntry, at_most_one_name, certificate};
use crate::certify::Certificate;
use saut_plan::bad_input::BadInput;
use saut_plan::proof::HorizonProof;

/// A proof that there is no plan of exactly so many steps: a part of a lower bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LengthEntry {
    /// The number of steps.
    horizon: usize,
    /// Where the proof is, if it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Always `drat`.
    format: String,
    /// The encoding that the proof is about.
    encoding: String,
    /// How at-most-one is written in it.
    at_most_one: String,
}

impl LengthEntry {
    /// Whether there is a file with the proof.
    pub const fn is_kept(&self) -> bool {
        self.file.is_some()
    }
}

/// The entry of a proof about one length; `file` is where it was kept.
pub fn length_entry(proof: &HorizonProof, file: Option<&Path>) -> LengthEntry {
    LengthEntry {
        horizon: proof.horizon,
        file: file.map(|path| path.display().to_string()),
        format: "drat".to_owned(),
        encoding: proof.encoding.name().to_owned(),
        at_most_one: at_most_one_name(proof.encoding),
    }
}

/// The proof of an entry; its file is read by `read_file`.
///
/// # Errors
/// As [`certificate`] for a proof.
pub fn length_proof(
    entry: LengthEntry,
    read_file: impl FnOnce(&str) -> Result<Vec<u8>, BadInput>,
) -> Result<HorizonProof, BadInput> {
    let entry = CertificateEntry::Proof {
        file: entry.file,
        format: entry.format,
        encoding: entry.encoding,
        at_most_one: entry.at_most_one,
        horizon: entry.horizon,
        jump_bounds: Vec::new(),
    };
    match certificate(entry, read_file)? {
        Certificate::Proof(proof) => Ok(HorizonProof {
            encoding: proof.encoding,
            horizon: proof.horizon,
            drat: proof.drat,
        }),
        _ => Err(BadInput::new("certificate", "this is no proof")),
    }
}

/// The reason given for a plan being the shortest.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ClaimedBound {
    /// The lengths proved to have no plan.
    #[serde(default)]
    pub refuted: Vec<LengthEntry>,
}

/// The reason that a document gives for its plan being the shortest, if it says that it is.
///
/// # Errors
/// The document says optimal with a reason that cannot be read.
pub fn claimed_bound(text: &str) -> Result<Option<ClaimedBound>, BadInput> {
    #[derive(Deserialize)]
    struct Head {
        optimal: Option<bool>,
        lower_bound: Option<serde_json::Value>,
    }
    let is_object = text.trim_start().starts_with('{');
    let Some(head) = is_object
        .then(|| serde_json::from_str::<Head>(text).ok())
        .flatten()
    else {
        return Ok(None);
    };
    match (head.optimal, head.lower_bound) {
        (Some(true), Some(bound)) => serde_json::from_value(bound)
            .map(Some)
            .map_err(|error| BadInput::new("lower_bound", format!("cannot be read: {error}"))),
        (Some(true), None) => Ok(Some(ClaimedBound {
            refuted: Vec::new(),
        })),
        _ => Ok(None),
    }
}
