//! Values of a level kept outside, and taken up again.

use crate::search::Count;
use crate::search::dense::Aside;
use crate::search::index::LevelIndex;
use crate::search::kept_levels::{KeptLevels, LevelStage};
use crate::search::level::Level;
use crate::search::limits::{Halt, SearchLimits};

/// A value as a number, and back.
#[derive(Clone, Copy, Debug)]
pub struct Packing<T> {
    /// As a number.
    pub pack: fn(T) -> u128,
    /// And back.
    pub unpack: fn(u128) -> T,
}

/// Keeps the values of one kind.
pub struct ValueKeeper<'a, T> {
    /// Store of the values.
    pub kept: &'a dyn KeptLevels,
    /// Purpose that they are worked out for.
    pub stage: LevelStage,
    /// As numbers.
    pub packing: Packing<T>,
}

impl<T: Count> ValueKeeper<'_, T> {
    /// The values of a listed level as they were kept, or else made and kept.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or if the level cannot be kept or is not what was kept.
    pub fn listed(
        &self,
        pegs: usize,
        level: &Level<()>,
        limits: &SearchLimits,
        make: impl FnOnce() -> Result<LevelIndex<T>, Halt>,
    ) -> Result<LevelIndex<T>, Halt> {
        let key = self.stage.listed(pegs);
        let Some(values) = self.kept.values(key)? else {
            let index = make()?;
            let pack = |(position, ())| Some((position, (self.packing.pack)(index.get(position)?)));
            self.kept
                .keep_values(key, &mut level.iter().filter_map(pack))?;
            return Ok(index);
        };
        let unpacked = values
            .into_iter()
            .map(|(position, value)| (position, (self.packing.unpack)(value)));
        let index = Level::of(unpacked, level.shards().len()).index(limits)?;
        let is_whole = level
            .iter()
            .all(|(position, ())| index.get(position).is_some());
        if is_whole {
            Ok(index)
        } else {
            Err(self.kept.refuse(key))
        }
    }

    /// [`Self::listed`] for a level that was mapped, in the order of the numbers.
    ///
    /// # Errors
    /// As [`Self::listed`].
    pub fn numbered(
        &self,
        pegs: usize,
        level: &Aside,
        make: impl FnOnce() -> Result<Vec<T>, Halt>,
    ) -> Result<Vec<T>, Halt> {
        let key = self.stage.numbered(pegs);
        let Some(mut values) = self.kept.values(key)? else {
            let own = make()?;
            let packed = own.iter().map(|&value| (self.packing.pack)(value));
            self.kept
                .keep_values(key, &mut level.numbers().zip(packed))?;
            return Ok(own);
        };
        values.sort_unstable_by_key(|&(number, _)| number);
        let is_whole = values.iter().map(|&(number, _)| number).eq(level.numbers());
        if is_whole {
            let unpacked = values.into_iter();
            Ok(unpacked
                .map(|(_, value)| (self.packing.unpack)(value))
                .collect())
        } else {
            Err(self.kept.refuse(key))
        }
    }
}
