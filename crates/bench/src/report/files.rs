//! The files of a report, by format.

use std::collections::BTreeSet;

use saut_peg::peg::Puzzle;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::{LIMITS_FILE, LIMITS_PAGE, Report, benchexec, html, plots, spread, summary};

/// File formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Format {
    /// The summary.
    Markdown,
    /// One line a run, and every table.
    Csv,
    /// The plots.
    Svg,
    /// One page with everything.
    Html,
    /// Results that table-generator of `BenchExec` opens.
    Benchexec,
    /// All of these.
    All,
}

/// A file: its name within the directory of the report, and its text.
pub type File = (String, String);

/// The files of these formats; no two have one name. `pair` are the two solvers of the scatter plot.
pub fn files(
    report: &Report,
    formats: &[Format],
    pair: Option<(usize, usize)>,
    find: &dyn Fn(&str) -> Option<Puzzle>,
) -> Vec<File> {
    let has = |one| formats.contains(&one) || formats.contains(&Format::All);
    let mut charts = Vec::new();
    if has(Format::Svg) || has(Format::Html) {
        charts = plots::all(report, pair);
    }
    let mut files = Vec::new();
    if has(Format::Markdown) {
        files.push(("summary.md".to_owned(), summary::summary(report)));
        files.push((LIMITS_FILE.to_owned(), LIMITS_PAGE.to_owned()));
    }
    if has(Format::Csv) {
        files.push(("per-run.csv".to_owned(), summary::csv(report)));
        let tables = summary::tables(report).into_iter();
        let tables = tables.chain([spread::cells(report)]);
        files.extend(tables.map(|table| (format!("{}.csv", table.key), table.csv())));
    }
    if has(Format::Svg) {
        let plots = charts.iter();
        files.extend(plots.map(|chart| (format!("{}.svg", chart.key), chart.file())));
    }
    if has(Format::Html) {
        files.push(("index.html".to_owned(), html::page(report, &charts, find)));
    }
    if has(Format::Benchexec) {
        files.extend(benchexec::files(report));
    }
    let mut taken = BTreeSet::new();
    for (name, _) in &mut files {
        while !taken.insert(name.to_lowercase()) {
            name.insert(0, '_');
        }
    }
    files
}
