//! Engines of planning of a few lines: criteria, every state and weights.

use std::time::{Duration, Instant};

use crate::decision::{EXHAUSTIVE, Method};
use crate::engine::{Budget, Engine, Turn};
use crate::error::Error;
use crate::weights::{modulo, pagoda};
use crate::work::clocked;
use saut_base::stop::StopReason;
use saut_task::certificate::{Certificate, ClosedSet};
use saut_task::exhaustive::{Exploration, ExplorationEnding};
use saut_task::task::{Fluent, Task};

/// Two literals of the goal that are never true together.
pub(crate) struct Pairs<'a>(pub &'a Task);

impl Engine for Pairs<'_> {
    fn name(&self) -> &'static str {
        "pairs"
    }

    fn turn(&mut self, _: &mut Budget<'_>) -> Result<Turn, Error> {
        Ok(match ClosedSet::excluded_goal(self.0) {
            Some(set) => refuted_by(self.0, set),
            None => Turn::Done(StopReason::NothingLeft),
        })
    }
}

impl Engine for Exploration<'_> {
    fn name(&self) -> &'static str {
        EXHAUSTIVE
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let (stop, most_mib) = (budget.stop(), budget.memory_mib());
        let method = Method::search(EXHAUSTIVE);
        Ok(
            match self.run(stop, &mut |work| budget.spend(work), most_mib) {
                ExplorationEnding::Plan(plan) => Turn::path(plan, method),
                ExplorationEnding::Closed { states } => {
                    let set = Box::new(ClosedSet::visited(states));
                    Turn::Bound(Certificate::ClosedSet(set), method)
                }
                ExplorationEnding::Stopped(StopReason::TooLarge) => {
                    Turn::Done(StopReason::TooLarge)
                }
                ExplorationEnding::Stopped(_) => Turn::Paused,
            },
        )
    }
}

/// Weights that no action changes, modulo some primes.
pub struct Invariants<'a> {
    task: &'a Task,
    primes: std::slice::Iter<'static, u32>,
}

impl<'a> Invariants<'a> {
    /// The primes in this order.
    pub fn new(task: &'a Task, primes: &'static [u32]) -> Self {
        let primes = primes.iter();
        Self { task, primes }
    }
}

impl Engine for Invariants<'_> {
    fn name(&self) -> &'static str {
        "invariants"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        for &prime in self.primes.by_ref() {
            if let Some(set) = modulo(self.task, prime, budget.stop()) {
                return Ok(refuted_by(self.task, set));
            }
        }
        Ok(Turn::Done(StopReason::NothingLeft))
    }
}

/// The state equation: weights that no action raises, by linear programming.
pub(crate) struct StateEquation<'a> {
    task: &'a Task,
    most: Duration,
    /// The time that it had before and that was too short.
    before: Duration,
}

impl<'a> StateEquation<'a> {
    /// Within so much time, or an eighth of what is left; if that is too short, once more with twice as much when its
    /// share has come to that.
    pub const fn new(task: &'a Task, most: Duration) -> Self {
        let before = Duration::ZERO;
        Self { task, most, before }
    }
}

impl Engine for StateEquation<'_> {
    fn name(&self) -> &'static str {
        "state-equation"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let began = Instant::now();
        let stop = budget.stop();
        let left = stop.time_left();
        let first = left.map_or(self.most, |left| self.most.min(left / 8));
        let part = first.max(2 * self.before);
        let part = left.map_or(part, |left| part.min(left / 2));
        let found = pagoda(self.task, part, stop);
        let took = began.elapsed();
        budget.spend(clocked(took));
        Ok(match found {
            Some(set) => refuted_by(self.task, set),
            None if took >= part && part > self.before => {
                self.before = part;
                Turn::Paused
            }
            None => Turn::Done(StopReason::NothingLeft),
        })
    }
}

fn refuted_by(task: &Task, set: ClosedSet<Fluent>) -> Turn {
    let method = Method::Criterion(set.kind());
    Turn::closed(task, set, method)
}
