//! Every position on a solution, layer by layer.
//!
//! The layers from the start down to the middle and from the goals up to it are made, and cut down to what lies on a
//! solution. Lists are made first. Where they become wide, bit maps are made instead; what lies on solutions is a small
//! part of these, and is listed again if start and goal have symmetries. Of a puzzle that is its own reversal, one half
//! gives the other.

use std::sync::Arc;

use super::SearchSettings;
use super::bit_board::{BitBoard, Direction, bits_of};
use super::checkpoints::Packing;
use super::dense::Maps;
use super::goal_mask::{GoalLevels, GoalMask};
use super::layer::{Layer, LayerContext};
use super::limits::Halt;
use super::reversal::ReversalSymmetry;
use super::two_ended::{GrowthEnd, TwoEnded};
use saut_base::stop::StopReason;
use saut_peg::peg::Puzzle;

/// The positions on solutions.
#[derive(Debug)]
pub struct Layers {
    /// Properties that they share.
    pub context: LayerContext,
    /// From the start on, one peg less each; none if there is no solution.
    pub layers: Vec<Layer>,
}

/// Sees the layers that the start reaches, with their pegs.
pub type Seen<'a> = &'a mut dyn FnMut(&LayerContext, usize, &Layer);

impl Layers {
    /// Finds them, up to the symmetries of the board, which fix the goal. Where they are too many to be listed, every
    /// position stands for itself.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or if layers cannot be kept.
    pub fn on_solutions(
        puzzle: &Puzzle,
        settings: &SearchSettings,
        parts: (BitBoard, u64, GoalMask),
    ) -> Result<Self, Halt> {
        let maps = MapSearch::new(puzzle, settings, &parts.0);
        let (order, fixes_start) = (parts.0.order(), parts.0.fixes_start(puzzle));
        let lists = settings.checkpoints.is_none()
            && fixes_start
            && order > 1
            && maps.as_ref().is_some_and(MapSearch::is_small);
        let mut search = TwoEnded::<()>::new(parts, settings, true, |_| ());
        search.reversal = ReversalSymmetry::of(puzzle).filter(|_| fixes_start);
        search.kept = ["reached", "leading"].map(|stage| settings.kept(stage, Packing::NONE));
        let most = search.widest;
        if let Some(maps) = &maps {
            let index = &maps.maps.index;
            let useful = if lists {
                index.short_list()
            } else {
                index.widest_listed(order)
            };
            search.widest = most.min(useful);
        }
        match (search.grow(|_, _| Ok(false))?, maps) {
            (GrowthEnd::Wide, Some(maps)) if search.widest < most => {
                maps.on_solutions(false, lists, &mut |_, _, _| ())
            }
            (GrowthEnd::Wide, _) => Err(StopReason::TooLarge.into()),
            (end, _) => Self::of_lists(search, end, settings),
        }
    }

    fn of_lists(
        search: TwoEnded<()>,
        end: GrowthEnd,
        settings: &SearchSettings,
    ) -> Result<Self, Halt> {
        let is_adjacent = end == GrowthEnd::Adjacent;
        let backward = search.backward.into_iter().filter(|_| is_adjacent);
        let ends = Ends {
            top: search.top,
            bottom: search.bottom,
            forward: search.forward.into_iter().map(Layer::List).collect(),
            joined: None,
            backward: backward.map(Layer::List).collect(),
            goals: GoalLevels::new(),
            reversal: search.reversal,
        };
        let context = LayerContext::new(search.compact, search.wanted, settings);
        let layers = ends.on_solutions(&context, false, true)?;
        Ok(Self { context, layers })
    }
}

impl BitBoard {
    /// Whether the symmetries, which are all that fix the goal, fix the start as well.
    pub fn fixes_start(&self, puzzle: &Puzzle) -> bool {
        Self::of_puzzle(puzzle).is_some_and(|(fixing, ..)| fixing.order() == self.order())
    }
}

/// A search by bit maps from both ends to the middle.
#[derive(Debug)]
pub struct MapSearch {
    /// Properties that its layers share.
    pub context: LayerContext,
    /// The maps of the class of the start.
    pub maps: Arc<Maps>,
    reversal: Option<ReversalSymmetry>,
    start: u64,
    goals: GoalLevels,
}

impl MapSearch {
    /// A search that has not begun, whose layers may be listed up to the symmetries of `compact`; `None` if the board is
    /// too large, or the goals too many.
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

    /// Whether the maps are so small that the positions on solutions are few enough to be listed.
    pub fn is_small(&self) -> bool {
        self.maps.index.is_small()
    }

    /// The positions on solutions: as lists, up to symmetries, which must fix start and goal, or each for itself. With
    /// `half` only from the start to the middle, where the rest are images: with an odd number of holes down to the
    /// image of the last layer but one.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or if layers cannot be kept.
    pub fn on_solutions(self, half: bool, lists: bool, seen: Seen<'_>) -> Result<Layers, Halt> {
        let mut context = self.context;
        if !lists {
            context.compact = self.maps.plain.clone();
        }
        let top = self.start.count_ones() as usize;
        let Some((&bottom, lowest)) = self.goals.range(..=top).next() else {
            let layers = Vec::new();
            return Ok(Layers { context, layers });
        };
        let (middle, limits) = (top.midpoint(bottom), &context.limits);
        let grown = |layer: Layer, direction, pegs: Vec<usize>, seen: Seen<'_>| {
            grown(&context, &self.goals, layer, direction, pegs, seen)
        };
        let mut backward = Vec::new();
        if self.reversal.is_none() && bottom < middle {
            let lowest = Layer::mapped(&self.maps, lowest.iter().copied(), bottom, limits)?;
            let pegs = (bottom + 1..middle).collect();
            backward = grown(lowest, Direction::Backward, pegs, &mut |_, _, _| ())?;
        }
        let first = Layer::mapped(&self.maps, [self.start], top, limits)?;
        seen(&context, top, &first);
        let pegs = (middle..top).rev().collect();
        let mut forward = grown(first, Direction::Forward, pegs, seen)?;
        let mut joined = None;
        if let Some(reversal) = &self.reversal
            && let Some(last) = forward.pop()
        {
            // With an odd number of holes the images have one peg more, and the start, which is no goal, is
            // a level before the middle.
            let other = forward.last().filter(|_| reversal.holes() % 2 == 1);
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
        let layers = ends.on_solutions(&context, half, lists)?;
        Ok(Layers { context, layers })
    }
}

/// A layer and those of so many pegs that it grows into.
fn grown(
    context: &LayerContext,
    goals: &GoalLevels,
    mut layer: Layer,
    direction: Direction,
    pegs: Vec<usize>,
    seen: Seen<'_>,
) -> Result<Vec<Layer>, Halt> {
    let mut layers = Vec::new();
    for pegs in pegs {
        let (stage, goals) = match direction {
            Direction::Forward => ("reached", None),
            Direction::Backward => ("leading", goals.get(&pegs)),
        };
        let goals = goals.map_or(&[][..], Vec::as_slice);
        let make = || layer.expand(context, direction, pegs, goals);
        let next = context.load_or_make(stage, pegs, &layer, make)?;
        seen(context, pegs, &next);
        layers.push(layer.compress());
        layer = next;
    }
    layers.push(layer);
    Ok(layers)
}

/// Layers of both ends, with all positions of so many pegs.
struct Ends {
    /// The pegs of the start, and the fewest of a goal.
    top: usize,
    bottom: usize,
    /// From the start on.
    forward: Vec<Layer>,
    /// The layer after these, if what lies on solutions is known of it.
    joined: Option<Layer>,
    /// From the goals on, up to the pegs that come next.
    backward: Vec<Layer>,
    /// Goals by their pegs, as bit maps take them.
    goals: GoalLevels,
    reversal: Option<ReversalSymmetry>,
}

impl Ends {
    /// Positions on solutions, with `half` only as far as the start's layers go.
    fn on_solutions(
        self,
        context: &LayerContext,
        half: bool,
        lists: bool,
    ) -> Result<Vec<Layer>, Halt> {
        let in_form = |layer: Layer| {
            if lists && !layer.is_list() {
                layer.listed(context)
            } else {
                Ok(layer)
            }
        };
        let joined = self.joined.map(in_form).transpose()?;
        let mut levels: Vec<Layer> = joined.into_iter().collect();
        // Upwards: what leads to a position on a solution, or is a goal.
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
            // Downwards: what is reached from a position on a solution.
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

/// Adds a layer; the one before is not expanded any more.
fn push(layers: &mut Vec<Layer>, next: Layer) {
    let last = layers.pop().map(Layer::compress);
    layers.extend(last.into_iter().chain([next]));
}

#[cfg(test)]
mod tests;
