//! One call of a solver: its limits, its measurement, and the record of its claim.
//!
//! `getrusage(2)` gives the processor time of this process and of all descendants that were reaped. The warden of a
//! program, the process that supervises it, reports the peak memory of the program. If a limit ended the program, or if
//! it needs less memory than the warden, the peak is the maximum of samples taken while it ran.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_plan::attempt::AttemptResult;
use saut_plan::backend::{Answer, BackendError, Fault, Meter, Response, SolveLimits, SolverEffort};
use saut_plan::process::{descendants, high_water_kib};
use saut_plan::settings::EncodingChoice;
use saut_plan::{Decision, Error, Settings, UnprovedRefutation, Verdict};
use saut_task::CheckError;
use saut_task::encode::{Encoding, Order};
use saut_task::formula::{Formula, dimacs, smtlib};
use saut_task::model::Model;
use saut_task::plan::Plan;
use saut_task::task::ActionId;

use super::super::job::{Fact, Job, Performed};
use super::super::solver::{Claim, PlannerProgram};
use super::super::subject::key;
use crate::credit::{Accepted, Credit, Decider, Replayed};
use crate::record::{Claimed, Record, RunOutcome, SOLVING};

/// Reason why a refutation without a proof does not count.
const NO_PROOF: &str = "the solver wrote no proof";

impl Job {
    fn stop_after(&self, seconds: f64) -> Stop {
        let timeout = Duration::from_secs_f64(seconds);
        Stop::new(Some(timeout), self.limits.memory_mib)
    }

    pub(super) fn stop(&self) -> Stop {
        self.stop_after(self.limits.timeout_seconds)
    }

    /// Returns the limits for the check of the solver's own proof.
    pub(super) fn check_stop(&self) -> Stop {
        self.stop_after(self.limits.check_timeout_seconds)
    }

    pub(super) fn settings(&self) -> Settings {
        Settings {
            threads: NonZeroUsize::new(self.limits.threads),
            seed: self.seed,
            stop: self.stop(),
            ..Settings::default()
        }
    }

    /// Returns the limits for the solver, with the request to write a proof if it can.
    pub(super) fn solve_limits(&self) -> SolveLimits {
        SolveLimits {
            stop: self.stop(),
            seed: self.seed,
            proof: true,
            threads: self.limits.threads,
            ..SolveLimits::default()
        }
    }

    /// Returns the encoding. With `r2-exists` in its default order, every attempt uses a new order.
    pub(super) fn encoding_choice(&self) -> EncodingChoice {
        match self.encoding.unwrap_or(Encoding::R2_EXISTS) {
            Encoding::R2Exists {
                order: Order::Grouped,
                fold,
            } => EncodingChoice::VariedOrder { fold },
            fixed => EncodingChoice::Fixed(fixed),
        }
    }
}

/// The processes whose time and memory a call measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worker {
    /// The programs that are called, or this process if none is called.
    Backend,
    /// Only the called programs.
    Programs,
    /// This process and the programs that it calls.
    Both,
}

/// Executes a call, and records the time, processor time and memory of its worker.
pub(super) fn measured<T>(
    worker: Worker,
    limits: SolveLimits,
    run: &mut Record,
    call: impl FnOnce(&SolveLimits) -> T,
) -> T {
    let meter = Arc::new(Meter::default());
    let limits = SolveLimits {
        meter: Some(meter.clone()),
        ..limits
    };
    let began = Instant::now();
    let before = [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN].map(cpu);
    let outcome = call(&limits);
    let is_here = worker == Worker::Backend && meter.wall().is_none();
    if !is_here {
        descendants::end_all();
    }
    let here = cpu(UsageWho::RUSAGE_SELF).saturating_sub(before[0]);
    let programs = cpu(UsageWho::RUSAGE_CHILDREN).saturating_sub(before[1]);
    // The peak memory is not taken from `getrusage`, which includes the memory of the parent of this process.
    let (own, programs_kib) = (high_water_kib("self").unwrap_or(0), meter.peak_kib());
    let elapsed = began.elapsed();
    let (wall, cpu, kib) = match worker {
        Worker::Backend if is_here => (elapsed, here, own),
        Worker::Backend | Worker::Programs => {
            (meter.wall().unwrap_or(elapsed), programs, programs_kib)
        }
        Worker::Both => (elapsed, here + programs, own.max(programs_kib)),
    };
    run.wall_seconds = wall.as_secs_f64();
    run.cpu_seconds = cpu.as_secs_f64();
    run.peak_mib = mib(kib);
    outcome
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the number is only printed in tables"
)]
fn mib(kib: u64) -> f64 {
    kib as f64 / 1024.0
}

/// Returns the sum of user time and system time.
fn cpu(who: UsageWho) -> Duration {
    let micros = getrusage(who).map_or(0, |usage| {
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds()
    });
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}

impl From<AttemptResult> for Claim<Plan<ActionId>> {
    fn from(result: AttemptResult) -> Self {
        match result {
            AttemptResult::Plan(plan) => Self::Found(plan),
            AttemptResult::Refuted(claim) => Self::Refuted(claim.proof),
            AttemptResult::Unknown(why) => Self::Unknown(why),
        }
    }
}

impl From<Response> for Claim<Model> {
    fn from(response: Response) -> Self {
        match response.answer {
            Answer::Sat(model) => Self::Found(model),
            Answer::Unsat => Self::Refuted(response.proof),
            Answer::Unknown(why) => Self::Unknown(why),
        }
    }
}

/// Records the claim of a solver. `judge` checks the plan or model that the solver found, and `prove` checks its proof.
fn record_claim<P>(
    claim: Result<Claim<P>, BackendError>,
    run: &mut Record,
    judge: impl FnOnce(P, &mut Record),
    prove: impl FnOnce(Vec<u8>) -> Result<Credit, CheckError>,
) {
    let began = Instant::now();
    match claim {
        Err(error) => return failed(&error, run),
        Ok(Claim::Found(found)) => judge(found, run),
        Ok(Claim::Refuted(None)) => run.ends(Claimed::Unsat, RunOutcome::Unproved, NO_PROOF),
        Ok(Claim::Refuted(Some(proof))) => match prove(proof) {
            Ok(credit) => run.credited(credit),
            Err(CheckError::Stopped(why)) => {
                let fact = format!("the check of the proof was stopped ({})", why.name());
                run.ends(Claimed::Unsat, RunOutcome::Unchecked, fact);
            }
            Err(rejected) => {
                let fact = format!("the proof of the solver was rejected: {rejected}");
                run.ends(Claimed::Unsat, RunOutcome::Wrong, fact);
            }
        },
        Ok(Claim::Unknown(why)) => gave_up(why, run),
    }
    run.check_seconds += began.elapsed().as_secs_f64();
}

/// Returns the record of a backend's claim about a formula. `judge` checks the model, or the plan that the model
/// encodes. `prove` checks the backend's own proof.
pub(super) fn judged<P>(
    claimed: Result<(SolverEffort, Claim<P>), BackendError>,
    formula: &Formula,
    mut run: Record,
    judge: impl FnOnce(P) -> Option<Credit>,
    prove: impl FnOnce(Vec<u8>) -> Result<Credit, CheckError>,
) -> Performed {
    run.variables = Some(formula.variables());
    run.clauses = Some(formula.clauses());
    let claim = claimed.map(|(effort, claim)| {
        run.conflicts = effort.conflicts;
        run.decisions = effort.decisions;
        run.propagations = effort.propagations;
        claim
    });
    let record = |found, run: &mut Record| {
        if let Some(credit) = judge(found) {
            run.credited(credit);
        } else {
            let fact = "the model does not satisfy the clauses";
            run.ends(Claimed::Sat, RunOutcome::Wrong, fact);
        }
    };
    record_claim(claim, &mut run, record, prove);
    let is_answered = run.claim != Claimed::Nothing;
    Performed {
        formula: is_answered.then(|| formula_key(formula)),
        run,
    }
}

/// Returns the key of a formula, from its text in DIMACS or SMT-LIB.
fn formula_key(formula: &Formula) -> String {
    match formula {
        Formula::Cnf { cnf, names } => key(dimacs::text(cnf, names.len()).as_bytes()),
        Formula::Smt(_) => key(smtlib::text(formula).as_bytes()),
    }
}

/// Runs a planner on the texts of a domain and a problem. `judge` checks the plan that the planner writes.
///
/// # Errors
/// There is no such planner.
pub(super) fn planned(
    [domain, problem]: [&str; 2],
    job: &Job,
    command: &str,
    judge: impl FnOnce(String, &mut Record),
) -> Result<Record, BadInput> {
    let planner = PlannerProgram::new(command)?;
    let mut run = Record {
        phases: "planning".to_owned(),
        ..Record::default()
    };
    let claim = measured(Worker::Programs, job.solve_limits(), &mut run, |limits| {
        planner.plan(domain, problem, limits)
    });
    let prove = |_| Err(CheckError::rejected("planners write no proofs"));
    record_claim(claim, &mut run, judge, prove);
    Ok(run)
}

/// Records a decision, with credit if the measured solver made it. If `is_one_claim`, a refuted horizon is a claim
/// about one formula. Otherwise, it is a claim about several formulas with different action orders.
pub(super) fn concluded<P: Replayed, C: Accepted>(
    decision: Result<&Decision<P, C>, &Error>,
    decider: Decider<'_>,
    is_one_claim: bool,
    run: &mut Record,
) {
    let decision = match decision {
        Ok(decision) => decision,
        Err(Error::Backend(error)) => return failed(error, run),
        Err(Error::Settings(bad)) => {
            return run.ends(Claimed::Nothing, RunOutcome::GaveUp, bad.to_string());
        }
        Err(error @ Error::Internal(_)) => {
            return run.ends(Claimed::Nothing, RunOutcome::Crashed, error.to_string());
        }
    };
    run.conflicts = Some(decision.conflicts).filter(|&conflicts| conflicts > 0);
    if let Some(credit) = Credit::decision(decision, decider) {
        return run.credited(credit);
    }
    let is_own = |it: &&UnprovedRefutation| match decider {
        Decider::Backend(name) => is_one_claim && it.backend == name,
        Decider::Saut => false,
    };
    let own = decision.unproved.iter().find(is_own);
    (run.variables, run.clauses) = own.and_then(|refutation| refutation.size).unzip();
    if let Some(refutation) = own.filter(|refutation| refutation.has_proof) {
        run.horizon = Some(refutation.horizon);
        run.wall_seconds = refutation.elapsed.as_secs_f64();
        SOLVING.clone_into(&mut run.phases);
        let fact = "the check of the proof was stopped (timeout)";
        return run.ends(Claimed::Unsat, RunOutcome::Unchecked, fact);
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
            let fact = format!("decided by {by}, without this solver");
            run.ends(Claimed::Nothing, RunOutcome::GaveUp, fact);
        }
    }
}

/// Returns the fact that a decision of `saut` establishes.
pub(super) fn settled<P: Replayed, C: Accepted>(decision: Result<&Decision<P, C>, &Error>) -> Fact {
    let mut run = Record::default();
    concluded(decision, Decider::Saut, false, &mut run);
    established(run)
}

/// Returns the fact that a run establishes.
pub(super) fn established(run: Record) -> Fact {
    match run.outcome {
        RunOutcome::Solved => Fact::Plan,
        RunOutcome::Infeasible | RunOutcome::Refuted => Fact::None(run.check),
        _ => Fact::Open(run.check),
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

fn failed(error: &BackendError, run: &mut Record) {
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use nix::sys::resource::UsageWho;
    use saut_base::stop::StopReason;
    use saut_criteria::certify::CheckedCertificate;
    use saut_peg::simulate::ReplayedPlan;
    use saut_plan::backend::SolveLimits;
    use saut_plan::{Decision, UnprovedRefutation, Verdict};
    use saut_task::encode::Encoding;

    use super::{Decider, Worker, concluded, cpu, measured};
    use crate::record::{Record, RunOutcome};

    #[test]
    fn a_refutation_whose_proof_was_not_checked_in_time_is_unchecked() {
        let outcome = |has_proof, decider, is_one_claim| {
            let claim = UnprovedRefutation {
                backend: "b".to_owned(),
                encoding: Encoding::Forall,
                horizon: 3,
                elapsed: Duration::from_secs(2),
                has_proof,
                size: Some((5, 7)),
            };
            let decision: Decision<ReplayedPlan, CheckedCertificate> = Decision {
                verdict: Verdict::Undecided(StopReason::Timeout),
                unproved: vec![claim],
                ..Decision::default()
            };
            let mut run = Record::default();
            concluded(Ok(&decision), decider, is_one_claim, &mut run);
            assert!(!run.counts());
            let is_own = is_one_claim && matches!(decider, Decider::Backend("b"));
            assert_eq!(
                (run.variables, run.clauses),
                is_own.then_some((5, 7)).unzip()
            );
            (run.outcome, run.horizon)
        };
        let own = Decider::Backend("b");
        assert_eq!(outcome(true, own, true), (RunOutcome::Unchecked, Some(3)));
        for (has_proof, decider, is_one_claim) in [
            (false, own, true),
            (true, own, false),
            (true, Decider::Backend("c"), true),
            (true, Decider::Saut, true),
        ] {
            let outcome = outcome(has_proof, decider, is_one_claim);
            assert_eq!(outcome, (RunOutcome::Timeout, None));
        }
    }

    #[test]
    fn work_costs_processor_time_and_memory() {
        let mut busy = Record::default();
        measured(Worker::Backend, SolveLimits::default(), &mut busy, |_| {
            // On a busy machine this loop may take long to get 20 ms of processor time.
            let spent = || cpu(UsageWho::RUSAGE_SELF);
            let (began, mut sum) = (spent(), 0_u64);
            while spent().saturating_sub(began) < Duration::from_millis(20) {
                for _ in 0..100_000 {
                    sum = std::hint::black_box(sum.wrapping_add(1));
                }
            }
        });
        assert!(busy.cpu_seconds >= 0.02, "{busy:?}");
        assert!(busy.wall_seconds > 0.001 && busy.peak_mib > 0.5, "{busy:?}");
    }
}
