//! All positions on solutions, layer by layer.
//!
//! The search computes the layers from the start down to the middle and from the goal up to the middle, and then
//! restricts them to the positions on solutions. Layers are lists at first. If the lists become wide, bit maps are used
//! instead. Only few positions of a bit map are on solutions, so these positions are listed again if start and goal
//! have symmetries. If a puzzle is its own reversal, one half of the layers is the image of the other half.

use std::sync::Arc;

use super::bit_board::{BitBoard, Direction, bits_of};
use super::checkpoints::WordCodec;
use super::dense::Maps;
use super::goal_mask::{GoalLevels, GoalMask};
use super::layer::{Layer, LayerContext};
use super::level::Level;
use super::limits::CountError;
use super::reversal::ReversalSymmetry;
use super::two_ended::{GrowthEnd, TwoEnded};
use super::{Count, SearchSettings};
use saut_base::stop::StopReason;
use saut_peg::peg::Puzzle;

/// All positions on solutions, layer by layer.
#[derive(Debug)]
pub struct Layers {
    /// The common data of the layers.
    pub context: LayerContext,
    /// The layers from the start down. Empty if there is no solution.
    pub layers: Vec<Layer>,
    /// Numbers of positions, up to symmetry, that the start reaches in each layer down to the middle. `None` if the
    /// layers do not end in the middle, or if some of them are too wide for lists.
    pub reached: Option<Vec<u64>>,
    /// The reversal, if the layers end in the middle. The number of sequences from a position to the goal equals the
    /// number of sequences from the start to the image of the position.
    pub reversal: Option<ReversalSymmetry>,
}

/// A finished search from both ends.
pub enum FinishedLayers<T> {
    /// A search by lists.
    Lists(Box<TwoEnded<T>>, GrowthEnd),
    /// A search by bit maps, because the lists became wide.
    Maps(Box<Layers>),
}

impl Layers {
    /// Finds the positions on solutions, up to the symmetries of the board in `parts`, which fix the goal. Bit maps do
    /// not use symmetry.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or layers cannot be stored.
    pub fn on_solutions(
        puzzle: &Puzzle,
        settings: &SearchSettings,
        parts: (BitBoard, u64, GoalMask),
    ) -> Result<Self, CountError> {
        let unseen = |_: &_, _: &_| Ok(false);
        match FinishedLayers::<()>::new(puzzle, settings, parts, WordCodec::NONE, false, unseen)? {
            FinishedLayers::Lists(search, end) => Self::of_lists(*search, end, settings),
            FinishedLayers::Maps(found) => Ok(*found),
        }
    }

    fn of_lists(
        search: TwoEnded<()>,
        end: GrowthEnd,
        settings: &SearchSettings,
    ) -> Result<Self, CountError> {
        let is_adjacent = end == GrowthEnd::Adjacent;
        let [forward, backward] = search.levels.map(Vec::into_iter);
        let backward = backward.filter(|_| is_adjacent);
        let ends = Ends {
            top: search.top,
            bottom: search.bottom,
            forward: forward.map(Layer::List).collect(),
            joined: None,
            backward: backward.map(Layer::List).collect(),
            goals: GoalLevels::new(),
            reversal: search.reversal,
        };
        let context = LayerContext::new(search.compact, search.wanted, settings);
        let layers = ends.on_solutions(&context, false, true)?;
        Ok(Self {
            context,
            layers,
            reached: None,
            reversal: None,
        })
    }
}

impl<T: Count> FinishedLayers<T> {
    /// Searches up to the symmetries of the board in `parts`, which fix the goal. With `to_count`, keeps only the last
    /// list of each end; with bit maps, half of the layers suffice if the puzzle is its own reversal. `arrived` is
    /// called with each list from the start down.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, layers cannot be stored, or the error that `arrived` returns.
    pub fn new(
        puzzle: &Puzzle,
        settings: &SearchSettings,
        parts: (BitBoard, u64, GoalMask),
        packing: WordCodec<T>,
        to_count: bool,
        mut arrived: impl FnMut(&TwoEnded<T>, &Level<T>) -> Result<bool, CountError>,
    ) -> Result<Self, CountError> {
        let (order, fixes_start) = (parts.0.order(), parts.0.fixes_start(puzzle));
        // A count does not store bit maps.
        let unkept = SearchSettings {
            checkpoints: None,
            ..settings.clone()
        };
        let kept = if to_count { &unkept } else { settings };
        let mut maps = MapSearch::new(puzzle, kept, &parts.0);
        let mut search = TwoEnded::new(parts, settings, !to_count);
        search.reversal = ReversalSymmetry::of(puzzle).filter(|_| fixes_start);
        search.kept = ["reached", "leading"].map(|stage| settings.kept(stage, packing));
        let half = to_count && search.reversal.is_some();
        let keeps = settings.checkpoints.is_some();
        let is_small = maps.as_ref().is_some_and(|maps| maps.maps.index.is_small());
        let lists = fixes_start && order > 1 && (half || !to_count && !keeps && is_small);
        let most = search.widest;
        if let Some(MapSearch { maps, .. }) = &maps {
            search.widest = most.min(if !keeps && (half || lists) {
                maps.index.short_list()
            } else {
                maps.index.widest_listed(order)
            });
        }
        let mut end = search.grow(&mut arrived)?;
        if end == GrowthEnd::Wide
            && search.widest < most
            && let Some(maps) = maps.take()
        {
            match maps.on_solutions(half, lists) {
                Err(CountError::Stopped(StopReason::Memory))
                    if half && settings.stop.stop_reason().is_none() =>
                {
                    search.widest = most;
                    end = search.grow(arrived)?;
                }
                found => return Ok(Self::Maps(Box::new(found?))),
            }
        }
        match end {
            GrowthEnd::Wide => Err(StopReason::TooLarge.into()),
            end => Ok(Self::Lists(Box::new(search), end)),
        }
    }
}

impl BitBoard {
    /// Whether all symmetries that fix the goal also fix the start.
    pub fn fixes_start(&self, puzzle: &Puzzle) -> bool {
        Self::of_puzzle(puzzle).is_some_and(|(fixing, ..)| fixing.order() == self.order())
    }
}

/// A search by bit maps from both ends to the middle.
#[derive(Debug)]
pub struct MapSearch {
    /// The common data of the layers.
    pub context: LayerContext,
    /// The bit maps of the class of the start.
    pub maps: Arc<Maps>,
    reversal: Option<ReversalSymmetry>,
    start: u64,
    goals: GoalLevels,
}

impl MapSearch {
    /// Prepares a search. Lists of the result use the symmetries of `compact`. `None` if the class of the start is too
    /// large, or there are too many goal positions.
    pub fn new(puzzle: &Puzzle, settings: &SearchSettings, compact: &BitBoard) -> Option<Self> {
        let (start, wanted) = (bits_of(puzzle.start()), GoalMask::new(puzzle));
        let maps = Maps::new(puzzle.board(), start)?;
        Some(Self {
            context: LayerContext::new(compact.clone(), wanted, settings),
            goals: wanted.listed(&maps.plain, start)?,
            reversal: ReversalSymmetry::of(puzzle),
            maps,
            start,
        })
    }

    /// Finds the positions on solutions. With `lists`, the result consists of lists up to the symmetries, which must
    /// fix start and goal. Otherwise, it consists of bit maps. With `half`, returns only the layers from the start to
    /// the middle, because the other layers are images of these layers. If the number of holes is odd, the last layer
    /// is then the image of the layer before it.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or layers cannot be stored.
    pub fn on_solutions(self, half: bool, lists: bool) -> Result<Layers, CountError> {
        let mut context = self.context;
        if !lists {
            context.compact = self.maps.plain.clone();
        }
        let top = self.start.count_ones() as usize;
        let Some((&bottom, lowest)) = self.goals.range(..=top).next() else {
            return Ok(Layers {
                context,
                layers: Vec::new(),
                reached: None,
                reversal: None,
            });
        };
        let (middle, limits) = (top.midpoint(bottom), &context.limits);
        let half = self.reversal.clone().filter(|_| half);
        let (mut reached, mut backward) = (Vec::new(), Vec::new());
        if self.reversal.is_none() && bottom < middle {
            let lowest = Layer::dense(&self.maps, lowest.iter().copied(), bottom, limits)?;
            backward = grown(lowest, bottom + 1..middle, |layer, pegs| {
                let goals = self.goals.get(&pegs).map_or(&[][..], Vec::as_slice);
                let make = || layer.expand(&context, Direction::Backward, pegs, goals);
                context.load_or_make("leading", pegs, layer, make)
            })?;
        }
        let first = Layer::dense(&self.maps, [self.start], top, limits)?;
        let mut forward = grown(first, (middle..top).rev(), |layer, pegs| {
            reached.extend(half.as_ref().map(|_| layer.orbits(&context, pegs + 1)));
            let make = || layer.expand(&context, Direction::Forward, pegs, &[]);
            context.load_or_make("reached", pegs, layer, make)
        })?;
        let mut joined = None;
        if let Some(reversal) = &self.reversal
            && let Some(last) = forward.pop()
        {
            // If the number of holes is odd, the images have one additional peg. The start does not meet the goal, so
            // the start is above the middle.
            let is_odd = reversal.holes() % 2 == 1;
            reached.extend(
                half.as_ref()
                    .filter(|_| !is_odd)
                    .map(|_| last.orbits(&context, middle)),
            );
            let other = forward.last().filter(|_| is_odd);
            joined = Some(last.retain_images_in(other, reversal, limits)?);
        }
        let ends = Ends {
            top,
            bottom,
            forward,
            joined,
            backward,
            goals: self.goals,
            reversal: self.reversal,
        };
        let layers = ends.on_solutions(&context, half.is_some(), lists)?;
        // All layers after an empty layer are empty.
        if let Some(empty) = reached.iter().position(|&boards| boards == Some(0)) {
            reached.truncate(empty + 1);
        }
        let widest = self.maps.index.widest_listed(context.compact.order()) as u64;
        let narrow = |boards: Option<u64>| boards.filter(|&boards| boards <= widest);
        let reached: Option<Vec<u64>> = reached.into_iter().map(narrow).collect();
        let reached = reached.filter(|_| half.is_some());
        Ok(Layers {
            context,
            layers,
            reached,
            reversal: half,
        })
    }
}

/// Returns a layer, followed by the layer that `grow` computes for each number of `pegs`.
fn grown(
    mut layer: Layer,
    pegs: impl Iterator<Item = usize>,
    mut grow: impl FnMut(&Layer, usize) -> Result<Layer, CountError>,
) -> Result<Vec<Layer>, CountError> {
    let mut layers = Vec::new();
    for pegs in pegs {
        let next = grow(&layer, pegs)?;
        layers.push(layer.compress());
        layer = next;
    }
    layers.push(layer);
    Ok(layers)
}

/// The layers of both ends, with all reached positions.
struct Ends {
    /// The number of pegs of the start, and the minimum number of pegs of a goal position.
    top: usize,
    bottom: usize,
    /// The layers from the start down.
    forward: Vec<Layer>,
    /// The layer after `forward`, if it is already restricted to positions on solutions.
    joined: Option<Layer>,
    /// The layers from the goal up, to the layer below the last forward or joined layer.
    backward: Vec<Layer>,
    /// The goal positions for bit maps, by number of pegs.
    goals: GoalLevels,
    reversal: Option<ReversalSymmetry>,
}

impl Ends {
    /// Returns the positions on solutions. With `half`, returns only the layers from the start.
    fn on_solutions(
        self,
        context: &LayerContext,
        half: bool,
        lists: bool,
    ) -> Result<Vec<Layer>, CountError> {
        let in_form = |layer: Layer| {
            if lists && !layer.is_list() {
                layer.sparse(context)
            } else {
                Ok(layer)
            }
        };
        let joined = self.joined.map(in_form).transpose()?;
        let mut levels: Vec<Layer> = joined.into_iter().collect();
        // Upwards: keeps the goal positions, and the positions that lead to a position on a solution.
        for (played, reached) in self.forward.into_iter().enumerate().rev() {
            let (pegs, none) = (self.top - played, reached.empty_next());
            let goals = self.goals.get(&pegs).map_or(&[][..], Vec::as_slice);
            let into = levels.last().or(self.backward.last()).unwrap_or(&none);
            let make = || reached.restrict(context, into, Direction::Backward, Some(goals));
            let next = context.load_or_make("on-solutions", pegs, &none, || in_form(make()?))?;
            push(&mut levels, next);
        }
        let first = levels.pop().map(Layer::compress);
        levels.extend(first);
        levels.reverse();
        if half {
            return Ok(levels);
        }
        if let Some(reversal) = &self.reversal {
            for pegs in (self.bottom..=self.top.saturating_sub(levels.len())).rev() {
                context.limits.check()?;
                let Some(image) = levels.get(self.top + pegs - reversal.holes()) else {
                    break;
                };
                let image = image.images(context, pegs, |position| reversal.near_goal(position))?;
                levels.push(image);
            }
        } else {
            // Downwards: keeps the positions that a jump reaches from a position on a solution.
            for (raised, leading) in self.backward.into_iter().enumerate().rev() {
                let (pegs, none) = (self.bottom + raised, leading.empty_next());
                let from = levels.last().unwrap_or(&none);
                let make = || leading.restrict(context, from, Direction::Forward, None);
                let next = context.load_or_make("on-solutions", pegs, &none, make)?;
                push(&mut levels, next);
            }
            let last = levels.pop().map(Layer::compress);
            levels.extend(last);
        }
        if levels.first().is_some_and(Layer::is_empty) {
            levels.clear();
        }
        while levels.last().is_some_and(Layer::is_empty) {
            levels.pop();
        }
        Ok(levels)
    }
}

/// Adds a layer, and compresses the layer before it, which is not expanded again.
fn push(layers: &mut Vec<Layer>, next: Layer) {
    let last = layers.pop().map(Layer::compress);
    layers.extend(last.into_iter().chain([next]));
}

#[cfg(test)]
mod tests;
