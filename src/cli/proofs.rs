//! Proofs kept in files: the proof under the name given, DRAT or, where that ends in `.lrat`, LRAT; its formula beside
//! it as `NAME.cnf`.

use std::path::{Path, PathBuf};

use saut::Answer;
use saut::answer::{Evidence, Kept};
use saut::domain::CheckError;
use saut::formula::{Formula, dimacs};
use saut::proof::{self, HorizonProof, ProofFormat, RefutedHorizon};
use saut::stop::Stop;
use saut::task::Task;
use saut_base::digest::sha256;
use saut_task::bound::Listing;

use super::reply::{Failure, Reply};
use super::whole;

/// The reply of an answer: its warnings are printed, and its evidence is kept if a file was asked for.
pub fn reply(answer: Answer, file: Option<&Path>, stop: &Stop) -> Result<Reply, Failure> {
    for warning in answer.warnings() {
        tell!("saut: warning: {warning}; went on without it");
    }
    let kept = keep_evidence(answer.evidence(), file, stop)?;
    Ok(Reply::answer(answer, kept))
}

/// Keeps evidence in this file, if one was asked for; says on standard error where nothing was written.
fn keep_evidence(
    evidence: Evidence<'_>,
    file: Option<&Path>,
    stop: &Stop,
) -> Result<Kept, Failure> {
    let Some(file) = file else {
        return Ok(Kept::default());
    };
    match evidence {
        Evidence::Proof(task, proof) => Ok(match keep(&task, proof, file, stop)? {
            Some(reason) => nothing(file, reason),
            None => Kept::files(file, &[file.to_owned()]),
        }),
        Evidence::States(listing) => keep_states(listing, file),
        Evidence::Horizons { refuted, otherwise } => keep_all(refuted, file, otherwise, stop),
    }
}

/// No proof to keep, for this reason; prints it if a file was asked for.
pub fn keep_none(reason: &str, file: Option<&Path>) -> Kept {
    file.map_or_else(Kept::default, |file| nothing(file, reason.to_owned()))
}

/// No file; says so on standard error.
fn nothing(file: &Path, reason: String) -> Kept {
    let file = file.display();
    tell!("saut: --proof {file}: nothing was written: {reason}");
    Kept::nothing(reason)
}

/// Writes closed states as a listing.
fn keep_states(listing: &Listing<String>, file: &Path) -> Result<Kept, Failure> {
    let mut text =
        serde_json::to_vec(listing).map_err(|error| Failure::Other(error.to_string()))?;
    text.push(b'\n');
    whole::write(file, &text)?;
    Ok(Kept::digested(file, sha256(&text)))
}

/// Writes a proof about a task, with its reasons if the file ends in `.lrat`, and its formula. Why
/// nothing was written, if the time for the reasons was not there.
fn keep(
    task: &Task,
    proof: &HorizonProof,
    file: &Path,
    stop: &Stop,
) -> Result<Option<String>, Failure> {
    match proof::in_format(task, proof, ProofFormat::of_file(file), stop) {
        Ok(written) => whole::write(file, &written.bytes)?,
        Err(CheckError::Stopped(why)) => {
            let why = why.name();
            return Ok(Some(format!("its reasons were not found in time ({why})")));
        }
        Err(why) => {
            let fact = format!("a proof that was accepted is not ({why})");
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

/// Writes the proof of every refuted horizon; the greatest has the name given, the others have
/// their horizon in the name. `reason` says why there is none, if there is none.
fn keep_all(
    refuted: &[RefutedHorizon],
    file: &Path,
    reason: String,
    stop: &Stop,
) -> Result<Kept, Failure> {
    let Some(greatest) = refuted.iter().map(|one| one.proof().horizon).max() else {
        return Ok(nothing(file, reason));
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
            return Ok(nothing(file, reason));
        }
        files.push(name);
    }
    Ok(Kept::files(file, &files))
}

/// `p.drat` as `p.drat.7`, and `p.lrat` as `p.7.lrat`, for its ending says what it is.
fn numbered(file: &Path, horizon: usize) -> PathBuf {
    match ProofFormat::of_file(file) {
        ProofFormat::Drat => whole::with_ending(file, &format!(".{horizon}")),
        ProofFormat::Lrat => file.with_extension(format!("{horizon}.lrat")),
    }
}
