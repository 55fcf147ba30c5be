//! The files of a report, by format.

use std::collections::BTreeSet;
use std::fmt::Write;

use itertools::Itertools as _;
use saut_formats::markup::escaped;
use saut_peg::peg::Puzzle;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::cell::outcome;
use super::plots::{Chosen, file_name};
use super::{LIMITS_FILE, LIMITS_PAGE, Report, SolverScore, html, plots, summary, tables};
use crate::record::{Claimed, Record, RunOutcome};

/// File formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Format {
    /// The summary as Markdown.
    Markdown,
    /// One line per run, and every table.
    Csv,
    /// The plots as SVG.
    Svg,
    /// One page with everything.
    Html,
    /// Results for table-generator (benchexec).
    Benchexec,
    /// All formats.
    All,
}

/// The name of a file in the directory of the report, and its text.
pub type File = (String, String);

/// Returns the files of these formats, without duplicate names. `chosen` are the solvers in the plots.
pub fn files(
    report: &Report,
    formats: &[Format],
    chosen: &Chosen,
    find: &dyn Fn(&str) -> Option<Puzzle>,
) -> Vec<File> {
    let has = |one| formats.contains(&one) || formats.contains(&Format::All);
    let mut charts = Vec::new();
    if has(Format::Svg) || has(Format::Html) {
        charts = plots::all(report, chosen);
    }
    let mut files = Vec::new();
    if has(Format::Markdown) {
        files.push(("summary.md".to_owned(), summary::summary(report)));
        files.push((LIMITS_FILE.to_owned(), LIMITS_PAGE.to_owned()));
    }
    if has(Format::Csv) {
        files.push(("per-run.csv".to_owned(), summary::csv(report)));
        let tables = summary::tables(report).into_iter();
        let tables = tables.chain([tables::cells(report)]);
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
        let solvers = report.solvers.iter().zip(1..);
        files.extend(solvers.map(|(solver, number)| {
            let name = format!("{number:03}-{}.results.xml", file_name(&solver.label));
            (name, benchexec(report, solver))
        }));
    }
    let mut taken = BTreeSet::new();
    for (name, _) in &mut files {
        while !taken.insert(name.to_lowercase()) {
            name.insert(0, '_');
        }
    }
    files
}

/// Returns the runs of a solver in the result format of `BenchExec`, version 1.18 and later, for its `table-generator`
/// (Beyer, Löwe, Wendler: *Reliable benchmarking*, STTT 21, 2019). Every record is one `run`. Only checked answers are
/// `correct`.
fn benchexec(report: &Report, solver: &SolverScore) -> String {
    let mut runs: Vec<(usize, &Record)> = Vec::new();
    for (&instance, cell) in &solver.cells {
        runs.extend(report.runs_of(cell).map(|run| (instance, run)));
    }
    let (start, end) = runs
        .iter()
        .map(|(_, run)| run.began.as_str())
        .minmax()
        .into_option()
        .unwrap_or_default();
    let limits = runs.iter().map(|(_, run)| run.timeout_seconds);
    let memory = runs.iter().filter_map(|(_, run)| run.memory_mib).max();
    let memory = memory.map_or_else(String::new, |mib| format!(" memlimit=\"{}B\"", mib << 20));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE result PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.18//EN' \
         'https://www.sosy-lab.org/benchexec/result-3.18.dtd'>\n\
         <result benchmarkname=\"{title}\" name=\"{label}\" tool=\"{backend}\" version=\"{version}\" \
         options=\"{encoding}\" date=\"{start}\" starttime=\"{start}\" endtime=\"{end}\" \
         generator=\"saut {ours}\" walltimelimit=\"{limit}s\"{memory}>\n\
         <columns><column title=\"status\"/><column title=\"cputime\"/><column title=\"walltime\"/>\
         <column title=\"memory\"/></columns>\n",
        title = escaped(&report.title()),
        label = escaped(&solver.label),
        backend = escaped(&solver.identity.backend),
        version = escaped(&solver.identity.version),
        encoding = escaped(&solver.identity.encoding),
        start = escaped(start),
        end = escaped(end),
        ours = env!("CARGO_PKG_VERSION"),
        limit = limits.fold(0.0, f64::max),
    );
    if let Some(machine) = report.machines.first() {
        // Machine files that `saut bench` did not write may have other keys.
        let value = |keys: &[&str]| escaped(&machine.value(keys).unwrap_or_default());
        let _ = writeln!(
            xml,
            "<systeminfo hostname=\"{}\"><os name=\"{}\"/><cpu model=\"{}\" cores=\"{}\" frequency=\"\"/>\
             <ram size=\"{}\"/></systeminfo>",
            escaped(&machine.name),
            value(&["kernel", "os"]),
            value(&["processor", "cpu", "model"]),
            value(&["cores"]),
            value(&["memory_mib", "memory", "ram"]),
        );
    }
    for (instance, record) in runs {
        xml += &run(&report.instances[instance].name(), record);
    }
    xml + "</result>\n"
}

/// Returns one run. The seed is part of its name, since `BenchExec` has no seeds.
fn run(instance: &str, record: &Record) -> String {
    let experiment = match record.experiment.as_str() {
        "" => String::new(),
        experiment => format!("{experiment}: "),
    };
    let name = escaped(&format!("{experiment}{instance}, seed {}", record.seed));
    let (status, category) = verdict(record);
    let (cpu, wall) = (record.cpu_seconds, record.wall_seconds);
    let bytes = record.peak_mib * 1_048_576.0;
    let (puzzle, check) = (escaped(&record.puzzle), escaped(&record.check));
    format!(
        "<run name=\"{name}\" files=\"[{puzzle}]\"><column title=\"status\" value=\"{status}\"/>\
         <column title=\"category\" value=\"{category}\" hidden=\"true\"/>\
         <column title=\"cputime\" value=\"{cpu}s\"/><column title=\"walltime\" value=\"{wall}s\"/>\
         <column title=\"memory\" value=\"{bytes:.0}B\"/>\
         <column title=\"check\" value=\"{check}\" hidden=\"true\"/></run>\n"
    )
}

/// Returns the status and the category in `BenchExec`'s terms.
fn verdict(record: &Record) -> (&'static str, &'static str) {
    let claimed = match record.claim {
        Claimed::Sat => "true",
        Claimed::Unsat => "false",
        Claimed::Nothing => "done",
    };
    match outcome(record) {
        RunOutcome::Solved => ("true", "correct"),
        RunOutcome::Infeasible | RunOutcome::Refuted => ("false", "correct"),
        RunOutcome::Wrong => (claimed, "wrong"),
        RunOutcome::Unchecked | RunOutcome::Unproved => (claimed, "correct-unconfirmed"),
        RunOutcome::GaveUp => ("unknown", "unknown"),
        RunOutcome::Timeout => ("TIMEOUT", "error"),
        RunOutcome::Memory => ("OUT OF MEMORY", "error"),
        RunOutcome::Crashed => ("ERROR (crashed)", "error"),
        RunOutcome::Garbage => ("ERROR (no answer in output)", "error"),
        RunOutcome::Missing => ("ERROR (program missing)", "error"),
        RunOutcome::Unusable => ("ERROR (input cannot be read)", "error"),
    }
}

#[cfg(test)]
mod tests {
    use super::{run, verdict};
    use crate::record::{Claimed, Record, RunOutcome};

    #[test]
    fn only_what_was_checked_is_correct() {
        let record = |outcome, claim, checked| Record {
            claim,
            outcome,
            checked,
            ..Record::default()
        };
        assert_eq!(
            verdict(&record(RunOutcome::Solved, Claimed::Sat, true)),
            ("true", "correct")
        );
        assert_eq!(
            verdict(&record(RunOutcome::Solved, Claimed::Sat, false)),
            ("true", "correct-unconfirmed")
        );
        assert_eq!(
            verdict(&record(RunOutcome::Wrong, Claimed::Unsat, false)),
            ("false", "wrong")
        );
        assert_eq!(
            verdict(&record(RunOutcome::Timeout, Claimed::Nothing, false)).1,
            "error"
        );
    }

    #[test]
    fn a_name_with_markup_stays_one_attribute() {
        let xml = run("a<b>&\"c\"", &Record::default());
        assert!(
            xml.starts_with("<run name=\"a&lt;b&gt;&amp;&quot;c&quot;, seed 0\""),
            "{xml}"
        );
    }
}
