//! Evidence: plans that the problem has validated, and checked certificates. [`Evidence::conclude`] checks the claims
//! of engines.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::decision::{Decision, Method, Verdict};
use crate::engine::{Budget, Turn};
use crate::error::Error;
use crate::work::clocked;
use saut_base::stop::{Stop, StopReason};
use saut_task::certificate::{Certificate, Checked};
use saut_task::domain::{CheckError, Cost, INFINITE, Problem, Reasons};
use saut_task::progress::Progress;
use saut_task::proof::RefutedHorizon;

/// Aim of a race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// Any plan, or a proof that there is none.
    #[default]
    AnyPlan,
    /// A plan of minimum cost.
    Cheapest,
    /// A plan with the fewest steps. The cost of a plan is the number of steps of its formula. The engines decide when
    /// they are done.
    Shortest,
}

/// Callback for a plan that is better than all plans before: the plan, and the certificate of the best bound so far, if
/// any.
pub type PlanObserver<'a, P> =
    dyn Fn(&<P as Problem>::Plan, Option<&Checked<<P as Reasons>::Reason>>) + Sync + 'a;

/// The answer of a race, for the plans and the reasons of a problem.
pub type Raced<P> = Decision<<P as Problem>::Plan, Checked<<P as Reasons>::Reason>>;

/// Data of a race other than its plan and bound.
#[derive(Default)]
pub(super) struct Record {
    /// Reasons why engines ended without an answer.
    pub why: Vec<(StopReason, Option<Method>)>,
    /// Attempts, conflicts, warnings and times.
    pub facts: Decision<(), ()>,
}

/// Result of a turn after the check of its claim.
pub(super) enum TurnResult {
    /// A plan that is better than all plans before.
    Improved,
    /// The engine can continue.
    Paused,
    /// The engine can continue after a turn of another engine.
    Blocked,
    /// The engine is done, for this reason, with this method.
    Done(StopReason, Option<Method>),
}

pub(super) struct CostBounds {
    pub cost: AtomicU64,
    pub bound: AtomicU64,
}

/// A problem with the evidence found so far.
pub(super) struct Evidence<'a, P: Problem> {
    problem: &'a P,
    aim: Aim,
    better: &'a PlanObserver<'a, P>,
    watch: Option<&'a dyn Progress>,
    pub known: CostBounds,
    /// The best plan or the proof that there is none, the best bound, and the refuted horizons.
    found: Mutex<Raced<P>>,
}

impl<'a, P: Problem> Evidence<'a, P> {
    pub fn new(
        problem: &'a P,
        aim: Aim,
        better: &'a PlanObserver<'a, P>,
        watch: Option<&'a dyn Progress>,
    ) -> Self {
        Self {
            problem,
            aim,
            better,
            watch,
            known: CostBounds {
                cost: AtomicU64::new(INFINITE),
                bound: AtomicU64::new(0),
            },
            found: Mutex::default(),
        }
    }

    fn found(&self) -> MutexGuard<'_, Raced<P>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a validated plan, if it is better than all plans before.
    pub fn keep(&self, plan: P::Plan, cost: Cost, method: Method) -> TurnResult {
        let mut found = self.found();
        if cost >= self.known.cost.fetch_min(cost, Ordering::Relaxed) {
            return TurnResult::Paused;
        }
        (self.better)(&plan, found.bound.as_ref());
        found.set(Verdict::Solved(plan), method);
        TurnResult::Improved
    }

    /// Stores a checked bound, if it is better than all bounds before.
    fn accept(&self, checked: Checked<P::Reason>, method: Method) -> TurnResult {
        let bound = checked.bound();
        let mut found = self.found();
        self.known.bound.fetch_max(bound, Ordering::Relaxed);
        if bound == INFINITE {
            found.set(Verdict::Infeasible(Box::new(checked)), method);
            return TurnResult::Paused;
        }
        if let Some(watch) = self.watch {
            watch.at_least(bound);
        }
        if found.bound.as_ref().is_none_or(|old| bound > old.bound()) {
            found.bound = Some(checked);
        }
        TurnResult::Paused
    }

    /// Checks a certificate. A reason specific to the problem may need a search for its check, which is limited to the
    /// remaining work of the turn.
    fn check(
        &self,
        certificate: Certificate<P::Reason>,
        budget: &mut Budget<'_>,
    ) -> Result<Checked<P::Reason>, CheckError> {
        let is_own = matches!(certificate, Certificate::Own(_));
        let check = |stop: &Stop| certificate.check(self.problem.task(), self.problem, stop);
        if !is_own {
            return check(budget.stop);
        }
        let began = Instant::now();
        let left = Duration::from_micros(budget.left());
        let checked = check(&budget.stop.with_timeout(left));
        budget.spend(clocked(began.elapsed()));
        checked
    }

    /// Checks the claim of an engine, and stores it as evidence.
    ///
    /// # Errors
    /// The claim is rejected.
    pub fn conclude(
        &self,
        engine: &str,
        turn: Turn<P::Reason>,
        budget: &mut Budget<'_>,
    ) -> Result<TurnResult, Error> {
        let is_guess = matches!(turn, Turn::Guess(..));
        Ok(match turn {
            Turn::Plan(plan, method) => {
                let refused =
                    |no| Error::internal(format_args!("a plan of {engine} was rejected"), no);
                let (plan, cost) = self.problem.validate(plan).map_err(refused)?;
                let cost = match (self.aim, &method) {
                    (Aim::Shortest, Method::Formula { horizon, .. }) => *horizon as Cost,
                    _ => cost,
                };
                self.keep(plan, cost, method)
            }
            Turn::Bound(certificate, method) | Turn::Guess(certificate, method) => {
                let is_own = matches!(certificate, Certificate::Own(_));
                match self.check(certificate, budget) {
                    Ok(checked) => self.accept(checked, method),
                    Err(CheckError::Rejected(fact)) if !is_guess => {
                        let what = format_args!("a bound of {engine} was rejected");
                        return Err(Error::internal(what, fact));
                    }
                    Err(CheckError::Stopped(why)) if !is_own => TurnResult::Done(why, None),
                    Err(CheckError::Rejected(_) | CheckError::Stopped(StopReason::TooLarge)) => {
                        TurnResult::Done(StopReason::NothingLeft, None)
                    }
                    Err(CheckError::Stopped(_)) => TurnResult::Paused,
                }
            }
            Turn::HorizonRefuted(refuted, method) => match Checked::proof(refuted) {
                Ok(checked) => self.accept(checked, method),
                Err(refuted) => {
                    let why = StopReason::HorizonRefuted {
                        horizon: refuted.proof().horizon,
                        is_proved: true,
                    };
                    let mut found = self.found();
                    // Several threads may have refuted the same formula.
                    let is_same = |one: &RefutedHorizon| {
                        let (one, other) = (one.proof(), refuted.proof());
                        (one.encoding, one.horizon) == (other.encoding, other.horizon)
                    };
                    if !found.refuted.iter().any(is_same) {
                        found.refuted.push(refuted);
                    }
                    TurnResult::Done(why, Some(method))
                }
            },
            Turn::Paused => TurnResult::Paused,
            Turn::Blocked => TurnResult::Blocked,
            Turn::Done(why) => TurnResult::Done(why, None),
        })
    }

    /// Returns the answer, including the record of the race.
    pub fn answer(self, record: Record, stop: &Stop) -> Raced<P> {
        let found = self.found.into_inner();
        let mut answer = found.unwrap_or_else(PoisonError::into_inner);
        match answer.verdict {
            Verdict::Solved(_) if self.aim == Aim::Cheapest => {
                let bound = self.known.bound.into_inner();
                answer.optimal = Some(bound >= self.known.cost.into_inner());
            }
            Verdict::Solved(_) | Verdict::Infeasible(_) => answer.bound = None,
            Verdict::Undecided(_) => {
                let first = record.why.into_iter().min_by_key(|(why, _)| rank(*why));
                let (why, method) = first.unwrap_or((StopReason::NothingLeft, None));
                let why = stop.stop_reason().unwrap_or(why);
                (answer.verdict, answer.method) = (Verdict::Undecided(why), method);
            }
        }
        Decision {
            attempts: record.facts.attempts,
            conflicts: record.facts.conflicts,
            warnings: record.facts.warnings,
            unproved: record.facts.unproved,
            stages: record.facts.stages,
            ..answer
        }
    }
}

/// Returns the priority of the reasons for an undecided answer: the reason that the user can influence most comes
/// first.
const fn rank(why: StopReason) -> u8 {
    match why {
        StopReason::Interrupted => 0,
        StopReason::Timeout => 1,
        StopReason::Memory => 2,
        StopReason::HorizonRefuted { .. } => 3,
        StopReason::TooLarge => 4,
        StopReason::EffortSpent => 5,
        StopReason::SolverGaveUp => 6,
        StopReason::NothingLeft => 7,
    }
}
