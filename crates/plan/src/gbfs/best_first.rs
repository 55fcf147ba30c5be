//! Best-first search with deferred evaluation: the states, the queues and the heuristics of one search. Each heuristic
//! has a queue of all successors, and a queue of the successors reached by preferred actions.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::landmark_count::LandmarkCount;
use super::landmarks::Landmarks;
use super::relaxation::{Relaxation, TieBreaking, effort};
use crate::relaxed_task::RelaxedTask;
use crate::work::Work;
use saut_base::bits;
use saut_base::stop::Stop;
use saut_task::packed::PackedTask;
use saut_task::states::VisitedStates;
use saut_task::task::{ActionId, Task};

/// A state to be expanded, its predecessor, and whether it was expanded before.
type QueuedState = (u32, u32, bool);

/// A search from the initial state of a task.
pub(crate) struct BestFirst<'a> {
    pub task: &'a Task,
    pub packed: PackedTask<'a>,
    pub atoms: Arc<RelaxedTask>,
    pub relaxation: Relaxation,
    /// Costs of actions in the estimates.
    prices: Vec<u32>,
    /// Whether the search for landmarks was run or is disabled.
    pub has_looked: bool,
    /// The landmarks; `None` if they were not searched for, or if finding them took too much work.
    landmarks: Option<LandmarkCount>,
    /// Cost of the missing landmarks of each state.
    missing: Vec<u32>,
    pub states: VisitedStates,
    /// The actions to the successors of all expanded states.
    successors: Vec<ActionId>,
    pub queues: Queues,
    pub entered: Option<QueuedState>,
    pub evaluated: u64,
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
            states: VisitedStates::new(&bits::from_values(task.start())),
            successors: Vec::new(),
            queues: Queues::new(2),
            entered: Some((0, 0, false)),
            evaluated: 0,
        }
    }

    /// Returns the same search from the initial state, with another rule for breaking ties.
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

    pub fn restart(&mut self) {
        self.states = VisitedStates::new(&bits::from_values(self.task.start()));
        self.missing.clear();
        self.successors.clear();
        if let Some(landmarks) = &mut self.landmarks {
            landmarks.reached.clear();
        }
        self.queues = Queues::new(2);
        self.entered = Some((0, 0, false));
    }

    /// Finds the landmarks on the first call.
    pub fn find_landmarks(&mut self, stop: &Stop) {
        if !std::mem::replace(&mut self.has_looked, true) {
            let found = Landmarks::find(self.task, &self.atoms, stop);
            self.landmarks =
                found.map(|found| LandmarkCount::new(found, &self.atoms, &self.prices));
        }
    }

    /// Computes the estimates of a state, and queues its successors unless the state is a dead end. `key` converts an
    /// estimate to a queue key. Returns the work.
    pub fn expand(
        &mut self,
        (state, parent, is_again): QueuedState,
        key: impl Fn(u64) -> u64,
    ) -> Work {
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
            let from = self.successors.len();
            self.successors.extend(&estimate.applicable);
            let to = self.successors.len();
            let is_preferred = |action: &ActionId| preferred.binary_search(action).is_ok();
            let preferred = estimate.applicable.into_iter().filter(is_preferred);
            self.successors.extend(preferred);
            let all = UnvisitedSuccessors::new(state, from, to);
            let preferred = UnvisitedSuccessors::new(state, to, self.successors.len());
            self.queues.offer(&keys, all, preferred);
        }
        1 + self.relaxation.take_work()
    }

    /// Returns the next successor, as its predecessor and the action that leads to it.
    pub fn next(&mut self) -> Option<(u32, ActionId)> {
        let next = self.queues.next()?;
        Some((next.parent, self.successors[next.from]))
    }

    pub fn successor(&mut self, parent: u32, action: ActionId, state: &mut Vec<u64>) {
        state.clear();
        state.extend_from_slice(self.states.words(parent));
        self.packed.apply(action, state);
        self.relaxation.effort += effort::successor(&self.packed, state.len());
    }
}

/// Successors of a state that were not visited yet, by their places in the list of all successors.
#[derive(Clone, Copy, Debug)]
pub struct UnvisitedSuccessors {
    pub parent: u32,
    /// The place of the first successor.
    pub from: usize,
    /// The place after the last successor.
    to: usize,
}

impl UnvisitedSuccessors {
    /// Creates the successors between two places; `None` if there are none.
    pub fn new(parent: u32, from: usize, to: usize) -> Option<Self> {
        (from < to).then_some(Self { parent, from, to })
    }
}

/// Successors ordered by the heuristic of their parents. Among equal successors, the oldest comes first.
#[derive(Debug)]
struct Queue {
    buckets: BTreeMap<u64, VecDeque<UnvisitedSuccessors>>,
    /// Order in which the queues are served: the queue with the smallest number is next.
    served: i64,
    /// Whether the queue contains only successors reached by preferred actions.
    is_preferred: bool,
}

impl Queue {
    /// Takes the first successor; the other successors of its state keep their position.
    fn pop(&mut self) -> Option<UnvisitedSuccessors> {
        let mut bucket = self.buckets.first_entry()?;
        let first = bucket.get_mut().pop_front()?;
        match UnvisitedSuccessors::new(first.parent, first.from + 1, first.to) {
            Some(rest) => bucket.get_mut().push_front(rest),
            None if bucket.get().is_empty() => {
                bucket.remove();
            }
            None => {}
        }
        self.served += 1;
        Some(first)
    }
}

#[derive(Debug)]
pub struct Queues {
    queues: Vec<Queue>,
    /// The smallest estimate of each heuristic so far.
    least: Vec<u64>,
}

impl Queues {
    /// Number of times that a preferred queue is served in a row after progress.
    const BOOST: i64 = 1000;

    /// Creates two queues for each heuristic.
    pub fn new(heuristics: usize) -> Self {
        let queue = |index: usize| Queue {
            buckets: BTreeMap::new(),
            served: 0,
            is_preferred: index % 2 == 1,
        };
        Self {
            queues: (0..2 * heuristics).map(queue).collect(),
            least: vec![u64::MAX; heuristics],
        }
    }

    /// Records the estimates of a state. If an estimate is smaller than all estimates of its heuristic so far,
    /// preferred queues are served first for some time, because their actions have just made progress.
    pub fn note(&mut self, estimates: &[u64]) {
        let mut has_led_on = false;
        for (least, &estimate) in self.least.iter_mut().zip(estimates) {
            has_led_on |= estimate < *least;
            *least = estimate.min(*least);
        }
        let preferred = self.queues.iter_mut().filter(|queue| queue.is_preferred);
        for queue in preferred.filter(|_| has_led_on) {
            queue.served -= Self::BOOST;
        }
    }

    /// Queues the successors of a state. There is one key for each heuristic, and the smallest key comes first. For
    /// each heuristic, one queue gets `all` successors, and the second queue gets only the `preferred` successors.
    pub fn offer(
        &mut self,
        keys: &[u64],
        all: Option<UnvisitedSuccessors>,
        preferred: Option<UnvisitedSuccessors>,
    ) {
        for (queues, &key) in self.queues.chunks_mut(2).zip(keys) {
            for queue in queues {
                let waiting = if queue.is_preferred { preferred } else { all };
                if let Some(waiting) = waiting {
                    queue.buckets.entry(key).or_default().push_back(waiting);
                }
            }
        }
    }

    /// Takes the next successor. This is the first one of the returned range; the rest of the range stays in the queue.
    /// A successor is returned once for each queue that contains it.
    pub fn next(&mut self) -> Option<UnvisitedSuccessors> {
        let waiting = self.queues.iter_mut().filter(|q| !q.buckets.is_empty());
        // Among equal queues, the last one is taken. For the two queues of a heuristic, this is the preferred one.
        waiting.rev().min_by_key(|queue| queue.served)?.pop()
    }
}
