//! `saut bench`: runs an experiment, shows its progress, and prints a summary. The experiment is a definition in TOML,
//! or a comparison given by arguments. A comparison also has a folder with a page, plots and tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use saut::BadInput;
use saut::bench::definition::HorizonSpec;
use saut::bench::{self, Definition, ExperimentKeys, Options, Summary};
use saut::census::Shard;
use saut::read_limited::{self, MOST_PUZZLE_BYTES};
use saut::record::{Record, RunOutcome};
use saut::report::files::{self, Format};
use saut::report::table::Table;
use saut::report::{Report, Runs, plots, tables};
use saut::stop::Stop;
use serde_json::json;

use super::arguments::{Bench, Global, solver_names};
use super::interrupt::interruptible;
use super::progress::Line;
use super::reply::{CommandOutput, Failure, unusable};
use super::{print, report, status};

const RED: Style = Style::new()
    .bold()
    .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));

/// The columns of the printed table.
const COLUMNS: &str = "instance solver horizon outcome evidence checked_by runs_solved median_seconds fastest_seconds \
    slowest_seconds phases median_cpu_seconds plan_length plan_cost variables clauses conflicts peak_mib";

pub fn run(arguments: &Bench, global: &Global) -> Result<CommandOutput, Failure> {
    let began = Instant::now();
    let experiment = Experiment::new(arguments, global)?;
    if let Some(folder) = &experiment.folder {
        fs::create_dir_all(folder).map_err(|error| {
            let fact = format!("the folder cannot be created ({error})");
            BadInput::new(folder.display().to_string(), fact).remedy("name another folder with -o")
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
    line.set_position(bench.there as u64);
    line.reset_eta();
    let summary = bench.run(&|record| show(&line, record));
    line.finish_and_clear();
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
            document["table"] = tables::cells(&report).json().into();
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
            format!(" (and {more} of earlier commands; these are also shown)")
        }
    };
    let done = print::grouped(summary.records.len());
    let (all, machine) = (print::counted(bench.total, "run"), machine.display());
    let _ = writeln!(
        text,
        "{done} of {all} recorded in {records}{earlier}, measured on {machine}"
    );
    let status = match (wrong.is_empty(), summary.interrupted) {
        (false, _) => status::FAILED,
        (true, true) => status::UNDECIDED,
        (true, false) => status::SOLVED,
    };
    let reply = CommandOutput::new(status, document, text);
    let reply = wrong
        .into_iter()
        .map(alarm)
        .fold(reply, CommandOutput::aside);
    Ok(match (summary.interrupted, arguments.again) {
        (false, _) => reply,
        (true, false) => reply.aside("saut: stopped; run the same command again to continue"),
        (true, true) => reply.aside(
            "saut: stopped; run the same command again to continue, without --again to keep the finished runs",
        ),
    })
}

/// Before the first run, reports omitted combinations, missing solvers and other warnings.
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
        tell!("saut: warning: {name} is not installed, and its runs are {recorded}; {remedy}");
    }
    for changed in &bench.changed {
        tell!("saut: {changed}; its runs are repeated");
    }
    let jobs = arguments.jobs;
    if jobs.get() > 1 {
        tell!(
            "saut: warning: {jobs} runs in parallel slow each other down, and their times vary more"
        );
    }
    if bench.there > 0 {
        let there = print::grouped(bench.there);
        let all = print::counted(bench.total, "run");
        tell!("saut: {there} of {all} are recorded already");
    }
}

fn show(line: &Line, record: &Record) {
    if is_wrong(record) {
        line.suspend(|| tell!("{}", alarm(record)));
    }
    line.inc(1);
    let (puzzle, encoding) = (&record.puzzle, &record.encoding);
    let (backend, outcome) = (&record.backend, record.outcome);
    line.set_message(format!("{puzzle}, {encoding}, {backend}: {outcome}"));
}

fn is_wrong(record: &Record) -> bool {
    record.outcome == RunOutcome::Wrong
}

/// Returns the message about a wrong answer.
fn alarm(record: &Record) -> String {
    let horizon = record.horizon;
    let horizon = horizon.map_or(String::new(), |steps| format!(" at horizon {steps}"));
    let (backend, puzzle, encoding) = (&record.backend, &record.puzzle, &record.encoding);
    let (seed, check) = (record.seed, &record.check);
    format!(
        "{RED}saut: WRONG ANSWER{RED:#}: {backend} on {puzzle}, {encoding}{horizon}, seed {seed}: {check}"
    )
}

/// Returns a table with the outcomes of the runs of each solver.
fn by_solver(summary: &Summary) -> String {
    let report = Report::new(summary.records.clone().into());
    lines(&tables::outcomes(&report)) + "\n"
}

/// Returns the table and the notes of a comparison, and the paths of its page and plots.
fn compared(report: &Report, folder: &Path, files: &[String]) -> String {
    if report.runs.is_empty() {
        return "no run has finished, so there is nothing to compare\n".to_owned();
    }
    let table = tables::cells(report).only(&COLUMNS.split(' ').collect::<Vec<_>>());
    let notes = report.warnings.iter();
    let notes: Vec<String> = notes.map(|note| format!("note: {note}\n")).collect();
    let notes = notes.concat();
    let plots = files.iter().map(String::as_str).filter(|name| is_svg(name));
    let plots = plots.collect::<Vec<_>>().join(", ");
    let (table, note, page) = (lines(&table), table.note, folder.join("index.html"));
    let page = page.display();
    format!("{table}\n\n{note}\n{notes}page: {page}; plots in the same folder: {plots}\n")
}

/// Returns a table as text, with the head in bold.
fn lines(table: &Table) -> String {
    let (strong, mut lines) = (print::STRONG, table.lines());
    lines[0] = format!("{strong}{}{strong:#}", lines[0]);
    lines.join("\n")
}

/// The requested experiment, and the files of its results.
struct Experiment {
    definition: Definition,
    records: PathBuf,
    /// The folder for the page, plots and tables of a comparison.
    folder: Option<PathBuf>,
}

impl Experiment {
    fn new(arguments: &Bench, global: &Global) -> Result<Self, BadInput> {
        let is_definition = |name: &&String| {
            let path = Path::new(name);
            let is_toml = path.extension().is_some_and(|ending| ending == "toml");
            let text = || read_limited::text_file(path, MOST_PUZZLE_BYTES).ok();
            is_toml && path.is_file() && text().is_none_or(|text| Definition::is_one(&text))
        };
        match arguments.subjects.iter().find(is_definition) {
            Some(name) => Self::defined(arguments, global, name),
            None => Self::compared(arguments, global),
        }
    }

    fn defined(arguments: &Bench, global: &Global, name: &str) -> Result<Self, BadInput> {
        if arguments.subjects.len() > 1 {
            let fact = "this file defines an experiment and names the puzzles, so no other names can be given";
            let remedy = "leave out the other names; a file of puzzles has [[puzzle]] entries";
            return unusable(name, fact, remedy);
        }
        let own = ["backends", "encodings", "horizons", "seeds"];
        let mut given = global.given.iter().map(String::as_str);
        let threads = global.threads.map(|_| "threads");
        if let Some(flag) = given.find(|flag| own.contains(flag)).or(threads) {
            let flag = format!("--{flag}");
            let fact = format!("the definition {name} sets this option");
            let remedy = "change the definition, or name puzzles instead";
            return unusable(flag, fact, remedy);
        }
        let file = Path::new(name);
        let definition = Definition::read(file, &keys(global))?;
        let own = || beside(file, arguments.shard);
        let records = global.out.clone().unwrap_or_else(own);
        if records == file {
            let fact = "the records would overwrite the definition";
            return unusable(name, fact, "give another file for the records with -o");
        }
        Ok(Self {
            definition,
            records,
            folder: None,
        })
    }

    fn compared(arguments: &Bench, global: &Global) -> Result<Self, BadInput> {
        let mut backends = solver_names(&arguments.backends);
        if backends.is_empty() {
            backends = vec!["batsat".to_owned(), "varisat".to_owned()];
        }
        let encodings = arguments.encodings.iter();
        let horizons = arguments.horizons.iter();
        let horizons = horizons.map(|word| HorizonSpec::by_word(word));
        let horizons = horizons.collect::<Result<Vec<_>, _>>()?;
        let definition = Definition::compared(ExperimentKeys {
            puzzles: Some(arguments.subjects.clone()),
            encodings: some(encodings.map(|named| named.encoding)),
            horizons: some(horizons.into_iter()),
            backends: Some(backends),
            seeds: Some((1..=arguments.seeds.unwrap_or(3)).collect()),
            threads: global.threads.map(NonZeroUsize::get),
            ..keys(global)
        })?;
        let out = global.out.clone().unwrap_or_else(|| "saut-bench".into());
        let (folder, records) = if out.extension().is_some_and(|ending| ending == "jsonl") {
            (out.with_extension(""), out)
        } else {
            let records = beside(&out.join("records.jsonl"), arguments.shard);
            (out, records)
        };
        Ok(Self {
            definition,
            records,
            folder: Some(folder),
        })
    }

    /// Writes the page, plots and tables of all recorded runs, and removes plots of instances without runs. Returns the
    /// report and the names of the files.
    fn report(&self, folder: &Path, stop: &Stop) -> Result<(Report, Vec<String>), BadInput> {
        let report = if fs::metadata(&self.records).is_ok_and(|file| file.len() == 0) {
            Report::new(Runs::default())
        } else {
            report::report_of(&[self.records.display().to_string()], stop)?
        };
        if report.runs.is_empty() {
            return Ok((report, Vec::new()));
        }
        let subjects = self.definition.sets.iter().flat_map(|set| &set.subjects);
        let own = subjects.filter_map(|subject| subject.puzzle().cloned());
        let find = report::finder(own.collect());
        let formats = [Format::Html, Format::Svg, Format::Csv, Format::Markdown];
        let files = formats
            .map(|format| files::files(&report, &[format], &plots::Chosen::default(), &find));
        let files = files.concat();
        report::write_all(folder, &files)?;
        let names: Vec<String> = files.into_iter().map(|(name, _)| name).collect();
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_plot = name.starts_with("runs-") && is_svg(&name);
            if is_plot && !names.contains(&name) {
                // An error is ignored, because an old plot is harmless.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok((report, names))
    }
}

/// Returns the requested limits of each run.
fn keys(global: &Global) -> ExperimentKeys {
    ExperimentKeys {
        timeout_seconds: global.timeout,
        memory_mib: global.memory,
        ..ExperimentKeys::default()
    }
}

/// Returns a list, or `None` if it is empty.
fn some<T>(items: impl Iterator<Item = T>) -> Option<Vec<T>> {
    Some(items.collect()).filter(|items: &Vec<T>| !items.is_empty())
}

fn is_svg(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ending.is_some_and(|ending| ending == "svg")
}

/// Returns the file of records for a definition: `x.jsonl` for `x.toml`, or `x.2-of-3.jsonl` for a shard.
fn beside(definition: &Path, shard: Option<Shard>) -> PathBuf {
    let part = shard.map(|shard| shard.to_string().replace('/', "-of-") + ".");
    definition.with_extension(part.unwrap_or_default() + "jsonl")
}
