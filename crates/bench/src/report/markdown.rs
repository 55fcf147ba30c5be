//! The summary as Markdown: doubts first, then the tables, then where to read on.

use std::fmt::Write;

use super::markup::markdown;
use super::number::{counted, grouped};
use super::table::Table;
use super::{LIMITS_FILE, Report, doubt, encodings, families, ranking, spread, tries};

/// Wrong answers listed before the rest is only counted.
const MOST_DOUBTS: usize = 20;

/// The tables of the summary.
pub fn tables(report: &Report) -> Vec<Table> {
    let [coverage, par2] = families::families(report);
    let mut tables = vec![ranking::solvers(report), coverage, par2];
    tables.push(encodings::encodings(report));
    tables.push(encodings::against_backends(report));
    tables.extend(spread::spread(report));
    tables.extend(tries::tries(report));
    tables.push(ranking::outcomes(report));
    tables
}

/// The whole summary.
pub fn summary(report: &Report) -> String {
    let mut text = format!("# Report: {}\n\n", markdown(&report.title()));
    let doubts = doubt::doubts(report);
    if !doubts.is_empty() {
        let number = counted(doubts.len(), "answer");
        let _ = writeln!(text, "> **WRONG: {number} that must not be believed.**\n>");
        for doubt in doubts.iter().take(MOST_DOUBTS) {
            let (puzzle, sentence) = (markdown(&doubt.puzzle), markdown(&doubt.sentence));
            let _ = writeln!(text, "> - **{puzzle}**: {sentence}");
        }
        if let Some(more @ 1..) = doubts.len().checked_sub(MOST_DOUBTS) {
            let _ = writeln!(text, "> - and {} more", grouped(more));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{}\n", facts(report));
    for warning in &report.warnings {
        let _ = writeln!(text, "- note: {}", markdown(warning));
    }
    if !report.warnings.is_empty() {
        text.push('\n');
    }
    for table in tables(report) {
        let (title, note) = (markdown(&table.title), markdown(&table.note));
        let _ = writeln!(text, "## {title}\n\n{note}\n\n{}", table.markdown());
    }
    for machine in &report.machines {
        let _ = writeln!(text, "## The machine: {}\n", markdown(&machine.name));
        for line in machine.text.lines() {
            let _ = writeln!(text, "    {line}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "[What the numbers do not show]({LIMITS_FILE})");
    text
}

/// Subject of the report, in a sentence.
pub fn facts(report: &Report) -> String {
    format!(
        "{} of {} on {}. Times are wall-clock seconds of the solver alone.",
        counted(report.runs.len(), "run"),
        counted(report.solvers.len(), "solver"),
        counted(report.instances.len(), "instance")
    )
}
