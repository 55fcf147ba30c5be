//! A priority queue of numbers by cost, for searches that expand the cheapest state or atom first.
//!
//! Costs are small in most tasks. Each cost below 4,096 has its own bucket; numbers with larger costs are in a heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Number of buckets. Numbers with at least this cost are in the heap.
const BUCKETS: usize = 1 << 12;

/// A queue of numbers, ordered by cost. A number must not be added at a lower cost than the last removed number.
#[derive(Debug, Default)]
pub struct BucketQueue {
    buckets: Vec<Vec<u32>>,
    /// The first bucket that may be nonempty.
    next: usize,
    /// Number of entries in buckets.
    count: usize,
    heap: BinaryHeap<Reverse<(u64, u32)>>,
}

impl BucketQueue {
    /// Empties the queue. Afterwards, every cost may be added.
    pub fn clear(&mut self) {
        for bucket in self.buckets.iter_mut().skip(self.next) {
            bucket.clear();
        }
        (self.next, self.count) = (0, 0);
        self.heap.clear();
    }

    pub fn push(&mut self, cost: u64, number: u32) {
        match usize::try_from(cost) {
            Ok(bucket) if bucket < BUCKETS => {
                if bucket >= self.buckets.len() {
                    self.buckets.resize_with(bucket + 1, Vec::new);
                }
                self.buckets[bucket].push(number);
                self.count += 1;
            }
            _ => self.heap.push(Reverse((cost, number))),
        }
    }

    /// Removes and returns the cheapest number, with its cost.
    pub fn pop(&mut self) -> Option<(u64, u32)> {
        if self.count == 0 {
            return self.heap.pop().map(|Reverse(cheapest)| cheapest);
        }
        loop {
            if let Some(number) = self.buckets[self.next].pop() {
                self.count -= 1;
                return Some((self.next as u64, number));
            }
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BucketQueue;

    #[test]
    fn the_cheapest_comes_first_whether_small_or_large() {
        let mut queue = BucketQueue::default();
        for round in 0..2 {
            for cost in [7_u64, 1 << 40, 0, 5000, 4095, 7, 4096, u64::MAX] {
                queue.push(cost, u32::try_from(cost % 1000).unwrap());
            }
            let taken = if round == 0 { 3 } else { 9 };
            let costs: Vec<u64> = (0..taken)
                .filter_map(|_| queue.pop())
                .map(|one| one.0)
                .collect();
            let all = [0, 7, 7, 4095, 4096, 5000, 1 << 40, u64::MAX];
            assert_eq!(costs, all[..costs.len()]);
            queue.clear();
            assert_eq!(queue.pop(), None);
        }
    }
}
