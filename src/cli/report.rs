//! `saut report`: tables and plots of recorded runs.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use saut::BadInput;
use saut::formats::bundled;
use saut::formats::text_kind::{self, TextKind};
use saut::peg::Puzzle;
use saut::read_limited::{self, MOST_PUZZLE_BYTES, MOST_RECORD_BYTES};
use saut::record::Record;
use saut::report::compare::{self, Comparison};
use saut::report::files::{File, Format};
use saut::report::plots::Chosen;
use saut::report::{MachineFile, Report, Runs, files, html, plots, read, summary};
use saut::stop::Stop;

use super::arguments::{Global, Report as Arguments};
use super::reply::{CommandOutput, Failure, unusable};
use super::{input, print, status, whole};

pub fn run(arguments: &Arguments, global: &Global) -> Result<CommandOutput, Failure> {
    if let Some([old, new]) = arguments.compare.as_deref() {
        return compare_records(arguments, global, [old, new]);
    }
    let report = report_of(&arguments.records, &global.stop)?;
    if let lines @ 9.. = arguments.cactus.len() {
        let fact = format!("{lines} solvers are named, but a plot has at most 8 lines");
        return unusable("--cactus", fact, "name fewer solvers");
    }
    let lines = arguments.cactus.iter();
    let chosen = Chosen {
        cactus: lines
            .map(|name| solver(&report, "--cactus", name))
            .collect::<Result<_, _>>()?,
        scatter: match arguments.scatter.as_deref() {
            Some([across, up]) => {
                let axis = |name| solver(&report, "--scatter", name);
                Some((axis(across)?, axis(up)?))
            }
            _ => None,
        },
    };
    let find = finder(Vec::new());
    if let Some(directory) = &global.out {
        let formats = match &arguments.format[..] {
            [] => &[Format::Html],
            asked => asked,
        };
        let files = files::files(&report, formats, &chosen, &find);
        write_all(directory, &files)?;
        let (directory, number) = (directory.display(), print::counted(files.len(), "file"));
        let mut facts = summary::json(&report);
        facts["directory"] = directory.to_string().into();
        facts["files"] = files.iter().map(|(name, _)| name.as_str()).collect();
        let text = format!("{}{number} in {directory}\n", brief(&report));
        return Ok(CommandOutput::new(status::SOLVED, facts, text));
    }
    let (name, text) = match arguments.format[..] {
        [] => {
            let (facts, text) = (summary::json(&report), summary::summary(&report));
            return Ok(CommandOutput::new(status::SOLVED, facts, text));
        }
        [Format::Markdown] => ("markdown", summary::summary(&report)),
        [Format::Csv] => ("csv", summary::csv(&report)),
        [Format::Html] => {
            let plots = plots::all(&report, &chosen);
            ("html", html::page(&report, &plots, &find))
        }
        _ => {
            let fact = "these formats write several files";
            let remedy = "give a directory for the files with -o";
            return unusable("--format", fact, remedy);
        }
    };
    let document = serde_json::json!({"format": name});
    CommandOutput::content(document, Some("text"), text, None)
}

/// Returns the report about these record files and the machine files next to them.
pub fn report_of(names: &[String], stop: &Stop) -> Result<Report, BadInput> {
    let (runs, machines) = runs_of(names, stop)?;
    let mut report = Report::new(runs);
    report.machines = machines;
    Ok(report)
}

/// Reads the runs and the machine files. If the runs are from several machines, a warning is added to the runs.
fn runs_of(names: &[String], stop: &Stop) -> Result<(Runs, Vec<MachineFile>), BadInput> {
    let texts = names.iter().map(|name| {
        let text = input::text_of_at_most(name, MOST_RECORD_BYTES, stop)?;
        // JSON of an unknown kind is accepted here. The parser of records then reports its faults.
        let reads = |kind| matches!(kind, TextKind::Records | TextKind::Json);
        match text_kind::other_than(&text, "records of saut bench", reads) {
            Some(other) => Err(other.within(name)),
            None => Ok((name.as_str(), text)),
        }
    });
    let texts: Vec<(&str, String)> = texts.collect::<Result<_, BadInput>>()?;
    let mut runs = read::read(texts.iter().map(|(name, text)| (*name, text.as_str())))?;
    let machines = machines(names, &runs.records);
    runs.warnings
        .extend(read::mixture(&runs.records, &machines));
    Ok((runs, machines))
}

fn compare_records(
    arguments: &Arguments,
    global: &Global,
    names: [&String; 2],
) -> Result<CommandOutput, Failure> {
    if !matches!(arguments.format[..], [] | [Format::Markdown]) {
        let fact = "a comparison can only be written as Markdown or JSON";
        return unusable("--compare", fact, "leave out --format, or give --json");
    }
    let [before, now] = names.map(|name| runs_of(std::slice::from_ref(name), &global.stop));
    let both = Comparison::new(names.map(String::clone), &before?.0, &now?.0);
    let text = compare::markdown(&both);
    if let Some(directory) = &global.out {
        write_all(directory, &[("compare.md".to_owned(), text.clone())])?;
    }
    Ok(CommandOutput::new(
        status::SOLVED,
        compare::json(&both),
        text,
    ))
}

/// Returns a function that finds a puzzle by its name, first among the given and then among the bundled puzzles.
pub fn finder(own: Vec<Puzzle>) -> impl Fn(&str) -> Option<Puzzle> {
    let all: Vec<Puzzle> = own.into_iter().chain(bundled::all()).collect();
    move |name: &str| all.iter().find(|puzzle| puzzle.name() == name).cloned()
}

/// Returns the text that is printed if the report is written to files.
fn brief(report: &Report) -> String {
    let wrong = summary::doubts(report);
    let mut text = String::new();
    for doubt in wrong.iter().take(10) {
        let _ = writeln!(text, "WRONG: {}: {}", doubt.puzzle, doubt.sentence);
    }
    for warning in &report.warnings {
        let _ = writeln!(text, "note: {warning}");
    }
    text + &summary::facts(report) + "\n"
}

/// Returns the machine files next to the records. Unreadable files are ignored.
fn machines(names: &[String], runs: &[Record]) -> Vec<MachineFile> {
    let mut found: Vec<MachineFile> = Vec::new();
    let names = names.iter().filter(|name| *name != "-");
    for path in names.flat_map(|name| read::beside(Path::new(name), runs)) {
        if let Ok(text) = read_limited::text_file(&path, MOST_PUZZLE_BYTES) {
            let name = path.file_name().unwrap_or_default();
            let machine = MachineFile::new(name.to_string_lossy(), &text);
            if !found.contains(&machine) {
                found.push(machine);
            }
        }
    }
    found
}

/// Returns the number of the solver with this name.
fn solver(report: &Report, flag: &str, name: &str) -> Result<usize, BadInput> {
    report.solver(name).ok_or_else(|| {
        let labels = report.solvers.iter().map(|solver| solver.label.as_str());
        let fact = format!("the records do not have exactly one solver called \"{name}\"");
        let remedy = format!("the records have {}", labels.collect::<Vec<_>>().join(", "));
        BadInput::new(flag, fact).remedy(remedy)
    })
}

/// Creates the directory if necessary, and writes the files to it, each atomically.
pub fn write_all(directory: &Path, files: &[File]) -> Result<(), BadInput> {
    fs::create_dir_all(directory).map_err(|error| {
        let place = directory.display().to_string();
        BadInput::new(place, format!("cannot be written ({error})"))
            .remedy("with -o, name a directory that you may write to")
    })?;
    let mut files = files.iter();
    files.try_for_each(|(name, text)| whole::write(&directory.join(name), text))
}
