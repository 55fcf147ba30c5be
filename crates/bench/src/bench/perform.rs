//! Performing a job: one run, in a process of its own.
//!
//! Encodes, lets the solver work, decodes and replays, and measures these apart. It is the only
//! one in its process, so what the process costs is what the run costs. When the harness dies its
//! end of the pipe closes, and all that was started here is ended.

mod clauses;
mod decided;
mod formula;
mod planner;

use std::sync::Arc;
use std::time::Duration;

use crate::method::MethodName;
use crate::record::{Claimed, Record, RunOutcome};
use saut_plan::BadInput;
use saut_plan::backend::{self, Meter, SolveLimits};
use saut_plan::encode::{Encoding, Order};
use saut_plan::process::{descendants, guard};
use saut_plan::stop::{Stop, StopReason};
use saut_puzzles::decide::{EncodingChoice, Settings};
use saut_puzzles::formats::toml_file;
use saut_puzzles::peg::Puzzle;

use super::job::{Job, Performed, Question, Work};
use super::meter::{Measurement, Worker};
use super::refute;

use decided::decided;
use formula::formula;
use planner::planner;

/// Reads a job from standard input, does it, and returns the answer as a line of JSON.
///
/// # Errors
/// The input is no job.
pub fn run() -> Result<String, BadInput> {
    descendants::adopt_orphans();
    let mut line = String::new();
    let bad = |fact: String| BadInput::new("standard input", fact);
    std::io::stdin()
        .read_line(&mut line)
        .map_err(|error| bad(error.to_string()))?;
    let job: Job = serde_json::from_str(&line).map_err(|error| {
        bad(format!("this is no job of saut bench ({error})"))
            .remedy("saut bench starts this command by itself")
    })?;
    guard::end_all_with_the_starter();
    let answer = perform(&job)?;
    descendants::end_all();
    serde_json::to_string(&answer).map_err(|error| bad(error.to_string()))
}

/// Does a job.
///
/// # Errors
/// It names what is not there.
pub fn perform(job: &Job) -> Result<Performed, BadInput> {
    let (mut answer, is_check) = match &job.question {
        Question::Puzzle { puzzle, work } => {
            let puzzles = toml_file::read_toml(puzzle, "the job")?;
            let [puzzle] = &puzzles[..] else {
                return Err(BadInput::new("the job", "it has not one puzzle"));
            };
            let is_check = matches!(work, Work::Refute { .. } | Work::Decide);
            (of_puzzle(puzzle, work, job)?, is_check)
        }
        Question::Clauses { file, backend } => (clauses::solve(file, backend, job)?, false),
        Question::RefuteClauses(file) => (clauses::refute(file, job)?.into(), true),
    };
    let run = &mut answer.run;
    if !is_check && run.claim != Claimed::Nothing && run.wall_seconds > job.timeout_seconds {
        run.ends(
            Claimed::Nothing,
            RunOutcome::Timeout,
            "its answer came too late",
        );
    }
    Ok(answer)
}

fn of_puzzle(puzzle: &Puzzle, work: &Work, job: &Job) -> Result<Performed, BadInput> {
    Ok(match work {
        Work::Formula {
            encoding,
            horizon,
            backend,
        } => formula(puzzle, job, *encoding, *horizon, backend)?,
        Work::Planner(command) => planner(puzzle, job, command)?.into(),
        Work::Search { encoding, backend } => {
            let settings = Settings {
                backends: vec![backend.clone()],
                encoding: Some(choice(*encoding)),
                criteria: false,
                ..settings(job)
            };
            decided(puzzle, settings, MethodName::default()).into()
        }
        Work::Method(method) => decided(puzzle, settings(job), *method).into(),
        Work::Saut => decided(puzzle, settings(job), MethodName::default()).into(),
        Work::Refute { encoding, horizon } => {
            refute::formula(puzzle, *encoding, *horizon, &stop(job)).into()
        }
        Work::Decide => refute::puzzle(puzzle, &stop(job)).into(),
    })
}

/// The order of `r2-exists` is varied where none is asked for.
fn choice(encoding: Encoding) -> EncodingChoice {
    match encoding {
        Encoding::R2Exists {
            order: Order::GROUPED,
            left_packing,
            fold,
        } => EncodingChoice::VariedOrder { left_packing, fold },
        fixed => EncodingChoice::Fixed(fixed),
    }
}

fn stop(job: &Job) -> Stop {
    Stop::new(
        Some(Duration::from_secs_f64(job.timeout_seconds)),
        job.memory_mib,
    )
}

/// Limits for the programs of a job, and the meter of their calls.
fn metered(job: &Job) -> (SolveLimits, Arc<Meter>) {
    let meter = Arc::new(Meter::default());
    let run = SolveLimits {
        stop: stop(job),
        seed: job.seed,
        meter: Some(meter.clone()),
        ..SolveLimits::default()
    };
    (run, meter)
}

/// One call of a backend, measured as the work of the programs that it called, or else of this process.
fn measured<T>(job: &Job, run: &mut Record, call: impl FnOnce(&SolveLimits) -> T) -> T {
    let (limits, meter) = metered(job);
    let measurement = Measurement::begin();
    let outcome = call(&limits);
    let worker = if meter.wall().is_some() {
        descendants::end_all();
        Worker::Programs
    } else {
        Worker::Here
    };
    measurement.end(worker, &meter, run);
    outcome
}

fn settings(job: &Job) -> Settings {
    Settings {
        threads: std::num::NonZeroUsize::new(job.threads),
        seed: job.seed,
        stop: stop(job),
        ..Settings::default()
    }
}

fn gave_up(why: StopReason, run: &mut Record) {
    let outcome = match why {
        StopReason::Timeout => RunOutcome::Timeout,
        StopReason::Memory => RunOutcome::Memory,
        _ => RunOutcome::GaveUp,
    };
    run.ends(Claimed::Nothing, outcome, why.name());
}

fn failed(error: &backend::BackendError, run: &mut Record) {
    use backend::BackendError;
    let (claim, outcome) = match error {
        BackendError::Missing { .. } => (Claimed::Nothing, RunOutcome::Missing),
        BackendError::System { .. } | BackendError::Crashed { .. } => {
            (Claimed::Nothing, RunOutcome::Crashed)
        }
        BackendError::Garbage { .. } => (Claimed::Nothing, RunOutcome::Garbage),
        BackendError::WrongModel { .. } => (Claimed::Sat, RunOutcome::Wrong),
        BackendError::WrongAnswer { .. } => (Claimed::Unsat, RunOutcome::Wrong),
        BackendError::WrongLanguage { .. } => (Claimed::Nothing, RunOutcome::GaveUp),
    };
    run.ends(claim, outcome, error.to_string());
}
