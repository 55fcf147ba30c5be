//! The page of an infeasible puzzle: its certificate, checked again, and what every criterion says.

use std::io::Write;
use std::time::Duration;

use saut::BadInput;
use saut::certify::survey::survey;
use saut::certify::{self, RejectedCertificate};
use saut::formats::certificate::{self, Document};
use saut::formats::page;
use saut::peg::Puzzle;
use saut::search::SearchSettings;
use saut::stop::Stop;
use serde_json::{Value, json};

use crate::cli::arguments::Show;
use crate::cli::failure::Failure;
use crate::cli::{explain, proofs, status, whole};

/// The longest that the criteria may take for the page.
const SURVEY: Duration = Duration::from_secs(20);

/// The page, if this text of the file is a certificate.
pub fn page(puzzle: &Puzzle, file: &str, text: &str) -> Result<Option<String>, Failure> {
    let within = |bad: BadInput| bad.within(file);
    let Document::Infeasible(entry) = certificate::read_document(text).map_err(within)? else {
        return Ok(None);
    };
    let beside = |proof: &str| proofs::read_beside(file, proof, None);
    let claim = certificate::certificate(entry, beside).map_err(within)?;
    let checked = certify::check_within(puzzle, claim, &SearchSettings::default());
    let checked = checked.map_err(|rejected: RejectedCertificate| {
        Failure::Refused(within(BadInput::new(
            "certificate refused",
            rejected.to_string(),
        )))
    })?;
    let findings = survey(puzzle, &Stop::new(Some(SURVEY), None));
    let mut document = explain::document(puzzle, &findings, None)?;
    let mut criteria = match document["criteria"].take() {
        Value::Array(criteria) => criteria,
        _ => Vec::new(),
    };
    // The certificate comes first: with the weights of its criterion, or as it explains itself.
    let name = checked.kind();
    let own = criteria
        .iter()
        .position(|one| one["name"] == name && one["refutes"] == true);
    let first = own.map_or_else(
        || json!({"name": name, "refutes": true, "why": checked.explanation(puzzle), "weights": []}),
        |index| criteria.remove(index),
    );
    criteria.insert(0, first);
    Ok(Some(page::infeasible(puzzle, &Value::Array(criteria))))
}

/// Writes the page where it was asked for.
pub fn write(arguments: &Show, puzzle: &Puzzle, page: &str) -> Result<u8, Failure> {
    let mut document = json!({"puzzle": puzzle.name(), "verdict": "infeasible", "checked": true});
    match &arguments.out {
        Some(file) => {
            whole::write(file, page)?;
            document["file"] = file.display().to_string().into();
        }
        None => document["html"] = page.into(),
    }
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        writeln!(out, "{document}")?;
    } else if arguments.out.is_none() {
        out.write_all(page.as_bytes())?;
    }
    Ok(status::SOLVED)
}
