//! One call of a solver: its limits, its measurement, and what is recorded where it gave no answer.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::facts::Fact;
use super::super::job::{Job, Performed, Work};
use super::super::key::key;
use super::super::meter::{Measurement, Worker};
use crate::credit::{Accepted, Credit, Decider, Replayed};
use crate::record::{Claimed, Record, RunOutcome};
use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_plan::attempt::AttemptResult;
use saut_plan::backend::{BackendError, Fault, Meter, SolveLimits, SolverEffort};
use saut_plan::process::descendants;
use saut_plan::settings::EncodingChoice;
use saut_plan::{Decision, Error, Settings, Verdict};
use saut_task::CheckError;
use saut_task::encode::{Encoding, Order};
use saut_task::formula::{Formula, dimacs, smtlib};
use saut_task::plan::Plan;
use saut_task::task::ActionId;

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

/// Limits of the check of the solver's own proof.
pub(super) fn check_stop(job: &Job) -> Stop {
    let timeout = Duration::from_secs_f64(job.limits.check_timeout_seconds);
    Stop::new(Some(timeout), job.limits.memory_mib)
}

/// Limits for the programs of a job, and the meter of their calls. A solver writes a proof if it can.
pub(super) fn metered(job: &Job) -> (SolveLimits, Arc<Meter>) {
    let meter = Arc::new(Meter::default());
    let run = SolveLimits {
        stop: stop(job),
        seed: job.seed,
        proof: true,
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

/// Answer of a backend to a formula, not checked.
pub(super) enum Told<P> {
    /// A model, or the plan that it is.
    Found(P),
    /// There is none, with a proof if it gave one.
    Refuted(Option<Vec<u8>>),
    /// Neither.
    Unknown(StopReason),
}

impl From<AttemptResult> for Told<Plan<ActionId>> {
    fn from(result: AttemptResult) -> Self {
        match result {
            AttemptResult::Plan(plan) => Self::Found(plan),
            AttemptResult::Refuted(claim) => Self::Refuted(claim.proof),
            AttemptResult::Unknown(why) => Self::Unknown(why),
        }
    }
}

/// The record of what a backend said of a formula: `judge` looks at the model, or at the plan that it is, and `prove` checks
/// the backend's own proof.
pub(super) fn told<P>(
    said: Result<(SolverEffort, Told<P>), BackendError>,
    formula: &Formula,
    mut run: Record,
    judge: impl FnOnce(P) -> Option<Credit>,
    prove: impl FnOnce(Vec<u8>) -> Result<Credit, CheckError>,
) -> Performed {
    match said {
        Err(error) => failed(&error, &mut run),
        Ok((effort, answer)) => {
            run.conflicts = effort.conflicts;
            run.decisions = effort.decisions;
            run.propagations = effort.propagations;
            let began = Instant::now();
            match answer {
                Told::Found(found) => {
                    if let Some(credit) = judge(found) {
                        run.credited(credit);
                    } else {
                        let fact = "the model does not satisfy the clauses";
                        run.ends(Claimed::Sat, RunOutcome::Wrong, fact);
                    }
                }
                Told::Refuted(proof) => match proof.map(prove) {
                    None => run.ends(Claimed::Unsat, RunOutcome::Unproved, NO_PROOF),
                    Some(Ok(credit)) => run.credited(credit),
                    Some(Err(CheckError::Stopped(why))) => {
                        let fact = format!("the check of its proof was ended ({})", why.name());
                        run.ends(Claimed::Unsat, RunOutcome::Unchecked, fact);
                    }
                    Some(Err(rejected)) => {
                        let fact = format!("its proof is not accepted: {rejected}");
                        run.ends(Claimed::Unsat, RunOutcome::Wrong, fact);
                    }
                },
                Told::Unknown(why) => gave_up(why, &mut run),
            }
            run.check_seconds += began.elapsed().as_secs_f64();
        }
    }
    let is_answered = run.claim != Claimed::Nothing;
    Performed {
        formula: is_answered.then(|| formula_key(formula)),
        run,
        ..Performed::default()
    }
}

/// Why a refutation without a proof does not count.
pub(super) const NO_PROOF: &str = "it gave no proof";

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

/// Records a decision, with credit if it is the work of the solver that is measured. `is_one_claim` says whether a
/// horizon without a plan is the claim of one formula, and not that of many orders.
pub(super) fn concluded<P: Replayed, C: Accepted>(
    decision: Result<&Decision<P, C>, &Error>,
    decider: Decider<'_>,
    is_one_claim: bool,
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
            if let Some(credit) = Credit::decision(decision, decider) {
                run.credited(credit);
                return;
            }
            match &decision.verdict {
                &Verdict::Undecided(StopReason::HorizonRefuted { horizon, .. }) if is_one_claim => {
                    run.horizon = Some(horizon);
                    run.ends(Claimed::Unsat, RunOutcome::Unproved, NO_PROOF);
                }
                Verdict::Undecided(why) => gave_up(*why, run),
                Verdict::Solved(_) | Verdict::Infeasible(_) => {
                    let method = decision.method.as_ref();
                    let by = method.map_or("saut", |it| it.backend().unwrap_or(it.name()));
                    let fact = format!("decided without it, by {by}");
                    run.ends(Claimed::Nothing, RunOutcome::GaveUp, fact);
                }
            }
        }
    }
}

/// What a decision of ours settles.
pub fn settled<P: Replayed, C: Accepted>(decision: Result<&Decision<P, C>, &Error>) -> Fact {
    match decision.map(|decision| &decision.verdict) {
        Ok(Verdict::Solved(_)) => Fact::Plan,
        Ok(Verdict::Infeasible(certificate)) => Fact::None(certificate.word().to_owned()),
        Ok(Verdict::Undecided(StopReason::HorizonRefuted {
            is_proved: true, ..
        })) => Fact::None("proof".to_owned()),
        Ok(Verdict::Undecided(why)) => Fact::Open(why.name().to_owned()),
        Err(error) => Fact::Open(error.to_string()),
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
    let (claim, outcome) = match error.fault {
        Fault::Missing => (Claimed::Nothing, RunOutcome::Missing),
        Fault::System | Fault::Crashed => (Claimed::Nothing, RunOutcome::Crashed),
        Fault::Garbage => (Claimed::Nothing, RunOutcome::Garbage),
        Fault::WrongModel => (Claimed::Sat, RunOutcome::Wrong),
        Fault::WrongAnswer => (Claimed::Unsat, RunOutcome::Wrong),
        Fault::WrongLanguage => (Claimed::Nothing, RunOutcome::GaveUp),
    };
    run.ends(claim, outcome, error.to_string());
}
