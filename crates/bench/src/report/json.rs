//! The summary as one JSON document.

use serde_json::{Map, Value as Json, json};

use super::table::{self, Table};
use super::{Report, doubt, families, markdown};

/// Solvers, families, doubts and warnings.
pub fn summary(report: &Report) -> Json {
    let solver = |solver: &super::Standing| {
        let outcomes: Map<String, Json> = solver
            .outcomes
            .iter()
            .map(|(outcome, count)| (outcome.name().to_owned(), json!(count)))
            .collect();
        json!({
            "solver": solver.label,
            "backend": solver.identity.backend,
            "version": solver.identity.version,
            "encoding": solver.identity.encoding,
            "instances": solver.instances,
            "solved": solver.solved,
            "unique": solver.unique,
            "fastest": solver.fastest,
            "runs": solver.runs,
            "runs_solved": solver.solved_runs,
            "par2_seconds": solver.par2,
            "outcomes": outcomes,
        })
    };
    let wrong: Vec<Json> = doubt::doubts(report)
        .into_iter()
        .map(|doubt| json!({"puzzle": doubt.puzzle, "what": doubt.sentence}))
        .collect();
    let [coverage, par2] = families::families(report);
    json!({
        "report": report.title(),
        "summary": markdown::facts(report),
        "runs": report.runs.len(),
        "instances": report.instances.len(),
        "wrong": wrong,
        "warnings": report.warnings,
        "solvers": report.solvers.iter().map(solver).collect::<Vec<_>>(),
        "virtual_best": {"solved": report.best.solved(), "par2_seconds": report.best.par2},
        "families": rows(&coverage),
        "families_par2": rows(&par2),
    })
}

/// The rows of a table as objects.
pub fn rows(table: &Table) -> Vec<Json> {
    let object = |row: &Vec<table::TableValue>| {
        let keys = table.columns.iter().map(|column| column.key.clone());
        let values = row.iter().map(|value| match value {
            table::TableValue::Measure(measure, _) => json!(measure),
            table::TableValue::Count(number) => json!(number),
            table::TableValue::Of(part, whole) => json!([part, whole]),
            table::TableValue::Empty => Json::Null,
            value => json!(value.plain()),
        });
        Json::Object(keys.zip(values).collect())
    };
    table.rows.iter().map(object).collect()
}
