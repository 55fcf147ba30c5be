//! The queues: for each heuristic all successors, and those that a preferred action leads to.

use std::collections::{BTreeMap, VecDeque};

use crate::task::ActionId;

/// A successor that nobody has looked at yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the state before.
    pub parent: u32,
    /// The action that leads on.
    pub action: ActionId,
}

/// Entries by the heuristic of their parents; of equals the oldest first.
#[derive(Debug, Default)]
struct Queue {
    buckets: BTreeMap<u64, VecDeque<Entry>>,
    /// The queue with the smallest number is served next.
    served: i64,
    /// Whether it holds successors by preferred actions only.
    is_preferred: bool,
}

impl Queue {
    fn push(&mut self, estimate: u64, entry: Entry) {
        self.buckets.entry(estimate).or_default().push_back(entry);
    }

    fn pop(&mut self) -> Option<Entry> {
        let mut first = self.buckets.first_entry()?;
        let entry = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        self.served += 1;
        entry
    }
}

/// All queues.
#[derive(Debug)]
pub struct Queues {
    queues: Vec<Queue>,
}

impl Queues {
    /// How often a preferred queue is served in a row after progress.
    const BOOST: i64 = 1000;

    /// Two queues for each of so many heuristics.
    pub fn new(heuristics: usize) -> Self {
        let queue = |index: usize| Queue {
            is_preferred: index % 2 == 1,
            ..Queue::default()
        };
        Self {
            queues: (0..2 * heuristics).map(queue).collect(),
        }
    }

    /// Serves preferred actions for a while: they have just led on.
    pub fn boost(&mut self) {
        for queue in self.queues.iter_mut().filter(|queue| queue.is_preferred) {
            queue.served -= Self::BOOST;
        }
    }

    /// A successor with these keys, one for each heuristic; the least comes first.
    pub fn offer(&mut self, estimates: &[u64], is_preferred: bool, entry: Entry) {
        for (queues, &estimate) in self.queues.chunks_mut(2).zip(estimates) {
            for queue in queues {
                if is_preferred || !queue.is_preferred {
                    queue.push(estimate, entry);
                }
            }
        }
    }

    /// The next successor to look at; each comes once for each queue it stands in.
    pub fn next(&mut self) -> Option<Entry> {
        let waiting = self.queues.iter_mut().filter(|q| !q.buckets.is_empty());
        // Of equals the preferred one, which stands later.
        waiting.rev().min_by_key(|queue| queue.served)?.pop()
    }
}
