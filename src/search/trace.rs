//! The jumps of a solution, read off the levels.
//!
//! Levels hold one position for all its images, and the symmetries fix start and goal. So from
//! any position of a solution one can walk, without ever turning the board, to the start through
//! the levels before it and to a goal through the levels after it.

use super::compact::Direction;
use super::level::Level;
use super::table::Tally;
use super::two_ended::TwoEnded;
use crate::peg::Jump;
use crate::plan::Plan;

/// The jumps from the start through `middle` to a goal; `None` if the levels do not connect.
pub fn trace<T: Tally>(search: &TwoEnded<T>, middle: u64) -> Option<Plan<Jump>> {
    let pegs = middle.count_ones() as usize;
    let before = search.forward.get(..search.top.checked_sub(pegs)?)?;
    let (mut jumps, mut position) = (Vec::new(), middle);
    for level in before.iter().rev() {
        jumps.push(walk(search, Direction::Backward, &mut position, level)?);
    }
    jumps.reverse();
    position = middle;
    while !search.wanted.is_met_by(position) {
        let fewer = (position.count_ones() as usize).checked_sub(search.bottom + 1)?;
        jumps.push(walk(
            search,
            Direction::Forward,
            &mut position,
            search.backward.get(fewer)?,
        )?);
    }
    Some(Plan::sequential(jumps))
}

/// Plays the first (un-)jump that leads into a level.
fn walk<T: Tally>(
    search: &TwoEnded<T>,
    direction: Direction,
    position: &mut u64,
    level: &Level<T>,
) -> Option<Jump> {
    let compact = &search.compact;
    let leads = |flip: u64| level.has(compact.canonical(*position ^ flip));
    let (mask, &jump) = compact
        .masks()
        .iter()
        .zip(compact.jumps())
        .find(|(mask, _)| mask.applies(direction, *position) && leads(mask.flip))?;
    *position ^= mask.flip;
    Some(jump)
}
