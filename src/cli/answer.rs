//! Answers, delivered: warnings, the files that were asked for, the document or the text, the exit status.

use std::io::Write as _;
use std::path::Path;

use saut::Answer;
use saut::stop::Stop;

use super::failure::Failure;
use super::proofs;

/// Delivers an answer. `proof` is the file for what it rests on.
pub fn deliver(
    answer: &Answer,
    proof: Option<&Path>,
    json: bool,
    stop: &Stop,
) -> Result<u8, Failure> {
    for warning in answer.warnings() {
        tell!("saut: warning: {warning}; went on without it");
    }
    let kept = proofs::keep_evidence(answer, proof, stop)?;
    let mut out = anstream::stdout().lock();
    if json {
        writeln!(out, "{}", answer.document(kept)?)?;
    } else {
        write!(out, "{}", answer.text())?;
    }
    out.flush()?;
    Ok(answer.exit_status())
}
