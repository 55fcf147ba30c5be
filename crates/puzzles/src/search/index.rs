//! A level that positions are looked up in, and what leads into it.

use super::compact::{Compact, Direction};
use super::level::{Level, shard_of};
use super::limits::{Halt, Limits};
use super::parallel::each;
use super::table::{Batch, Table, Tally};

/// The positions of a level, quick to look up.
#[derive(Clone, Debug)]
pub struct Index<T> {
    tables: Vec<Table<T>>,
}

impl<T: Tally> Index<T> {
    /// The tally of a position, in canonical form, if it is there.
    pub fn get(&self, position: u64) -> Option<T> {
        self.tables[shard_of(position, self.tables.len())].get(position)
    }

    /// The table of each shard.
    pub fn tables(&self) -> &[Table<T>] {
        &self.tables
    }
}

impl<T: Tally> Level<T> {
    /// The same positions, quick to look up.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn index(&self, limits: &Limits) -> Result<Index<T>, Halt> {
        limits.check()?;
        limits.allow(
            self.shards
                .iter()
                .map(|shard| Table::<T>::bytes(shard.keys.len()))
                .sum(),
        )?;
        Ok(Index {
            tables: self.shards.iter().map(Table::of).collect(),
        })
    }

    /// The same positions, each with the value that `value` gives it.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `value` returns.
    pub fn valued<U: Tally>(
        &self,
        value: &(dyn Fn(u64) -> Result<U, Halt> + Sync),
        limits: &Limits,
    ) -> Result<Index<U>, Halt> {
        let lengths = self.shards.iter().map(|shard| shard.keys.len());
        limits.allow(lengths.map(Table::<U>::bytes).sum())?;
        let threads = if self.len() < Self::SMALL {
            1
        } else {
            limits.threads()
        };
        let mut tables = vec![Table::default(); self.shards.len()];
        each(
            threads,
            tables.iter_mut().zip(&self.shards),
            |(table, shard)| {
                limits.check()?;
                let tallies = shard.keys.iter().map(|&position| value(position));
                *table = Table::of(&Batch {
                    keys: shard.keys.clone(),
                    tallies: tallies.collect::<Result<Vec<U>, Halt>>()?,
                });
                Ok(())
            },
        )?;
        Ok(Index { tables })
    }

    /// Those of its positions that `stays` wants, or that a (un-)jump leads into a level.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn leading_into(
        &self,
        compact: &Compact,
        direction: Direction,
        into: &Index<T>,
        stays: &(dyn Fn(u64) -> bool + Sync),
        limits: &Limits,
    ) -> Result<Self, Halt> {
        let threads = if self.len() < Self::SMALL {
            1
        } else {
            limits.threads()
        };
        let mut shards = vec![Batch::default(); self.shards.len()];
        each(
            threads,
            shards.iter_mut().zip(&self.shards),
            |(kept, shard)| {
                limits.check()?;
                for (position, tally) in shard.iter() {
                    let mut leads = stays(position);
                    compact.children(direction, position, |child| {
                        leads = leads || into.get(child).is_some();
                    });
                    if leads {
                        kept.push(position, tally);
                    }
                }
                Ok(())
            },
        )?;
        Ok(Self { shards })
    }
}
