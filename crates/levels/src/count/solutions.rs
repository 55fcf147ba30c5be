//! Counts solutions: jump sequences from the start to a position that meets the goal.
//!
//! Lists grow from both ends until they are one jump apart. Let F(x) be the number of sequences from the start to any
//! image of x, and B(y) the number of sequences from the images of y to a goal position. The number of solutions is the
//! sum of F(x)·B(y) over the jumps from x to y, each divided by the size of the orbit of y (or of x, if the last jump
//! is played backwards).
//!
//! If the lists become wide, bit maps find the layers of positions on solutions. The numbers of sequences are then
//! added up layer by layer from both ends to the middle. If the puzzle is its own reversal, they are added up only from
//! the start. The number of sequences from a position of the middle to the goal then equals the number of sequences
//! from the start to the image of this position. A sequence that passes through one goal position and ends in another
//! goal position counts twice.

use crate::search::bit_board::{BitBoard, Direction};
use crate::search::checkpoints::WordCodec;
use crate::search::layer::Layer;
use crate::search::layers::{FinishedLayers, Layers};
use crate::search::level::Level;
use crate::search::limits::{CountError, add};
use crate::search::reversal::ReversalSymmetry;
use crate::search::values::{LayerValues, fold};
use crate::search::{Count, GrowthEnd, SearchSettings, TwoEnded};
use saut_peg::peg::Puzzle;

/// The number of solutions, with the number of boards that were visited at each level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionCount {
    /// Number of jump sequences from the start to a goal position.
    pub solutions: u128,
    /// Number of boards at each level from the start down, up to the symmetries of the puzzle. If the levels are too
    /// wide for lists, these are the numbers of all boards on solutions.
    pub forward: Vec<u64>,
    /// Number of boards at each level, starting at the goal positions with the fewest pegs. Empty if these levels are
    /// not needed, or are the mirror image of `forward`.
    pub backward: Vec<u64>,
}

/// Counts the solutions of a puzzle.
///
/// # Errors
/// [`CountError`] if a limit was reached, a number exceeds 128 bits, or the board has more than 64 holes.
pub fn solutions(puzzle: &Puzzle, settings: &SearchSettings) -> Result<SolutionCount, CountError> {
    // Numbers of 64 bits are faster than numbers of 128 bits, and usually suffice.
    match counted::<u64>(puzzle, settings) {
        Err(CountError::TooLarge) => counted::<u128>(puzzle, settings),
        other => other,
    }
}

fn counted<T: Count + Into<u128> + TryFrom<u128>>(
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<SolutionCount, CountError> {
    let parts = BitBoard::of_goal(puzzle).ok_or(CountError::LARGE)?;
    let mut solutions = 0;
    let arrived = |search: &TwoEnded<T>, level: &Level<T>| {
        let mut goals = level.iter().filter(|&(at, _)| search.wanted.is_met_by(at));
        goals.try_for_each(|(_, sequences)| add(&mut solutions, sequences.into()))?;
        Ok(false)
    };
    let search =
        match FinishedLayers::new(puzzle, settings, parts, WordCodec::NUMBER, true, arrived)? {
            FinishedLayers::Maps(found) => return of_layers(&found),
            FinishedLayers::Lists(search, GrowthEnd::Adjacent) => {
                add(&mut solutions, across(&search)?)?;
                search
            }
            FinishedLayers::Lists(search, _) => search,
        };
    let [mut forward, mut backward] = search.boards;
    if let Some(reversal) = &search.reversal {
        forward.truncate(search.top + 1 - reversal.holes().div_ceil(2));
        backward.clear();
    }
    Ok(SolutionCount {
        solutions,
        forward,
        backward,
    })
}

/// The order of the largest symmetry group of a board.
const LARGEST_ORBIT: usize = 12;

/// Returns the number of solutions through a jump from the last list of the start to the last list of the goal.
fn across<T: Count + Into<u128>>(search: &TwoEnded<T>) -> Result<u128, CountError> {
    // There is one sum for each size of an orbit, because a single product need not be divisible by this size.
    let see = |sums: &mut [u128; LARGEST_ORBIT + 1], child, [one, other]: [T; 2]| {
        let product = one
            .into()
            .checked_mul(other.into())
            .ok_or(CountError::TooLarge)?;
        let orbit = usize::try_from(search.compact.orbit(child)).unwrap_or(0);
        add(&mut sums[orbit], product)
    };
    let (_, sums) = search.meeting(true, see)?;
    let mut all = 0;
    for orbit in 1..=LARGEST_ORBIT {
        let mut total = 0;
        sums.iter()
            .try_for_each(|sums| add(&mut total, sums[orbit]))?;
        add(&mut all, total / orbit as u128)?;
    }
    Ok(all)
}

fn of_layers(found: &Layers) -> Result<SolutionCount, CountError> {
    let solutions = match sequences::<u64>(found) {
        Err(CountError::TooLarge) => sequences::<u128>(found),
        other => other,
    }?;
    Ok(SolutionCount {
        solutions,
        forward: found.reached.clone().unwrap_or_else(|| boards(found)),
        backward: Vec::new(),
    })
}

/// Returns the number of boards in each layer. If the puzzle is its own reversal, the numbers of the second half follow
/// from the first half. The list is empty if there is no solution.
fn boards(found: &Layers) -> Vec<u64> {
    let layers = &found.layers;
    if layers.first().is_none_or(Layer::is_empty) {
        return Vec::new();
    }
    let of_layer = |layer: &Layer| layer.boards(&found.context);
    let mut boards: Vec<u64> = layers.iter().map(of_layer).collect();
    if let Some(reversal) = &found.reversal {
        // If the number of holes is odd, the last two levels are images of each other.
        let last = boards.len() - 1 - reversal.holes() % 2;
        boards.extend_from_within(..last);
        boards[layers.len()..].reverse();
    }
    boards
}

fn sequences<T: Count + Into<u128>>(found: &Layers) -> Result<u128, CountError> {
    let (context, layers) = (&found.context, &found.layers);
    let number = |of: &Option<LayerValues<T>>, at| -> u128 {
        let value = of.as_ref().and_then(|of| of.get(at)).unwrap_or_default();
        value.into()
    };
    let one_if = |is_one: bool| T::of(is_one.into());
    let start = layers.first().and_then(|start| start.positions().next());
    let top = start.map_or(0, u64::count_ones) as usize;
    // All goal positions are in the middle layer, or below it.
    let middle = match &found.reversal {
        Some(reversal) => top.saturating_sub(reversal.holes() / 2),
        None => top
            .saturating_sub(context.wanted.most)
            .min(layers.len() / 2),
    };
    let Some(crossed) = layers.get(middle) else {
        return Ok(0);
    };
    let own = |at: u64| one_if(at.count_ones() as usize == top);
    let [last, before] = fold(context, layers[..=middle].iter(), Direction::Backward, own)?;
    // The numbers of sequences from the middle layer to the goal. If the number of holes is odd, images under the
    // reversal have one additional peg.
    let is_odd = |reversal: &ReversalSymmetry| reversal.holes() % 2 == 1;
    let onward = if let Some(reversal) = &found.reversal {
        before.filter(|_| is_odd(reversal))
    } else {
        let own = |at| one_if(context.wanted.is_met_by(at));
        fold(
            context,
            layers[middle..].iter().rev(),
            Direction::Forward,
            own,
        )?[0]
            .take()
    };
    let onward = |at| {
        let image = found
            .reversal
            .as_ref()
            .map(|reversal| reversal.near_start(at));
        let of = if onward.is_some() { &onward } else { &last };
        number(
            of,
            image.map_or(at, |image| context.compact.canonical(image)),
        )
    };
    crossed.sum(context, |at| {
        let product = number(&last, at).checked_mul(onward(at));
        let orbit = context.compact.orbit(at).into();
        product
            .and_then(|product| product.checked_mul(orbit))
            .ok_or(CountError::TooLarge)
    })
}

#[cfg(test)]
mod tests;
