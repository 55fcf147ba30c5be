//! Every state, one after the other: a plan, or the claim that there is none.
//!
//! [`explore`] goes breadth first. If no goal is among the states that it reaches, their number is a reason, which
//! [`ClosedSet::check`](crate::certificate::ClosedSet::check) checks.

use crate::packed::PackedTask;
use crate::states::States;
use crate::task::{ActionId, Task};
use saut_base::bits;
use saut_base::stop::{Stop, StopReason, Ticker};

/// End of an exploration.
#[derive(Debug)]
pub enum ExplorationEnding {
    /// With a plan; none through the states that may be entered has fewer actions.
    Plan(Vec<ActionId>),
    /// No plan: every state that can be reached through states that may be entered was visited. This is not checked.
    Closed {
        /// Their number.
        states: usize,
    },
    /// At a limit.
    Stopped(StopReason),
}

/// Visits every reachable state.
pub fn explore(task: &Task, stop: &Stop) -> ExplorationEnding {
    let packed = PackedTask::new(task);
    Exploration::new(task).run(&packed, |_| true, stop, &mut |_| true, u64::MAX)
}

/// A visit of every state that can be interrupted and taken up again.
pub struct Exploration {
    /// In the order in which they were reached.
    states: States,
    /// The first state that was not looked at yet.
    next: u32,
}

impl Exploration {
    /// Exploration that has visited only the start.
    pub fn new(task: &Task) -> Self {
        Self {
            states: States::new(&bits::from_values(task.start())),
            next: 0,
        }
    }

    /// Goes on until every state that can be reached through states that `may_enter` accepts was visited, they take more than
    /// `most_mib` of memory ([`StopReason::TooLarge`]), `spend`, which hears of the work in about microseconds, says
    /// that the turn is over, or `stop` says so.
    pub fn run(
        &mut self,
        packed: &PackedTask<'_>,
        mut may_enter: impl FnMut(&[u64]) -> bool,
        stop: &Stop,
        spend: &mut dyn FnMut(u64) -> bool,
        most_mib: u64,
    ) -> ExplorationEnding {
        if packed.is_goal(self.states.words(0)) {
            return ExplorationEnding::Plan(Vec::new());
        }
        let (mut applicable, mut after) = (Vec::new(), Vec::new());
        let limits = Ticker::new(stop);
        while (self.next as usize) < self.states.count() {
            if self.states.mib() > most_mib {
                return ExplorationEnding::Stopped(StopReason::TooLarge);
            }
            let words = self.states.words(self.next);
            let seen = packed.applicable(words, &mut applicable);
            let work = work(seen, applicable.len(), words.len());
            if let Err(why) = limits.spend(seen) {
                return ExplorationEnding::Stopped(why);
            }
            for &action in &applicable {
                if let Err(why) = limits.spend(after.len() + 1) {
                    return ExplorationEnding::Stopped(why);
                }
                after.clear();
                after.extend_from_slice(self.states.words(self.next));
                packed.apply(action, &mut after);
                if !may_enter(&after) {
                    continue;
                }
                let new = self.states.enter(&after, self.next, action);
                if let Some(new) = new.filter(|_| packed.is_goal(&after)) {
                    return ExplorationEnding::Plan(self.states.path_to(new));
                }
            }
            self.next += 1;
            if !spend(work) && (self.next as usize) < self.states.count() {
                return ExplorationEnding::Stopped(StopReason::EffortSpent);
            }
        }
        let states = self.states.count();
        ExplorationEnding::Closed { states }
    }
}

/// About the microseconds of a state for which so many actions were looked at and so many tried, of so many words: to
/// look a new state up is most of it.
const fn work(seen: usize, tried: usize, words: usize) -> u64 {
    (1 + seen / 50 + tried + tried * words / 50) as u64
}

#[cfg(test)]
mod tests;
