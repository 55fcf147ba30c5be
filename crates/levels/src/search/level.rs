//! A level: positions with the same number of pegs, each once up to symmetry, with counts.
//!
//! A level is cut into shards by the hash of the position. It is expanded chunk by chunk, so
//! that the children not yet merged stay few: first all threads make children and sort them by
//! shard, then all threads merge shards, each small enough for a core's own cache. Neither the
//! number of threads nor their speed changes the order of anything.

use super::bit_board::{BitBoard, Direction};
use super::limits::{Halt, SearchLimits};
use super::table::{Batch, Count, Keep, PositionTable, Value, spread};
use saut_base::stop::StopReason;

/// The positions of one number of pegs.
#[derive(Clone, Debug)]
pub struct Level<T> {
    /// The pieces that threads work on.
    pub shards: Vec<Batch<T>>,
}

/// Children made and not yet merged: those of one slice of parents, by shard.
pub type Children<T> = Vec<Batch<T>>;

/// The positions of a level, quick to look up.
#[derive(Clone, Debug)]
pub struct LevelIndex<T> {
    /// The table of each shard.
    pub tables: Vec<PositionTable<T>>,
}

impl<T: Value> LevelIndex<T> {
    /// The count of a position, in canonical form, if it is there.
    pub fn get(&self, position: u64) -> Option<T> {
        self.tables[shard_of(position, self.tables.len())].get(position)
    }
}

impl<T: Value> Level<T> {
    /// Shards of a level.
    const SHARDS: usize = 256;
    /// Shards where levels may have hundreds of millions of positions: fewer, so that their tables
    /// are large enough to be given back to the system when they are done with.
    const LARGE_SHARDS: usize = 32;
    /// Into how many passes a level is cut at most.
    const MOST_PASSES: usize = 16;
    /// Number of parents that are expanded before their children are merged: a sixteenth of the level,
    /// within these bounds. With many, the children of a shard meet its table while it is in the
    /// cache.
    const CHUNK: [usize; 2] = [1 << 17, 1 << 20];
    /// Below this, more threads cost more than they give.
    const SMALL: usize = 1 << 11;

    /// A level of these positions, each once and in canonical form.
    pub fn of(positions: impl IntoIterator<Item = (u64, T)>, shards: usize) -> Self {
        let mut level = Self {
            shards: (0..shards).map(|_| Batch::default()).collect(),
        };
        for (position, count) in positions {
            level.shards[shard_of(position, shards)].push(position, count);
        }
        level
    }

    /// Number of shards to cut the levels of a board into.
    pub fn shards_for(holes: usize) -> usize {
        match holes {
            0..=20 => 1,
            21..=40 => Self::SHARDS,
            _ => Self::LARGE_SHARDS,
        }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.keys.len()).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.shards.iter().all(|shard| shard.keys.is_empty())
    }

    /// Its positions with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (u64, T)> + '_ {
        self.shards.iter().flat_map(Batch::iter)
    }

    /// Whether a position, in canonical form, is among them. Slow: it looks through a shard.
    pub fn has(&self, position: u64) -> bool {
        self.shards[shard_of(position, self.shards.len())]
            .keys
            .contains(&position)
    }

    /// Index of the positions of the level, quick to look up.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn index(&self, limits: &SearchLimits) -> Result<LevelIndex<T>, Halt> {
        limits.check()?;
        let lengths = self.shards.iter().map(|shard| shard.keys.len());
        limits.allow(lengths.map(PositionTable::<T>::bytes).sum())?;
        let tables = self.shards.iter().map(PositionTable::of).collect();
        Ok(LevelIndex { tables })
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
        let tables = self.map_shards(limits, |shard| {
            let counts = shard.keys.iter().map(|&position| value(position));
            Ok(PositionTable::of(&Batch {
                keys: shard.keys.clone(),
                counts: counts.collect::<Result<Vec<U>, Halt>>()?,
            }))
        })?;
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

    /// The results of `work` for each shard, on the threads that are worth using.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `work` returns.
    pub(super) fn map_shards<R: Send>(
        &self,
        limits: &SearchLimits,
        work: impl Fn(&Batch<T>) -> Result<R, Halt> + Sync,
    ) -> Result<Vec<R>, Halt> {
        limits.each(self.threads(limits), self.shards.iter(), work)
    }

    /// The images of its positions, all different and in canonical form, with the same counts.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn images(&self, image: impl Fn(u64) -> u64, limits: &SearchLimits) -> Result<Self, Halt> {
        // Hashing deals positions out evenly, so that shards are about as long as here.
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

    /// The number of threads worth using on it.
    pub(super) fn threads(&self, limits: &SearchLimits) -> usize {
        if self.len() < Self::SMALL {
            1
        } else {
            limits.threads
        }
    }

    /// Makes all children, chunk by chunk, and gives them to `merge` by slice and shard, with the
    /// number of threads that is worth using, until `merge` says false.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `merge` returns.
    pub fn for_children(
        &self,
        compact: &BitBoard,
        direction: Direction,
        limits: &SearchLimits,
        mut merge: impl FnMut(&[Children<T>], usize) -> Result<bool, Halt>,
    ) -> Result<(), Halt> {
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

    /// Cuts the positions into chunks of slices of pieces (shard, first, end).
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
        // Every chunk has all its slices, so that no children of the chunk before remain.
        cut.resize(cut.len().next_multiple_of(slices), Vec::new());
        cut.chunks(slices).map(<[_]>::to_vec).collect()
    }
}

impl<T: Count> Level<T> {
    /// The next level: all children of its positions, and `seeds`, as far as they are to be kept.
    /// A child's count is the sum over all (un-)jumps that lead to it.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn expand(
        &self,
        compact: &BitBoard,
        direction: Direction,
        seeds: &Self,
        keep: Keep<'_>,
        limits: &SearchLimits,
    ) -> Result<Self, Halt> {
        // Tables take more room than the level that they become. If there is none left, the level
        // is made in passes, some shards each; the children are then made once for each pass.
        let mut passes = 1;
        loop {
            match self.expand_in(passes, compact, direction, seeds, keep, limits) {
                Err(Halt::Stopped(StopReason::Memory))
                    if passes < Self::MOST_PASSES.min(seeds.shards.len())
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
    ) -> Result<Self, Halt> {
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
