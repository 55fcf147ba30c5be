//! Performing a job: one run, in a process of its own.
//!
//! Encodes, lets the solver work, decodes and replays, and measures these apart. It is the only
//! one in its process, so what the process costs is what the run costs. When the harness dies its
//! end of the pipe closes, and all that was started here is ended.

mod call;
mod clauses;
mod decided;
mod formula;
mod planner;
mod task;

use crate::credit::Decider;
use crate::method::MethodName;
use crate::record::{Claimed, RunOutcome};
use saut_base::BadInput;
use saut_peg::peg::Puzzle;
use saut_plan::process::{descendants, guard};
use saut_puzzles::decide::Settings;

use super::job::{Job, Performed, Work};
use super::refute;
use super::subject::Subject;

pub use call::settled;
use call::{choice, settings, stop};
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
    let mut answer = match &job.subject {
        Subject::Puzzle(puzzle) => of_puzzle(puzzle, job)?,
        Subject::Task(task) => task::of_task(task, job)?,
        Subject::Clauses(file) => clauses::of_clauses(file, job)?,
    };
    let run = &mut answer.run;
    let most = job.limits.timeout_seconds;
    if run.claim != Claimed::Nothing && run.wall_seconds > most {
        run.ends(
            Claimed::Nothing,
            RunOutcome::Timeout,
            "its answer came too late",
        );
    }
    Ok(answer)
}

fn of_puzzle(puzzle: &Puzzle, job: &Job) -> Result<Performed, BadInput> {
    Ok(match &job.work {
        Work::Formulas {
            encoding,
            horizon: Some(horizon),
            backend,
        } => formula(puzzle, job, *encoding, *horizon, backend)?,
        Work::Formulas {
            encoding, backend, ..
        } => {
            let settings = Settings {
                backends: vec![backend.clone()],
                encoding: Some(choice(*encoding)),
                criteria: false,
                own_proofs: true,
                ..settings(job)
            };
            let decider = Decider::Backend(backend);
            decided(puzzle, settings, MethodName::default(), decider).into()
        }
        Work::Planner(command) => planner(puzzle, job, command)?.into(),
        Work::Method(method) => decided(puzzle, settings(job), *method, Decider::Saut).into(),
        Work::Saut => {
            let method = MethodName::default();
            decided(puzzle, settings(job), method, Decider::Saut).into()
        }
        Work::Check => refute::puzzle(puzzle, &stop(job)).into(),
        Work::CheckFormula { encoding, horizon } => {
            refute::formula(puzzle, *encoding, *horizon, &stop(job)).into()
        }
    })
}
