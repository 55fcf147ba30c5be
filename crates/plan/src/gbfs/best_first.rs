//! Best-first search with deferred evaluation: the states, the queues and the heuristics of one search.

use std::sync::Arc;

use super::landmark_count::LandmarkCount;
use super::landmarks::Landmarks;
use super::queue::{Entry, Queues};
use super::relaxation::{Relaxation, TieBreaking};
use crate::relaxed_task::RelaxedTask;
use crate::work::Work;
use saut_base::bits;
use saut_base::stop::Stop;
use saut_task::packed::PackedTask;
use saut_task::states::States;
use saut_task::task::Task;

/// A state that is to be expanded, the state before, and whether it was expanded already.
type Entered = (u32, u32, bool);

/// A search from the start of a task.
pub(crate) struct BestFirst<'a> {
    pub task: &'a Task,
    pub packed: PackedTask<'a>,
    pub atoms: Arc<RelaxedTask>,
    relaxation: Relaxation,
    /// Costs of actions in the estimates.
    prices: Vec<u32>,
    /// Whether landmarks are found, or not wanted.
    pub has_looked: bool,
    /// None where finding them was too much work.
    landmarks: Option<LandmarkCount>,
    /// Cost of the missing landmarks of each state.
    missing: Vec<u32>,
    pub states: States,
    pub queues: Queues,
    pub entered: Option<Entered>,
    /// Number of states that were evaluated.
    pub evaluated: u64,
}

/// The work of an evaluation that looked at so many preconditions of so many actions.
pub(crate) const fn work(preconditions: u64, actions: u64) -> Work {
    1 + preconditions / 200 + actions / 500
}

impl<'a> BestFirst<'a> {
    pub fn new(
        task: &'a Task,
        atoms: Arc<RelaxedTask>,
        ties: TieBreaking,
        prices: Vec<u32>,
    ) -> Self {
        Self {
            task,
            packed: PackedTask::new(task),
            relaxation: Relaxation::new(&atoms, ties, &prices),
            atoms,
            prices,
            has_looked: false,
            landmarks: None,
            missing: Vec::new(),
            states: States::new(&bits::from_values(task.start())),
            queues: Queues::new(2),
            entered: Some((0, 0, false)),
            evaluated: 0,
        }
    }

    /// The same search from the start, with ties broken so.
    pub fn with(&self, ties: TieBreaking) -> Self {
        let (atoms, prices) = (Arc::clone(&self.atoms), self.prices.clone());
        let mut other = Self {
            has_looked: self.has_looked,
            landmarks: self.landmarks.clone(),
            ..Self::new(self.task, atoms, ties, prices)
        };
        other.restart();
        other
    }

    /// Begins again from the start.
    pub fn restart(&mut self) {
        self.states = States::new(&bits::from_values(self.task.start()));
        self.missing.clear();
        if let Some(landmarks) = &mut self.landmarks {
            landmarks.clear();
        }
        self.queues = Queues::new(2);
        self.entered = Some((0, 0, false));
    }

    /// Finds the landmarks, the first time that it is called.
    pub fn find_landmarks(&mut self, stop: &Stop) {
        if !std::mem::replace(&mut self.has_looked, true) {
            let found = Landmarks::find(self.task, &self.atoms, stop);
            self.landmarks =
                found.map(|found| LandmarkCount::new(found, &self.atoms, &self.prices));
        }
    }

    /// Computes the estimates of a state and offers its successors by these keys of the estimates, unless it is a dead
    /// end. Returns the work.
    pub fn expand(&mut self, (state, parent, is_again): Entered, key: impl Fn(u64) -> u64) -> Work {
        self.entered = None;
        self.evaluated += 1;
        let values = self.packed.values(self.states.words(state));
        if let Some(landmarks) = self.landmarks.as_mut().filter(|_| !is_again) {
            self.missing.push(landmarks.enter(state, parent, &values));
        }
        if let Some(estimate) = self.relaxation.estimate(&values) {
            let mut preferred = estimate.preferred;
            let mut estimates = vec![u64::from(estimate.cost)];
            if let Some(landmarks) = &self.landmarks {
                estimates.push(self.missing[state as usize].into());
                preferred.extend(landmarks.preferred(state, &estimate.applicable));
                preferred.sort_unstable();
            }
            self.queues.note(&estimates);
            let keys: Vec<u64> = estimates.into_iter().map(key).collect();
            for action in estimate.applicable {
                let is_preferred = preferred.binary_search(&action).is_ok();
                let entry = Entry {
                    parent: state,
                    action,
                };
                self.queues
                    .offer(&keys, Some(entry), is_preferred.then_some(entry));
            }
        }
        let seen = self.relaxation.take_seen();
        work(seen, self.atoms.needs.count() as u64)
    }

    /// The state that an entry of a queue stands for.
    pub fn successor(&self, Entry { parent, action }: Entry, state: &mut Vec<u64>) {
        state.clear();
        state.extend_from_slice(self.states.words(parent));
        self.packed.apply(action, state);
    }
}
