//! CSV: one line a run, and every table; units stand in the column names (RFC 4180).

use serde_json::{Value as Json, json};

use crate::record::Record;

use super::Report;
use super::cell::outcome;
use super::markup;
use super::table::{Table, TableValue};

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
    text(std::iter::once(title).chain(report.runs.iter().map(values)))
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

/// A table.
pub fn table(table: &Table) -> String {
    let names: Vec<String> = table.columns.iter().map(|it| it.key.clone()).collect();
    let values = |row: &Vec<TableValue>| row.iter().map(TableValue::plain).collect();
    text(std::iter::once(names).chain(table.rows.iter().map(values)))
}

/// Lines of cells.
fn text<L: AsRef<[String]>>(lines: impl Iterator<Item = L>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for line in lines {
        let cells = line.as_ref().iter().map(|cell| markup::cell(cell));
        // Writing to a vector cannot fail, and all lines have as many cells.
        let _ = writer.write_record(cells);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn only_cells_that_need_it_are_quoted() {
        let line = ["central", "r2-exists, \"x\"", "=1,2"].map(str::to_owned);
        let csv = text(std::iter::once(line));
        assert_eq!(csv, "central,\"r2-exists, \"\"x\"\"\",\"'=1,2\"\n");
    }
}
