//! Replies: the result of a command as text and as a document, with its exit status.
//!
//! This module prints all replies, and handles `--json`, `-o FILE`, closed pipes and the exit status. A command that
//! prints plans as they are found also ends with a reply.
//!
//! With `--proof FILE`, the evidence of an answer is stored in files. A proof is written to FILE, as LRAT if the name
//! ends in `.lrat`, otherwise as DRAT. Its formula is written to `FILE.cnf`.

mod failure;
pub mod whole;

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use saut::Answer;
use saut::answer::{Evidence, SavedProof, status};
use saut::domain::CheckError;
use saut::formula::{Formula, dimacs};
use saut::proof::{self, HorizonProof, ProofFormat};
use saut::stop::Stop;
use saut::task::Task;
use saut_base::digest::sha256;
use saut_task::bound::Listing;
use serde::Serialize;

pub use failure::{Failure, tell_of_panics, unusable};

pub struct CommandOutput {
    status: u8,
    /// Returns the output: for `--json`, the document; otherwise text, possibly with escape sequences for colours.
    body: Box<dyn FnOnce(bool) -> Result<Vec<u8>, Failure>>,
    /// Lines for standard error, printed last.
    asides: Vec<String>,
}

impl CommandOutput {
    fn of(status: u8, body: impl FnOnce(bool) -> Result<Vec<u8>, Failure> + 'static) -> Self {
        Self {
            status,
            body: Box::new(body),
            asides: Vec::new(),
        }
    }

    /// Creates a reply with a document and a text. The fields of the document are printed in alphabetical order.
    pub fn new(status: u8, document: impl Serialize, text: impl Into<Vec<u8>>) -> Self {
        let (document, text) = (serde_json::to_value(document), text.into());
        Self::of(status, move |json| {
            Ok(if json { line(&document?) } else { text })
        })
    }

    /// Creates a reply with a document that is already in JSON, and a text.
    pub fn written(status: u8, document: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        let (document, text) = (document.into(), text.into());
        Self::of(status, move |json| {
            Ok(if json { line(&document) } else { text })
        })
    }

    /// Creates a reply whose text is printed with and without `--json`.
    pub fn text(status: u8, text: impl Into<Vec<u8>>) -> Self {
        let text = text.into();
        Self::of(status, |_| Ok(text))
    }

    /// Creates a reply without output.
    pub fn done(status: u8) -> Self {
        Self::text(status, "")
    }

    /// Creates the reply for an answer. Warnings are printed immediately, and the evidence is stored if a file was
    /// requested. The answer determines the exit status.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn answer(answer: Answer, file: Option<&Path>, stop: &Stop) -> Result<Self, Failure> {
        for warning in answer.warnings() {
            tell!("saut: warning: {warning}; saut continues without it");
        }
        let kept = match file {
            Some(file) => keep(answer.evidence(), file, stop)?,
            None => SavedProof::default(),
        };
        Ok(Self::of(answer.exit_status(), move |json| {
            Ok(if json {
                line(&answer.document(kept)?)
            } else {
                answer.text().into()
            })
        }))
    }

    /// Creates a reply with content, such as a formula. If a file is given, the content is written to it, and the
    /// document has the name of the file. Otherwise, the content is printed; with `--json`, it is the field `key` of
    /// the document.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn content(
        document: impl Serialize,
        key: Option<&'static str>,
        content: impl Into<Vec<u8>>,
        file: Option<&Path>,
    ) -> Result<Self, Failure> {
        let content = content.into();
        let mut document = serde_json::to_value(document)?;
        let Some(file) = file else {
            return Ok(Self::of(status::SOLVED, move |json| {
                if !json {
                    return Ok(content);
                }
                if let Some(key) = key {
                    document[key] = String::from_utf8_lossy(&plain(content)).into();
                }
                Ok(line(&document))
            }));
        };
        whole::write(file, plain(content))?;
        document["file"] = file.display().to_string().into();
        Ok(Self::new(status::SOLVED, document, ""))
    }

    /// Replaces the text of the reply; its document is kept.
    #[must_use]
    pub fn with_text(self, text: impl Into<Vec<u8>>) -> Self {
        let (text, body) = (text.into(), self.body);
        Self {
            body: Box::new(move |json| if json { body(true) } else { Ok(text) }),
            ..self
        }
    }

    /// Adds a line that is printed last on standard error.
    #[must_use]
    pub fn aside(mut self, line: impl Into<String>) -> Self {
        self.asides.push(line.into());
        self
    }

    /// Prints the reply and returns the exit status.
    ///
    /// # Errors
    /// Standard output cannot be written, or the document is not valid JSON.
    pub fn print(self, json: bool) -> Result<u8, Failure> {
        let body = (self.body)(json)?;
        if body.is_empty() {
            // An empty output is not written, because standard output may be closed.
        } else if std::str::from_utf8(&body).is_ok() {
            let mut out = anstream::stdout().lock();
            out.write_all(&body)?;
            out.flush()?;
        } else {
            // Pictures must not pass through the stream that removes colours from text.
            let mut out = std::io::stdout().lock();
            out.write_all(&body)?;
            out.flush()?;
        }
        for line in self.asides {
            tell!("{line}");
        }
        Ok(self.status)
    }
}

fn line(document: &impl Display) -> Vec<u8> {
    format!("{document}\n").into()
}

/// Removes escape sequences from text; other content is unchanged.
fn plain(content: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(content) {
        Ok(text) if text.contains('\u{1b}') => {
            anstream::adapter::strip_str(&text).to_string().into()
        }
        Ok(text) => text.into(),
        Err(picture) => picture.into_bytes(),
    }
}

/// Returns the exit status of work that is complete, or that a limit ended early.
pub const fn of_work(is_whole: bool) -> u8 {
    if is_whole {
        status::SOLVED
    } else {
        status::UNDECIDED
    }
}

/// Runs the work of a command, and prints its reply on standard output or writes it to the output file. Failures are
/// reported on standard error. Returns the exit status.
pub fn deliver(
    out: Option<&Path>,
    json: bool,
    work: impl FnOnce() -> Result<CommandOutput, Failure>,
) -> u8 {
    let delivered = match out {
        Some(path) => to_file(path, json, work),
        None => work().and_then(|reply| reply.print(json)),
    };
    delivered.unwrap_or_else(|failure| {
        if let (true, None, Some(document)) = (json, out, failure.document()) {
            // The exit status remains valid even if the document cannot be printed.
            let _ = writeln!(anstream::stdout(), "{document}");
        }
        failure.report()
    })
}

/// Runs the work and writes its output to the file. Without `--json`, an undecided answer does not overwrite a file
/// with content. It is printed on standard error instead.
fn to_file(
    path: &Path,
    json: bool,
    work: impl FnOnce() -> Result<CommandOutput, Failure>,
) -> Result<u8, Failure> {
    whole::is_no_folder(path)?;
    let (status, content) = whole::captured(|| work()?.print(json))?;
    if status == status::UNDECIDED && !json && whole::holds_something(path) {
        tell!("{}", String::from_utf8_lossy(&content).trim_end());
        tell!("saut: {} is unchanged", path.display());
    } else {
        whole::write(path, content)?;
    }
    Ok(status)
}

/// Stores evidence in this file. If nothing can be stored, the reason is reported on standard error.
fn keep(evidence: Evidence<'_>, file: &Path, stop: &Stop) -> Result<SavedProof, Failure> {
    match evidence {
        Evidence::Proofs(proofs) => keep_proofs(&proofs, file, stop),
        Evidence::States(listing) => keep_states(listing, file),
        Evidence::None(reason) => Ok(nothing(file, reason)),
    }
}

/// If a file was requested, reports on standard error why there is no proof.
pub fn keep_none(reason: &str, file: Option<&Path>) -> SavedProof {
    file.map_or_else(SavedProof::default, |file| nothing(file, reason.to_owned()))
}

/// Reports on standard error why no file was written.
fn nothing(file: &Path, reason: String) -> SavedProof {
    let file = file.display();
    tell!("saut: --proof {file}: nothing was written: {reason}");
    SavedProof::nothing(reason)
}

/// Writes a closed set of states.
fn keep_states(listing: &Listing<String>, file: &Path) -> Result<SavedProof, Failure> {
    let mut text =
        serde_json::to_vec(listing).map_err(|error| Failure::Other(error.to_string()))?;
    text.push(b'\n');
    whole::write(file, &text)?;
    Ok(SavedProof::digested(file, sha256(&text)))
}

/// Writes a proof about a task, as LRAT if the file ends in `.lrat`, and its formula. If the conversion to LRAT takes
/// too long, writes nothing and returns the reason.
fn write_proof(
    task: &Task,
    proof: &HorizonProof,
    file: &Path,
    stop: &Stop,
) -> Result<Option<String>, Failure> {
    match proof::in_format(task, proof, ProofFormat::of_file(file), stop) {
        Ok(written) => whole::write(file, &written.bytes)?,
        Err(CheckError::Stopped(why)) => {
            let why = why.name();
            return Ok(Some(format!(
                "the proof was not converted to LRAT in time ({why})"
            )));
        }
        Err(why) => {
            let fact = format!("a proof that was accepted is now rejected ({why})");
            return Err(Failure::internal(fact));
        }
    }
    let formula = proof.encoding.encode(task, proof.horizon).formula;
    if let Formula::Cnf { cnf, names } = formula {
        let text = dimacs::text(&cnf, names.len());
        whole::write(&whole::with_ending(file, ".cnf"), &text)?;
    }
    Ok(None)
}

/// Writes proofs about tasks. The proof of the largest horizon has the given name; the other names contain their
/// horizon.
fn keep_proofs(
    proofs: &[(Cow<'_, Task>, &HorizonProof)],
    file: &Path,
    stop: &Stop,
) -> Result<SavedProof, Failure> {
    let greatest = proofs.iter().map(|(_, proof)| proof.horizon).max();
    let mut files = Vec::new();
    for (task, proof) in proofs {
        let name = if Some(proof.horizon) == greatest {
            file.to_owned()
        } else {
            numbered(file, proof.horizon)
        };
        if let Some(reason) = write_proof(task, proof, &name, stop)? {
            return Ok(nothing(file, reason));
        }
        files.push(name);
    }
    Ok(SavedProof::files(file, &files))
}

/// Returns the name of the proof for a horizon: `p.drat.7` for `p.drat`, but `p.7.lrat` for `p.lrat`. The extension
/// `.lrat` is kept because it selects the format.
fn numbered(file: &Path, horizon: usize) -> PathBuf {
    match ProofFormat::of_file(file) {
        ProofFormat::Drat => whole::with_ending(file, &format!(".{horizon}")),
        ProofFormat::Lrat => file.with_extension(format!("{horizon}.lrat")),
    }
}
