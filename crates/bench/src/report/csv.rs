//! CSV: one line a run, and every table; units stand in the column names (RFC 4180).

use std::fmt::Write;

use crate::record::Record;

use super::Report;
use super::cell::outcome;
use super::table::Table;

/// The columns of [`runs`].
const COLUMNS: &str = "experiment,run,puzzle,family,holes,jumps,encoding,horizon,backend,version,seed,\
    outcome,checked,check,wall_seconds,cpu_seconds,peak_mib,encode_seconds,check_seconds,timeout_seconds,\
    memory_mib,variables,clauses,conflicts,decisions,propagations,machine,began";

/// One line for every run.
pub fn runs(report: &Report) -> String {
    let mut csv = format!("{COLUMNS}\n");
    for record in &report.runs {
        csv.push_str(&line(record).join(","));
        csv.push('\n');
    }
    csv
}

fn line(record: &Record) -> Vec<String> {
    fn maybe(value: Option<impl ToString>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    vec![
        field(&record.experiment),
        field(&record.run),
        field(&record.puzzle),
        field(&record.family),
        record.holes.to_string(),
        maybe(record.jumps),
        field(&record.encoding),
        maybe(record.horizon),
        field(&record.backend),
        field(&record.version),
        record.seed.to_string(),
        outcome(record).name().to_owned(),
        record.checked.to_string(),
        field(&record.check),
        record.wall_seconds.to_string(),
        record.cpu_seconds.to_string(),
        record.peak_mib.to_string(),
        record.encode_seconds.to_string(),
        record.check_seconds.to_string(),
        record.timeout_seconds.to_string(),
        maybe(record.memory_mib),
        maybe(record.variables),
        maybe(record.clauses),
        maybe(record.conflicts),
        maybe(record.decisions),
        maybe(record.propagations),
        field(&record.machine),
        field(&record.began),
    ]
}

/// A table.
pub fn table(table: &Table) -> String {
    let names: Vec<String> = table
        .columns
        .iter()
        .map(|column| field(&column.key))
        .collect();
    let mut csv = names.join(",") + "\n";
    for row in &table.rows {
        let values: Vec<String> = row.iter().map(|value| field(&value.plain())).collect();
        let _ = writeln!(csv, "{}", values.join(","));
    }
    csv
}

/// A field, quoted where it must be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, field, line};
    use crate::record::Record;

    #[test]
    fn every_column_has_a_value() {
        assert_eq!(COLUMNS.split(',').count(), line(&Record::default()).len());
    }

    #[test]
    fn only_fields_that_need_it_are_quoted() {
        assert_eq!(field("central"), "central");
        assert_eq!(field("r2-exists, \"x\""), "\"r2-exists, \"\"x\"\"\"");
    }
}
