//! Criteria of infeasibility as a document: what each says of a puzzle, as `saut explain --json` prints it.

use serde_json::{Value, json};

use super::certificate;
use crate::certify::survey::{Finding, Weighing};
use crate::peg::Puzzle;

/// The findings about a puzzle as one document.
///
/// # Errors
/// A certificate cannot be written as JSON.
pub fn document(puzzle: &Puzzle, findings: &[Finding]) -> serde_json::Result<Value> {
    let criteria: Vec<Value> = findings.iter().map(criterion).collect::<Result<_, _>>()?;
    Ok(json!({"puzzle": puzzle.name(), "criteria": criteria}))
}

fn criterion(finding: &Finding) -> serde_json::Result<Value> {
    let mut entry = json!({
        "name": finding.name,
        "refutes": finding.refutes(),
        "settled": finding.is_settled,
        "why": finding.why.trim_end(),
        "weights": finding.weighings.iter().map(weighing).collect::<Vec<_>>(),
    });
    if let Some(checked) = &finding.certificate {
        let certificate = certificate::entry(checked.certificate(), None);
        entry["certificate"] = serde_json::to_value(certificate)?;
    }
    Ok(entry)
}

fn weighing(weighing: &Weighing) -> Value {
    json!({
        "title": weighing.title,
        "by_hole": weighing.weights,
        "start": weighing.start,
        "goal": weighing.goal,
    })
}
