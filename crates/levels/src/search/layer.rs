//! A layer: positions with the same number of pegs.
//!
//! A list has positions up to symmetry, and its cost is proportional to their number. A bit map has positions of one
//! class by their numbers. It does not use symmetry, and its cost does not depend on the number of positions. Callers
//! of a layer need not know its representation.

use std::iter;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use super::SearchSettings;
use super::bit_board::{BitBoard, Direction};
use super::checkpoints::{Checkpoints, WordCodec};
use super::dense::{Bitmap, FixedPositions, Maps};
use super::goal_mask::GoalMask;
use super::level::Level;
use super::limits::{CountError, SearchLimits, add};
use super::reversal::ReversalSymmetry;

/// Number of positions that a thread processes at a time.
const PIECE: usize = 1 << 12;

/// The common data of the layers of a search.
#[derive(Debug)]
pub struct LayerContext {
    /// The jumps, and the symmetries for lists.
    pub compact: BitBoard,
    /// The goal of the puzzle.
    pub wanted: GoalMask,
    /// The deadline, the memory limit and the number of threads.
    pub limits: SearchLimits,
    /// The options of the search: pruning, progress reports, stored levels.
    pub settings: SearchSettings,
    fixed: OnceLock<Option<FixedPositions>>,
}

impl LayerContext {
    /// Creates the context of a search.
    pub fn new(compact: BitBoard, wanted: GoalMask, settings: &SearchSettings) -> Self {
        Self {
            compact,
            wanted,
            limits: SearchLimits::new(&settings.stop, settings.threads),
            settings: settings.clone(),
            fixed: OnceLock::new(),
        }
    }

    /// Loads a layer if it is stored; otherwise makes and stores it. The layer has the representation of `like`.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, if the layer cannot be stored, or if the stored layer cannot be used.
    pub fn load_or_make(
        &self,
        stage: &str,
        pegs: usize,
        like: &Layer,
        make: impl FnOnce() -> Result<Layer, CountError>,
    ) -> Result<Layer, CountError> {
        let kept = self.settings.kept(like.stage(stage), WordCodec::NONE);
        let of = |entries: &mut dyn Iterator<Item = (u64, ())>| {
            let positions = entries.map(|(position, ())| position);
            like.holding(positions, pegs, &self.limits).map(Some)
        };
        let entries = |layer: &Layer| layer.positions().map(|position| (position, ())).collect();
        Checkpoints::load_or_make(kept.as_ref(), pegs, of, make, entries)
    }

    /// Returns the positions of a class that the symmetries fix. `None` if there are too many of them.
    fn fixed(&self, maps: &Maps) -> Option<&FixedPositions> {
        let fixed = || FixedPositions::new(maps.board, &self.compact, &maps.index);
        self.fixed.get_or_init(fixed).as_ref()
    }
}

/// Positions with the same number of pegs.
#[derive(Debug)]
pub enum Layer {
    /// A list of positions up to symmetry.
    List(Level<()>),
    /// Positions of one class, by their numbers.
    Map(MapLayer),
}

/// Positions of one class, by their numbers. All images of a position are included.
#[derive(Debug)]
pub struct MapLayer {
    /// The bit maps of the class, with its numbering.
    pub maps: Arc<Maps>,
    odd_pegs: bool,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Map(Bitmap),
    /// The numbers of a map with few positions, in ascending order.
    Numbers(Vec<u32>),
}

impl Layer {
    /// Creates a bit map with these positions, which have `pegs` pegs each.
    ///
    /// # Errors
    /// [`CountError`] if the memory limit was reached.
    pub fn dense(
        maps: &Arc<Maps>,
        positions: impl IntoIterator<Item = u64>,
        pegs: usize,
        limits: &SearchLimits,
    ) -> Result<Self, CountError> {
        let mut map = maps.empty(pegs % 2 == 1, limits)?;
        for position in positions {
            map.insert(maps.index.number(position));
        }
        Ok(maps.dense(map))
    }

    /// Returns an empty layer in the same representation, for positions whose number of pegs differs by one.
    #[must_use]
    pub fn empty_next(&self) -> Self {
        match self {
            Self::List(level) => Self::List(Level::of([], level.shards.len())),
            Self::Map(own) => own.maps.layer(Content::Numbers(Vec::new()), !own.odd_pegs),
        }
    }

    /// Returns the number of positions; for a list, up to symmetry.
    pub fn len(&self) -> u64 {
        match self {
            Self::List(level) => level.len() as u64,
            Self::Map(own) => match &own.content {
                Content::Map(map) => map.len(),
                Content::Numbers(all) => all.len() as u64,
            },
        }
    }

    /// Whether the layer has no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the layer is a list, whose positions represent their images.
    pub fn is_list(&self) -> bool {
        matches!(self, Self::List(_))
    }

    /// Returns the positions; for a list, in canonical form.
    pub fn positions(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match self {
            Self::List(level) => Box::new(level.iter().map(|(position, ())| position)),
            Self::Map(own) => match &own.content {
                Content::Map(map) => Box::new(own.of_numbers(map.iter())),
                Content::Numbers(all) => {
                    Box::new(own.of_numbers(all.iter().map(|&number| number.into())))
                }
            },
        }
    }

    /// Returns the number of boards: positions with all their images.
    pub fn boards(&self, context: &LayerContext) -> u64 {
        match self {
            Self::List(_) => {
                let orbit = |position| context.compact.orbit(position);
                self.positions().map(orbit).sum()
            }
            Self::Map(_) => self.len(),
        }
    }

    /// Returns the number of positions up to symmetry, if it can be computed without visiting all positions. This is
    /// possible for a list, or with the positions that symmetries fix.
    pub fn orbits(&self, context: &LayerContext, pegs: usize) -> Option<u64> {
        match self {
            Self::List(level) => Some(level.len() as u64),
            Self::Map(own) => match &own.content {
                Content::Map(map) => Some(context.fixed(&own.maps)?.up_to_symmetry(map, pegs)),
                Content::Numbers(_) => None,
            },
        }
    }

    /// Returns the number of positions up to symmetry. The symmetries must map the layer to itself.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn up_to_symmetry(&self, context: &LayerContext, pegs: usize) -> Result<u64, CountError> {
        if let Some(orbits) = self.orbits(context, pegs) {
            return Ok(orbits);
        }
        let is_least = |position| Ok(context.compact.is_canonical(position).into());
        let orbits = self.sum(context, is_least)?;
        u64::try_from(orbits).map_err(|_| CountError::TooLarge)
    }

    /// Returns the sum of `number` over all positions.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or the error that `number` returns.
    pub fn sum(
        &self,
        context: &LayerContext,
        number: impl Fn(u64) -> Result<u128, CountError> + Sync,
    ) -> Result<u128, CountError> {
        let sums = self.for_pieces(&context.limits, |positions| {
            let mut sum = 0;
            for position in positions {
                add(&mut sum, number(position)?)?;
            }
            Ok(sum)
        })?;
        let mut total = 0;
        sums.into_iter().try_for_each(|sum| add(&mut total, sum))?;
        Ok(total)
    }

    /// Calls `work` with the positions, piece by piece, on all threads; returns the results.
    fn for_pieces<R: Send>(
        &self,
        limits: &SearchLimits,
        work: impl Fn(&mut dyn Iterator<Item = u64>) -> Result<R, CountError> + Sync,
    ) -> Result<Vec<R>, CountError> {
        match self {
            Self::List(level) => {
                level.map_shards(limits, |shard| work(&mut shard.keys.iter().copied()))
            }
            Self::Map(own) => match &own.content {
                Content::Map(map) => {
                    limits.each(limits.threads, map.numbers_by_block(), |numbers| {
                        work(&mut own.of_numbers(numbers))
                    })
                }
                Content::Numbers(all) => {
                    limits.each(limits.threads, all.chunks(PIECE), |numbers| {
                        work(&mut own.of_numbers(numbers.iter().map(|&number| number.into())))
                    })
                }
            },
        }
    }

    /// Returns all positions after one jump (or reverse jump), and `goals`. For a list, only the canonical positions
    /// among `goals` are added.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn expand(
        &self,
        context: &LayerContext,
        direction: Direction,
        pegs: usize,
        goals: &[u64],
    ) -> Result<Self, CountError> {
        context.limits.check()?;
        let since = Instant::now();
        let next = match self {
            Self::List(level) => {
                let goals = canonical(goals, context, level.shards.len());
                let (compact, limits) = (&context.compact, &context.limits);
                Self::List(level.expand(compact, direction, &goals, None, limits)?)
            }
            Self::Map(own) => own.maps.dense(own.step(direction, goals, &context.limits)?),
        };
        if context.settings.progress.is_some() {
            let boards = next.orbits(context, pegs).unwrap_or_else(|| next.len());
            context.settings.report(direction, pegs, boards, since);
        }
        Ok(next)
    }

    /// Keeps the positions that one jump (or reverse jump) reaches from `from`, and the positions in `goals`.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn restrict(
        self,
        context: &LayerContext,
        from: &Self,
        direction: Direction,
        goals: Option<&[u64]>,
    ) -> Result<Self, CountError> {
        let (compact, limits) = (&context.compact, &context.limits);
        Ok(match (self, from) {
            (Self::List(level), Self::List(from)) => {
                let stays = |position| goals.is_some() && context.wanted.is_met_by(position);
                let (index, back) = (from.index(limits)?, direction.back());
                Self::List(level.leading_into(compact, back, &index, &stays, limits)?)
            }
            (Self::Map(own), Self::Map(from)) => {
                let mut next = from.step(direction, goals.unwrap_or(&[]), limits)?;
                let maps = Arc::clone(&own.maps);
                let own = own.into_map(limits)?;
                next.retain(&own);
                maps.recycle(own);
                maps.dense(next)
            }
            (Self::Map(own), Self::List(from)) => {
                let goals = canonical(goals.unwrap_or(&[]), context, from.shards.len());
                let maps = Arc::clone(&own.maps);
                let map = own.into_map(limits)?;
                let number = |&position: &u64| maps.index.number(position);
                let has = |positions: &[u64]| {
                    let numbers = positions.iter().map(number);
                    numbers.map(|number| map.has(number)).collect()
                };
                let found = from.expand(compact, direction, &goals, Some(&has), limits)?;
                maps.recycle(map);
                Self::List(found)
            }
            (own @ Self::List(_), from @ Self::Map(_)) => {
                return own.restrict(context, &from.sparse(context)?, direction, goals);
            }
        })
    }

    /// Keeps the positions whose images under the reversal are in `other`, or in this layer if there is no `other`.
    /// Does not change lists.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn retain_images_in(
        self,
        other: Option<&Self>,
        reversal: &ReversalSymmetry,
        limits: &SearchLimits,
    ) -> Result<Self, CountError> {
        let Self::Map(own) = self else {
            return Ok(self);
        };
        let maps = Arc::clone(&own.maps);
        let odd_pegs = own.odd_pegs;
        let mut map = own.into_map(limits)?;
        let other = match other {
            Some(Self::Map(other)) => other.to_map(limits)?,
            Some(Self::List(_)) | None => map.clone(),
        };
        if reversal.is_complement() {
            let all = maps.index.number(maps.board);
            map.retain_images_in(&other, limits, |number| number ^ all)?;
        } else {
            map.retain_images_in(&other, limits, |number| {
                let position = maps.index.position(number, odd_pegs);
                maps.index.number(reversal.near_start(position))
            })?;
        }
        Ok(maps.dense(map))
    }

    /// Returns the images of the positions. The images must be different up to symmetry, and have `pegs` pegs each.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn images(
        &self,
        context: &LayerContext,
        pegs: usize,
        image: impl Fn(u64) -> u64,
    ) -> Result<Self, CountError> {
        let (compact, limits) = (&context.compact, &context.limits);
        match self {
            Self::List(level) => {
                let image = |position| compact.canonical(image(position));
                Ok(Self::List(level.images(image, limits)?))
            }
            Self::Map(own) => {
                let images = self.positions().map(image);
                Ok(Self::dense(&own.maps, images, pegs, limits)?.compress())
            }
        }
    }

    /// Returns the canonical positions as a list. The symmetries must map the layer to itself.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn sparse(&self, context: &LayerContext) -> Result<Self, CountError> {
        let is_least = |&position: &u64| context.compact.is_canonical(position);
        let least = self.for_pieces(&context.limits, |positions| {
            Ok(positions.filter(is_least).collect::<Vec<u64>>())
        })?;
        let mut all = least.concat();
        all.sort_unstable();
        let shards = Level::<()>::shards_for(context.compact.holes());
        let units = all.into_iter().zip(iter::repeat(()));
        Ok(Self::List(Level::of(units, shards)))
    }

    /// Compresses the layer: a bit map becomes a list of numbers if the list takes less memory. For a small bit map,
    /// the list must take less than a quarter of the memory.
    #[must_use]
    pub fn compress(self) -> Self {
        match self {
            Self::Map(MapLayer {
                maps,
                odd_pegs,
                content: Content::Map(map),
            }) => {
                let (len, words) = (map.len(), map.words().len() as u64);
                let fewest = if maps.index.is_small() {
                    words / 2
                } else {
                    2 * words
                };
                if len >= fewest {
                    return maps.dense(map);
                }
                let mut all: Vec<u32> = Vec::with_capacity(usize::try_from(len).unwrap_or(0));
                // A number of a bit map has at most 32 bits.
                all.extend(map.iter().filter_map(|number| u32::try_from(number).ok()));
                maps.recycle(map);
                maps.layer(Content::Numbers(all), odd_pegs)
            }
            compressed => compressed,
        }
    }

    /// Returns the name under which the layers of a computation are stored, which depends on the representation.
    pub fn stage(&self, stage: &str) -> String {
        match self {
            Self::List(_) => stage.to_owned(),
            Self::Map(_) => format!("numbered-{stage}"),
        }
    }

    /// Returns a layer with these positions, in the representation of this layer.
    fn holding(
        &self,
        positions: impl Iterator<Item = u64>,
        pegs: usize,
        limits: &SearchLimits,
    ) -> Result<Self, CountError> {
        match self {
            Self::List(level) => {
                let units = positions.zip(iter::repeat(()));
                Ok(Self::List(Level::of(units, level.shards.len())))
            }
            Self::Map(own) => Self::dense(&own.maps, positions, pegs, limits),
        }
    }
}

impl MapLayer {
    fn of_numbers(&self, numbers: impl Iterator<Item = u64>) -> impl Iterator<Item = u64> {
        numbers.map(|number| self.maps.index.position(number, self.odd_pegs))
    }

    /// Returns a copy of the positions as a bit map.
    ///
    /// # Errors
    /// [`CountError`] if the memory limit was reached.
    pub fn to_map(&self, limits: &SearchLimits) -> Result<Bitmap, CountError> {
        match &self.content {
            Content::Map(map) => Ok(map.clone()),
            Content::Numbers(all) => {
                let mut map = self.maps.empty(self.odd_pegs, limits)?;
                for &number in all {
                    map.insert(number.into());
                }
                Ok(map)
            }
        }
    }

    fn into_map(self, limits: &SearchLimits) -> Result<Bitmap, CountError> {
        match self.content {
            Content::Map(map) => Ok(map),
            Content::Numbers(_) => self.to_map(limits),
        }
    }

    fn step(
        &self,
        direction: Direction,
        goals: &[u64],
        limits: &SearchLimits,
    ) -> Result<Bitmap, CountError> {
        let mut next = match &self.content {
            Content::Map(map) => self.maps.step(map, direction, limits)?,
            Content::Numbers(_) => {
                let map = self.to_map(limits)?;
                let next = self.maps.step(&map, direction, limits)?;
                self.maps.recycle(map);
                next
            }
        };
        for &goal in goals {
            next.insert(self.maps.index.number(goal));
        }
        Ok(next)
    }
}

impl Maps {
    fn dense(self: &Arc<Self>, map: Bitmap) -> Layer {
        let odd_pegs = map.odd_pegs;
        self.layer(Content::Map(map), odd_pegs)
    }

    fn layer(self: &Arc<Self>, content: Content, odd_pegs: bool) -> Layer {
        Layer::Map(MapLayer {
            maps: Arc::clone(self),
            odd_pegs,
            content,
        })
    }
}

/// Returns the list of the goal positions in canonical form.
fn canonical(goals: &[u64], context: &LayerContext, shards: usize) -> Level<()> {
    let goals = goals.iter().copied();
    let least = goals.filter(|&goal| context.compact.is_canonical(goal));
    Level::of(least.zip(iter::repeat(())), shards)
}
