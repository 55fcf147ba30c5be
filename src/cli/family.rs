//! `saut family`: writes the benchmark family or a kit for a competition, or measures the smallest horizons.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use saut::BadInput;
use saut::answer::SubjectNames;
use saut::backend::{self, Availability};
use saut::compile;
use saut::family::horizons::{MeasureLimits, encodings, measure as measure_one};
use saut::family::kit::{KitSettings, KitSubject, write_kit};
use saut::family::{self, Expected, FamilyError, FamilySettings, IndexRow, Member, horizons};
use saut::stop::Stop;

use saut_pddl::{PlanningDomain, Quality};

use super::arguments::{FamilyOptions, Global, solver_names};
use super::interrupt::interruptible;
use super::progress::Line;
use super::reply::{CommandOutput, Failure, unusable};
use super::{input, print, status};

pub fn run(arguments: &FamilyOptions, global: &Global) -> Result<CommandOutput, Failure> {
    if arguments.measure && global.json {
        let fact = "--measure prints the horizons as TOML, entry by entry";
        return unusable("--json", fact, "leave out one of them");
    }
    let members = wanted(&arguments.only)?;
    let stop = interruptible(&global.stop);
    if let (Some(range), Some(place)) = (arguments.select, &arguments.folder) {
        return kit(arguments, place, range, &members, stop);
    }
    match &arguments.folder {
        Some(place) if !arguments.measure => write(arguments, place, &members, stop),
        _ => measure(global, &members, stop),
    }
}

fn write(
    arguments: &FamilyOptions,
    place: &Path,
    members: &[Member],
    stop: Stop,
) -> Result<CommandOutput, Failure> {
    let settings = FamilySettings {
        most_clauses: arguments.most_clauses,
        force: arguments.force,
        stop,
    };
    let (line, all) = (Line::of_parts(members.len()), members.len());
    let written = family::write(place, members, &settings, &|done, name| {
        line.show(done, format!("puzzle {} of {all}: {name}", done + 1));
    });
    line.finish_and_clear();
    let written = written.map_err(failed)?;
    let rows = &written.index.instances;
    let expected = |answer: Expected| {
        let is = |row: &&IndexRow| row.expected == Some(answer);
        rows.iter().filter(is).count()
    };
    let (sat, unsat) = (expected(Expected::Sat), expected(Expected::Unsat));
    let unknown = rows.len() - sat - unsat;
    let left_out = written.index.left_out.len();
    let place = place.display().to_string();
    let document = serde_json::json!({
        "directory": place, "puzzles": all, "instances": rows.len(),
        "sat": sat, "unsat": unsat, "unknown": unknown, "left_out": left_out,
        "files": written.files, "bytes": written.bytes,
    });
    let instances = print::counted(rows.len(), "instance");
    let puzzles = print::counted(all, "puzzle");
    let files = print::counted(written.files, "file");
    let mib = print::grouped(written.bytes.div_ceil(1 << 20));
    let mut text = format!(
        "{place}: {instances} of {puzzles}: {sat} satisfiable, {unsat} unsatisfiable, {unknown} unknown\n\
         {files} of {mib} MiB, with index.csv, index.json and SHA256SUMS\n"
    );
    if left_out > 0 {
        let _ = writeln!(
            text,
            "{left_out} left out: too large, or no plan is known; index.json lists the reasons"
        );
    }
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

/// Writes a kit for a competition.
fn kit(
    arguments: &FamilyOptions,
    place: &Path,
    (low, high): (f64, f64),
    members: &[Member],
    stop: Stop,
) -> Result<CommandOutput, Failure> {
    let mut solvers = Vec::new();
    for name in solver_names(&arguments.by) {
        let solver = backend::by_name(&name)?;
        if let Availability::Missing { remedy } = solver.availability() {
            return unusable("--by", format!("{name} is not installed"), remedy);
        }
        solvers.push(solver);
    }
    let mut tasks = Vec::new();
    for file in &arguments.task {
        let names = SubjectNames {
            first: file,
            command: ("saut family", ""),
            ..SubjectNames::default()
        };
        tasks.push((file, input::task(&names, &[], None, false, &stop)?));
    }
    let takes_members = arguments.task.is_empty() || !arguments.only.is_empty();
    let members = members.iter().filter(|_| takes_members);
    let mut subjects: Vec<KitSubject<'_, PlanningDomain<'_>>> =
        members.map(KitSubject::Member).collect();
    for (file, task) in &tasks {
        let compiled = input::compiled(task, Quality::AnyPlan, file, &stop)?;
        let Ok(domain) = compiled.classical() else {
            let fact = "a numeric task has no formula in clauses";
            return unusable((*file).clone(), fact, "leave it out");
        };
        subjects.push(KitSubject::Task(task.name().to_owned(), domain));
    }
    let settings = KitSettings {
        low: Duration::from_secs_f64(low),
        limits: MeasureLimits {
            each: Duration::from_secs_f64(high),
            stop,
        },
        solvers,
        count: arguments.count,
        most_clauses: arguments.most_clauses,
        force: arguments.force,
    };
    let line = Line::of_parts(arguments.count);
    let written = write_kit(place, &subjects, &settings, &|done, formula| {
        line.show(done, formula.to_owned());
    });
    line.finish_and_clear();
    let kit = written.map_err(failed)?;
    let (chosen, place) = (kit.instances.len(), place.display().to_string());
    let mut document = serde_json::to_value(&kit)?;
    document["directory"] = place.as_str().into();
    let text = format!(
        "{place}: {} of {} measured; {} faster than {low} s, {} not decided in {high} s\n\
         with DESCRIPTION.md, index.csv, index.json and SHA256SUMS\n",
        print::counted(chosen, "formula"),
        kit.measured,
        kit.too_easy,
        kit.too_hard
    );
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

fn failed(error: FamilyError) -> Failure {
    match error {
        FamilyError::Place(bad) => Failure::Input(bad),
        other => Failure::other(other),
    }
}

/// Returns the members whose part or puzzle has one of these names. Without names, returns all members.
fn wanted(names: &[String]) -> Result<Vec<Member>, BadInput> {
    let mut members = family::members();
    let is_named =
        |member: &Member, name: &str| member.part == name || member.puzzle.name() == name;
    let is_unknown = |name: &&String| !members.iter().any(|member| is_named(member, name));
    if let Some(unknown) = names.iter().find(is_unknown) {
        let fact = format!("neither a part nor a puzzle of the family is called \"{unknown}\"");
        let parts = family::PARTS.join(", ");
        return unusable("--only", fact, format!("the parts are {parts}"));
    }
    members.retain(|member| names.is_empty() || names.iter().any(|name| is_named(member, name)));
    Ok(members)
}

/// Measures the smallest horizons of the members. Each entry is printed when it is complete, so that an interrupted run
/// keeps its results.
fn measure(global: &Global, members: &[Member], stop: Stop) -> Result<CommandOutput, Failure> {
    let limits = MeasureLimits {
        each: Duration::from_secs_f64(global.timeout.unwrap_or(10.0)),
        stop,
    };
    let mut out = anstream::stdout().lock();
    out.write_all(horizons::HEADER.as_bytes())?;
    out.flush()?;
    let line = Line::of_parts(members.len());
    for (number, member) in members.iter().enumerate() {
        let name = member.puzzle.name();
        let task = compile::peg_task(&member.puzzle);
        for encoding in encodings(&member.puzzle, &task) {
            line.show(number, format!("{name}, {encoding}"));
            if let Some(entry) = measure_one(&member.puzzle, encoding, &limits)? {
                line.suspend(|| {
                    write!(out, "{}", horizons::entry(&entry)).and_then(|()| out.flush())
                })?;
            }
            if limits.stop.stop_reason().is_some() {
                line.finish_and_clear();
                tell!(
                    "saut: stopped at {name}; the printed entries are complete. To continue, give the remaining \
                     puzzles with --only"
                );
                return Ok(CommandOutput::done(status::UNDECIDED));
            }
        }
    }
    line.finish_and_clear();
    Ok(CommandOutput::done(status::SOLVED))
}
