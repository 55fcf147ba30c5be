//! `saut bench`: runs an experiment, shows how it goes, and says what came of it. A comparison that the
//! command line asks for is a definition like any other; only what is written of it is more.

mod comparison;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use saut::BadInput;
use saut::bench::{self, Definition, Keys, Observer, Options, Summary};
use saut::read_limited::{self, MOST_PUZZLE_BYTES};
use saut::record::{Record, RunOutcome};
use saut::report::{Report, Runs, ranking};

use super::arguments::{Bench, Global};
use super::progress::Line;
use super::reply::{Failure, Reply};
use super::solve::interruptible;
use super::{print, status};
use comparison::{Comparison, beside};

const RED: Style = Style::new()
    .bold()
    .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));

/// Runs `saut bench`.
pub fn run(arguments: &Bench, global: &Global) -> Result<Reply, Failure> {
    let began = Instant::now();
    let experiment = Experiment::asked(arguments, global)?;
    let Experiment {
        definition,
        records,
        comparison,
    } = &experiment;
    if let Some(comparison) = comparison {
        comparison.make_folder()?;
    }
    let stop = interruptible(&global.stop);
    let options = Options {
        records: records.clone(),
        shard: arguments.shard,
        jobs: arguments.jobs.get(),
        again: arguments.again,
        skip_missing: arguments.skip_missing,
        saut: std::env::current_exe()?,
        stop,
    };
    let bench = bench::Bench::prepare(definition, options)?;
    announce(arguments, &bench);
    let line = Line::of_long_work(u64::try_from(bench.total).ok());
    line.begin_at(bench.there);
    let summary = bench.run(&Progress(Arc::clone(&line)));
    line.clear();
    let summary = summary.map_err(|error| {
        Failure::Other(format!(
            "{}: cannot be written ({error})",
            records.display()
        ))
    })?;
    let compared = match comparison {
        Some(comparison) => Some(comparison.report(definition, records, &global.stop)?),
        None => None,
    };
    let mut document = document(definition, records, &bench, &summary, began.elapsed());
    let (text, shown) = match &compared {
        Some(compared) => {
            compared.add_to(&mut document);
            (compared.text(), compared.runs())
        }
        None => (by_solver(&summary), summary.records.len()),
    };
    let status = match (wrong(&summary).next(), summary.interrupted) {
        (Some(_), _) => status::FAILED,
        (None, true) => status::UNDECIDED,
        (None, false) => status::SOLVED,
    };
    let text = text + &place(records, &bench, &summary, shown);
    let mut reply = Reply::new(status, document, text);
    for record in wrong(&summary) {
        reply = reply.aside(alarm(record));
    }
    if summary.interrupted {
        let again = if arguments.again {
            ", without --again to keep what was measured"
        } else {
            ""
        };
        reply = reply.aside(format!(
            "saut: stopped; run the same command again to go on{again}"
        ));
    }
    Ok(reply)
}

/// Bench that is asked for, and the place of its records.
struct Experiment {
    definition: Definition,
    records: PathBuf,
    /// Comparison written beside the records, if the command line is the definition.
    comparison: Option<Comparison>,
}

impl Experiment {
    fn asked(arguments: &Bench, global: &Global) -> Result<Self, BadInput> {
        let is_definition = |name: &&String| {
            let path = Path::new(name);
            let is_toml = path.extension().is_some_and(|ending| ending == "toml");
            let text = || read_limited::text_file(path, MOST_PUZZLE_BYTES).ok();
            is_toml && path.is_file() && text().is_none_or(|text| Definition::is_one(&text))
        };
        let Some(name) = arguments.subjects.iter().find(is_definition) else {
            return Self::compared(arguments, global);
        };
        let place = || name.clone();
        if arguments.subjects.len() > 1 {
            let fact = "this is a definition and goes alone: it names its own puzzles";
            return Err(BadInput::new(place(), fact)
                .remedy("leave the rest out; a file of puzzles has [[puzzle]] entries"));
        }
        if let Some(flag) = arguments.of_comparison(global) {
            let fact = format!("{name} is a definition, which says this itself");
            return Err(BadInput::new(flag, fact)
                .remedy("change it there, or name puzzles instead of a definition"));
        }
        Self::defined(arguments, global, Path::new(name))
    }

    fn defined(arguments: &Bench, global: &Global, file: &Path) -> Result<Self, BadInput> {
        let asked = Keys {
            timeout_seconds: global.timeout,
            memory_mib: global.memory,
            ..Keys::default()
        };
        let definition = Definition::read(file, &asked)?;
        let records = match &global.out {
            Some(records) => records.clone(),
            None => beside(file, arguments.shard),
        };
        if records == file {
            let fact = "this is the definition";
            return Err(BadInput::new(records.display().to_string(), fact)
                .remedy("give the records a file of their own with -o"));
        }
        Ok(Self {
            definition,
            records,
            comparison: None,
        })
    }

    fn compared(arguments: &Bench, global: &Global) -> Result<Self, BadInput> {
        let definition = Definition::compared(comparison::wanted(arguments, global))?;
        let (comparison, records) = Comparison::place(arguments, global);
        Ok(Self {
            definition,
            records,
            comparison: Some(comparison),
        })
    }
}

/// Makes one run, for the harness.
pub fn one_run() -> Result<Reply, Failure> {
    let line = bench::run_job()?;
    Ok(Reply::text(status::SOLVED, line + "\n"))
}

/// Facts to know before the first run.
fn announce(arguments: &Bench, bench: &bench::Bench) {
    for (reason, number) in &bench.left_out {
        tell!(
            "saut: left out: {}: {reason}",
            print::counted(*number, "combination")
        );
    }
    for (name, remedy) in &bench.missing {
        let what = if arguments.skip_missing {
            "its runs are left out"
        } else {
            "its runs are recorded as missing"
        };
        tell!("saut: warning: {name} is not here, {what}; {remedy}");
    }
    for changed in &bench.changed {
        tell!("saut: {changed}; its runs are made again");
    }
    if arguments.jobs.get() > 1 {
        tell!(
            "saut: warning: {} runs side by side disturb each other: times are longer and vary more",
            arguments.jobs
        );
    }
    if bench.there > 0 {
        tell!(
            "saut: {} of {} are there already",
            print::grouped(bench.there),
            print::counted(bench.total, "run")
        );
    }
}

/// The progress line of the runs.
struct Progress(Arc<Line>);

impl Observer for Progress {
    fn done(&self, record: &Record) {
        if record.outcome == RunOutcome::Wrong {
            self.0.aside(|| tell!("{}", alarm(record)));
        }
        self.0.one_more();
        let Record {
            puzzle,
            encoding,
            backend,
            outcome,
            ..
        } = record;
        let outcome = outcome.name();
        self.0
            .say(format!("{puzzle}, {encoding}, {backend}: {outcome}"));
    }
}

/// Words for a wrong answer, which is nothing to be silent about.
fn alarm(record: &Record) -> String {
    let horizon = record
        .horizon
        .map_or(String::new(), |steps| format!(" at horizon {steps}"));
    format!(
        "{RED}saut: WRONG ANSWER{RED:#}: {} on {}, {}{horizon}, seed {}: {}",
        record.backend, record.puzzle, record.encoding, record.seed, record.check
    )
}

fn wrong(summary: &Summary) -> impl Iterator<Item = &Record> {
    let records = summary.records.iter();
    records.filter(|record| record.outcome == RunOutcome::Wrong)
}

fn outcomes<'a>(records: impl Iterator<Item = &'a Record>) -> BTreeMap<RunOutcome, usize> {
    let mut outcomes = BTreeMap::new();
    for record in records {
        *outcomes.entry(record.outcome).or_default() += 1;
    }
    outcomes
}

/// Document of the bench, for programs.
fn document(
    definition: &Definition,
    records: &Path,
    bench: &bench::Bench,
    summary: &Summary,
    elapsed: Duration,
) -> serde_json::Value {
    let counted = summary.records.iter().filter(|record| record.counts());
    serde_json::json!({
        "experiment": definition.name,
        "records": records.display().to_string(),
        "machine": bench.machine_file().display().to_string(),
        "runs": bench.total,
        "there_before": bench.there,
        "done": summary.records.len(),
        "counted": counted.count(),
        "outcomes": outcomes(summary.records.iter()),
        "wrong": wrong(summary).collect::<Vec<_>>(),
        "left_out": bench.left_out,
        "missing": bench.missing,
        "interrupted": summary.interrupted,
        "seconds": elapsed.as_secs_f64(),
    })
}

/// How the runs of each solver ended.
fn by_solver(summary: &Summary) -> String {
    let report = Report::new(Runs {
        records: summary.records.clone(),
        warnings: Vec::new(),
    });
    comparison::lines(&ranking::outcomes(&report)).join("\n") + "\n"
}

/// Place of the records; `shown` of them are shown.
fn place(records: &Path, bench: &bench::Bench, summary: &Summary, shown: usize) -> String {
    let earlier = match shown.saturating_sub(summary.records.len()) {
        0 => String::new(),
        more => format!(
            " (and {} of other commands, shown too)",
            print::counted(more, "run")
        ),
    };
    format!(
        "{} of {} in {}{earlier}, made on {}\n",
        print::grouped(summary.records.len()),
        print::counted(bench.total, "run"),
        records.display(),
        bench.machine_file().display()
    )
}
