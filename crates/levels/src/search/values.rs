//! A value for every position of layers: numbers of sequences, fewest moves, chances.
//!
//! The values of a list are a hash table. Those of a bit map are an array in the order of the numbers. While values are
//! looked up by the million, their places are found by ranks, and afterwards by halves.

use std::sync::Arc;

use super::bit_board::Direction;
use super::checkpoints::Checkpoints;
use super::dense::{Maps, Ranked};
use super::layer::{Layer, LayerContext};
use super::level::LevelIndex;
use super::limits::Halt;
use super::{Count, Value};

/// A value for each position of a layer.
#[derive(Debug)]
pub enum LayerValues<T> {
    /// Of a list.
    List(LevelIndex<T>),
    /// Of a bit map.
    Map {
        /// The numbers of its class.
        maps: Arc<Maps>,
        /// The place of each position.
        places: Places,
        /// The values by place.
        values: Vec<T>,
    },
}

/// Places of positions, in the order of their numbers.
#[derive(Debug)]
pub enum Places {
    /// Quick to find.
    Ranked(Ranked),
    /// The numbers alone, found by halves.
    Numbers(Vec<u32>),
}

impl<T: Value> LayerValues<T> {
    /// The value of a position, in canonical form if they are listed.
    pub fn get(&self, position: u64) -> Option<T> {
        match self {
            Self::List(index) => index.get(position),
            Self::Map {
                maps,
                places,
                values,
            } => {
                let number = maps.index.number(position);
                let place = match places {
                    // Only asked for what jumps lead to, which is in the class.
                    Places::Ranked(ranked) => ranked.rank(number)?,
                    Places::Numbers(numbers) => {
                        let odd_pegs = position.count_ones() % 2 == 1;
                        if maps.index.position(number, odd_pegs) != position {
                            return None;
                        }
                        numbers.binary_search(&u32::try_from(number).ok()?).ok()?
                    }
                };
                values.get(place).copied()
            }
        }
    }

    /// The sum of `first` and the values of the positions that jumps or un-jumps lead to from a position.
    ///
    /// # Errors
    /// [`Halt::TooLarge`] if it is too large.
    pub fn sum(
        &self,
        context: &LayerContext,
        position: u64,
        direction: Direction,
        first: T,
    ) -> Result<T, Halt>
    where
        T: Count,
    {
        let mut sum = Some(first);
        let mut add = |value: T| sum = sum.and_then(|sum| sum.plus(value));
        if let Self::Map {
            maps,
            places: Places::Ranked(ranked),
            values,
        } = self
        {
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
        sum.ok_or(Halt::TooLarge)
    }

    /// Forgets what makes places quick to find.
    fn settle(&mut self) {
        if let Self::Map { places, .. } = self
            && let Places::Ranked(ranked) = places
        {
            // A number of a bit map has at most 32 bits.
            let numbers = ranked.map().iter();
            *places = Places::Numbers(
                numbers
                    .filter_map(|number| number.try_into().ok())
                    .collect(),
            );
        }
    }
}

impl Layer {
    /// A value for each position.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `value` returns.
    pub fn values<T: Value>(
        &self,
        context: &LayerContext,
        value: impl Fn(u64) -> Result<T, Halt> + Sync,
    ) -> Result<LayerValues<T>, Halt> {
        let limits = &context.limits;
        Ok(match self {
            Self::List(level) => LayerValues::List(level.valued(&value, limits)?),
            Self::Map(own) => {
                let ranked = Ranked::new(own.to_map(limits)?, limits)?;
                LayerValues::Map {
                    values: ranked.values(&own.maps.index, limits, value)?,
                    places: Places::Ranked(ranked),
                    maps: Arc::clone(&own.maps),
                }
            }
        })
    }

    /// The values of a checkpoint; `None` if they are those of another layer.
    fn with_values<T: Value>(
        &self,
        context: &LayerContext,
        entries: &mut dyn Iterator<Item = (u64, T)>,
    ) -> Result<Option<LayerValues<T>>, Halt> {
        let mut kept: Vec<(u64, T)> = entries.collect();
        kept.sort_unstable_by_key(|&(position, _)| position);
        let place = |wanted| kept.binary_search_by_key(&wanted, |&(position, _)| position);
        let is_same = self.len() == kept.len() as u64
            && self.positions().all(|position| place(position).is_ok());
        let value = |position| Ok(place(position).map_or_else(|_| T::default(), |at| kept[at].1));
        is_same.then(|| self.values(context, value)).transpose()
    }
}

/// The sums, position by position, of `own` and what the neighbours in the layer before have: of the last of some layers,
/// and of the one before it.
///
/// # Errors
/// [`Halt`] at a limit, or if a sum is too large.
pub fn fold<'a, T: Count>(
    context: &LayerContext,
    layers: impl Iterator<Item = &'a Layer>,
    direction: Direction,
    own: impl Fn(u64) -> T + Sync,
) -> Result<[Option<LayerValues<T>>; 2], Halt> {
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

/// A value for each position of layers with one peg more each.
#[derive(Debug)]
pub struct Values<T> {
    /// The pegs of the first of the levels.
    bottom: usize,
    levels: Vec<LayerValues<T>>,
}

impl<T: Value> Values<T> {
    /// Works out a value for every position of layers that have one peg less each, from the last up. `value` is asked
    /// with a position and the values of all positions with fewer pegs. Finished layers are kept under `kept`.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `value` returns.
    pub fn new(
        context: &LayerContext,
        top: usize,
        layers: &[Layer],
        kept: Option<&Checkpoints<T>>,
        value: impl Fn(u64, &Self) -> Result<T, Halt> + Sync,
    ) -> Result<Self, Halt> {
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

    /// The value of a position in canonical form; `None` if there is none.
    pub fn get(&self, position: u64) -> Option<T> {
        let level = (position.count_ones() as usize).checked_sub(self.bottom)?;
        self.levels.get(level)?.get(position)
    }
}
