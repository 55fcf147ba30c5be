//! The runs as CSV; units stand in the names of the columns.

use serde_json::{Value as Json, json};

use crate::record::Record;

use super::Report;
use super::cell::outcome;
use super::markup;

/// The columns of a run, by the names that its record has for them.
const COLUMNS: &str = "experiment run puzzle family holes jumps encoding horizon backend version seed outcome checked \
                       evidence check wall_seconds cpu_seconds peak_mib encode_seconds check_seconds timeout_seconds \
                       memory_mib variables clauses conflicts decisions propagations machine began";

/// One line for every run.
pub fn runs(report: &Report) -> String {
    let names = || COLUMNS.split(' ');
    let values = |record: &Record| -> Vec<String> {
        let outcome = outcome(record);
        let fields = json!(Record {
            outcome,
            ..record.clone()
        });
        names().map(|name| plain(&fields[name])).collect()
    };
    let title = names().map(str::to_owned).collect();
    markup::csv(std::iter::once(title).chain(report.runs.iter().map(values)))
}

/// A field without quotes; a time without an exponent.
fn plain(field: &Json) -> String {
    match (field, field.as_f64()) {
        (Json::Null, _) => String::new(),
        (Json::String(text), _) => text.clone(),
        (Json::Number(number), Some(measure)) if number.is_f64() => measure.to_string(),
        _ => field.to_string(),
    }
}
