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
pub enum Ending<P> {
    /// With a plan, replayed.
    Plan(P),
    /// Every state was seen, and none is a goal; nobody has checked that.
    Exhausted,
    /// At a limit.
    Stopped(StopReason),
}

/// How a search ended and what it cost.
#[derive(Debug)]
pub struct Outcome<P> {
    /// How it ended.
    pub ending: Ending<P>,
    /// The states whose heuristic was computed.
    pub evaluated: u64,
}

/// Searches until there is a plan, `most_evaluated` states were looked at, or `stop` says so.
///
/// # Errors
/// [`Error::Internal`] if the rules refuse the plan that was found.
pub fn search<D: Domain>(
    domain: &D,
    stop: &Stop,
    most_evaluated: Option<u64>,
) -> Result<Outcome<D::Replayed>, Error> {
    let mut search = Search::new(domain.task());
    let found = search.run(stop, most_evaluated);
    let evaluated = search.evaluated;
    let ending = match found {
        Found::Goal(state) => {
            let plan = Plan::sequential(search.states.path_to(state));
            let replayed = domain.replay(plan);
            Ending::Plan(replayed.map_err(|no| Error::internal("a plan of gbfs is refused", no))?)
        }
        Found::Nothing => Ending::Exhausted,
        Found::Stopped(why) => Ending::Stopped(why),
    };
    Ok(Outcome { ending, evaluated })
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
            best: u32::MAX,
            evaluated: 0,
        }
    }

    fn run(&mut self, stop: &Stop, most: Option<u64>) -> Found {
        let mut values = self.task.start().to_vec();
        if self.task.is_goal(&values) {
            return Found::Goal(0);
        }
        self.expand(0, &values);
        while let Some(Entry { parent, action }) = self.queues.next() {
            self.states.unpack(parent, &mut values);
            self.task.action(action).apply(&mut values);
            let Some(state) = self.states.enter(&values, parent, action) else {
                continue;
            };
            if self.task.is_goal(&values) {
                return Found::Goal(state);
            }
            if most.is_some_and(|most| self.evaluated >= most) {
                return Found::Stopped(StopReason::EffortSpent);
            }
            if let Some(why) = stop.why() {
                return Found::Stopped(why);
            }
            self.expand(state, &values);
        }
        Found::Nothing
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
