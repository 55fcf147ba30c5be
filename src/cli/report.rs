//! `saut report`: tables and plots out of records.

use std::collections::HashMap;
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
use saut::report::{
    MachineFile, Report, Runs, csv, files, html, json, machine, markdown, plots, read,
};
use saut::stop::Stop;

use super::arguments::{Global, Report as Arguments};
use super::reply::{Failure, Reply};
use super::{input, print, status, whole};

/// Runs `saut report`.
pub fn run(arguments: &Arguments, global: &Global) -> Result<Reply, Failure> {
    if let Some(pair) = &arguments.compare {
        return compare_records(arguments, global, pair);
    }
    let report = report_of(&arguments.records, &global.stop)?;
    let pair = arguments
        .scatter
        .as_ref()
        .map(|names| scatter(&report, names))
        .transpose()?;
    let find = finder(Vec::new());
    if let Some(directory) = &global.out {
        let formats = match &arguments.format[..] {
            [] => &[Format::Html],
            asked => asked,
        };
        let files = files::files(&report, formats, pair, &find);
        write_all(directory, &files)?;
        let mut facts = json::summary(&report);
        facts["directory"] = directory.display().to_string().into();
        facts["files"] = files.iter().map(|(name, _)| name.as_str()).collect();
        let text = format!(
            "{}{} in {}\n",
            brief(&report),
            print::counted(files.len(), "file"),
            directory.display()
        );
        return Ok(Reply::new(status::SOLVED, facts, text));
    }
    if arguments.format.is_empty() {
        let (facts, text) = (json::summary(&report), markdown::summary(&report));
        return Ok(Reply::new(status::SOLVED, facts, text));
    }
    let (name, text) = match arguments.format[..] {
        [Format::Markdown] => ("markdown", markdown::summary(&report)),
        [Format::Csv] => ("csv", csv::runs(&report)),
        [Format::Html] => (
            "html",
            html::page(&report, &plots::all(&report, pair), &find),
        ),
        _ => {
            return Err(BadInput::new("--format", "this is several files")
                .remedy("say with -o into which directory they shall go")
                .into());
        }
    };
    let document = serde_json::json!({"format": name});
    Reply::content(document, Some("text"), text, None)
}

/// The report of these files of records, with their machine files.
pub fn report_of(names: &[String], stop: &Stop) -> Result<Report, BadInput> {
    let (runs, machines) = runs_of(names, stop)?;
    let mut report = Report::new(runs);
    report.machines = machines;
    Ok(report)
}

/// The runs, with a warning if they are of several machines.
fn runs_of(names: &[String], stop: &Stop) -> Result<(Runs, Vec<MachineFile>), BadInput> {
    let mut runs = records(names, stop)?;
    let machines = machines(names, &runs.records);
    runs.warnings
        .extend(machine::mixture(&runs.records, &machines));
    Ok((runs, machines))
}

fn compare_records(
    arguments: &Arguments,
    global: &Global,
    names: &[String],
) -> Result<Reply, Failure> {
    let [old, new] = names else {
        return Err(BadInput::new("--compare", "takes two files of records").into());
    };
    if !matches!(arguments.format[..], [] | [Format::Markdown]) {
        return Err(
            BadInput::new("--compare", "a comparison is written as Markdown or JSON")
                .remedy("leave --format out, or say --json")
                .into(),
        );
    }
    let runs = [old, new].map(|name| runs_of(std::slice::from_ref(name), &global.stop));
    let [before, now] = runs;
    let both = Comparison::new([old.clone(), new.clone()], &before?.0, &now?.0);
    let text = compare::markdown(&both);
    if let Some(directory) = &global.out {
        write_all(directory, &[("compare.md".to_owned(), text.clone())])?;
    }
    Ok(Reply::new(status::SOLVED, compare::json(&both), text))
}

/// Finds puzzles by their names, for their pictures: these, then the bundled ones.
pub fn finder(own: Vec<Puzzle>) -> impl Fn(&str) -> Option<Puzzle> {
    let all = bundled::all().into_iter().chain(own);
    let puzzles: HashMap<String, Puzzle> = all
        .map(|puzzle| (puzzle.name().to_owned(), puzzle))
        .collect();
    move |name: &str| puzzles.get(name).cloned()
}

/// Text that a person should see even if the report went into files.
fn brief(report: &Report) -> String {
    let wrong = saut::report::doubt::doubts(report);
    let mut text = String::new();
    for doubt in wrong.iter().take(10) {
        let _ = writeln!(text, "WRONG: {}: {}", doubt.puzzle, doubt.sentence);
    }
    for warning in &report.warnings {
        let _ = writeln!(text, "note: {warning}");
    }
    text + &markdown::facts(report) + "\n"
}

fn records(names: &[String], stop: &Stop) -> Result<Runs, BadInput> {
    let texts = names.iter().map(|name| {
        Ok((
            name.as_str(),
            input::text_of_at_most(name, MOST_RECORD_BYTES, stop)?,
        ))
    });
    let texts: Vec<(&str, String)> = texts.collect::<Result<_, BadInput>>()?;
    for (name, text) in &texts {
        // An answer has some of the fields of a record, and is none.
        let reads = |kind| matches!(kind, TextKind::Records | TextKind::Json);
        if let Some(other) = text_kind::other_than(text, "records of saut bench", reads) {
            return Err(other.within(name));
        }
    }
    read::read(texts.iter().map(|(name, text)| (*name, text.as_str())))
}

/// The machine files that lie beside the records; one that cannot be read is as good as none.
fn machines(names: &[String], runs: &[Record]) -> Vec<MachineFile> {
    let mut found: Vec<MachineFile> = Vec::new();
    for name in names.iter().filter(|name| *name != "-") {
        for path in machine::beside(Path::new(name), runs) {
            let Ok(text) = read_limited::text_file(&path, MOST_PUZZLE_BYTES) else {
                continue;
            };
            let machine = MachineFile::new(
                path.file_name().unwrap_or_default().to_string_lossy(),
                &text,
            );
            if !found.contains(&machine) {
                found.push(machine);
            }
        }
    }
    found
}

fn scatter(report: &Report, names: &[String]) -> Result<(usize, usize), BadInput> {
    let solver = |name: &String| {
        report.solver(name).ok_or_else(|| {
            let labels: Vec<&str> = report
                .solvers
                .iter()
                .map(|solver| solver.label.as_str())
                .collect();
            BadInput::new(
                "--scatter",
                format!("the records have no one solver \"{name}\""),
            )
            .remedy(format!("they have {}", labels.join(", ")))
        })
    };
    match names {
        [across, up] => Ok((solver(across)?, solver(up)?)),
        _ => Err(BadInput::new("--scatter", "takes two solvers")),
    }
}

/// Writes the files, each whole or not at all.
pub fn write_all(directory: &Path, files: &[File]) -> Result<(), BadInput> {
    fs::create_dir_all(directory).map_err(|error| {
        let place = directory.display().to_string();
        BadInput::new(place, format!("cannot be written ({error})"))
            .remedy("name a directory with -o that you may write into")
    })?;
    let mut files = files.iter();
    files.try_for_each(|(name, text)| whole::write(&directory.join(name), text))
}
