//! CSV: one line a run, and every table; units stand in the column names (RFC 4180).

use crate::record::Record;

use super::Report;
use super::cell::outcome;
use super::markup;
use super::table::{Table, TableValue};

/// One line for every run.
pub fn runs(report: &Report) -> String {
    let names = columns(&Record::default()).map(|(name, _)| name.to_owned());
    let values = |record| columns(record).map(|(_, value)| value);
    text(std::iter::once(names).chain(report.runs.iter().map(values)))
}

/// A run by columns.
fn columns(record: &Record) -> [(&'static str, String); 28] {
    fn maybe(value: Option<impl ToString>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    [
        ("experiment", record.experiment.clone()),
        ("run", record.run.clone()),
        ("puzzle", record.puzzle.clone()),
        ("family", record.family.clone()),
        ("holes", record.holes.to_string()),
        ("jumps", maybe(record.jumps)),
        ("encoding", record.encoding.clone()),
        ("horizon", maybe(record.horizon)),
        ("backend", record.backend.clone()),
        ("version", record.version.clone()),
        ("seed", record.seed.to_string()),
        ("outcome", outcome(record).name().to_owned()),
        ("checked", record.checked.to_string()),
        ("check", record.check.clone()),
        ("wall_seconds", record.wall_seconds.to_string()),
        ("cpu_seconds", record.cpu_seconds.to_string()),
        ("peak_mib", record.peak_mib.to_string()),
        ("encode_seconds", record.encode_seconds.to_string()),
        ("check_seconds", record.check_seconds.to_string()),
        ("timeout_seconds", record.timeout_seconds.to_string()),
        ("memory_mib", maybe(record.memory_mib)),
        ("variables", maybe(record.variables)),
        ("clauses", maybe(record.clauses)),
        ("conflicts", maybe(record.conflicts)),
        ("decisions", maybe(record.decisions)),
        ("propagations", maybe(record.propagations)),
        ("machine", record.machine.clone()),
        ("began", record.began.clone()),
    ]
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
