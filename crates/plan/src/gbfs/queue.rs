//! The two queues: all successors, and those that a preferred action leads to.

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
    buckets: BTreeMap<u32, VecDeque<Entry>>,
    /// The queue with the smaller number is served next.
    served: i64,
}

impl Queue {
    fn push(&mut self, estimate: u32, entry: Entry) {
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

/// Both queues.
#[derive(Debug, Default)]
pub struct Queues {
    all: Queue,
    preferred: Queue,
}

impl Queues {
    /// How often the preferred queue is served in a row after progress.
    const BOOST: i64 = 1000;

    /// Serves preferred actions for a while: they have just led on.
    pub fn boost(&mut self) {
        self.preferred.served -= Self::BOOST;
    }

    /// A successor of a state with this estimate.
    pub fn offer(&mut self, estimate: u32, is_preferred: bool, entry: Entry) {
        if is_preferred {
            self.preferred.push(estimate, entry);
        }
        self.all.push(estimate, entry);
    }

    /// The next successor to look at. A preferred one comes twice.
    pub fn next(&mut self) -> Option<Entry> {
        if self.preferred.served <= self.all.served
            && let Some(entry) = self.preferred.pop()
        {
            return Some(entry);
        }
        self.all.pop()
    }
}
