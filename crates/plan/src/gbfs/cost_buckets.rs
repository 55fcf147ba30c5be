//! A priority queue of atoms for costs that only increase: one bucket for each cost.

use saut_base::bits;
use saut_base::lists::number;

// Calls are rare in comparison with the steps of the loops around them, which are faster if the calls are not inlined.
#[derive(Default)]
pub struct CostBuckets {
    /// The atoms of each cost.
    buckets: Vec<Vec<u32>>,
    /// The costs from `cost` on whose buckets are not empty, as a row of bits. Costs can be large and far apart.
    filled: Vec<u64>,
    /// The last cost that was returned.
    cost: usize,
}

impl CostBuckets {
    pub fn clear(&mut self) {
        for cost in bits::iter(&self.filled) {
            self.buckets[cost].clear();
        }
        self.filled.fill(0);
        self.cost = 0;
    }

    /// Adds an atom. Its cost must be at least the last cost that `pop` returned.
    #[inline(never)]
    pub fn push(&mut self, cost: u32, atom: u32) {
        let cost = cost as usize;
        if cost >= self.buckets.len() {
            self.buckets.resize_with(cost + 1, Vec::new);
            self.filled.resize(bits::words(cost + 1), 0);
        }
        let bucket = &mut self.buckets[cost];
        if bucket.is_empty() {
            bits::set(&mut self.filled, cost, true);
        }
        bucket.push(atom);
    }

    /// Removes an atom of the smallest cost, the last one that was added, and returns the cost and the atom.
    #[inline(never)]
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        loop {
            if let Some(atom) = self.buckets.get_mut(self.cost)?.pop() {
                return Some((number(self.cost), atom));
            }
            self.next_cost()?;
        }
    }

    /// Moves on to the next cost whose bucket is not empty.
    fn next_cost(&mut self) -> Option<()> {
        bits::set(&mut self.filled, self.cost, false);
        let empty_words = self.cost / u64::BITS as usize;
        let cost = bits::iter(&self.filled[empty_words..]).next()?;
        self.cost = empty_words * u64::BITS as usize + cost;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::CostBuckets;

    #[test]
    fn the_cheapest_atom_comes_first_and_of_equals_the_last_one() {
        let mut reached = CostBuckets::default();
        for round in 0..2 {
            for (cost, atom) in [(70, 1), (0, 2), (100_000, 3), (70, 4)] {
                reached.push(cost, atom);
            }
            assert_eq!(reached.pop(), Some((0, 2)));
            assert_eq!(reached.pop(), Some((70, 4)));
            reached.push(70, 5);
            if round == 0 {
                reached.clear();
            }
        }
        let rest: Vec<_> = std::iter::from_fn(|| reached.pop()).collect();
        assert_eq!(rest, [(70, 5), (70, 1), (100_000, 3)]);
    }
}
