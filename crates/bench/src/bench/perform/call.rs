//! One call of a solver: its limits, its measurement, and what is recorded where it gave no answer.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use super::super::job::{Job, Performed, Work};
use super::super::key::key;
use super::super::meter::{Measurement, Worker};
use crate::record::{Claimed, Record, RunOutcome};
use saut_plan::attempt::AttemptResult;
use saut_plan::backend::{BackendError, Meter, SolveLimits, SolverEffort};
use saut_plan::encode::{Encoding, Order};
use saut_plan::formula::{Formula, dimacs, smtlib};
use saut_plan::process::descendants;
use saut_plan::settings::EncodingChoice;
use saut_plan::stop::{Stop, StopReason};
use saut_plan::{BadInput, Decision, Error, Settings, Verdict};

pub(super) fn stop(job: &Job) -> Stop {
    Stop::new(
        Some(Duration::from_secs_f64(job.limits.timeout_seconds)),
        job.limits.memory_mib,
    )
}

pub(super) fn settings(job: &Job) -> Settings {
    Settings {
        threads: NonZeroUsize::new(job.limits.threads),
        seed: job.seed,
        stop: stop(job),
        ..Settings::default()
    }
}

/// The error that a job asks for work which its subject does not know.
pub(super) fn no_such_work(work: &Work, subject: &str) -> BadInput {
    BadInput::new("the job", format!("{work:?} is no work on {subject}"))
}

/// The order of `r2-exists` is varied where none is asked for.
pub(super) fn choice(encoding: Encoding) -> EncodingChoice {
    match encoding {
        Encoding::R2Exists {
            order: Order::Grouped,
            fold,
        } => EncodingChoice::VariedOrder { fold },
        fixed => EncodingChoice::Fixed(fixed),
    }
}

/// Limits for the programs of a job, and the meter of their calls.
pub(super) fn metered(job: &Job) -> (SolveLimits, Arc<Meter>) {
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
pub(super) fn measured<T>(job: &Job, run: &mut Record, call: impl FnOnce(&SolveLimits) -> T) -> T {
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

/// The record of what a backend said of a formula; `judge` looks at the model, or at the plan that it is.
pub(super) fn told<P>(
    said: Result<(SolverEffort, AttemptResult<P>), BackendError>,
    formula: &Formula,
    mut run: Record,
    judge: impl FnOnce(P, &mut Record),
) -> Performed {
    match said {
        Err(error) => failed(&error, &mut run),
        Ok((effort, result)) => {
            run.conflicts = effort.conflicts;
            run.decisions = effort.decisions;
            run.propagations = effort.propagations;
            match result {
                AttemptResult::Plan(found) => judge(found, &mut run),
                AttemptResult::Refuted(_) => {
                    run.ends(Claimed::Unsat, RunOutcome::Unchecked, "not checked yet");
                }
                AttemptResult::Unknown(why) => gave_up(why, &mut run),
            }
        }
    }
    let is_answered = run.claim != Claimed::Nothing;
    let formula = is_answered.then(|| formula_key(formula));
    Performed { run, formula }
}

/// The key of a formula: of its text in the language that it is written in.
fn formula_key(formula: &Formula) -> String {
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

/// Records a decision, whose verdict was checked before it was given; `kind` names a certificate.
pub(super) fn concluded<P, C>(
    decision: Result<&Decision<P, C>, &Error>,
    kind: fn(&C) -> &'static str,
    run: &mut Record,
) {
    match decision {
        Err(Error::Backend(error)) => failed(error, run),
        Err(Error::Settings(bad)) => {
            run.ends(Claimed::Nothing, RunOutcome::GaveUp, bad.to_string());
        }
        Err(error @ Error::Internal(_)) => {
            run.ends(Claimed::Nothing, RunOutcome::Crashed, error.to_string());
        }
        Ok(decision) => {
            run.conflicts = Some(decision.conflicts).filter(|&conflicts| conflicts > 0);
            match &decision.verdict {
                Verdict::Solved(_) => run.holds(Claimed::Sat, RunOutcome::Solved, "replay"),
                Verdict::Infeasible(certificate) => {
                    run.holds(Claimed::Unsat, RunOutcome::Infeasible, kind(certificate));
                }
                Verdict::Undecided(why) => gave_up(*why, run),
            }
        }
    }
}

pub(super) fn gave_up(why: StopReason, run: &mut Record) {
    let outcome = match why {
        StopReason::Timeout => RunOutcome::Timeout,
        StopReason::Memory => RunOutcome::Memory,
        _ => RunOutcome::GaveUp,
    };
    run.ends(Claimed::Nothing, outcome, why.name());
}

pub(super) fn failed(error: &BackendError, run: &mut Record) {
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
