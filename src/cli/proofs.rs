//! Proofs kept in files: the proof under the name given, DRAT or, where that ends in `.lrat`, LRAT; its formula beside
//! it as `NAME.cnf`.

use std::path::{Path, PathBuf};

use saut::beside::in_document;
pub use saut::beside::{find_beside, read_beside};
use saut::formats::certificate::{LengthEntry, length_entry};
use saut::formula::{Formula, dimacs};
use saut::proof::{self, HorizonProof, ProofFormat, RefutedHorizon, RejectedProof};
use saut::stop::Stop;
use saut::task::Task;
use saut_plan::bound::Listing;
use saut_plan::digest::sha256;
use serde::Serialize;

use super::failure::Failure;
use super::whole;

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
            proof_reason: None,
            files: files.iter().map(|file| in_document(file)).collect(),
            sha256: None,
        }
    }

    /// No file, if one was asked for; says so on standard error.
    pub fn nothing(file: Option<&Path>, reason: impl Into<String>) -> Self {
        let Some(file) = file else {
            return Self::default();
        };
        let reason = reason.into();
        tell!(
            "saut: --proof {}: nothing was written: {reason}",
            file.display()
        );
        Self {
            proof: Some(None),
            proof_reason: Some(reason),
            files: Vec::new(),
            sha256: None,
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

/// Writes closed states as a listing.
pub fn keep_states(listing: &Listing, file: &Path) -> Result<Kept, Failure> {
    let mut text =
        serde_json::to_vec(listing).map_err(|error| Failure::Other(error.to_string()))?;
    text.push(b'\n');
    whole::write(file, &text)?;
    Ok(Kept {
        sha256: Some(sha256(&text)),
        ..Kept::files(file, &[file.to_owned()])
    })
}

/// Writes a proof about a task, with its reasons if the file ends in `.lrat`, and its formula. Why
/// nothing was written, if the time for the reasons was not there.
pub fn keep(
    task: &Task,
    proof: &HorizonProof,
    file: &Path,
    stop: &Stop,
) -> Result<Option<String>, Failure> {
    match ProofFormat::of_file(file) {
        ProofFormat::Drat => whole::write(file, &proof.bytes)?,
        ProofFormat::Lrat => match proof::with_reasons(task, proof, stop) {
            Ok(with_reasons) => whole::write(file, &with_reasons.bytes)?,
            Err(RejectedProof::Unfinished(why)) => {
                let why = why.name();
                return Ok(Some(format!("its reasons were not found in time ({why})")));
            }
            Err(why) => {
                let fact = format!("internal error: a proof that was accepted is not ({why})");
                return Err(Failure::Other(format!("{fact}; please report it")));
            }
        },
    }
    let formula = proof.encoding.encode(task, proof.horizon).formula;
    if let Formula::Cnf { cnf, names } = formula {
        let mut text = Vec::new();
        dimacs::write(&mut text, &cnf, names.len())?;
        whole::write(&with(file, ".cnf"), &text)?;
    }
    Ok(None)
}

/// Writes the proof of every refuted horizon; the greatest has the name given, the others have
/// their horizon in the name. `reason` says why there is none, if there is none.
pub fn keep_all(
    refuted: &[RefutedHorizon],
    file: Option<&Path>,
    reason: &str,
    stop: &Stop,
) -> Result<Kept, Failure> {
    let greatest = refuted.iter().map(|one| one.proof().horizon).max();
    let (Some(file), Some(greatest)) = (file, greatest) else {
        return Ok(Kept::nothing(file, reason));
    };
    let mut files = Vec::new();
    for one in refuted {
        let proof = one.proof();
        let name = if proof.horizon == greatest {
            file.to_owned()
        } else {
            numbered(file, proof.horizon)
        };
        if let Some(reason) = keep(one.task(), proof, &name, stop)? {
            return Ok(Kept::nothing(Some(file), reason));
        }
        files.push(name);
    }
    Ok(Kept::files(file, &files))
}

/// `p.drat` as `p.drat.7`, and `p.lrat` as `p.7.lrat`, for its ending says what it is.
fn numbered(file: &Path, horizon: usize) -> PathBuf {
    match ProofFormat::of_file(file) {
        ProofFormat::Drat => with(file, &format!(".{horizon}")),
        ProofFormat::Lrat => file.with_extension(format!("{horizon}.lrat")),
    }
}

/// The file with this behind its name.
pub fn with(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
