//! A level that positions are looked up in, and what leads into it.

use super::bit_board::{BitBoard, Direction};
use super::level::{Level, shard_of};
use super::limits::{Halt, SearchLimits};
use super::parallel::each;
use super::table::{Batch, PositionTable, Value};

/// The positions of a level, quick to look up.
#[derive(Clone, Debug)]
pub struct LevelIndex<T> {
    tables: Vec<PositionTable<T>>,
}

impl<T: Value> LevelIndex<T> {
    /// The count of a position, in canonical form, if it is there.
    pub fn get(&self, position: u64) -> Option<T> {
        self.tables[shard_of(position, self.tables.len())].get(position)
    }

    /// The table of each shard.
    pub fn tables(&self) -> &[PositionTable<T>] {
        &self.tables
    }
}

impl<T: Value> Level<T> {
    /// Index of the positions of the level, quick to look up.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn index(&self, limits: &SearchLimits) -> Result<LevelIndex<T>, Halt> {
        limits.check()?;
        limits.allow(
            self.shards
                .iter()
                .map(|shard| PositionTable::<T>::bytes(shard.keys.len()))
                .sum(),
        )?;
        Ok(LevelIndex {
            tables: self.shards.iter().map(PositionTable::of).collect(),
        })
    }

    /// Index of the positions of the level, each with the value that `value` gives it.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `value` returns.
    pub fn valued<U: Value>(
        &self,
        value: &(dyn Fn(u64) -> Result<U, Halt> + Sync),
        limits: &SearchLimits,
    ) -> Result<LevelIndex<U>, Halt> {
        let lengths = self.shards.iter().map(|shard| shard.keys.len());
        limits.allow(lengths.map(PositionTable::<U>::bytes).sum())?;
        let threads = self.threads(limits);
        let mut tables = vec![PositionTable::default(); self.shards.len()];
        each(
            threads,
            tables.iter_mut().zip(&self.shards),
            |(table, shard)| {
                limits.check()?;
                let counts = shard.keys.iter().map(|&position| value(position));
                *table = PositionTable::of(&Batch {
                    keys: shard.keys.clone(),
                    counts: counts.collect::<Result<Vec<U>, Halt>>()?,
                });
                Ok(())
            },
        )?;
        Ok(LevelIndex { tables })
    }

    /// Positions of this level that `stays` accepts, or from which a jump (or un-jump) leads into the level `into`.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn leading_into(
        &self,
        compact: &BitBoard,
        direction: Direction,
        into: &LevelIndex<T>,
        stays: &(dyn Fn(u64) -> bool + Sync),
        limits: &SearchLimits,
    ) -> Result<Self, Halt> {
        let threads = self.threads(limits);
        let mut shards = vec![Batch::default(); self.shards.len()];
        each(
            threads,
            shards.iter_mut().zip(&self.shards),
            |(kept, shard)| {
                limits.check()?;
                for (position, count) in shard.iter() {
                    let mut leads = stays(position);
                    compact.children(direction, position, |child| {
                        leads = leads || into.get(child).is_some();
                    });
                    if leads {
                        kept.push(position, count);
                    }
                }
                Ok(())
            },
        )?;
        Ok(Self { shards })
    }
}
