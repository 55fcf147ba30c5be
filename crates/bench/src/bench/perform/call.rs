//! One call of a solver: its limits, its measurement, and what is recorded where it gave no answer.

use std::sync::Arc;
use std::time::Duration;

use super::super::job::Job;
use super::super::meter::{Measurement, Worker};
use crate::record::{Claimed, Record, RunOutcome};
use saut_plan::backend::{self, Meter, SolveLimits};
use saut_plan::encode::{Encoding, Order};
use saut_plan::process::descendants;
use saut_plan::settings::EncodingChoice;
use saut_plan::stop::{Stop, StopReason};

pub(super) fn stop(job: &Job) -> Stop {
    Stop::new(
        Some(Duration::from_secs_f64(job.timeout_seconds)),
        job.memory_mib,
    )
}

/// The order of `r2-exists` is varied where none is asked for.
pub(super) fn choice(encoding: Encoding) -> EncodingChoice {
    match encoding {
        Encoding::R2Exists {
            order: Order::GROUPED,
            left_packing,
            fold,
        } => EncodingChoice::VariedOrder { left_packing, fold },
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

pub(super) fn gave_up(why: StopReason, run: &mut Record) {
    let outcome = match why {
        StopReason::Timeout => RunOutcome::Timeout,
        StopReason::Memory => RunOutcome::Memory,
        _ => RunOutcome::GaveUp,
    };
    run.ends(Claimed::Nothing, outcome, why.name());
}

pub(super) fn failed(error: &backend::BackendError, run: &mut Record) {
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
