//! The portfolio: engines that try formulas. An *arm* is one encoding at one horizon with one backend. The arm with the
//! lowest effort for its share makes the next attempt. The portfolio ends when a refutation answers the request, or no
//! arm is left. The engines share the arms; the [`race`](crate::race::race) manages their threads and turns.
//!
//! With one thread and in-process solvers, the order depends only on counted effort, never on the clock. So the same
//! seed gives the same attempts. A faulty backend is reported and no longer used. If no other backend is left, its
//! fault is the error.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

mod cache;
mod configuration;
mod lineup;

pub use lineup::Lineup;

use crate::attempt::{Attempt, AttemptResult, ClaimedRefutation, OpenAttempt, attempt_written};
use crate::backend::{Backend, BackendError, SolveLimits};
use crate::decision::{FORMULAS, Method, UnprovedRefutation};
use crate::engine::{Budget, Slot, Turn};
use crate::error::Error;
use crate::refute::{Proved, prove};
use crate::settings::{Horizon, Settings};
use crate::work::Work;
pub(crate) use cache::FormulaCache;
use configuration::Configuration;
use saut_base::stop::{Stop, StopReason};
use saut_task::encode::Encoding;
use saut_task::proof::{Scope, scope};
use saut_task::task::Task;

/// Minimum work limit of an attempt.
const LEAST_WORK: Work = 100_000;

/// The formulas to try, shared by several engines.
pub struct Formulas<'a> {
    task: &'a Task,
    settings: &'a Settings,
    backends: &'a [Box<dyn Backend>],
    lineup: Lineup,
    cache: FormulaCache<'a>,
    /// Stopped when the race ends, and when a formula has answered the request.
    stop: OnceLock<Stop>,
    arms: Mutex<Arms>,
}

#[derive(Default)]
struct Arms {
    all: Vec<Configuration>,
    attempts: usize,
    /// Indices of the backends that are no longer used.
    at_fault: Vec<usize>,
    /// Whether a program exceeded its memory limit.
    out_of_memory: bool,
}

impl<'a> Formulas<'a> {
    /// Creates the formulas of a lineup, as far as the settings allow.
    pub fn new(
        task: &'a Task,
        settings: &'a Settings,
        backends: &'a [Box<dyn Backend>],
        lineup: Lineup,
    ) -> Self {
        let choices = lineup.choices.iter().map(|(choice, _)| *choice);
        let cache = FormulaCache::new(task, choices, lineup.most_clauses);
        let arms = Arms {
            all: configuration::arms(task, settings, backends, &lineup),
            ..Arms::default()
        };
        Self {
            task,
            settings,
            backends,
            cache,
            lineup,
            stop: OnceLock::new(),
            arms: Mutex::new(arms),
        }
    }

    /// Returns the engines that try the formulas, one for each thread. `first_turn` is the work of the first turn.
    pub fn engines<R: 'a>(
        self,
        threads: usize,
        first_turn: Work,
    ) -> impl Iterator<Item = Slot<'a, R>> {
        let all = Arc::new(self);
        Slot::each(threads, FORMULAS, first_turn, move |budget| {
            all.turn(budget)
        })
    }

    /// Runs a turn: attempts until the work is spent.
    ///
    /// # Errors
    /// A faulty backend, if no other backend is left.
    pub fn turn(&self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let least = self.lineup.of_a_conflict.unwrap_or(1);
        loop {
            match self.attempt(budget)? {
                Some(turn) => return Ok(turn),
                None if budget.left() < least => return Ok(Turn::Paused),
                None => {}
            }
        }
    }

    fn arms(&self) -> MutexGuard<'_, Arms> {
        self.arms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the next attempt. Returns the result of the turn if the attempt ends it.
    fn attempt(&self, budget: &mut Budget<'_>) -> Result<Option<Turn>, Error> {
        let stop = self.stop.get_or_init(|| budget.stop.child());
        if budget.stop.stop_reason().is_some() {
            return Ok(Some(Turn::Paused));
        }
        if stop.stop_reason().is_some() {
            return Ok(Some(Turn::Done(StopReason::NothingLeft)));
        }
        let mut arms = self.arms();
        let opening = |arm: &Configuration| self.cache.opening(arm, stop);
        // At a fixed horizon, it is possible that no action order has a plan, so the number of orders is limited.
        let has_horizon = self.settings.horizon != Horizon::Auto;
        let most_orders = has_horizon.then_some(self.settings.most_orders);
        let Some(index) =
            configuration::next(&arms.all, self.lineup.schedule, most_orders, opening)
        else {
            return Ok(Some(self.nothing_ready(&arms, budget)));
        };
        if self.is_too_large(&arms.all[index], stop) {
            configuration::close_from(&mut arms.all, index);
            return Ok(None);
        }
        if self.is_full(&arms.all, &arms.all[index], stop) {
            if let Some(turns) = &mut arms.all[index].turns {
                turns.waits = true;
            }
            return Ok(None);
        }
        let number = arms.attempts;
        arms.attempts += 1;
        let arm = &mut arms.all[index];
        let left = self.lineup.of_a_conflict;
        let left = left.map(|of_one| (budget.left() / of_one).max(1));
        let (time, conflicts) = (arm.time(), arm.conflicts().into_iter().chain(left).min());
        let reserved = arm.reserve(conflicts);
        let first_seed = self.settings.seed.wrapping_mul(1_000_003);
        let seed = first_seed.wrapping_add(number as u64);
        let (encoding, horizon, backend) = (arm.choice.encoding(seed), arm.horizon, arm.backend);
        let is_fixed = !arm.choice.is_varied();
        arm.is_busy = arm.is_busy.map(|_| true);
        let mut kept = arm.turns.as_mut().map(|turns| turns.open.take());
        drop(arms);

        let solver = self.backends[backend].as_ref();
        if let Some(progress) = &self.settings.progress {
            progress.attempt(encoding, horizon, solver.name(), number);
        }
        let in_process = solver.counts_conflicts();
        let proof = self.answers(encoding, horizon, is_fixed);
        let lemmas = || self.cache.lemmas(encoding, horizon, stop);
        let run = SolveLimits {
            stop: match time {
                Some(time) if !in_process => stop.with_timeout(time),
                _ => stop.clone(),
            },
            seed,
            conflicts: conflicts.filter(|_| in_process),
            work: left.is_none().then(|| budget.left().max(LEAST_WORK)),
            proof,
            lemmas: (!proof).then(lemmas).flatten(),
            threads: self.settings.threads(),
            ..SolveLimits::default()
        };
        let outcome = self.solve((encoding, horizon), kept.as_mut(), solver, &run);

        let mut arms = self.arms();
        let arm = &mut arms.all[index];
        arm.is_busy = arm.is_busy.map(|_| false);
        if let Some(turns) = &mut arm.turns {
            turns.open = kept.flatten();
        }
        let mut attempt = match outcome {
            Ok(attempt) => attempt,
            Err(fault) => {
                budget.tried(1, 0);
                return arms.without(backend, fault, stop, budget);
            }
        };
        budget.tried(1, attempt.effort.conflicts.unwrap_or(0));
        let wants_memory = attempt.result == AttemptResult::Unknown(StopReason::Memory);
        let wants_memory = wants_memory && stop.stop_reason().is_none();
        let opening = self.cache.opening(&arms.all[index], stop);
        let cost = arms.record(self.task, index, &attempt, reserved, opening, wants_memory);
        drop(arms);
        budget.spend(match self.lineup.of_a_conflict {
            Some(of_one) => cost.saturating_mul(of_one),
            None => attempt.work(),
        });
        let nothing = AttemptResult::Unknown(StopReason::NothingLeft);
        Ok(match std::mem::replace(&mut attempt.result, nothing) {
            AttemptResult::Plan(plan) => Some(Turn::Plan(plan, Method::of(&attempt))),
            AttemptResult::Refuted(claim) if self.answers(encoding, horizon, is_fixed) => {
                stop.request();
                Some(self.proved(claim, attempt, budget)?)
            }
            AttemptResult::Refuted(_) | AttemptResult::Unknown(_) => None,
        })
    }

    /// Returns the result of a turn when no arm is ready.
    fn nothing_ready(&self, arms: &Arms, budget: &Budget<'_>) -> Turn {
        // The result of a running attempt may open another arm.
        if arms.all.iter().any(|arm| arm.is_busy == Some(true)) {
            return match budget.spent() {
                0 => Turn::Blocked,
                _ => Turn::Paused,
            };
        }
        Turn::Done(match self.settings.horizon {
            _ if arms.out_of_memory => StopReason::Memory,
            _ if arms.all.iter().any(|arm| arm.is_too_large) => StopReason::TooLarge,
            _ if arms.all.iter().any(|arm| arm.gave_up > 0) => StopReason::SolverGaveUp,
            // This reason applies only if every tried order was refuted.
            Horizon::Steps(horizon) if arms.all.iter().all(|arm| arm.refuted == arm.attempts) => {
                StopReason::HorizonRefuted {
                    horizon,
                    is_proved: false,
                }
            }
            Horizon::Steps(_) => StopReason::EffortSpent,
            Horizon::Auto => StopReason::NothingLeft,
        })
    }

    fn is_too_large(&self, arm: &Configuration, stop: &Stop) -> bool {
        let most = match arm.turns {
            Some(_) => self.lineup.most_kept,
            None => self.lineup.most_clauses,
        };
        most < u128::MAX && !arm.is_open() && self.cache.most_clauses(arm, stop) > most
    }

    /// Whether another formula kept by a solver would exceed the limit.
    fn is_full(&self, arms: &[Configuration], arm: &Configuration, stop: &Stop) -> bool {
        let kept = arms
            .iter()
            .filter_map(|arm| arm.turns.as_ref()?.open.as_ref());
        let kept: u128 = kept.map(OpenAttempt::kept_clauses).sum();
        let is_new = arm.turns.is_some() && !arm.is_open();
        let all = || kept.saturating_add(self.cache.most_clauses(arm, stop));
        is_new && kept > 0 && all() > self.lineup.most_kept
    }

    /// Solves a formula, or continues with a formula that the solver keeps.
    fn solve(
        &self,
        (encoding, horizon): (Encoding, usize),
        kept: Option<&mut Option<OpenAttempt>>,
        solver: &dyn Backend,
        run: &SolveLimits,
    ) -> Result<Attempt, BackendError> {
        let (cache, reads, stop) = (&self.cache, solver.reads(), &run.stop);
        let source = || cache.source(encoding, horizon, reads, stop);
        if let Some(open) = kept {
            if open.is_none() {
                let begin = |source| OpenAttempt::begin(source, solver, run);
                *open = source().ok().and_then(begin);
            }
            if let Some(open) = open {
                return open.go_on(self.task, run);
            }
        }
        let write = || source()?.encode(stop);
        attempt_written(self.task, (encoding, horizon), write, solver, run)
    }

    /// Whether a refutation of this formula answers the request: it covers all plans, or the user has fixed both the
    /// encoding and the horizon.
    fn answers(&self, encoding: Encoding, horizon: usize, is_fixed: bool) -> bool {
        let speaks_of_all = || scope(self.task, encoding, horizon) == Scope::EveryPlan;
        let is_asked_for = self.settings.horizon == Horizon::Steps(horizon)
            && is_fixed
            && !self.settings.encoding().is_varied();
        is_asked_for || (self.lineup.refutes && speaks_of_all())
    }

    /// Proves a claim by the proof of its solver. Without such a proof, the prover is used, unless the settings accept
    /// only proofs by the solver.
    fn proved(
        &self,
        claim: ClaimedRefutation,
        mut attempt: Attempt,
        budget: &mut Budget<'_>,
    ) -> Result<Turn, Error> {
        let horizon = claim.horizon;
        let unproved = UnprovedRefutation {
            size: Some((attempt.variables, attempt.clauses)),
            ..UnprovedRefutation::of(&claim)
        };
        let not_proved = Turn::Done(StopReason::HorizonRefuted {
            horizon,
            is_proved: false,
        });
        if claim.proof.is_none() && self.settings.own_proofs {
            budget.unproved.push(unproved);
            return Ok(not_proved);
        }
        let limits = SolveLimits {
            stop: budget.stop.clone(),
            ..SolveLimits::default()
        };
        Ok(match prove(self.task, claim, &limits)? {
            Proved::Plan(plan, by_prover) => {
                let fact = format!("there is no plan of {horizon} steps, but one was found");
                budget
                    .warnings
                    .push(format!("{} says that {fact}", unproved.backend));
                Turn::Plan(plan, by_prover)
            }
            Proved::Unknown(why) => {
                budget.unproved.push(unproved);
                match why {
                    StopReason::TooLarge => not_proved,
                    why => Turn::Done(why),
                }
            }
            Proved::Refuted(refuted, prover) => {
                if attempt.backend != prover {
                    // The conflicts and the call belong to the solver that made the claim, not to the prover.
                    (attempt.effort.conflicts, attempt.call) = (None, None);
                }
                (attempt.backend, attempt.encoding) = (prover, refuted.proof().encoding);
                Turn::HorizonRefuted(refuted, Method::of(&attempt))
            }
        })
    }
}

impl Arms {
    /// Continues without a faulty backend.
    fn without(
        &mut self,
        backend: usize,
        fault: BackendError,
        stop: &Stop,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Turn>, Error> {
        // Arms keep their indices, because running attempts refer to them.
        for arm in self.all.iter_mut().filter(|arm| arm.backend == backend) {
            arm.closed = true;
        }
        if !self.at_fault.contains(&backend) {
            self.at_fault.push(backend);
            budget.warnings.push(fault.to_string());
        }
        let at_fault = &self.at_fault;
        let is_left = self.all.iter().any(|arm| !at_fault.contains(&arm.backend));
        // An error that occurs after all attempts were stopped does not count.
        if is_left || stop.stop_reason().is_some() {
            return Ok(None);
        }
        Err(fault.into())
    }

    /// Records the result of an attempt; returns its cost in conflicts.
    fn record(
        &mut self,
        task: &Task,
        index: usize,
        attempt: &Attempt,
        reserved: u64,
        opening: u64,
        wants_memory: bool,
    ) -> u64 {
        self.out_of_memory |= wants_memory;
        let cost = self.all[index].record(task, attempt, reserved, opening);
        if self.all[index].closed {
            // A solver that gave up has shown nothing about smaller horizons.
            if self.all[index].gave_up == 0 {
                configuration::close_below(&mut self.all, index);
            }
            let turns = self.all.iter_mut().filter_map(|arm| arm.turns.as_mut());
            turns.for_each(|turns| turns.waits = false);
        } else if wants_memory {
            // Another run of this formula would exceed the limit, too, and so would a larger formula.
            self.all[index].closed = true;
            configuration::close_from(&mut self.all, index);
        }
        cost
    }
}

#[cfg(test)]
pub(crate) mod tests;
