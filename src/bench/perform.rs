//! Performing a job: one run, in a process of its own.
//!
//! Encodes, lets the solver work, decodes and replays, and measures these apart. It is the only
//! one in its process, so what the process costs is what the run costs. When the harness dies its
//! end of the pipe closes, and all that was started here is ended.

use std::io::Read;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::BadInput;
use crate::backend::child::descendants;
use crate::backend::{self, Answer, Meter, PlanText, Run};
use crate::decide::{Decision, EncodingChoice, Settings, Verdict, decide};
use crate::encode::{Encoded, Encoding};
use crate::formats::{pddl, plan_file, toml_file};
use crate::formula::{Formula, dimacs, smtlib};
use crate::model::Model;
use crate::peg::Puzzle;
use crate::record::{Claim, Outcome};
use crate::stop::{Stop, Why};
use crate::task::Task;
use crate::{decode, pose, simulate};

use super::job::{Job, Measured, Work};
use super::key::key;
use super::meter::{Measurement, Worker};
use super::solver::Solver;
use super::{encoding_name, method, refute};

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
    die_with_the_harness();
    let puzzles = toml_file::read_toml(&job.puzzle, "the job")?;
    let [puzzle] = &puzzles[..] else {
        return Err(bad("a job has one puzzle".to_owned()));
    };
    let measured = perform(puzzle, &job)?;
    descendants::end_all();
    serde_json::to_string(&measured).map_err(|error| bad(error.to_string()))
}

/// Waits in a thread for the end of standard input, and then ends everything.
fn die_with_the_harness() {
    std::thread::spawn(|| {
        let mut rest = [0];
        while !matches!(std::io::stdin().read(&mut rest), Ok(0) | Err(_)) {}
        descendants::end_all();
        std::process::exit(1);
    });
}

/// Does a job.
///
/// # Errors
/// It names what is not there.
pub fn perform(puzzle: &Puzzle, job: &Job) -> Result<Measured, BadInput> {
    let mut measured = match &job.work {
        Work::Formula {
            encoding,
            horizon,
            backend,
        } => formula(
            puzzle,
            job,
            encoding_name::read(encoding)?,
            *horizon,
            backend,
        )?,
        Work::Planner(command) => planner(puzzle, job, command)?,
        Work::Search { encoding, backend } => {
            let encoding = match encoding_name::read(encoding)? {
                Encoding::R2_EXISTS => EncodingChoice::VariedOrder {
                    left_packing: false,
                    fold: true,
                },
                fixed => EncodingChoice::Fixed(fixed),
            };
            let settings = Settings {
                backends: vec![backend.clone()],
                encoding: Some(encoding),
                criteria: false,
                ..settings(job)
            };
            decided(puzzle, settings)
        }
        Work::Method(name) => decided(puzzle, method::settings(name, settings(job))?),
        Work::Saut => decided(puzzle, settings(job)),
        Work::Refute { encoding, horizon } => {
            refute::formula(puzzle, encoding_name::read(encoding)?, *horizon, &stop(job))
        }
        Work::Decide => refute::puzzle(puzzle, &stop(job)),
    };
    let is_check = matches!(job.work, Work::Refute { .. } | Work::Decide);
    if !is_check && measured.claim != Claim::Nothing && measured.wall_seconds > job.timeout_seconds
    {
        measured.ends(Claim::Nothing, Outcome::Timeout, "its answer came too late");
    }
    Ok(measured)
}

fn stop(job: &Job) -> Stop {
    Stop::new(
        Some(Duration::from_secs_f64(job.timeout_seconds)),
        job.memory_mib,
    )
}

fn settings(job: &Job) -> Settings {
    Settings {
        threads: std::num::NonZeroUsize::new(job.threads),
        seed: job.seed,
        stop: stop(job),
        ..Settings::default()
    }
}

/// One formula, one call of a backend.
fn formula(
    puzzle: &Puzzle,
    job: &Job,
    encoding: Encoding,
    horizon: usize,
    backend: &str,
) -> Result<Measured, BadInput> {
    let backend = Solver::backend(backend)?;
    let task = pose::peg_task(puzzle);
    let began = Instant::now();
    let encoded = encoding.encode(&task, horizon);
    let mut measured = Measured {
        horizon: Some(horizon),
        encode_seconds: began.elapsed().as_secs_f64(),
        variables: Some(encoded.formula.variables()),
        clauses: Some(encoded.formula.clauses()),
        ..Measured::default()
    };
    let meter = Arc::new(Meter::default());
    let run = Run {
        stop: stop(job),
        seed: job.seed,
        meter: Some(meter.clone()),
        ..Run::default()
    };
    let measurement = Measurement::begin();
    let outcome = backend.solve(&encoded.formula, &run);
    let called = meter.wall().is_some();
    if called {
        descendants::end_all();
    }
    let worker = if called {
        Worker::Programs
    } else {
        Worker::Here
    };
    measurement.end(worker, &meter, &mut measured);
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            failed(&error, &mut measured);
            return Ok(measured);
        }
    };
    measured.conflicts = outcome.effort.conflicts;
    measured.decisions = outcome.effort.decisions;
    measured.propagations = outcome.effort.propagations;
    match outcome.answer {
        Answer::Unknown(why) => gave_up(why, &mut measured),
        Answer::Unsat => measured.ends(Claim::Unsat, Outcome::Unchecked, "not checked yet"),
        Answer::Sat(model) => replay(puzzle, &task, &encoded, &model, &mut measured),
    }
    if measured.claim != Claim::Nothing {
        measured.formula = Some(formula_key(&encoded.formula));
    }
    Ok(measured)
}

/// The key of a formula: of its text in the language that it is written in.
pub fn formula_key(formula: &Formula) -> String {
    match formula {
        Formula::Cnf { cnf, names } => {
            let mut text = Vec::new();
            // Writing to a vector cannot fail.
            let _ = dimacs::write(&mut text, cnf, names.len());
            key(&text)
        }
        Formula::Smt(_) => key(smtlib::text(formula).as_bytes()),
    }
}

/// Whether a model is a plan.
fn replay(puzzle: &Puzzle, task: &Task, encoded: &Encoded, model: &Model, measured: &mut Measured) {
    let began = Instant::now();
    let plan = decode::decode(task, encoded, model).map_err(|error| error.to_string());
    let replayed = plan.and_then(|plan| {
        simulate::replay(puzzle, pose::peg_plan(puzzle, plan)).map_err(|error| error.to_string())
    });
    match replayed {
        Ok(_) => measured.holds(Claim::Sat, Outcome::Solved, "replay"),
        Err(fact) => measured.ends(Claim::Sat, Outcome::Wrong, fact),
    }
    measured.check_seconds = began.elapsed().as_secs_f64();
}

fn gave_up(why: Why, measured: &mut Measured) {
    let outcome = match why {
        Why::Timeout => Outcome::Timeout,
        Why::Memory => Outcome::Memory,
        Why::Interrupted | Why::Exhausted => Outcome::GaveUp,
    };
    measured.ends(Claim::Nothing, outcome, why.name());
}

fn failed(error: &backend::Error, measured: &mut Measured) {
    use backend::Error;
    let (claim, outcome) = match error {
        Error::Missing { .. } => (Claim::Nothing, Outcome::Missing),
        Error::System { .. } | Error::Crashed { .. } => (Claim::Nothing, Outcome::Crashed),
        Error::Garbage { .. } => (Claim::Nothing, Outcome::Garbage),
        Error::WrongModel { .. } => (Claim::Sat, Outcome::Wrong),
        Error::WrongAnswer { .. } => (Claim::Unsat, Outcome::Wrong),
        Error::WrongLanguage { .. } => (Claim::Nothing, Outcome::GaveUp),
    };
    measured.ends(claim, outcome, error.to_string());
}

/// One call of a planner.
fn planner(puzzle: &Puzzle, job: &Job, command: &str) -> Result<Measured, BadInput> {
    let planner = Solver::planner(command)?;
    let mut measured = Measured::default();
    let began = Instant::now();
    let domain = pddl::write_domain(pddl::Form::Jumps);
    let problem = pddl::write_problem(puzzle, pddl::Form::Jumps);
    measured.encode_seconds = began.elapsed().as_secs_f64();
    let meter = Arc::new(Meter::default());
    let run = Run {
        stop: stop(job),
        seed: job.seed,
        meter: Some(meter.clone()),
        ..Run::default()
    };
    let measurement = Measurement::begin();
    let said = planner.plan(&domain, &problem, &run);
    descendants::end_all();
    measurement.end(Worker::Programs, &meter, &mut measured);
    match said {
        Err(error) => failed(&error, &mut measured),
        Ok(PlanText::Unknown(why)) => gave_up(why, &mut measured),
        Ok(PlanText::None) => {
            measured.ends(Claim::Unsat, Outcome::Unchecked, "not checked yet");
        }
        Ok(PlanText::Plan(text)) => {
            let began = Instant::now();
            match plan_file::read_plan(puzzle.board(), &text, None) {
                Err(bad) => measured.ends(Claim::Nothing, Outcome::Garbage, bad.to_string()),
                Ok(plan) => match simulate::replay(puzzle, plan) {
                    Ok(_) => measured.holds(Claim::Sat, Outcome::Solved, "replay"),
                    Err(fact) => measured.ends(Claim::Sat, Outcome::Wrong, fact.to_string()),
                },
            }
            measured.check_seconds = began.elapsed().as_secs_f64();
        }
    }
    Ok(measured)
}

/// `decide`, whose verdicts are checked before they are given.
fn decided(puzzle: &Puzzle, mut settings: Settings) -> Measured {
    let mut measured = Measured::default();
    settings.progress = None;
    let measurement = Measurement::begin();
    let decision = decide(puzzle, &settings);
    descendants::end_all();
    measurement.end(Worker::Both, &Meter::default(), &mut measured);
    match decision {
        Err(crate::decide::Error::Backend(error)) => failed(&error, &mut measured),
        Err(crate::decide::Error::Settings(bad)) => {
            measured.ends(Claim::Nothing, Outcome::GaveUp, bad.to_string());
        }
        Ok(decision) => verdict(&decision, &mut measured),
    }
    measured
}

fn verdict(decision: &Decision, measured: &mut Measured) {
    measured.conflicts = Some(decision.conflicts).filter(|&conflicts| conflicts > 0);
    measured.decisions = decision
        .method
        .as_ref()
        .and_then(crate::decide::Method::nodes);
    if let Some(crate::decide::Method::Formula {
        horizon,
        variables,
        clauses,
        ..
    }) = &decision.method
    {
        measured.horizon = Some(*horizon);
        (measured.variables, measured.clauses) = (Some(*variables), Some(*clauses));
    }
    match &decision.verdict {
        Verdict::Solved(_) => measured.holds(Claim::Sat, Outcome::Solved, "replay"),
        Verdict::Infeasible(certificate) => {
            measured.holds(Claim::Unsat, Outcome::Infeasible, certificate.kind());
        }
        Verdict::Undecided(why) => gave_up(*why, measured),
    }
}
