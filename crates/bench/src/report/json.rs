//! The summary as one JSON document.

use serde_json::{Value as Json, json};

use super::table::{self, Table};
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
