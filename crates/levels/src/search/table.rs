//! A hash table of positions with counts, by open addressing and linear probing. An empty slot has the key 0, because
//! no level contains the position without pegs.

use super::limits::CountError;

/// A value that is stored with each position.
pub trait Value: Copy + Default + Send + Sync {}

impl<T: Copy + Default + Send + Sync> Value for T {}

/// A value that is added up over the jumps to a position: the empty value, a number of jump sequences, or a set.
pub trait Count: Value {
    /// Returns the count of an initial position that represents `number` positions.
    fn of(number: u64) -> Self;
    /// Returns the sum; `None` if it overflows.
    fn plus(self, other: Self) -> Option<Self>;
}

impl Count for () {
    fn of(_: u64) -> Self {}
    fn plus(self, (): Self) -> Option<Self> {
        Some(())
    }
}

impl Count for u64 {
    fn of(number: u64) -> Self {
        number
    }
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

impl Count for u128 {
    fn of(number: u64) -> Self {
        number.into()
    }
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

/// A filter that returns, for each position, whether to keep the position. Without a filter, all positions are kept.
pub type Keep<'a> = Option<&'a (dyn Fn(&[u64]) -> Vec<bool> + Sync)>;

/// Positions and their counts, in two lists of the same length.
#[derive(Clone, Debug, Default)]
pub struct Batch<T> {
    /// The positions, one bit per hole.
    pub keys: Vec<u64>,
    /// The count of each position.
    pub counts: Vec<T>,
}

impl<T: Value> Batch<T> {
    /// Appends a position with its count.
    pub fn push(&mut self, key: u64, count: T) {
        self.keys.push(key);
        self.counts.push(count);
    }

    /// Returns the positions with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (u64, T)> + '_ {
        self.keys.iter().copied().zip(self.counts.iter().copied())
    }
}

/// Returns the hash of a position. Its highest bits select the shard, and the next bits the slot.
pub const fn spread(key: u64) -> u64 {
    let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// A hash table of positions. A position is stored next to its count, so that finding both costs one memory access.
#[derive(Clone, Debug, Default)]
pub struct PositionTable<T> {
    slots: Vec<Slot<T>>,
    len: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot<T> {
    key: u64,
    count: T,
}

impl<T: Value> PositionTable<T> {
    const MIN_SLOTS: usize = 16;

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the table has no position.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of bytes by which the table grows if `added` positions are added.
    pub fn growth(&self, added: usize) -> usize {
        (slots_for(self.len + added).max(self.slots.len()) - self.slots.len())
            * size_of::<Slot<T>>()
    }

    /// Returns the number of bytes of a table with `len` positions.
    pub fn bytes(len: usize) -> usize {
        slots_for(len) * size_of::<Slot<T>>()
    }

    /// Builds a table of these positions.
    pub fn of(batch: &Batch<T>) -> Self {
        let mut table = Self::default();
        table.resize(slots_for(batch.keys.len()));
        for (key, count) in batch.iter() {
            let slot = table.slot(key);
            table.len += usize::from(table.slots[slot].key == 0);
            table.slots[slot] = Slot { key, count };
        }
        table
    }

    /// Adds a count to a position.
    ///
    /// # Errors
    /// [`CountError::TooLarge`] if the sum overflows.
    pub fn add(&mut self, key: u64, count: T) -> Result<(), CountError>
    where
        T: Count,
    {
        if self.slots.len() < slots_for(self.len + 1) {
            self.resize(slots_for(self.len + 1));
        }
        let place = self.slot(key);
        let slot = &mut self.slots[place];
        self.len += usize::from(slot.key == 0);
        slot.key = key;
        slot.count = slot.count.plus(count).ok_or(CountError::TooLarge)?;
        Ok(())
    }

    /// Returns the count of a position; `None` if the table does not have the position.
    pub fn get(&self, key: u64) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let slot = &self.slots[self.slot(key)];
        (slot.key != 0).then_some(slot.count)
    }

    /// Returns the positions that `keep` keeps, with their counts.
    pub fn packed(self, keep: Keep<'_>) -> Batch<T> {
        let mut batch = Batch {
            keys: Vec::with_capacity(self.len),
            counts: Vec::with_capacity(self.len),
        };
        for slot in self.slots {
            if slot.key != 0 {
                batch.push(slot.key, slot.count);
            }
        }
        let Some(keep) = keep else {
            return batch;
        };
        let kept = keep(&batch.keys);
        let mut wanted = kept.iter().copied();
        batch.keys.retain(|_| wanted.next().unwrap_or(false));
        let mut wanted = kept.iter().copied();
        batch.counts.retain(|_| wanted.next().unwrap_or(false));
        batch.keys.shrink_to_fit();
        batch.counts.shrink_to_fit();
        batch
    }

    /// Returns the slot of a position, or the empty slot into which it would be inserted. There is always an empty
    /// slot.
    fn slot(&self, key: u64) -> usize {
        let last = self.slots.len() - 1;
        let first = (spread(key) >> 16) & last as u64;
        let mut slot = first as usize;
        while self.slots[slot].key != 0 && self.slots[slot].key != key {
            slot = (slot + 1) & last;
        }
        slot
    }

    fn resize(&mut self, slots: usize) {
        let old = std::mem::take(self);
        *self = Self {
            slots: vec![Slot::default(); slots],
            len: old.len,
        };
        for slot in old.slots {
            if slot.key != 0 {
                let place = self.slot(slot.key);
                self.slots[place] = slot;
            }
        }
    }
}

/// Returns the number of slots of a table for `len` positions: a power of two, filled to at most three quarters.
fn slots_for(len: usize) -> usize {
    (len + len / 3 + 1)
        .next_power_of_two()
        .max(PositionTable::<()>::MIN_SLOTS)
}

#[cfg(test)]
mod tests {
    use super::{Batch, Count, PositionTable};
    use crate::search::limits::CountError;

    #[test]
    fn counts_add_up_through_every_growth() {
        let mut table: PositionTable<u64> = PositionTable::default();
        assert_eq!(table.get(5), None);
        for round in 1..=3 {
            for key in 1..=1000 {
                table.add(key, key).unwrap();
                assert_eq!(table.get(key), Some(key * round));
            }
        }
        assert_eq!((table.len(), table.get(1001)), (1000, None));
        let packed = table.packed(Some(&|keys| keys.iter().map(|key| key % 2 == 0).collect()));
        assert_eq!(packed.keys.len(), 500);
        assert!(packed.iter().all(|(key, count)| count == 3 * key));
        assert_eq!(PositionTable::of(&packed).get(10), Some(30));
    }

    #[test]
    fn a_sum_too_large_is_reported() {
        let mut table: PositionTable<u128> = PositionTable::default();
        table.add(1, u128::MAX).unwrap();
        assert_eq!(table.add(1, 1), Err(CountError::TooLarge));
        assert_eq!(().plus(()), Some(()));
        assert_eq!(Batch::<()>::default().iter().count(), 0);
    }
}
