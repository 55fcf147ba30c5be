//! Explicit-state search: finds a plan, or claims that there is none.
//!
//! [`explore`] searches breadth first. If it reaches no goal, the number of reached states is a certificate, which
//! [`ClosedSet::check`](crate::certificate::ClosedSet::check) checks.

use crate::packed::PackedTask;
use crate::states::VisitedStates;
use crate::task::{ActionId, Task};
use saut_base::bits;
use saut_base::stop::{Stop, StopReason, Ticker};

/// Result of an explicit-state search.
#[derive(Debug)]
pub enum ExplorationEnding {
    /// A plan. No plan through the permitted states has fewer actions.
    Plan(Vec<ActionId>),
    /// There is no plan through permitted states: all of them that can be reached were visited. No check has confirmed
    /// this.
    Closed {
        /// Number of visited states.
        states: usize,
    },
    /// A limit was reached.
    Stopped(StopReason),
}

/// Searches breadth first until a plan is found or every reachable state was visited.
pub fn explore(task: &Task, stop: &Stop) -> ExplorationEnding {
    let packed = PackedTask::new(task);
    Exploration::new(task).run(&packed, |_| true, stop, &mut |_| true, u64::MAX)
}

/// A breadth-first search that can be interrupted and resumed.
pub struct Exploration {
    /// The visited states, in the order in which they were reached.
    states: VisitedStates,
    /// The number of the first state that is not yet expanded.
    next: u32,
}

impl Exploration {
    /// Creates an exploration that has visited only the initial state.
    pub fn new(task: &Task) -> Self {
        Self {
            states: VisitedStates::new(&bits::from_values(task.start())),
            next: 0,
        }
    }

    /// Continues the search until one of these events:
    ///
    /// - The search finds a plan.
    /// - All states that are reachable through states accepted by `may_enter` were visited.
    /// - The states occupy more than `most_mib` MiB ([`StopReason::TooLarge`]).
    /// - `spend` returns false ([`StopReason::EffortSpent`]). It is called with the estimated work of each state.
    /// - `stop` ends the search.
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
            let work = work(seen, applicable.len(), words.len(), packed.conditions());
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

/// Returns the estimated work of expanding a state. `seen` actions were examined, `tried` actions were applied, each
/// state has `words` words, and `conditions` rules and conditional effects were evaluated for each successor. Without
/// them, the lookup of successor states takes most of the time.
const fn work(seen: usize, tried: usize, words: usize, conditions: usize) -> u64 {
    (1 + seen / 50 + tried + tried * words / 50 + tried * conditions / 100) as u64
}

#[cfg(test)]
mod tests;
