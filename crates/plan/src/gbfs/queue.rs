//! The queues: for each heuristic all successors, and those that a preferred action leads to.

use std::collections::{BTreeMap, VecDeque};

use saut_task::task::ActionId;

/// A successor that nobody has looked at yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the state before.
    pub parent: u32,
    /// The action that leads on.
    pub action: ActionId,
}

/// Entries by the heuristic of their parents; of equals the oldest first.
#[derive(Debug)]
struct Queue<E> {
    buckets: BTreeMap<u64, VecDeque<E>>,
    /// The queue with the smallest number is served next.
    served: i64,
    /// Whether it holds successors by preferred actions only.
    is_preferred: bool,
}

impl<E> Queue<E> {
    fn push(&mut self, estimate: u64, entry: E) {
        self.buckets.entry(estimate).or_default().push_back(entry);
    }

    /// The first entry; what `split` leaves of it stays in its place.
    fn pop(&mut self, split: impl Fn(&E) -> Option<E>) -> Option<E> {
        let mut first = self.buckets.first_entry()?;
        let entry = first.get_mut().pop_front();
        match entry.as_ref().and_then(split) {
            Some(rest) => first.get_mut().push_front(rest),
            None if first.get().is_empty() => {
                first.remove();
            }
            None => {}
        }
        self.served += 1;
        entry
    }
}

/// All queues.
#[derive(Debug)]
pub struct Queues<E = Entry> {
    queues: Vec<Queue<E>>,
    /// The smallest estimate of each heuristic so far.
    least: Vec<u64>,
}

impl<E: Copy> Queues<E> {
    /// Times that a preferred queue is served in a row after progress.
    const BOOST: i64 = 1000;

    /// Two queues for each of this number of heuristics.
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

    /// Takes down the estimates of a state. If one is smaller than all before, preferred actions are served for a while:
    /// they have just led on.
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

    /// An entry with these keys, one for each heuristic, for the queues of all successors, and one for those of the
    /// preferred. The least key comes first.
    pub fn offer(&mut self, estimates: &[u64], all: Option<E>, preferred: Option<E>) {
        for (queues, &estimate) in self.queues.chunks_mut(2).zip(estimates) {
            for queue in queues {
                let entry = if queue.is_preferred { preferred } else { all };
                if let Some(entry) = entry {
                    queue.push(estimate, entry);
                }
            }
        }
    }

    /// The next entry, which comes once for each queue that it is in. An entry may stand for several successors: `split`
    /// returns the rest of it.
    pub fn next(&mut self, split: impl Fn(&E) -> Option<E>) -> Option<E> {
        let waiting = self.queues.iter_mut().filter(|q| !q.buckets.is_empty());
        // Of equals the preferred one, which stands later.
        waiting.rev().min_by_key(|queue| queue.served)?.pop(split)
    }
}
