//! The portfolio: threads that take the arm with the least effort for its weight, until one has a
//! plan, all are closed or a limit is hit.
//!
//! With one thread the choice depends on conflicts only, never on the clock, so the same seed
//! gives the same output. A backend at fault is reported and left out; if it was the last one,
//! its fault is the error.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

mod arm;
mod formulas;
mod lineup;
mod schedule;

pub use lineup::Lineup;
pub use schedule::Schedule;

use crate::attempt::{Attempt, AttemptResult, ClaimedRefutation, OpenAttempt, attempt_written};
use crate::backend::{self, Backend, SolveLimits};
use crate::decision::Method;
use crate::error::Error;
use crate::settings::{Horizon, Settings};
use crate::work::Work;
use arm::Arm;
use formulas::Formulas;
use saut_base::stop::{Stop, StopReason};
use saut_task::encode::Encoding;
use saut_task::plan::Plan;
use saut_task::proof::{Scope, scope};
use saut_task::task::{ActionId, Task};

/// End of a run of the portfolio.
#[derive(Debug)]
pub enum Ending {
    /// With a plan, and the formula that gave it.
    Plan(Plan<ActionId>, Method),
    /// With the claim that a formula is unsatisfiable which answers the question: it speaks of
    /// every plan, or its horizon is the only one that was asked for.
    Refuted(ClaimedRefutation, Method),
    /// Without an answer.
    Undecided(StopReason),
}

/// End of a run and its cost.
#[derive(Debug)]
pub struct Outcome {
    /// End of the run.
    pub ending: Ending,
    /// Formulas that were tried.
    pub attempts: usize,
    /// Their conflicts together, where the backends told.
    pub conflicts: u64,
    /// The work of all, of the threads together.
    pub work: Work,
    /// Faults of backends that it went on without.
    pub warnings: Vec<String>,
}

/// State that the threads share.
struct Shared {
    arms: Vec<Arm>,
    ending: Option<Ending>,
    attempts: usize,
    conflicts: u64,
    work: Work,
    faults: Vec<backend::BackendError>,
    /// Whether a program wanted more memory than it may have.
    out_of_memory: bool,
}

/// Everything that a thread needs and does not change.
struct Workers<'a> {
    task: &'a Task,
    settings: &'a Settings,
    backends: &'a [Box<dyn Backend>],
    lineup: &'a Lineup,
    formulas: &'a Formulas<'a>,
    stop: Stop,
    /// Conflicts of all arms together after which no attempt begins.
    most_effort: Option<u64>,
    /// Work of all arms together after which no attempt begins.
    most_work: Option<Work>,
    shared: Mutex<Shared>,
    /// An attempt has come to something.
    booked: Condvar,
}

/// An attempt is not cut shorter than this.
const LEAST_WORK: Work = 100_000;

/// A thread with nothing to do looks again after so long, also where nothing was booked: the time may be over.
const LOOKS_AGAIN: Duration = Duration::from_millis(20);

/// The arms of a task, and what was learnt of them so far.
pub struct Portfolio<'a> {
    task: &'a Task,
    backends: &'a [Box<dyn Backend>],
    arms: Vec<Arm>,
    lineup: Lineup,
    formulas: Formulas<'a>,
}

impl<'a> Portfolio<'a> {
    /// The arms that the settings allow.
    pub fn new(task: &'a Task, settings: &Settings, backends: &'a [Box<dyn Backend>]) -> Self {
        Self::of_lineup(task, settings, backends, Lineup::of(settings))
    }

    /// The arms of a lineup, whatever encoding the settings name.
    pub(crate) fn of_lineup(
        task: &'a Task,
        settings: &Settings,
        backends: &'a [Box<dyn Backend>],
        lineup: Lineup,
    ) -> Self {
        let arms = arm::arms(task, settings, backends, &lineup);
        let formulas = Formulas::new(task, &lineup);
        Self {
            task,
            backends,
            arms,
            lineup,
            formulas,
        }
    }

    /// Runs the arms, until they have spent `most_effort` (in conflicts) if that is given; they
    /// keep what they have learnt.
    ///
    /// # Errors
    /// A backend's fault, if no other is left.
    pub fn run(&mut self, settings: &Settings, most_effort: Option<u64>) -> Result<Outcome, Error> {
        self.run_within(settings, most_effort, None)
    }

    /// Runs the arms until they have spent about this work.
    ///
    /// # Errors
    /// As [`Portfolio::run`].
    pub fn turn(&mut self, settings: &Settings, work: Work) -> Result<Outcome, Error> {
        self.run_within(settings, None, Some(work))
    }

    /// The conflicts of all runs so far, with what formulas that had none are counted for.
    pub fn spent(&self) -> u64 {
        self.arms.iter().map(|arm| arm.spent).sum()
    }

    fn run_within(
        &mut self,
        settings: &Settings,
        most_effort: Option<u64>,
        most_work: Option<Work>,
    ) -> Result<Outcome, Error> {
        let workers = Workers {
            task: self.task,
            settings,
            backends: self.backends,
            lineup: &self.lineup,
            formulas: &self.formulas,
            stop: settings.stop.child(),
            most_effort,
            most_work,
            shared: Mutex::new(Shared {
                arms: std::mem::take(&mut self.arms),
                ending: None,
                attempts: 0,
                conflicts: 0,
                work: 0,
                faults: Vec::new(),
                out_of_memory: false,
            }),
            booked: Condvar::new(),
        };
        std::thread::scope(|scope| {
            for _ in 1..settings.threads() {
                scope.spawn(|| workers.stop.with_partners(|| workers.work()));
            }
            workers.stop.with_partners(|| workers.work());
        });
        let shared = workers.shared.into_inner();
        let shared = shared.unwrap_or_else(PoisonError::into_inner);
        let warnings = shared.faults.iter().map(ToString::to_string).collect();
        let nobody_left = shared.arms.is_empty();
        self.arms = shared.arms;
        let ending = match (shared.ending, settings.stop.stop_reason()) {
            (Some(ending), _) => ending,
            (None, Some(why @ StopReason::Interrupted)) => Ending::Undecided(why),
            (None, _) if shared.out_of_memory => Ending::Undecided(StopReason::Memory),
            (None, Some(why)) => Ending::Undecided(why),
            (None, None) => match shared.faults.into_iter().next_back() {
                Some(fault) if nobody_left => return Err(fault.into()),
                _ if most_work.is_some_and(|most| shared.work >= most) => {
                    Ending::Undecided(StopReason::EffortSpent)
                }
                _ => Ending::Undecided(self.why_it_ended(settings, most_effort)),
            },
        };
        Ok(Outcome {
            ending,
            attempts: shared.attempts,
            conflicts: shared.conflicts,
            work: shared.work,
            warnings,
        })
    }

    /// Reason why no arm had an answer, where no limit was hit.
    fn why_it_ended(&self, settings: &Settings, most_effort: Option<u64>) -> StopReason {
        let spent = self.spent();
        match settings.horizon {
            _ if most_effort.is_some_and(|most| spent >= most) => StopReason::EffortSpent,
            _ if self.arms.iter().any(|arm| arm.is_too_large) => StopReason::TooLarge,
            // Only if every order that was tried was refuted, and none was given up.
            Horizon::Steps(horizon) if self.arms.iter().all(|arm| arm.refuted == arm.attempts) => {
                StopReason::HorizonRefuted {
                    horizon,
                    is_proved: false,
                }
            }
            Horizon::Steps(_) => StopReason::EffortSpent,
            Horizon::Auto => StopReason::NothingLeft,
        }
    }
}

impl Workers<'_> {
    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread: attempt after attempt.
    fn work(&self) {
        while self.stop.stop_reason().is_none() {
            let mut shared = self.shared();
            let opening = |arm: &Arm| self.formulas.opening(arm, &self.stop);
            let (schedule, most_orders) = (self.lineup.schedule, self.most_orders());
            let next = arm::next(&shared.arms, schedule, most_orders, opening);
            let Some(index) = next else {
                if shared.arms.iter().all(|arm| !arm.is_busy()) {
                    return;
                }
                // What comes of an attempt under way may open another arm.
                let waited = self.booked.wait_timeout(shared, LOOKS_AGAIN);
                drop(waited.unwrap_or_else(PoisonError::into_inner));
                continue;
            };
            let spent: u64 = shared.arms.iter().map(|arm| arm.spent).sum();
            let work_left = self.most_work.map(|most| most.saturating_sub(shared.work));
            if self.most_effort.is_some_and(|most| spent >= most) || work_left == Some(0) {
                return;
            }
            if self.is_too_large(&shared.arms[index]) {
                arm::close_from(&mut shared.arms, index);
                continue;
            }
            if self.is_full(&shared.arms, &shared.arms[index]) {
                if let Some(turns) = &mut shared.arms[index].turns {
                    turns.waits = true;
                }
                continue;
            }
            let number = shared.attempts;
            shared.attempts += 1;
            let arm = &mut shared.arms[index];
            let threads = self.settings.threads();
            let left = self.lineup.left_for_one(self.most_effort, spent, threads);
            let budget = arm.budget().within(left);
            let reserved = arm.reserve(budget);
            let seed = self
                .settings
                .seed
                .wrapping_mul(1_000_003)
                .wrapping_add(number as u64);
            let (encoding, horizon, backend) = (arm.encoding(seed), arm.horizon, arm.backend);
            let is_fixed = !arm.choice.is_varied();
            let mut kept = arm.turns.as_mut().map(|turns| {
                turns.is_busy = true;
                turns.open.take()
            });
            drop(shared);

            let name = self.backends[backend].name();
            if let Some(progress) = &self.settings.progress {
                progress.attempt(encoding, horizon, name, number);
            }
            let in_process = self.backends[backend].counts_conflicts();
            let run = SolveLimits {
                stop: match budget.time {
                    Some(time) if !in_process => self.stop.with_timeout(time),
                    _ => self.stop.clone(),
                },
                seed,
                conflicts: budget.conflicts.filter(|_| in_process),
                work: work_left.map(|left| left.max(LEAST_WORK)),
                proof: self.answers(encoding, horizon, is_fixed),
                ..SolveLimits::default()
            };
            let solver = self.backends[backend].as_ref();
            let outcome = match &mut kept {
                Some(kept) => self.turn(kept, encoding, horizon, solver, &run),
                None => self.attempt(encoding, horizon, solver, &run),
            };
            self.book(index, backend, reserved, outcome, kept.flatten());
        }
    }

    fn is_too_large(&self, arm: &Arm) -> bool {
        let most = match arm.turns {
            Some(_) => self.lineup.most_kept,
            None => self.lineup.most_clauses,
        };
        most < u128::MAX && !arm.is_open() && self.formulas.most_clauses(arm, &self.stop) > most
    }

    /// Whether there is no room for a further formula that a solver keeps.
    fn is_full(&self, arms: &[Arm], arm: &Arm) -> bool {
        let kept = arms
            .iter()
            .filter_map(|arm| arm.turns.as_ref()?.open.as_ref());
        let kept: u128 = kept.map(OpenAttempt::kept_clauses).sum();
        let is_new = arm.turns.is_some() && !arm.is_open();
        let all = || kept.saturating_add(self.formulas.most_clauses(arm, &self.stop));
        is_new && kept > 0 && all() > self.lineup.most_kept
    }

    /// A turn of a solver that keeps its formula.
    fn turn(
        &self,
        open: &mut Option<OpenAttempt>,
        encoding: Encoding,
        horizon: usize,
        solver: &dyn Backend,
        run: &SolveLimits,
    ) -> Result<Attempt, backend::BackendError> {
        if open.is_none() {
            let reads = solver.reads();
            let source = self.formulas.source(encoding, horizon, reads, &run.stop);
            *open = source
                .ok()
                .and_then(|source| OpenAttempt::begin(source, solver, run));
        }
        match open {
            Some(open) => open.go_on(self.task, run),
            None => self.attempt(encoding, horizon, solver, run),
        }
    }

    fn attempt(
        &self,
        encoding: Encoding,
        horizon: usize,
        solver: &dyn Backend,
        run: &SolveLimits,
    ) -> Result<Attempt, backend::BackendError> {
        let reads = solver.reads();
        let write = || self.formulas.encode(encoding, horizon, reads, &run.stop);
        attempt_written(self.task, (encoding, horizon), write, solver, run)
    }

    fn book(
        &self,
        index: usize,
        backend: usize,
        reserved: u64,
        outcome: Result<Attempt, backend::BackendError>,
        open: Option<OpenAttempt>,
    ) {
        let mut shared = self.shared();
        self.booked.notify_all();
        let arm = shared.arms.get_mut(index);
        if let Some(turns) = arm.and_then(|arm| arm.turns.as_mut()) {
            (turns.open, turns.is_busy) = (open, false);
        }
        match outcome {
            Ok(attempt) => {
                shared.conflicts += attempt.effort.conflicts.unwrap_or(0);
                shared.work += attempt.work();
                let wants_memory =
                    attempt.result.wants_memory() && self.stop.stop_reason().is_none();
                shared.out_of_memory |= wants_memory;
                let mut is_fixed = false;
                if let Some(arm) = shared.arms.get_mut(index) {
                    let opening = self.formulas.opening(arm, &self.stop);
                    arm.record(self.task, &attempt, reserved, opening);
                    is_fixed = !arm.choice.is_varied();
                    if arm.closed {
                        arm::close_below(&mut shared.arms, index);
                        let turns = shared.arms.iter_mut().filter_map(|arm| arm.turns.as_mut());
                        turns.for_each(|turns| turns.waits = false);
                    } else {
                        arm.closed = wants_memory; // as the next run of the same would
                    }
                }
                if let Some(ending) = self.ending(attempt, is_fixed) {
                    shared.ending.get_or_insert(ending);
                    self.stop.request();
                }
            }
            Err(fault) => {
                // Arms keep their places: attempts under way know them by number.
                for arm in shared.arms.iter_mut().filter(|arm| arm.backend == backend) {
                    arm.closed = true;
                }
                if shared.arms.iter().all(|arm| arm.backend == backend) {
                    shared.arms.clear();
                    self.stop.request();
                }
                if !shared.faults.contains(&fault) {
                    shared.faults.push(fault);
                }
            }
        }
    }

    /// Whether a refutation of this formula answers the question: it speaks of every plan, or encoding and horizon are
    /// both fixed by the user.
    fn answers(&self, encoding: Encoding, horizon: usize, is_fixed: bool) -> bool {
        let speaks_of_all = || scope(self.task, encoding, horizon) == Scope::EveryPlan;
        let is_asked_for = self.settings.horizon == Horizon::Steps(horizon)
            && is_fixed
            && !self.settings.encoding().is_varied();
        is_asked_for || (self.lineup.refutes && speaks_of_all())
    }

    /// Answer of an attempt to the question, if it answers it.
    fn ending(&self, attempt: Attempt, is_fixed: bool) -> Option<Ending> {
        let method = Method::of(&attempt);
        match attempt.result {
            AttemptResult::Plan(plan) => Some(Ending::Plan(plan, method)),
            AttemptResult::Refuted(claim) => self
                .answers(claim.encoding, claim.horizon, is_fixed)
                .then_some(Ending::Refuted(claim, method)),
            AttemptResult::Unknown(_) => None,
        }
    }

    /// At a fixed horizon orders are tried up to a number only, because no order may do.
    fn most_orders(&self) -> Option<u64> {
        match self.settings.horizon {
            Horizon::Steps(_) => Some(self.settings.most_orders),
            Horizon::Auto => None,
        }
    }
}

#[cfg(test)]
mod tests;
