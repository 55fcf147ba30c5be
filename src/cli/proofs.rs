//! Proofs kept in files: the proof under the name given, DRAT or, where that ends in `.lrat`, LRAT; its formula beside it as `NAME.cnf`;
//! and read again, from beside the document that names them only.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use saut::BadInput;
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

/// The name of a file in a document that lies beside it: as given, or without folders if it leads
/// elsewhere.
fn in_document(file: &Path) -> PathBuf {
    match file.file_name() {
        Some(name) if !is_beside(file) => PathBuf::from(name),
        _ => file.to_owned(),
    }
}

/// Whether a path leads to no place but the folder that it starts from, or one below.
fn is_beside(file: &Path) -> bool {
    let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    file.components().all(is_plain) && file.file_name().is_some()
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

/// The largest proof that is read.
const MOST_BYTES: u64 = 1 << 30;

/// Finds a proof that a document names. Whoever wrote the document does not choose which file of
/// this machine is opened: it lies in the document's folder or below, and it is a regular file.
pub fn find_beside(document: &str, file: &str) -> Result<PathBuf, BadInput> {
    let bad = |fact: &str| BadInput::new(file, fact);
    let named = Path::new(file);
    if !is_beside(named) {
        let fact = "a document may only name a proof beside it: no absolute path and no \"..\"";
        return Err(bad(fact).remedy("put both in one folder and write the name alone"));
    }
    let folder = match Path::new(document).parent() {
        Some(folder) if document != "-" && !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Where both were written to a folder, the name in the document begins with that folder.
    let alone = folder.join(named.file_name().unwrap_or_default());
    let whole = folder.join(named);
    let path = if !whole.exists() && alone.exists() {
        alone
    } else {
        whole
    };
    let unreadable = |error: std::io::Error| unreadable(file, &error);
    let real = path.canonicalize().map_err(unreadable)?;
    if !real.starts_with(folder.canonicalize().map_err(unreadable)?) {
        return Err(bad("leads out of the document's folder")
            .remedy("put the proof itself beside the document"));
    }
    if !std::fs::metadata(&real).map_err(unreadable)?.is_file() {
        return Err(bad("is no regular file").remedy("put the proof itself beside the document"));
    }
    Ok(real)
}

fn unreadable(file: &str, error: &std::io::Error) -> BadInput {
    BadInput::new(file, format!("cannot be read ({error})"))
        .remedy("does it lie beside the document?")
}

/// Reads a proof that a document names, found as [`find_beside`] does. `memory_mib` is the memory
/// limit, if there is one.
pub fn read_beside(
    document: &str,
    file: &str,
    memory_mib: Option<u64>,
) -> Result<Vec<u8>, BadInput> {
    let real = find_beside(document, file)?;
    let most = memory_mib.map_or(MOST_BYTES, |mib| {
        MOST_BYTES.min(mib.saturating_mul(1 << 20))
    });
    let too_large = || {
        BadInput::new(file, format!("is larger than {most} bytes"))
            .remedy("check it where more memory is allowed")
    };
    let unreadable = |error: std::io::Error| unreadable(file, &error);
    let opened = File::open(&real).map_err(unreadable)?;
    if opened.metadata().map_err(unreadable)?.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    let length = opened.take(most + 1).read_to_end(&mut bytes);
    if length.map_err(unreadable)? as u64 > most {
        return Err(too_large());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{in_document, is_beside};

    #[test]
    fn a_document_names_what_lies_beside_it() {
        for (given, named) in [
            ("p.drat", "p.drat"),
            ("./p.drat", "./p.drat"),
            ("out/p.drat", "out/p.drat"),
            ("/tmp/p.drat", "p.drat"),
            ("../p.drat", "p.drat"),
            ("out/../p.drat", "p.drat"),
        ] {
            assert_eq!(in_document(Path::new(given)), Path::new(named), "{given}");
        }
        for elsewhere in ["/dev/zero", "..", "../p", "a/../../p", "", "."] {
            assert!(!is_beside(Path::new(elsewhere)), "{elsewhere}");
        }
    }
}
