//! The number of solutions: jump sequences from the start to a position that meets the goal.
//!
//! By lists both ends grow until they are one jump apart. With G(x) the sequences from the start to any
//! image of x, and B(y) those from y on to a goal, the solutions are the sum of G(x)·B(y) over
//! the jumps from x to y. A sequence that goes on from one goal position to another counts twice.
//!
//! Where lists become wide, bit maps find the positions on solutions. Of these the ones from the start to the middle get
//! the sequences that lead to them, and those of the middle the sequences that lead on from it. If the puzzle is its own
//! reversal, as many lead on from a position as lead to its image.

use std::sync::{Mutex, PoisonError};

use super::NotCounted;
use crate::search::bit_board::{BitBoard, Direction, bits_of};
use crate::search::checkpoints::Packing;
use crate::search::layer::{Layer, LayerContext};
use crate::search::layers::{Layers, MapSearch};
use crate::search::limits::Halt;
use crate::search::reversal::ReversalSymmetry;
use crate::search::values::LayerValues;
use crate::search::{Count, GrowthEnd, SearchSettings, TwoEnded};
use saut_base::stop::StopReason;
use saut_peg::peg::Puzzle;

/// A number of solutions, and the work it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionCount {
    /// Jump sequences from start to goal; the order of the jumps counts.
    pub solutions: u128,
    /// Boards from the start on, up to the symmetries of the puzzle, one peg less each level. Where
    /// the levels are too wide to be listed, all boards on solutions instead.
    pub forward: Vec<u64>,
    /// Boards from the goals with the fewest pegs on, one peg more each level; none if this half
    /// is the mirror image of the other, or not needed.
    pub backward: Vec<u64>,
}

/// Counts the solutions of a puzzle.
///
/// # Errors
/// [`NotCounted`] at a limit, beyond 128 bits, or on a board of more than 64 holes.
pub fn solutions(puzzle: &Puzzle, settings: &SearchSettings) -> Result<SolutionCount, NotCounted> {
    let (compact, ..) = BitBoard::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
    let reversal = reversal_of(puzzle, &compact);
    // Bit maps are not kept.
    let unkept = SearchSettings {
        checkpoints: None,
        ..settings.clone()
    };
    let maps = MapSearch::new(puzzle, &unkept, &compact);
    let index = maps.as_ref().map(|maps| &maps.maps.index);
    let most = index.map_or(usize::MAX, |index| index.widest_listed(compact.order()));
    // With a reversal maps are quick.
    let widest = match index {
        Some(index) if reversal.is_some() && settings.checkpoints.is_none() => index.short_list(),
        _ => most,
    };
    let listed = |widest| {
        // Half as wide a count is quicker and usually wide enough: a level has less than the whole.
        match listed::<u64>(puzzle, reversal.as_ref(), widest, settings) {
            Err(NotCounted::TooLarge) => {
                listed::<u128>(puzzle, reversal.as_ref(), widest, settings)
            }
            other => other,
        }
    };
    if let Some(count) = listed(widest)? {
        return Ok(count);
    }
    let too_large = NotCounted::Stopped(StopReason::TooLarge);
    match mapped(maps.ok_or(too_large)?, reversal.as_ref(), most) {
        Err(Halt::Stopped(StopReason::Memory))
            if reversal.is_some() && settings.stop.stop_reason().is_none() =>
        {
            listed(usize::MAX)?.ok_or(too_large)
        }
        counted => Ok(counted?),
    }
}

/// The reversal of a puzzle, if it is of use to a count. Lists of images need symmetries that both ends have, and
/// without a way from class to class there is nothing to count.
fn reversal_of(puzzle: &Puzzle, compact: &BitBoard) -> Option<ReversalSymmetry> {
    let (start, goal) = (bits_of(puzzle.start()), bits_of(puzzle.goal().position()?));
    let is_of_use = compact.fixes_start(puzzle) && compact.same_class(start, goal);
    ReversalSymmetry::of(puzzle).filter(|_| is_of_use)
}

/// Counts by lists of positions; `None` if a level has more than `widest`.
fn listed<T: Count + From<u64> + Into<u128> + TryFrom<u128>>(
    puzzle: &Puzzle,
    reversal: Option<&ReversalSymmetry>,
    widest: usize,
    settings: &SearchSettings,
) -> Result<Option<SolutionCount>, NotCounted> {
    // Up to the symmetries of the goal: the start may have fewer.
    let symmetries = BitBoard::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
    let mut search = TwoEnded::new(symmetries, settings, false, T::from);
    search.widest = widest;
    search.reversal = reversal.cloned();
    search.kept = ["solutions-forward", "solutions-backward"]
        .map(|stage| settings.kept(stage, Packing::NUMBER));
    let mut solutions = 0;
    let end = search.grow(|search, level| {
        for (position, sequences) in level.iter() {
            if search.wanted.is_met_by(position) {
                add(&mut solutions, sequences.into())?;
            }
        }
        Ok(false)
    })?;
    if end == GrowthEnd::Wide {
        return Ok(None);
    }
    if end == GrowthEnd::Adjacent {
        add(&mut solutions, joined(&search)?)?;
    }
    let [mut forward, mut backward] = search.boards;
    if let Some(reversal) = reversal {
        forward.truncate(search.top + 1 - reversal.holes().div_ceil(2));
        backward.clear();
    }
    Ok(Some(SolutionCount {
        solutions,
        forward,
        backward,
    }))
}

/// The sequences that pass from the last forward to the last backward level.
fn joined<T: Count + Into<u128>>(search: &TwoEnded<T>) -> Result<u128, Halt> {
    // One of the two numbers is for all images of the child together, the other for one, so the
    // product is divided by the number of images: after adding up, since a single one need not
    // be divisible.
    let totals = Mutex::new(ByOrbit::default());
    let meet = |sums: &mut ByOrbit, child, [sequences, others]: [T; 2]| {
        let (sequences, others): (u128, u128) = (sequences.into(), others.into());
        let product = sequences.checked_mul(others).ok_or(Halt::TooLarge)?;
        let orbit = usize::try_from(search.compact.orbit(child)).unwrap_or(0);
        add(&mut sums[orbit], product)
    };
    let join = |sums: ByOrbit| {
        let mut totals = totals.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = totals.iter_mut().zip(sums);
        all.try_for_each(|(total, sum)| add(total, sum))
    };
    search.meetings(meet, join, || false)?;
    let totals = totals.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut all = 0;
    for (orbit, total) in (1..).zip(&totals[1..]) {
        add(&mut all, total / orbit)?;
    }
    Ok(all)
}

/// The largest group of symmetries that a grid has.
const LARGEST_ORBIT: usize = 12;

/// A number for every size of an orbit.
type ByOrbit = [u128; LARGEST_ORBIT + 1];

fn add(sum: &mut u128, more: u128) -> Result<(), Halt> {
    *sum = sum.checked_add(more).ok_or(Halt::TooLarge)?;
    Ok(())
}

/// Counts by bit maps. The levels that the count tells of are those that the start reaches, up to symmetry, if half of
/// them is enough and none has more than `widest` positions, and otherwise all boards on solutions.
fn mapped(
    maps: MapSearch,
    reversal: Option<&ReversalSymmetry>,
    widest: usize,
) -> Result<SolutionCount, Halt> {
    let lists = maps.context.compact.order() > 1 && reversal.is_some();
    let mut reached = Vec::new();
    let mut seen = |context: &LayerContext, pegs: usize, layer: &Layer| {
        let is_half = reversal.is_some_and(|reversal| pegs >= reversal.holes().div_ceil(2));
        if is_half {
            reached.push(layer.orbits(context, pegs));
        }
    };
    let Layers { context, layers } = maps.on_solutions(reversal.is_some(), lists, &mut seen)?;
    let solutions = match products::<u64>(&context, &layers, reversal) {
        Err(Halt::TooLarge) => products::<u128>(&context, &layers, reversal),
        other => other,
    }?;
    // Nothing comes after an empty level.
    if let Some(empty) = reached.iter().position(|&boards| boards == Some(0)) {
        reached.truncate(empty + 1);
    }
    let is_narrow = |boards: &u64| *boards <= widest as u64;
    let reached: Option<Vec<u64>> = reached.into_iter().map(|it| it.filter(is_narrow)).collect();
    let forward = match (reversal, reached) {
        (Some(_), Some(reached)) => reached,
        (reversal, _) => boards(&context, &layers, reversal),
    };
    Ok(SolutionCount {
        solutions,
        forward,
        backward: Vec::new(),
    })
}

/// The boards of layers, with those of their images; none if there is no solution.
fn boards(
    context: &LayerContext,
    layers: &[Layer],
    reversal: Option<&ReversalSymmetry>,
) -> Vec<u64> {
    if layers.first().is_none_or(Layer::is_empty) {
        return Vec::new();
    }
    let mut boards: Vec<u64> = layers.iter().map(|layer| layer.boards(context)).collect();
    if let Some(reversal) = reversal {
        // With an odd number of holes the last two levels are images of each other.
        let last = boards.len() - 1 - reversal.holes() % 2;
        boards.extend_from_within(..last);
        boards[layers.len()..].reverse();
    }
    boards
}

/// The sum, over the layers' middle, of the sequences that lead to a position, times those that lead on from it, and over
/// the goals before it of the sequences to them. With a reversal, the middle comes last.
fn products<T: Count + Into<u128>>(
    context: &LayerContext,
    layers: &[Layer],
    reversal: Option<&ReversalSymmetry>,
) -> Result<u128, Halt> {
    let middle = match reversal {
        Some(_) => layers.len().saturating_sub(1),
        None => layers.len() / 2,
    };
    let (Some(crossed), is_goal) = (layers.get(middle), |at| context.wanted.is_met_by(at)) else {
        return Ok(0);
    };
    let number = |of: Option<&LayerValues<T>>, at| -> u128 {
        let value = of.and_then(|of| of.get(at)).unwrap_or_default();
        value.into()
    };
    let product = |at, numbers: [u128; 2]| {
        let orbit = u128::from(context.compact.orbit(at));
        let product = numbers[0].checked_mul(numbers[1]);
        product
            .and_then(|product| product.checked_mul(orbit))
            .ok_or(Halt::TooLarge)
    };
    let mut solutions = 0;
    let (mut before, mut ahead): (Option<LayerValues<T>>, Option<LayerValues<T>>) = (None, None);
    for (played, layer) in layers[..=middle].iter().enumerate() {
        let next = layer.values(context, |at| match &ahead {
            None => Ok(T::ONE),
            Some(ahead) => ahead.sum(context, at, Direction::Backward, T::default()),
        })?;
        (before, ahead) = (ahead, Some(next));
        if reversal.is_none() && played < middle {
            let ended = |at| match is_goal(at) {
                true => product(at, [number(ahead.as_ref(), at), 1]),
                false => Ok(0),
            };
            add(&mut solutions, layer.sum(context, ended)?)?;
        }
    }
    let mut behind: Option<LayerValues<T>> = None;
    if let Some(reversal) = reversal {
        // With an odd number of holes the images have one peg more.
        if let Some(before) = before.filter(|_| reversal.holes() % 2 == 1) {
            behind = Some(before);
        }
    } else {
        for layer in layers[middle..].iter().rev() {
            behind = Some(layer.values(context, |at| {
                let ended = if is_goal(at) { T::ONE } else { T::default() };
                match &behind {
                    None => Ok(ended),
                    Some(behind) => behind.sum(context, at, Direction::Forward, ended),
                }
            })?);
        }
    }
    let onward = |at| match reversal {
        Some(reversal) => {
            let image = context.compact.canonical(reversal.near_start(at));
            number(behind.as_ref().or(ahead.as_ref()), image)
        }
        None => number(behind.as_ref(), at),
    };
    let passing = |at| product(at, [number(ahead.as_ref(), at), onward(at)]);
    add(&mut solutions, crossed.sum(context, passing)?)?;
    Ok(solutions)
}

#[cfg(test)]
mod tests;
