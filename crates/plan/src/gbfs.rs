//! Greedy best-first search, an engine that solves no formulas.
//!
//! States are expanded alternately in the order of the FF heuristic and of the landmark count. Each order has a second
//! queue for the states reached by *preferred* actions, which start a relaxed plan or achieve a landmark. The
//! heuristics of a state are computed when it is taken from a queue (deferred evaluation). No state is entered twice.
//! If the queues are empty, the search has seen every reachable state except successors of dead ends. A dead end is a
//! state without a relaxed plan. No plan starts in such a state.
//!
//! Ties between relaxed plans of the same cost are broken arbitrarily, and this often decides whether a task is easy.
//! After some time, a second search, which breaks ties the other way, gets every other turn.
//!
//! The values of derived fluents are computed for every state and stored in it. The heuristics treat rules as actions
//! of cost 0 (`relaxed_task.rs`).
//!
//! A plan is a claim until the problem has validated it. The search proves nothing: empty queues are not a certificate.
//!
//! Hoffmann and Nebel, *The FF planning system* (2001); Helmert, *The Fast Downward planning system*
//! (2006), for deferred evaluation and the boosted queue of preferred actions; Richter and Westphal,
//! *The LAMA planner* (JAIR 39, 2010), for the landmarks.

pub(crate) mod best_first;
mod landmark_count;
mod landmarks;
pub(crate) mod relaxation;

use std::sync::Arc;

use crate::decision::{BEST_FIRST, Method};
use crate::engine::{Budget, Turn};
use crate::error::Error;
use crate::relaxed_task::{DerivedFalse, RelaxedTask};
use crate::work::Work;
use best_first::BestFirst;
use relaxation::TieBreaking;
use saut_base::stop::StopReason;
use saut_task::task::Task;

/// A resumable greedy best-first search.
pub struct Gbfs<'a> {
    first: BestFirst<'a>,
    /// The second search; `None` until the first one has evaluated [`FIRST_EVALUATIONS`] states.
    second: Option<BestFirst<'a>>,
}

impl<'a> Gbfs<'a> {
    /// Creates a search from the initial state of a task.
    pub fn new(task: &'a Task) -> Self {
        let atoms = Arc::new(RelaxedTask::new(task, DerivedFalse::Exact));
        let ones = vec![1; task.actions().len()];
        Self {
            first: BestFirst::new(task, atoms, TieBreaking::First, ones),
            second: None,
        }
    }

    /// Returns the search that has the next turn.
    fn next(&mut self) -> &mut BestFirst<'a> {
        let ahead = self.first.evaluated.checked_sub(FIRST_EVALUATIONS);
        let Some(ahead) = ahead else {
            return &mut self.first;
        };
        let first = &mut self.first;
        let new = || first.with(TieBreaking::Last);
        let second = self.second.get_or_insert_with(new);
        if second.evaluated <= ahead {
            second
        } else {
            first
        }
    }

    /// Returns the work of the first turn.
    pub fn first_turn(&self) -> Work {
        let few = FIRST_EVALUATIONS * self.first.relaxation.most_work();
        few.max((5 * few).min(FIRST_TURN))
    }

    /// Runs a turn of the engine.
    ///
    /// # Errors
    /// An internal error: two parts of the program contradict each other.
    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        loop {
            match run(self.next(), budget) {
                None => {}
                Some(Turn::Plan(plan, _)) => {
                    let second = self.second.as_ref().map_or(0, |second| second.evaluated);
                    let evaluated = self.first.evaluated + second;
                    return Ok(Turn::Plan(plan, Method::counted(BEST_FIRST, evaluated)));
                }
                Some(turn) => return Ok(turn),
            }
        }
    }
}

/// Minimum number of states that the first turn evaluates, if every evaluation visits the whole task. The second search
/// starts after the first one has evaluated this many states.
const FIRST_EVALUATIONS: u64 = 2_000;
/// The first turn has five times the work of these evaluations, but not more than this limit, unless the evaluations
/// themselves need more.
const FIRST_TURN: Work = 1_000_000;

/// Number of states that one of the two searches evaluates before the other one continues.
const EVALUATIONS_A_TURN: u64 = 500;

/// Runs one of the two searches; returns `None` after [`EVALUATIONS_A_TURN`] evaluations.
fn run(open: &mut BestFirst<'_>, budget: &mut Budget<'_>) -> Option<Turn> {
    if open.task.is_goal(open.task.start()) {
        return Some(path_to(open, 0));
    }
    open.find_landmarks(budget.stop);
    let mut state = Vec::new();
    loop {
        if let Some(entered) = open.entered {
            if budget.stop.stop_reason().is_some() {
                return Some(Turn::Paused);
            }
            let work = open.expand(entered, |estimate| estimate);
            if !budget.spend(work) {
                return Some(Turn::Paused);
            }
            if open.evaluated.is_multiple_of(EVALUATIONS_A_TURN) {
                return None;
            }
        }
        let Some((parent, action)) = open.next() else {
            return Some(Turn::Done(StopReason::NothingLeft));
        };
        open.successor(parent, action, &mut state);
        let entered = open.states.enter(&state, parent, action);
        open.entered = entered.map(|number| (number, parent, false));
        if let Some(number) = entered.filter(|_| open.packed.is_goal(&state)) {
            return Some(path_to(open, number));
        }
    }
}

fn path_to(open: &BestFirst<'_>, goal: u32) -> Turn {
    Turn::path(open.states.path_to(goal), Method::search(BEST_FIRST))
}

#[cfg(test)]
mod tests;
