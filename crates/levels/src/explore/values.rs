//! A value for every position on a solution.
//!
//! Of positions that are listed, the values of a level are a hash table. Of bit maps, they are an array in the order of
//! the numbers; the last level worked out, which the next one looks everything up in, has places as well, and the
//! others are searched by halves.

use std::sync::Arc;

use crate::search::Count;
use crate::search::dense::{Aside, Numbering, Ranked};
use crate::search::index::LevelIndex;
use crate::search::level::Level;
use crate::search::limits::{Halt, SearchLimits};

/// A value for each of the positions.
#[derive(Debug)]
pub struct Values<T> {
    /// The pegs of the start.
    top: usize,
    levels: Levels<T>,
}

#[derive(Debug)]
enum Levels<T> {
    /// By the number of jumps played.
    Listed(Vec<LevelIndex<T>>),
    Mapped(Mapped<T>),
}

#[derive(Debug)]
struct Mapped<T> {
    /// The pegs of the last level.
    bottom: usize,
    numbering: Arc<Numbering>,
    /// Numbers with their values, from the last level up.
    levels: Vec<(Vec<u32>, Vec<T>)>,
    /// The places in the last of these.
    last: Option<Ranked>,
}

impl<T: Count> Values<T> {
    pub(super) fn listed(top: usize, levels: usize, limits: &SearchLimits) -> Result<Self, Halt> {
        let empty = || Level::<T>::of([], 1).index(limits);
        let levels = (0..levels).map(|_| empty()).collect::<Result<_, _>>()?;
        Ok(Self {
            top,
            levels: Levels::Listed(levels),
        })
    }

    pub(super) fn mapped(top: usize, levels: usize, numbering: Arc<Numbering>) -> Self {
        let mapped = Mapped {
            bottom: (top + 1).saturating_sub(levels),
            numbering,
            levels: Vec::new(),
            last: None,
        };
        Self {
            top,
            levels: Levels::Mapped(mapped),
        }
    }

    /// Adds a level that was listed.
    pub(super) fn index(&mut self, played: usize, values: LevelIndex<T>) {
        if let Levels::Listed(levels) = &mut self.levels {
            levels[played] = values;
        }
    }

    /// Adds the next level that was mapped, its values in the order of the places.
    pub(super) fn rank(&mut self, ranked: Ranked, level: &Aside, values: Vec<T>) {
        if let Levels::Mapped(mapped) = &mut self.levels {
            // A number of a bit map has at most 32 bits.
            let numbers = level
                .numbers()
                .filter_map(|number| u32::try_from(number).ok());
            mapped.levels.push((numbers.collect(), values));
            mapped.last = Some(ranked);
        }
    }

    /// No level comes after this, and no value is looked up by the million any more.
    pub(super) fn finish(&mut self) {
        if let Levels::Mapped(mapped) = &mut self.levels {
            mapped.last = None;
        }
    }

    /// The value of a position in canonical form; `None` if it is on no solution.
    pub fn get(&self, position: u64) -> Option<T> {
        let pegs = position.count_ones() as usize;
        match &self.levels {
            Levels::Listed(levels) => levels.get(self.top.checked_sub(pegs)?)?.get(position),
            Levels::Mapped(mapped) => mapped.get(position),
        }
    }
}

impl<T: Count> Mapped<T> {
    fn get(&self, position: u64) -> Option<T> {
        let pegs = position.count_ones() as usize;
        let level = pegs.checked_sub(self.bottom)?;
        let (numbers, values) = self.levels.get(level)?;
        let number = self.numbering.number(position);
        let place = match &self.last {
            // Only asked for what jumps lead to, which is in the class of the start.
            Some(ranked) if level + 1 == self.levels.len() => ranked.rank(number)?,
            _ if self.numbering.position(number, pegs % 2 == 1) != position => return None,
            _ => numbers.binary_search(&u32::try_from(number).ok()?).ok()?,
        };
        values.get(place).copied()
    }
}
