//! The number of solutions: jump sequences from the start to a position that meets the goal.
//!
//! Both ends grow until they are one jump apart. With G(x) the sequences from the start to any
//! image of x, and B(y) those from y on to a goal, the solutions are the sum of G(x)·B(y) over
//! the jumps from x to y. A sequence that goes on from one goal position to another counts twice.

use std::sync::{Mutex, PoisonError};

use super::NotCounted;
use super::mirrored::Mirror;
use super::solution_count::{SolutionCount, add};
use super::{mapped, mapped_mirror};
use crate::search::SearchSettings;
use crate::search::bit_board::BitBoard;
use crate::search::checkpoints::Packing;
use crate::search::dense::Dense;
use crate::search::limits::Halt;
use crate::search::{Count, GrowthEnd, TwoEnded};
use saut_base::stop::StopReason;
use saut_peg::peg::Puzzle;

/// Counts the solutions of a puzzle.
///
/// # Errors
/// [`NotCounted`] at a limit, beyond 128 bits, or on a board of more than 64 holes.
pub fn solutions(puzzle: &Puzzle, settings: &SearchSettings) -> Result<SolutionCount, NotCounted> {
    // Bit maps are not kept.
    if settings.checkpoints.is_none()
        && let Some(count) = mirrored(puzzle, settings)?
    {
        return Ok(count);
    }
    let (symmetries, ..) = BitBoard::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
    let dense = Dense::new(puzzle, settings);
    let widest = dense.as_ref().map_or(usize::MAX, |dense| {
        dense.numbering.widest_listed(symmetries.order())
    });
    // Half as wide a count is quicker and usually wide enough: a level has less than the whole.
    let listed = match listed::<u64>(puzzle, widest, settings) {
        Err(NotCounted::TooLarge) => listed::<u128>(puzzle, widest, settings),
        other => other,
    };
    match (listed?, dense) {
        (Some(count), _) => Ok(count),
        (None, Some(dense)) => Ok(mapped::solutions(&dense)?),
        (None, None) => Err(NotCounted::Stopped(StopReason::TooLarge)),
    }
}

/// Counts a puzzle that is its own mirror image: by lists while they are short, and then by bit maps, of
/// which half a search needs few. `None` if there is not enough memory for these, or the puzzle is
/// not so.
fn mirrored(
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<Option<SolutionCount>, NotCounted> {
    let Some(mirror) = Mirror::of(puzzle) else {
        return Ok(None);
    };
    let Some(dense) = Dense::new(puzzle, settings) else {
        return Ok(None);
    };
    let Some(image) = &dense.mirror else {
        return Ok(None);
    };
    let short = dense.numbering.short_list();
    let listed = mirror.count::<u64>(short, settings);
    match listed {
        Ok(Some(count)) => return Ok(Some(count)),
        Ok(None) => {}
        Err(Halt::TooLarge) => return Ok(None),
        Err(halt) => return Err(halt.into()),
    }
    let symmetries = mirror.symmetries();
    let widest = dense.numbering.widest_listed(symmetries.order());
    match mapped_mirror::solutions(&dense, image, symmetries, widest) {
        Err(Halt::Stopped(StopReason::Memory)) if dense.limits.check().is_ok() => Ok(None),
        other => Ok(Some(other?)),
    }
}

/// Counts by lists of positions; `None` if a level has more than `widest`.
fn listed<T: Count + From<u64> + Into<u128> + TryFrom<u128>>(
    puzzle: &Puzzle,
    widest: usize,
    settings: &SearchSettings,
) -> Result<Option<SolutionCount>, NotCounted> {
    if let Some(mirror) = Mirror::of(puzzle) {
        return Ok(mirror.count::<T>(widest, settings)?);
    }
    // Up to the symmetries of the goal: the start may have fewer.
    let symmetries = BitBoard::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
    let mut search = TwoEnded::over(puzzle, symmetries, settings, false, T::from);
    search.widest = widest;
    search.kept = ["solutions-forward", "solutions-backward"]
        .map(|stage| settings.kept(stage, Packing::NUMBER));
    let mut solutions = 0;
    let end = search.grow(T::from, |search, level| {
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
    let [forward, backward] = search.boards;
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
