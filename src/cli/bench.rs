//! `saut bench`: runs an experiment, shows how it goes, and says what came of it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use saut::BadInput;
use saut::bench::{self, Definition, Observer, Options, Overrides, Summary};
use saut::census::Shard;
use saut::record::{Record, RunOutcome};
use saut::shards::shard;
use saut::stop::Stop;

use super::arguments::Bench;
use super::failure::Failure;
use super::progress::Line;
use super::{cube, print, solve, status};

const RED: Style = Style::new()
    .bold()
    .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));

/// Runs `saut bench`.
pub fn run(arguments: &Bench) -> Result<u8, Failure> {
    let began = Instant::now();
    let overrides = Overrides {
        timeout_seconds: arguments.timeout,
        memory_mib: arguments.memory,
    };
    if let Some(folder) = &arguments.pieces.job {
        let manifest = shard::bench(&arguments.definition, arguments.pieces.pieces.get())?;
        return cube::make(folder, &manifest, arguments.output);
    }
    let definition = Definition::read(&arguments.definition, overrides)?;
    let records = match &arguments.out {
        Some(file) => file.clone(),
        None => beside(&arguments.definition, arguments.shard),
    };
    if records == arguments.definition {
        return Err(
            BadInput::new(records.display().to_string(), "this is the definition")
                .remedy("give the records a file of their own with -o")
                .into(),
        );
    }
    let stop = Stop::default();
    solve::stop_at_ctrl_c(&stop);
    let options = Options {
        records: records.clone(),
        shard: arguments.shard,
        jobs: arguments.jobs.get(),
        skip_missing: arguments.skip_missing,
        saut: std::env::current_exe()?,
        stop,
    };
    let bench = bench::Bench::prepare(&definition, options)?;
    announce(arguments, &bench);
    let line = Line::of_long_work(u64::try_from(bench.total).ok());
    line.begin_at(bench.there);
    let summary = bench.run(&Runs(Arc::clone(&line)));
    line.clear();
    let summary = summary.map_err(|error| {
        Failure::Other(format!(
            "{}: cannot be written ({error})",
            records.display()
        ))
    })?;
    if arguments.output.json {
        print_json(&definition, &records, &bench, &summary, began.elapsed())?;
    } else {
        print_text(&records, &bench, &summary)?;
    }
    for record in wrong(&summary) {
        shout(record);
    }
    if summary.interrupted {
        anstream::eprintln!("saut: stopped; run the same command again to go on");
    }
    Ok(match (wrong(&summary).next(), summary.interrupted) {
        (Some(_), _) => status::FAILED,
        (None, true) => status::UNDECIDED,
        (None, false) => status::SOLVED,
    })
}

/// Makes one run, for the harness.
pub fn one_run() -> Result<u8, Failure> {
    let line = bench::run_job()?;
    writeln!(std::io::stdout(), "{line}")?;
    Ok(status::SOLVED)
}

/// `x.toml` → `x.jsonl`, or `x.2-of-3.jsonl` for a shard.
fn beside(definition: &Path, shard: Option<Shard>) -> PathBuf {
    match shard {
        Some(shard) => {
            let part = shard.to_string().replace('/', "-of-");
            definition.with_extension(format!("{part}.jsonl"))
        }
        None => definition.with_extension("jsonl"),
    }
}

/// What is to be known before the first run.
fn announce(arguments: &Bench, bench: &bench::Bench) {
    for (reason, number) in &bench.left_out {
        anstream::eprintln!(
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
        anstream::eprintln!("saut: warning: {name} is not here, {what}; {remedy}");
    }
    if arguments.jobs.get() > 1 {
        anstream::eprintln!(
            "saut: warning: {} runs side by side disturb each other: times are longer and vary more",
            arguments.jobs
        );
    }
    if bench.there > 0 {
        anstream::eprintln!(
            "saut: {} of {} are there already",
            print::grouped(bench.there),
            print::counted(bench.total, "run")
        );
    }
}

/// The progress line of the runs.
struct Runs(Arc<Line>);

impl Observer for Runs {
    fn done(&self, record: &Record) {
        if record.outcome == RunOutcome::Wrong {
            self.0.aside(|| shout(record));
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

/// A wrong answer is nothing to be silent about.
fn shout(record: &Record) {
    let horizon = record
        .horizon
        .map_or(String::new(), |steps| format!(" at horizon {steps}"));
    anstream::eprintln!(
        "{RED}saut: WRONG ANSWER{RED:#}: {} on {}, {}{horizon}, seed {}: {}",
        record.backend,
        record.puzzle,
        record.encoding,
        record.seed,
        record.check
    );
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

fn print_json(
    definition: &Definition,
    records: &Path,
    bench: &bench::Bench,
    summary: &Summary,
    elapsed: Duration,
) -> Result<(), Failure> {
    let named = |outcomes: BTreeMap<RunOutcome, usize>| -> serde_json::Value {
        let pairs = outcomes.into_iter();
        pairs
            .map(|(outcome, number)| (outcome.name().to_owned(), number.into()))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let counted = summary.records.iter().filter(|record| record.counts());
    let document = serde_json::json!({
        "experiment": definition.name,
        "records": records.display().to_string(),
        "machine": bench.machine_file().display().to_string(),
        "runs": bench.total,
        "there_before": bench.there,
        "done": summary.records.len(),
        "counted": counted.count(),
        "outcomes": named(outcomes(summary.records.iter())),
        "wrong": wrong(summary).collect::<Vec<_>>(),
        "left_out": bench.left_out,
        "missing": bench.missing,
        "interrupted": summary.interrupted,
        "seconds": elapsed.as_secs_f64(),
    });
    Ok(writeln!(anstream::stdout(), "{document}")?)
}

fn print_text(records: &Path, bench: &bench::Bench, summary: &Summary) -> Result<(), Failure> {
    let strong = print::STRONG;
    let mut out = anstream::stdout().lock();
    let mut backends: Vec<&str> = Vec::new();
    for record in &summary.records {
        if !backends.contains(&record.backend.as_str()) {
            backends.push(&record.backend);
        }
    }
    let width = backends.iter().map(|name| name.len()).max().unwrap_or(0);
    for backend in backends {
        let its = || {
            summary
                .records
                .iter()
                .filter(|record| record.backend == backend)
        };
        let counted = its().filter(|record| record.counts()).count();
        let words = outcomes(its())
            .into_iter()
            .map(|(outcome, number)| format!("{} {}", print::grouped(number), outcome.name()))
            .collect::<Vec<_>>();
        writeln!(
            out,
            "{strong}{backend:width$}{strong:#}  {} of {} count: {}",
            print::grouped(counted),
            print::counted(its().count(), "run"),
            words.join(", ")
        )?;
    }
    writeln!(
        out,
        "{} of {} in {}, made on {}",
        print::grouped(summary.records.len()),
        print::counted(bench.total, "run"),
        records.display(),
        bench.machine_file().display()
    )?;
    Ok(out.flush()?)
}
