//! The summary as one JSON document.

use serde_json::{Value as Json, json};

use super::{Report, doubt, families, markdown};

/// Solvers, families, doubts and warnings.
pub fn summary(report: &Report) -> Json {
    let best = report.best.score;
    let [coverage, par2] = families::families(report);
    json!({
        "report": report.title(),
        "summary": markdown::facts(report),
        "runs": report.runs.len(),
        "instances": report.instances.len(),
        "wrong": doubt::doubts(report),
        "warnings": report.warnings,
        "solvers": report.solvers,
        "virtual_best": {"solved": best.solved, "par2_seconds": best.par2},
        "families": coverage.json(),
        "families_par2": par2.json(),
    })
}
