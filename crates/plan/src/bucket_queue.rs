//! A priority queue of numbers by cost, for searches that expand the cheapest state or atom first.
//!
//! Each cost below a limit has its own bucket, and numbers with larger costs are in a heap. A row of bits has the
//! buckets that are not empty, because costs can be far apart.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use saut_base::bits;

/// Number of buckets. Numbers with at least this cost are in the heap.
const BUCKETS: usize = 1 << 17;

/// A queue of numbers, ordered by cost. A number must not be added at a lower cost than the last removed number.
///
/// The methods are not inlined, because they are rarely called in the loops that use them, which are faster without
/// their code.
#[derive(Debug, Default)]
pub struct BucketQueue {
    buckets: Vec<Vec<u32>>,
    /// The buckets from `next` on that are not empty, as a row of bits; `next` can be empty, too.
    filled: Vec<u64>,
    /// The bucket of the last removed number; the number of buckets if this number was in the heap.
    next: usize,
    heap: BinaryHeap<Reverse<(u64, u32)>>,
}

impl BucketQueue {
    /// Empties the queue. Afterwards, every cost may be added.
    pub fn clear(&mut self) {
        for cost in bits::iter(&self.filled) {
            self.buckets[cost].clear();
        }
        self.filled.fill(0);
        self.next = 0;
        self.heap.clear();
    }

    #[inline(never)]
    pub fn push(&mut self, cost: u64, number: u32) {
        match usize::try_from(cost) {
            Ok(bucket) if bucket < BUCKETS => {
                if bucket >= self.buckets.len() {
                    self.buckets.resize_with(bucket + 1, Vec::new);
                    self.filled.resize(bits::words(bucket + 1), 0);
                }
                bits::set(&mut self.filled, bucket, true);
                self.buckets[bucket].push(number);
            }
            _ => self.heap.push(Reverse((cost, number))),
        }
    }

    /// Removes and returns the cheapest number, with its cost. Of equal costs below the limit, the last one comes
    /// first.
    #[inline(never)]
    pub fn pop(&mut self) -> Option<(u64, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.next) {
            if let Some(number) = bucket.pop() {
                return Some((self.next as u64, number));
            }
            bits::set(&mut self.filled, self.next, false);
            let word = self.next / u64::BITS as usize;
            match bits::iter(&self.filled[word..]).next() {
                Some(rest) => self.next = word * u64::BITS as usize + rest,
                None if self.heap.is_empty() => return None,
                // The costs in the heap are larger than those of all buckets, so the buckets stay empty.
                None => self.next = self.buckets.len(),
            }
        }
        self.heap.pop().map(|Reverse(cheapest)| cheapest)
    }
}

#[cfg(test)]
mod tests {
    use super::BucketQueue;

    #[test]
    fn the_cheapest_comes_first_whether_small_or_large() {
        let mut queue = BucketQueue::default();
        for round in 0..2 {
            for cost in [7_u64, 1 << 40, 0, 131_072, 131_071, 7, 5000, u64::MAX] {
                queue.push(cost, u32::try_from(cost % 1000).unwrap());
            }
            let taken = if round == 0 { 3 } else { 9 };
            let costs: Vec<u64> = (0..taken)
                .filter_map(|_| queue.pop())
                .map(|one| one.0)
                .collect();
            let all = [0, 7, 7, 5000, 131_071, 131_072, 1 << 40, u64::MAX];
            assert_eq!(costs, all[..costs.len()]);
            queue.clear();
            assert_eq!(queue.pop(), None);
        }
    }
}
