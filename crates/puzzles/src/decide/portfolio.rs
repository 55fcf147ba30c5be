//! The portfolio: threads that take the arm with the least effort for its weight, until one has a
//! plan, all are closed or a limit is hit.
//!
//! With one thread the choice depends on conflicts only, never on the clock, so the same seed
//! gives the same output. A backend at fault is reported and left out; if it was the last one,
//! its fault is the error.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::arm::{self, Arm};
use super::attempt::{Attempt, Found, attempt};
use super::{Error, Settings};
use crate::peg::Puzzle;
use saut_plan::backend::{self, Backend, Run};
use saut_plan::encode::Encoding;
use saut_plan::stop::{Stop, Why};
use saut_plan::task::Task;

/// How a portfolio ended.
#[derive(Debug)]
pub enum Ending {
    /// With a plan, by this backend.
    Plan(Attempt, String),
    /// With a refutation that speaks of every plan, says this backend.
    Refuted(Attempt, String),
    /// Without an answer.
    Neither(Why),
}

/// The ending and what led to it.
#[derive(Debug)]
pub struct Played {
    pub ending: Ending,
    pub attempts: usize,
    pub conflicts: u64,
    pub warnings: Vec<String>,
}

/// What the threads share.
#[derive(Debug, Default)]
struct Shared {
    arms: Vec<Arm>,
    ending: Option<(Attempt, usize)>,
    attempts: usize,
    conflicts: u64,
    faults: Vec<backend::Error>,
}

/// Everything that a thread needs and does not change.
struct Game<'a> {
    puzzle: &'a Puzzle,
    task: &'a Task,
    settings: &'a Settings,
    backends: &'a [Box<dyn Backend>],
    stop: Stop,
    /// No attempt begins when the arms have spent so much together.
    most_effort: Option<u64>,
    shared: Mutex<Shared>,
}

/// Runs the arms, until they have spent `most_effort` (in conflicts) if that is given; they keep
/// what they have learnt.
///
/// # Errors
/// A backend's fault, if no other is left.
pub fn run(
    puzzle: &Puzzle,
    task: &Task,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    arms: &mut Vec<Arm>,
    most_effort: Option<u64>,
) -> Result<Played, Error> {
    let stop = settings.stop.inner();
    let shared = Mutex::new(Shared {
        arms: std::mem::take(arms),
        ..Shared::default()
    });
    let game = Game {
        puzzle,
        task,
        settings,
        backends,
        stop,
        most_effort,
        shared,
    };
    std::thread::scope(|scope| {
        for _ in 1..settings.threads() {
            scope.spawn(|| game.work());
        }
        game.work();
    });
    let shared = game
        .shared
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let warnings = shared.faults.iter().map(ToString::to_string).collect();
    let nobody_left = shared.arms.is_empty();
    *arms = shared.arms;
    let ending = match shared.ending {
        Some((attempt, backend)) => {
            let name = backends[backend].name().to_owned();
            match attempt.found {
                Found::Plan(_) => Ending::Plan(attempt, name),
                _ => Ending::Refuted(attempt, name),
            }
        }
        None => match (settings.stop.why(), shared.faults.into_iter().next_back()) {
            (None, Some(fault)) if nobody_left => return Err(fault.into()),
            (why, _) => Ending::Neither(why.unwrap_or(Why::Exhausted)),
        },
    };
    Ok(Played {
        ending,
        attempts: shared.attempts,
        conflicts: shared.conflicts,
        warnings,
    })
}

impl Game<'_> {
    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread: attempt after attempt.
    fn work(&self) {
        while self.stop.why().is_none() {
            let mut shared = self.shared();
            let Some(index) = arm::next(&shared.arms) else {
                return;
            };
            let spent: u64 = shared.arms.iter().map(|arm| arm.spent).sum();
            if self.most_effort.is_some_and(|most| spent >= most) {
                return;
            }
            let number = shared.attempts;
            shared.attempts += 1;
            let arm = &mut shared.arms[index];
            let (budget, reserved) = (arm.budget(), arm.reserve());
            let seed = self
                .settings
                .seed
                .wrapping_mul(1_000_003)
                .wrapping_add(number as u64);
            let (encoding, horizon, backend) = (arm.encoding(seed), arm.horizon, arm.backend);
            drop(shared);

            let name = self.backends[backend].name();
            if let Some(progress) = &self.settings.progress {
                progress.attempt(encoding, horizon, name, number);
            }
            let in_process = self.backends[backend].counts_conflicts();
            let run = Run {
                stop: match budget.time {
                    Some(time) if !in_process => self.stop.within(time),
                    _ => self.stop.clone(),
                },
                seed,
                conflicts: budget.conflicts.filter(|_| in_process),
                proof: is_conclusive(self.task, encoding, horizon),
                ..Run::default()
            };
            let solver = self.backends[backend].as_ref();
            let outcome = attempt(self.puzzle, self.task, encoding, horizon, solver, &run);
            self.book(index, backend, reserved, outcome);
        }
    }

    fn book(
        &self,
        index: usize,
        backend: usize,
        reserved: u64,
        outcome: Result<Attempt, backend::Error>,
    ) {
        let mut shared = self.shared();
        match outcome {
            Ok(attempt) => {
                shared.conflicts += attempt.conflicts.unwrap_or(0);
                if let Some(arm) = shared.arms.get_mut(index) {
                    arm.record(self.task, &attempt, reserved);
                }
                if matches!(attempt.found, Found::Plan(_)) || is_final(self.task, &attempt) {
                    shared.ending.get_or_insert((attempt, backend));
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
}

/// Whether a refutation would speak of every plan: one action a step, at the only length.
fn is_conclusive(task: &Task, encoding: Encoding, horizon: usize) -> bool {
    encoding.is_sequential() && task.length.exactly() == Some(horizon)
}

fn is_final(task: &Task, attempt: &Attempt) -> bool {
    attempt.found == Found::Refuted && is_conclusive(task, attempt.encoding, attempt.horizon)
}
