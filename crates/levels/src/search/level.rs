//! A level: positions with the same number of pegs, each once up to symmetry, with counts.
//!
//! A level is split into shards by the hash of the position. It is expanded chunk by chunk, so that few unmerged
//! successors are in memory. First, all threads compute successors and sort them by shard. Then all threads merge
//! shards, which are small enough for the cache of one core. The order of the result does not depend on the number or
//! the speed of the threads.

use super::bit_board::{BitBoard, Direction};
use super::limits::{CountError, SearchLimits};
use super::table::{Batch, Count, Keep, PositionTable, Value, spread};
use saut_base::stop::StopReason;

/// Positions with the same number of pegs.
#[derive(Clone, Debug)]
pub struct Level<T> {
    /// The shards of the level, on which threads work.
    pub shards: Vec<Batch<T>>,
}

/// Unmerged successors of one slice of a level, by shard.
pub type Children<T> = Vec<Batch<T>>;

/// The positions of a level in hash tables, for fast lookup.
#[derive(Clone, Debug)]
pub struct LevelIndex<T> {
    /// The table of each shard.
    pub tables: Vec<PositionTable<T>>,
}

impl<T: Value> LevelIndex<T> {
    /// Returns the count of a canonical position; `None` if the level does not have the position.
    pub fn get(&self, position: u64) -> Option<T> {
        self.tables[shard_of(position, self.tables.len())].get(position)
    }
}

impl<T: Value> Level<T> {
    /// Number of shards of a level.
    const SHARDS: usize = 256;
    /// Number of shards if levels may have hundreds of millions of positions. With fewer shards, each table is large
    /// enough to be returned to the operating system after use.
    const LARGE_SHARDS: usize = 32;
    /// Maximum number of passes that compute a level.
    const MAX_PASSES: usize = 16;
    /// Bounds on the number of positions that are expanded before their successors are merged. Within these bounds, the
    /// number is a sixteenth of the level. With many positions, the table of a shard stays in the cache during the
    /// merge.
    const CHUNK: [usize; 2] = [1 << 17, 1 << 20];
    /// Minimum number of positions for which several threads are faster than one.
    const SMALL: usize = 1 << 11;

    /// Creates a level of these positions, which must be canonical and different.
    pub fn of(positions: impl IntoIterator<Item = (u64, T)>, shards: usize) -> Self {
        let mut level = Self {
            shards: (0..shards).map(|_| Batch::default()).collect(),
        };
        for (position, count) in positions {
            level.shards[shard_of(position, shards)].push(position, count);
        }
        level
    }

    /// Returns the number of shards of the levels of a board.
    pub fn shards_for(holes: usize) -> usize {
        match holes {
            0..=20 => 1,
            21..=40 => Self::SHARDS,
            _ => Self::LARGE_SHARDS,
        }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.keys.len()).sum()
    }

    /// Whether the level has no position.
    pub fn is_empty(&self) -> bool {
        self.shards.iter().all(|shard| shard.keys.is_empty())
    }

    /// Returns the positions with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (u64, T)> + '_ {
        self.shards.iter().flat_map(Batch::iter)
    }

    /// Whether the level has a canonical position. This is slow: the function scans a shard.
    pub fn has(&self, position: u64) -> bool {
        self.shards[shard_of(position, self.shards.len())]
            .keys
            .contains(&position)
    }

    /// Builds an index of the positions of the level, for fast lookup.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn index(&self, limits: &SearchLimits) -> Result<LevelIndex<T>, CountError> {
        limits.check()?;
        let lengths = self.shards.iter().map(|shard| shard.keys.len());
        limits.allow(lengths.map(PositionTable::<T>::bytes).sum())?;
        let tables = self.shards.iter().map(PositionTable::of).collect();
        Ok(LevelIndex { tables })
    }

    /// Builds an index of the positions of the level, with the values that `value` returns.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or the error that `value` returns.
    pub fn valued<U: Value>(
        &self,
        value: &(dyn Fn(u64) -> Result<U, CountError> + Sync),
        limits: &SearchLimits,
    ) -> Result<LevelIndex<U>, CountError> {
        let lengths = self.shards.iter().map(|shard| shard.keys.len());
        limits.allow(lengths.map(PositionTable::<U>::bytes).sum())?;
        let tables = self.map_shards(limits, |shard| {
            let counts = shard.keys.iter().map(|&position| value(position));
            Ok(PositionTable::of(&Batch {
                keys: shard.keys.clone(),
                counts: counts.collect::<Result<Vec<U>, CountError>>()?,
            }))
        })?;
        Ok(LevelIndex { tables })
    }

    /// Returns the positions of this level that `stays` accepts, or from which a jump (or reverse jump) leads into the
    /// level `into`.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn leading_into(
        &self,
        compact: &BitBoard,
        direction: Direction,
        into: &LevelIndex<T>,
        stays: &(dyn Fn(u64) -> bool + Sync),
        limits: &SearchLimits,
    ) -> Result<Self, CountError> {
        let shards = self.map_shards(limits, |shard| {
            let mut kept = Batch::default();
            for (position, count) in shard.iter() {
                let mut leads = stays(position);
                compact.children(direction, position, |child| {
                    leads = leads || into.get(child).is_some();
                });
                if leads {
                    kept.push(position, count);
                }
            }
            Ok(kept)
        })?;
        Ok(Self { shards })
    }

    /// Returns the result of `work` for each shard. Small levels use one thread.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or the error that `work` returns.
    pub(super) fn map_shards<R: Send>(
        &self,
        limits: &SearchLimits,
        work: impl Fn(&Batch<T>) -> Result<R, CountError> + Sync,
    ) -> Result<Vec<R>, CountError> {
        limits.each(self.threads(limits), self.shards.iter(), work)
    }

    /// Returns the images of the positions, with the same counts. The images must be canonical and different.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn images(
        &self,
        image: impl Fn(u64) -> u64,
        limits: &SearchLimits,
    ) -> Result<Self, CountError> {
        // The hash distributes positions evenly, so the new shards have about the lengths of the shards of this level.
        let lengths = self
            .shards
            .iter()
            .map(|shard| shard.keys.len() + shard.keys.len() / 16);
        limits.allow(lengths.clone().sum::<usize>() * (size_of::<u64>() + size_of::<T>()))?;
        let mut shards: Vec<Batch<T>> = lengths
            .map(|length| Batch {
                keys: Vec::with_capacity(length),
                counts: Vec::with_capacity(length),
            })
            .collect();
        for shard in &self.shards {
            limits.check()?;
            for (position, count) in shard.iter() {
                let image = image(position);
                shards[shard_of(image, self.shards.len())].push(image, count);
            }
        }
        Ok(Self { shards })
    }

    /// Returns the number of threads for this level: one if the level is small.
    pub(super) fn threads(&self, limits: &SearchLimits) -> usize {
        if self.len() < Self::SMALL {
            1
        } else {
            limits.threads
        }
    }

    /// Computes all successors, chunk by chunk. Calls `merge` with the successors by slice and shard, and the number of
    /// threads to use, until `merge` returns false.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or the error that `merge` returns.
    pub fn for_children(
        &self,
        compact: &BitBoard,
        direction: Direction,
        limits: &SearchLimits,
        mut merge: impl FnMut(&[Children<T>], usize) -> Result<bool, CountError>,
    ) -> Result<(), CountError> {
        let threads = self.threads(limits);
        let slices = if threads == 1 { 1 } else { threads * 4 };
        let mut children: Vec<Children<T>> = Vec::new();
        children.resize_with(slices, || vec![Batch::default(); self.shards.len()]);
        for chunk in self.chunks(slices) {
            let pairs = children.iter_mut().zip(&chunk);
            limits.each(threads, pairs, |(children, parents)| {
                for batch in children.iter_mut() {
                    batch.keys.clear();
                    batch.counts.clear();
                }
                for &(shard, first, end) in parents {
                    let shard = &self.shards[shard];
                    for parent in first..end {
                        let count = shard.counts[parent];
                        compact.children(direction, shard.keys[parent], |child| {
                            children[shard_of(child, self.shards.len())].push(child, count);
                        });
                    }
                }
                Ok(())
            })?;
            if !merge(&children, threads)? {
                break;
            }
        }
        Ok(())
    }

    /// Splits the positions into chunks. A chunk has slices, and a slice has ranges of shards (shard, first, end).
    fn chunks(&self, slices: usize) -> Vec<Vec<Vec<(usize, usize, usize)>>> {
        let [least, most] = Self::CHUNK;
        let slice_len = (self.len() / 16).clamp(least, most) / slices;
        let mut cut = vec![Vec::new()];
        let mut room = slice_len;
        for (shard, batch) in self.shards.iter().enumerate() {
            let mut first = 0;
            while first < batch.keys.len() {
                if room == 0 {
                    cut.push(Vec::new());
                    room = slice_len;
                }
                let end = batch.keys.len().min(first + room);
                if let Some(slice) = cut.last_mut() {
                    slice.push((shard, first, end));
                }
                room -= end - first;
                first = end;
            }
        }
        // Every chunk has the full number of slices, so that no successors of the previous chunk remain.
        cut.resize(cut.len().next_multiple_of(slices), Vec::new());
        cut.chunks(slices).map(<[_]>::to_vec).collect()
    }
}

impl<T: Count> Level<T> {
    /// Returns the next level: the successors of all positions and `seeds`, filtered by `keep`. The count of a
    /// successor is the sum over all jumps (or reverse jumps) that lead to it.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn expand(
        &self,
        compact: &BitBoard,
        direction: Direction,
        seeds: &Self,
        keep: Keep<'_>,
        limits: &SearchLimits,
    ) -> Result<Self, CountError> {
        // Tables take more memory than the finished level. If the memory does not suffice, several passes compute the
        // level, each for some shards. Each pass then computes all successors again.
        let mut passes = 1;
        loop {
            match self.expand_in(passes, compact, direction, seeds, keep, limits) {
                Err(CountError::Stopped(StopReason::Memory))
                    if passes < Self::MAX_PASSES.min(seeds.shards.len())
                        && limits.check().is_ok() =>
                {
                    passes *= 4;
                }
                other => return other,
            }
        }
    }

    fn expand_in(
        &self,
        passes: usize,
        compact: &BitBoard,
        direction: Direction,
        seeds: &Self,
        keep: Keep<'_>,
        limits: &SearchLimits,
    ) -> Result<Self, CountError> {
        let mut shards = Vec::with_capacity(seeds.shards.len());
        for seeds in seeds
            .shards
            .chunks(seeds.shards.len().div_ceil(passes).max(1))
        {
            let first = shards.len();
            let mut tables: Vec<PositionTable<T>> = seeds.iter().map(PositionTable::of).collect();
            self.for_children(compact, direction, limits, |slices, threads| {
                limits.allow(growth(&tables, first, slices))?;
                let numbered = (first..).zip(tables.iter_mut());
                limits.each(threads, numbered, |(shard, table)| {
                    for (key, count) in slices.iter().flat_map(|slice| slice[shard].iter()) {
                        table.add(key, count)?;
                    }
                    Ok(())
                })?;
                Ok(true)
            })?;
            let pack = |table: PositionTable<T>| Ok(table.packed(keep));
            shards.extend(limits.each(self.threads(limits), tables.into_iter(), pack)?);
        }
        Ok(Self { shards })
    }
}

fn growth<T: Value>(tables: &[PositionTable<T>], first: usize, slices: &[Children<T>]) -> usize {
    let added = |shard: usize| slices.iter().map(|slice| slice[shard].keys.len()).sum();
    tables
        .iter()
        .enumerate()
        .map(|(place, table)| table.growth(added(first + place)))
        .sum()
}

fn shard_of(position: u64, shards: usize) -> usize {
    (((spread(position) >> 48) * shards as u64) >> 16) as usize
}
