//! Greedy best-first search: the stage of the planner that solves no formula.
//!
//! States are expanded in the order of the FF heuristic, with a second queue for the states that
//! *preferred* actions lead to (those that a relaxed plan begins with); the heuristic of a state is
//! computed when it is taken from a queue (deferred evaluation). No state is entered twice, so a
//! search that ends with an empty queue has seen every reachable state, except those from which the
//! relaxation has no plan: from these there is none at all.
//!
//! A plan is only a claim until [`Domain::replay`] has accepted it. The search proves nothing: that
//! its queues ran dry is no certificate.
//!
//! Hoffmann and Nebel, *The FF planning system* (2001); Helmert, *The Fast Downward planning system*
//! (2006), for deferred evaluation and the boosted queue of preferred actions.

mod queue;
mod relaxation;

use crate::domain::Domain;
use crate::error::Error;
use crate::plan::Plan;
use crate::states::States;
use crate::stop::{Stop, StopReason};
use crate::task::Task;
use queue::{Entry, Queues};
use relaxation::Relaxation;

/// The name of this method in results.
pub const NAME: &str = "gbfs";

/// How a search ended.
#[derive(Debug)]
pub enum GreedyEnding<P> {
    /// With a plan, replayed.
    Plan(P),
    /// Every state was seen, and none is a goal; nobody has checked that.
    Exhausted,
    /// At a limit.
    Stopped(StopReason),
}

/// How a search ended and what it cost.
#[derive(Debug)]
pub struct GreedySearch<P> {
    /// How it ended.
    pub ending: GreedyEnding<P>,
    /// The states whose heuristic was computed.
    pub evaluated: u64,
}

/// A search that can be interrupted and taken up again.
pub struct Gbfs<'a, D: Domain> {
    domain: &'a D,
    search: Search<'a>,
}

impl<'a, D: Domain> Gbfs<'a, D> {
    /// A search from the start of a task.
    pub fn new(domain: &'a D) -> Self {
        Self {
            domain,
            search: Search::new(domain.task()),
        }
    }

    /// Goes on until there is a plan, `most_evaluated` states were looked at since the beginning, or
    /// `stop` says so.
    ///
    /// # Errors
    /// [`Error::Internal`] if the rules refuse the plan that was found.
    pub fn run(
        &mut self,
        stop: &Stop,
        most_evaluated: Option<u64>,
    ) -> Result<GreedySearch<D::Replayed>, Error> {
        let ending = match self.search.run(stop, most_evaluated) {
            Found::Goal(state) => {
                let plan = Plan::sequential(self.search.states.path_to(state));
                let replayed = self.domain.replay(plan);
                GreedyEnding::Plan(
                    replayed.map_err(|no| Error::internal("a plan of gbfs is refused", no))?,
                )
            }
            Found::Nothing => GreedyEnding::Exhausted,
            Found::Stopped(why) => GreedyEnding::Stopped(why),
        };
        let evaluated = self.search.evaluated;
        Ok(GreedySearch { ending, evaluated })
    }
}

/// Searches until there is a plan, `most_evaluated` states were looked at, or `stop` says so.
///
/// # Errors
/// As [`Gbfs::run`].
pub fn search<D: Domain>(
    domain: &D,
    stop: &Stop,
    most_evaluated: Option<u64>,
) -> Result<GreedySearch<D::Replayed>, Error> {
    Gbfs::new(domain).run(stop, most_evaluated)
}

/// What a search found.
enum Found {
    Goal(u32),
    Nothing,
    Stopped(StopReason),
}

struct Search<'a> {
    task: &'a Task,
    relaxation: Relaxation,
    states: States,
    queues: Queues,
    /// A state that was entered and is not expanded yet.
    entered: Option<u32>,
    /// The smallest heuristic so far.
    best: u32,
    evaluated: u64,
}

impl<'a> Search<'a> {
    fn new(task: &'a Task) -> Self {
        Self {
            task,
            relaxation: Relaxation::new(task),
            states: States::new(task.start()),
            queues: Queues::default(),
            entered: Some(0),
            best: u32::MAX,
            evaluated: 0,
        }
    }

    fn run(&mut self, stop: &Stop, most: Option<u64>) -> Found {
        let mut values = self.task.start().to_vec();
        if self.task.is_goal(&values) {
            return Found::Goal(0);
        }
        loop {
            if let Some(state) = self.entered {
                if most.is_some_and(|most| self.evaluated >= most) {
                    return Found::Stopped(StopReason::EffortSpent);
                }
                if let Some(why) = stop.why() {
                    return Found::Stopped(why);
                }
                self.entered = None;
                self.states.unpack(state, &mut values);
                self.expand(state, &values);
            }
            let Some(Entry { parent, action }) = self.queues.next() else {
                return Found::Nothing;
            };
            self.states.unpack(parent, &mut values);
            self.task.action(action).apply(&mut values);
            self.entered = self.states.enter(&values, parent, action);
            if let Some(state) = self.entered.filter(|_| self.task.is_goal(&values)) {
                return Found::Goal(state);
            }
        }
    }

    /// Computes the heuristic of a state and offers its successors, unless it is a dead end.
    fn expand(&mut self, parent: u32, values: &[bool]) {
        self.evaluated += 1;
        let Some(estimate) = self.relaxation.estimate(values) else {
            return;
        };
        if estimate.length < self.best {
            self.best = estimate.length;
            self.queues.boost();
        }
        for action in estimate.applicable {
            let is_preferred = estimate.preferred.binary_search(&action).is_ok();
            let entry = Entry { parent, action };
            self.queues.offer(estimate.length, is_preferred, entry);
        }
    }
}

#[cfg(test)]
mod tests;
