//! Greedy best-first search: the stage of the planner that solves no formula.
//!
//! States are expanded in the order of the FF heuristic and of the landmark count by turns, each with a
//! second queue for the states that *preferred* actions lead to (those that a relaxed plan begins
//! with, or that make a landmark); the heuristics of a state are computed when it is taken from a queue
//! (deferred evaluation). No state is entered twice, so a search that ends with empty queues has
//! seen every reachable state, except those from which the relaxation has no plan: from these there
//! is none at all.
//!
//! Which relaxed plan is read where several cost the same is chance, and often decides whether a task is easy: after
//! a while a second search, which breaks these ties the other way, has every other turn.
//!
//! Derived fluents are worked out for every state, and stand in it; the heuristics take rules for actions without a
//! cost (`relaxed_task.rs`).
//!
//! A plan is only a claim until the rules have accepted it. The search proves nothing: that
//! its queues ran dry is no certificate.
//!
//! Hoffmann and Nebel, *The FF planning system* (2001); Helmert, *The Fast Downward planning system*
//! (2006), for deferred evaluation and the boosted queue of preferred actions; Richter and Westphal,
//! *The LAMA planner* (JAIR 39, 2010), for the landmarks.

pub(crate) mod landmark_count;
pub(crate) mod landmarks;
pub(crate) mod queue;
pub(crate) mod relaxation;

use std::sync::Arc;

use crate::decision::{BEST_FIRST, Method};
use crate::engine::{Budget, Engine, Turn};
use crate::error::Error;
use crate::relaxed_task::{DerivedFalse, RelaxedTask};
use crate::work::Work;
use landmark_count::LandmarkCount;
use landmarks::Landmarks;
use queue::{Entry, Queues};
use relaxation::{HeuristicValue, Relaxation, TieBreaking};
use saut_base::bits;
use saut_base::stop::StopReason;
use saut_task::packed::PackedTask;
use saut_task::states::States;
use saut_task::task::{ActionId, Task};

/// A search that can be interrupted and taken up again.
pub struct Gbfs<'a> {
    first: Search<'a>,
    /// None before the first has evaluated [`FIRST_EVALUATIONS`].
    second: Option<Search<'a>>,
}

impl<'a> Gbfs<'a> {
    /// A search from the start of a task.
    pub fn new(task: &'a Task) -> Self {
        Self {
            first: Search::new(
                task,
                Arc::new(RelaxedTask::new(task, DerivedFalse::Exact)),
                TieBreaking::First,
            ),
            second: None,
        }
    }

    /// The search whose turn it is.
    fn next(&mut self) -> &mut Search<'a> {
        let ahead = self.first.evaluated.checked_sub(FIRST_EVALUATIONS);
        let Some(ahead) = ahead else {
            return &mut self.first;
        };
        let first = &mut self.first;
        let second = self
            .second
            .get_or_insert_with(|| first.with(TieBreaking::Last));
        if second.evaluated <= ahead {
            second
        } else {
            first
        }
    }

    /// About the work of so many evaluations, before any was made.
    pub(crate) fn work_of(&self, evaluations: u64) -> Work {
        let atoms = &self.first.atoms;
        evaluations * work(atoms.needed_by.items() as u64, atoms.needs.count() as u64)
    }
}

impl Engine for Gbfs<'_> {
    fn name(&self) -> &'static str {
        BEST_FIRST
    }

    fn first_turn(&self) -> Work {
        self.work_of(FIRST_EVALUATIONS)
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        loop {
            match self.next().run(budget) {
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

/// The states that the first turn evaluates on a task of which every evaluation sees all, and the first of the two
/// searches before there is a second.
const FIRST_EVALUATIONS: u64 = 2_000;

/// The states that one of the two searches evaluates before it is the turn of the other.
const EVALUATIONS_A_TURN: u64 = 500;

/// The work of an evaluation that looked at so many preconditions of so many actions.
pub(crate) const fn work(preconditions: u64, actions: u64) -> Work {
    1 + preconditions / 200 + actions / 500
}

struct Search<'a> {
    task: &'a Task,
    packed: PackedTask<'a>,
    atoms: Arc<RelaxedTask>,
    relaxation: Relaxation,
    /// Whether somebody looked for landmarks.
    has_looked: bool,
    /// None where that was too much work.
    landmarks: Option<LandmarkCount>,
    states: States,
    queues: Queues,
    /// A state that was entered and is not expanded yet, and the state before.
    entered: Option<(u32, u32)>,
    evaluated: u64,
}

impl<'a> Search<'a> {
    fn new(task: &'a Task, atoms: Arc<RelaxedTask>, ties: TieBreaking) -> Self {
        let ones = vec![1; task.actions().len()];
        Self {
            task,
            packed: PackedTask::new(task),
            relaxation: Relaxation::new(&atoms, ties, &ones),
            atoms,
            has_looked: false,
            landmarks: None,
            states: States::new(&bits::from_values(task.start())),
            queues: Queues::new(2),
            entered: Some((0, 0)),
            evaluated: 0,
        }
    }

    /// The same search from the start, with ties broken so.
    fn with(&self, ties: TieBreaking) -> Self {
        let landmarks = self.landmarks.clone().map(|mut landmarks| {
            landmarks.clear();
            landmarks
        });
        Self {
            landmarks,
            has_looked: self.has_looked,
            ..Self::new(self.task, Arc::clone(&self.atoms), ties)
        }
    }

    /// Nothing if [`EVALUATIONS_A_TURN`] are made.
    fn run(&mut self, budget: &mut Budget<'_>) -> Option<Turn> {
        if self.task.is_goal(self.task.start()) {
            return Some(self.path_to(0));
        }
        if !std::mem::replace(&mut self.has_looked, true) {
            let ones = vec![1; self.task.actions().len()];
            let found = Landmarks::find(self.task, &self.atoms, budget.stop());
            self.landmarks = found.map(|found| LandmarkCount::new(found, &self.atoms, &ones));
        }
        let mut state = Vec::new();
        loop {
            if let Some((state, parent)) = self.entered {
                if budget.stop().stop_reason().is_some() {
                    return Some(Turn::Paused);
                }
                self.entered = None;
                let values = self.packed.values(self.states.words(state));
                self.expand(state, parent, &values);
                let seen = self.relaxation.take_seen();
                if !budget.spend(work(seen, self.atoms.needs.count() as u64)) {
                    return Some(Turn::Paused);
                }
                if self.evaluated.is_multiple_of(EVALUATIONS_A_TURN) {
                    return None;
                }
            }
            let Some(Entry { parent, action }) = self.queues.next() else {
                return Some(Turn::Done(StopReason::NothingLeft));
            };
            state.clear();
            state.extend_from_slice(self.states.words(parent));
            self.packed.apply(action, &mut state);
            let entered = self.states.enter(&state, parent, action);
            self.entered = entered.map(|number| (number, parent));
            if let Some(number) = entered.filter(|_| self.packed.is_goal(&state)) {
                return Some(self.path_to(number));
            }
        }
    }

    fn path_to(&self, goal: u32) -> Turn {
        Turn::path(self.states.path_to(goal), Method::search(BEST_FIRST))
    }

    /// Computes the heuristics of a state and offers its successors, unless it is a dead end.
    fn expand(&mut self, state: u32, parent: u32, values: &[bool]) {
        self.evaluated += 1;
        let landmarks = self.landmarks.as_mut();
        let missing = landmarks.map(|landmarks| landmarks.enter(state, parent, values));
        let Some(estimate) = self.relaxation.estimate(values) else {
            return;
        };
        let missing = self.landmarks.as_ref().zip(missing);
        let expansion = Expansion::new(state, estimate, missing);
        expansion.offer(&expansion.estimates, &mut self.queues);
    }
}

/// The ways on from a state, and its estimates.
pub(crate) struct Expansion {
    state: u32,
    /// One for each heuristic.
    pub estimates: Vec<u64>,
    /// Actions that lead on, in order.
    preferred: Vec<ActionId>,
    applicable: Vec<ActionId>,
}

impl Expansion {
    /// By the relaxed plan and, where somebody counts them, the landmarks that are missing.
    pub fn new(
        state: u32,
        estimate: HeuristicValue,
        missing: Option<(&LandmarkCount, u32)>,
    ) -> Self {
        let mut preferred = estimate.preferred;
        let mut estimates = vec![u64::from(estimate.cost)];
        if let Some((landmarks, missing)) = missing {
            estimates.push(missing.into());
            preferred.extend(landmarks.preferred(state, &estimate.applicable));
            preferred.sort_unstable();
        }
        Self {
            state,
            estimates,
            preferred,
            applicable: estimate.applicable,
        }
    }

    /// Offers the successors with these keys, one for each heuristic.
    pub fn offer(&self, keys: &[u64], queues: &mut Queues) {
        queues.note(&self.estimates);
        for &action in &self.applicable {
            let is_preferred = self.preferred.binary_search(&action).is_ok();
            let parent = self.state;
            queues.offer(keys, is_preferred, Entry { parent, action });
        }
    }
}

#[cfg(test)]
mod tests;
