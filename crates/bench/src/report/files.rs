//! The files of a report, by format.

use std::collections::BTreeSet;

use saut_puzzles::peg::Puzzle;

use super::svg::Chart;
use super::{LIMITS_FILE, LIMITS_PAGE, Report, benchexec, csv, html, markdown, plots, spread};

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The summary.
    Markdown,
    /// One line a run, and every table.
    Csv,
    /// The plots.
    Svg,
    /// One page with everything.
    Html,
    /// Results that `BenchExec`'s `table-generator` opens.
    BenchExec,
}

/// All kinds.
pub const ALL: [Kind; 5] = [
    Kind::Markdown,
    Kind::Csv,
    Kind::Svg,
    Kind::Html,
    Kind::BenchExec,
];

/// A file: its name within the directory of the report, and its text.
pub type File = (String, String);

/// The files of these kinds; no two have one name. `pair` are the two solvers of the scatter plot.
pub fn files(
    report: &Report,
    kinds: &[Kind],
    pair: Option<(usize, usize)>,
    find: &dyn Fn(&str) -> Option<Puzzle>,
) -> Vec<File> {
    let needs_charts = kinds.contains(&Kind::Svg) || kinds.contains(&Kind::Html);
    let charts = if needs_charts {
        plots::all(report, pair)
    } else {
        Vec::new()
    };
    let mut files = Vec::new();
    for kind in kinds {
        match kind {
            Kind::Markdown => {
                files.push(("summary.md".to_owned(), markdown::summary(report)));
                files.push((LIMITS_FILE.to_owned(), LIMITS_PAGE.to_owned()));
            }
            Kind::Csv => files.extend(tables(report)),
            Kind::Svg => files.extend(charts.iter().map(plot)),
            Kind::Html => files.push(("index.html".to_owned(), html::page(report, &charts, find))),
            Kind::BenchExec => files.extend(benchexec::files(report)),
        }
    }
    let mut taken = BTreeSet::new();
    for (name, _) in &mut files {
        while !taken.insert(name.to_lowercase()) {
            name.insert(0, '_');
        }
    }
    files
}

fn tables(report: &Report) -> Vec<File> {
    let mut files = vec![("per-run.csv".to_owned(), csv::runs(report))];
    let tables = markdown::tables(report)
        .into_iter()
        .chain([spread::cells(report)]);
    files.extend(tables.map(|table| (format!("{}.csv", table.key), csv::table(&table))));
    files
}

fn plot(chart: &Chart) -> File {
    (format!("{}.svg", chart.key), chart.file())
}
