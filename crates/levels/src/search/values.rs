//! Stores a value for every position of layers: numbers of sequences, fewest moves, or chances.
//!
//! The values of a list are in a hash table. The values of a bit map are in an array, in the order of the numbers. The
//! computation of the next layer needs millions of lookups, which use ranks. Later lookups use binary search.

use std::sync::Arc;

use super::bit_board::Direction;
use super::checkpoints::Checkpoints;
use super::dense::{Maps, RankedBitmap};
use super::layer::{Layer, LayerContext};
use super::level::LevelIndex;
use super::limits::CountError;
use super::{Count, Value};

/// A value for each position of a layer.
#[derive(Debug)]
pub enum LayerValues<T> {
    /// The values of a list.
    List(LevelIndex<T>),
    /// The values of a bit map with ranks, for fast lookup, and the numbering of its class.
    Ranked(Arc<Maps>, RankedBitmap, Vec<T>),
    /// The values of a bit map with its sorted numbers, for binary search, and the numbering of its class.
    Numbers(Arc<Maps>, Vec<u32>, Vec<T>),
}

impl<T: Value> LayerValues<T> {
    /// Returns the value of a position; `None` if the layer does not have the position. For a list, the position must
    /// be canonical.
    pub fn get(&self, position: u64) -> Option<T> {
        match self {
            Self::List(index) => index.get(position),
            // Only positions after jumps are looked up by rank, so they are in the class.
            Self::Ranked(maps, ranked, values) => {
                let place = ranked.rank(maps.index.number(position))?;
                values.get(place).copied()
            }
            Self::Numbers(maps, numbers, values) => {
                let number = maps.index.number(position);
                let odd_pegs = position.count_ones() % 2 == 1;
                if maps.index.position(number, odd_pegs) != position {
                    return None;
                }
                let place = numbers.binary_search(&u32::try_from(number).ok()?).ok()?;
                values.get(place).copied()
            }
        }
    }

    /// Returns the sum of `first` and the values of the positions after each jump (or reverse jump) from a position.
    ///
    /// # Errors
    /// [`CountError::TooLarge`] if the sum overflows.
    pub fn sum(
        &self,
        context: &LayerContext,
        position: u64,
        direction: Direction,
        first: T,
    ) -> Result<T, CountError>
    where
        T: Count,
    {
        let mut sum = Some(first);
        let mut add = |value: T| sum = sum.and_then(|sum| sum.plus(value));
        if let Self::Ranked(maps, ranked, values) = self {
            let (number, steps) = (maps.index.number(position), maps.index.steps(direction));
            maps.plain.each_playable(direction, position, |step| {
                if let Some(place) = ranked.rank(number ^ steps[step].flip) {
                    add(values[place]);
                }
            });
        } else {
            context.compact.children(direction, position, |child| {
                if let Some(value) = self.get(child) {
                    add(value);
                }
            });
        }
        sum.ok_or(CountError::TooLarge)
    }

    /// Replaces the ranks by the sorted numbers, which take less memory.
    fn settle(&mut self) {
        if let Self::Ranked(maps, ranked, values) = self {
            // A number of a bit map has at most 32 bits.
            let numbers = ranked.map().iter();
            let numbers = numbers.filter_map(|number| number.try_into().ok());
            let (maps, values) = (Arc::clone(maps), std::mem::take(values));
            *self = Self::Numbers(maps, numbers.collect(), values);
        }
    }
}

impl Layer {
    /// Computes a value for each position.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or the error that `value` returns.
    pub fn values<T: Value>(
        &self,
        context: &LayerContext,
        value: impl Fn(u64) -> Result<T, CountError> + Sync,
    ) -> Result<LayerValues<T>, CountError> {
        let limits = &context.limits;
        Ok(match self {
            Self::List(level) => LayerValues::List(level.valued(&value, limits)?),
            Self::Map(own) => {
                let ranked = RankedBitmap::new(own.to_map(limits)?, limits)?;
                let values = ranked.values(&own.maps.index, limits, value)?;
                LayerValues::Ranked(Arc::clone(&own.maps), ranked, values)
            }
        })
    }

    /// Restores stored values; `None` if they belong to another layer.
    fn with_values<T: Value>(
        &self,
        context: &LayerContext,
        entries: &mut dyn Iterator<Item = (u64, T)>,
    ) -> Result<Option<LayerValues<T>>, CountError> {
        let mut kept: Vec<(u64, T)> = entries.collect();
        kept.sort_unstable_by_key(|&(position, _)| position);
        let place = |wanted| kept.binary_search_by_key(&wanted, |&(position, _)| position);
        let is_same = self.len() == kept.len() as u64
            && self.positions().all(|position| place(position).is_ok());
        let value = |position| Ok(place(position).map_or_else(|_| T::default(), |at| kept[at].1));
        is_same.then(|| self.values(context, value)).transpose()
    }
}

/// Computes sums layer by layer: the value of a position is `own` plus the values of the positions in the layer before
/// that jumps (or reverse jumps) reach. Returns the values of the last layer and of the layer before it.
///
/// # Errors
/// [`CountError`] if a limit was reached, or a sum overflows.
pub fn fold<'a, T: Count>(
    context: &LayerContext,
    layers: impl Iterator<Item = &'a Layer>,
    direction: Direction,
    own: impl Fn(u64) -> T + Sync,
) -> Result<[Option<LayerValues<T>>; 2], CountError> {
    let (mut before, mut last): (Option<LayerValues<T>>, Option<LayerValues<T>>) = (None, None);
    for layer in layers {
        let next = layer.values(context, |position| match &last {
            None => Ok(own(position)),
            Some(last) => last.sum(context, position, direction, own(position)),
        })?;
        before = last.replace(next);
    }
    Ok([last, before])
}

/// The values of the positions of consecutive layers, in ascending order of the number of pegs.
#[derive(Debug)]
pub struct Values<T> {
    /// Number of pegs of the first level.
    bottom: usize,
    levels: Vec<LayerValues<T>>,
}

impl<T: Value> Values<T> {
    /// Computes a value for every position of these layers, which begin with `top` pegs. The computation begins with
    /// the last layer. `value` gets a position and the values of all positions with fewer pegs. The values of finished
    /// layers are stored in `kept`.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or the error that `value` returns.
    pub fn new(
        context: &LayerContext,
        top: usize,
        layers: &[Layer],
        kept: Option<&Checkpoints<T>>,
        value: impl Fn(u64, &Self) -> Result<T, CountError> + Sync,
    ) -> Result<Self, CountError> {
        let bottom = (top + 1).saturating_sub(layers.len());
        let mut all = Self {
            bottom,
            levels: Vec::new(),
        };
        for (pegs, layer) in (bottom..).zip(layers.iter().rev()) {
            let of =
                |entries: &mut dyn Iterator<Item = (u64, T)>| layer.with_values(context, entries);
            let make = || layer.values(context, |position| value(position, &all));
            let entries = |own: &LayerValues<T>| {
                let entry = |position| Some((position, own.get(position)?));
                layer.positions().filter_map(entry).collect()
            };
            let next = Checkpoints::load_or_make(kept, pegs, of, make, entries)?;
            if let Some(last) = all.levels.last_mut() {
                last.settle();
            }
            all.levels.push(next);
        }
        if let Some(last) = all.levels.last_mut() {
            last.settle();
        }
        Ok(all)
    }

    /// Returns the value of a canonical position; `None` if the position has no value.
    pub fn get(&self, position: u64) -> Option<T> {
        let level = (position.count_ones() as usize).checked_sub(self.bottom)?;
        self.levels.get(level)?.get(position)
    }
}
