//! `saut bench`: runs an experiment, shows how it goes, and says what came of it. A comparison that the
//! command line asks for is a definition like any other; only what is written of it is more.

mod experiment;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use saut::BadInput;
use saut::bench::{self, Options, Summary};
use saut::record::{Record, RunOutcome};
use saut::report::table::Table;
use saut::report::{Report, Runs, spread, tables};
use serde_json::json;

use super::arguments::{Bench, Global};
use super::progress::Line;
use super::reply::{Failure, Reply};
use super::solve::interruptible;
use super::{print, status};
use experiment::{Experiment, is_svg};

const RED: Style = Style::new()
    .bold()
    .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));

/// The columns of the table on the terminal.
const COLUMNS: &str = "instance solver horizon outcome evidence checked_by runs_solved median_seconds fastest_seconds \
    slowest_seconds median_cpu_seconds variables clauses conflicts peak_mib";

/// Runs `saut bench`.
pub fn run(arguments: &Bench, global: &Global) -> Result<Reply, Failure> {
    let began = Instant::now();
    let experiment = Experiment::new(arguments, global)?;
    if let Some(folder) = &experiment.folder {
        std::fs::create_dir_all(folder).map_err(|error| {
            let fact = format!("the folder cannot be made ({error})");
            BadInput::new(folder.display().to_string(), fact).remedy("name another with -o")
        })?;
    }
    let options = Options {
        records: experiment.records.clone(),
        shard: arguments.shard,
        jobs: arguments.jobs.get(),
        again: arguments.again,
        skip_missing: arguments.skip_missing,
        saut: std::env::current_exe()?,
        stop: interruptible(&global.stop),
    };
    let bench = bench::Bench::prepare(&experiment.definition, options)?;
    announce(arguments, &bench);
    let line = Line::of_parts(bench.total);
    line.begin_at(bench.there);
    let summary = bench.run(&|record| show(&line, record));
    line.clear();
    let (records, machine) = (experiment.records.display(), bench.machine_file());
    let summary = summary
        .map_err(|error| Failure::Other(format!("{records}: cannot be written ({error})")))?;
    let wrong = summary.records.iter().filter(|record| is_wrong(record));
    let wrong: Vec<&Record> = wrong.collect();
    let mut outcomes = BTreeMap::<RunOutcome, usize>::new();
    for record in &summary.records {
        *outcomes.entry(record.outcome).or_default() += 1;
    }
    let mut document = json!({
        "experiment": experiment.definition.name, "records": records.to_string(),
        "machine": machine.display().to_string(), "runs": bench.total, "there_before": bench.there,
        "done": summary.records.len(), "outcomes": outcomes, "wrong": wrong,
        "counted": summary.records.iter().filter(|record| record.counts()).count(),
        "left_out": bench.left_out, "missing": bench.missing, "interrupted": summary.interrupted,
    });
    let (mut text, shown) = match &experiment.folder {
        Some(folder) => {
            let (report, files) = experiment.report(folder, &global.stop)?;
            document["table"] = spread::cells(&report).json().into();
            document["notes"] = json!(report.warnings);
            document["folder"] = folder.display().to_string().into();
            document["files"] = json!(files);
            (compared(&report, folder, &files), report.runs.len())
        }
        None => (by_solver(&summary), summary.records.len()),
    };
    document["seconds"] = began.elapsed().as_secs_f64().into();
    let earlier = match shown.saturating_sub(summary.records.len()) {
        0 => String::new(),
        more => {
            let more = print::counted(more, "run");
            format!(" (and {more} of other commands, shown too)")
        }
    };
    let done = print::grouped(summary.records.len());
    let (all, machine) = (print::counted(bench.total, "run"), machine.display());
    text += &format!("{done} of {all} in {records}{earlier}, made on {machine}\n");
    let status = match (wrong.is_empty(), summary.interrupted) {
        (false, _) => status::FAILED,
        (true, true) => status::UNDECIDED,
        (true, false) => status::SOLVED,
    };
    let reply = Reply::new(status, document, text);
    let reply = wrong.into_iter().map(alarm).fold(reply, Reply::aside);
    Ok(match (summary.interrupted, arguments.again) {
        (false, _) => reply,
        (true, false) => reply.aside("saut: stopped; run the same command again to go on"),
        (true, true) => reply.aside(
            "saut: stopped; run the same command again to go on, without --again to keep what was measured",
        ),
    })
}

/// Makes one run, for the harness.
pub fn one_run() -> Result<Reply, Failure> {
    let line = bench::run_job()?;
    Ok(Reply::text(status::SOLVED, line + "\n"))
}

/// Facts to know before the first run.
fn announce(arguments: &Bench, bench: &bench::Bench) {
    for (reason, number) in &bench.left_out {
        let number = print::counted(*number, "combination");
        tell!("saut: left out: {number}: {reason}");
    }
    let recorded = if arguments.skip_missing {
        "left out"
    } else {
        "recorded as missing"
    };
    for (name, remedy) in &bench.missing {
        tell!("saut: warning: {name} is not here, its runs are {recorded}; {remedy}");
    }
    for changed in &bench.changed {
        tell!("saut: {changed}; its runs are made again");
    }
    let jobs = arguments.jobs;
    if jobs.get() > 1 {
        tell!(
            "saut: warning: {jobs} runs side by side disturb each other: times are longer and vary more"
        );
    }
    if bench.there > 0 {
        let there = print::grouped(bench.there);
        let all = print::counted(bench.total, "run");
        tell!("saut: {there} of {all} are there already");
    }
}

/// Shows a run on the progress line.
fn show(line: &Line, record: &Record) {
    if is_wrong(record) {
        line.aside(|| tell!("{}", alarm(record)));
    }
    line.one_more();
    let (puzzle, encoding) = (&record.puzzle, &record.encoding);
    let (backend, outcome) = (&record.backend, record.outcome.name());
    line.say(format!("{puzzle}, {encoding}, {backend}: {outcome}"));
}

fn is_wrong(record: &Record) -> bool {
    record.outcome == RunOutcome::Wrong
}

/// Words for a wrong answer.
fn alarm(record: &Record) -> String {
    let horizon = record.horizon;
    let horizon = horizon.map_or(String::new(), |steps| format!(" at horizon {steps}"));
    let (backend, puzzle, encoding) = (&record.backend, &record.puzzle, &record.encoding);
    let (seed, check) = (record.seed, &record.check);
    format!(
        "{RED}saut: WRONG ANSWER{RED:#}: {backend} on {puzzle}, {encoding}{horizon}, seed {seed}: {check}"
    )
}

/// How the runs of each solver ended.
fn by_solver(summary: &Summary) -> String {
    let report = Report::new(Runs {
        records: summary.records.clone(),
        warnings: Vec::new(),
    });
    lines(&tables::outcomes(&report)) + "\n"
}

/// The table of a comparison, and the place of the rest.
fn compared(report: &Report, folder: &Path, files: &[String]) -> String {
    if report.runs.is_empty() {
        return "no run has ended, and there is nothing to compare\n".to_owned();
    }
    let table = spread::cells(report).only(&COLUMNS.split(' ').collect::<Vec<_>>());
    let notes = report.warnings.iter();
    let notes: String = notes.map(|note| format!("note: {note}\n")).collect();
    let plots = files.iter().map(String::as_str).filter(|name| is_svg(name));
    let plots = plots.collect::<Vec<_>>().join(", ");
    let (table, note, page) = (lines(&table), table.note, folder.join("index.html"));
    let page = page.display();
    format!("{table}\n\n{note}\n{notes}page: {page}; plots beside it: {plots}\n")
}

/// The lines of a table, its head strong.
fn lines(table: &Table) -> String {
    let (strong, mut lines) = (print::STRONG, table.lines());
    lines[0] = format!("{strong}{}{strong:#}", lines[0]);
    lines.join("\n")
}
