//! A plan through a position on a solution.
//!
//! Positions stand for their images under the symmetries of the goal, which need not fix the
//! start. So the way back from a position ends at an image of the start, and the whole plan is
//! turned by the symmetry that brings it to the start itself.

use super::values::Values;
use super::winning::Winning;
use crate::peg::Jump;
use crate::search::Tally;
use crate::search::compact::Direction;
use saut_plan::plan::Plan;

/// A plan that comes to a position (or an image of it), plays these jumps there and goes on to
/// the goal. `None` if the position is on no solution.
pub fn through<T: Tally>(
    winning: &Winning,
    marks: &Values<T>,
    position: u64,
    jumps: &[usize],
) -> Option<Plan<Jump>> {
    let compact = winning.compact();
    let is_on = |position: u64| marks.get(compact.canonical(position)).is_some();
    let step = |direction: Direction, position: u64| {
        let mut all = compact.masks().iter().enumerate();
        all.find(|(_, mask)| mask.applies(direction, position) && is_on(position ^ mask.flip))
    };
    let mut played = Vec::new();
    let mut at = position;
    while at.count_ones() < winning.start().count_ones() {
        let (jump, mask) = step(Direction::Backward, at)?;
        at ^= mask.flip;
        played.push(jump);
    }
    played.reverse();
    let first = at;
    at = position;
    for &jump in jumps {
        at ^= compact.masks()[jump].flip;
        played.push(jump);
    }
    while !winning.is_goal(at) {
        let (jump, mask) = step(Direction::Forward, at)?;
        at ^= mask.flip;
        played.push(jump);
    }
    let turn = compact.turn(first, winning.start())?;
    let turned = played.iter().map(|&jump| compact.turned_jump(turn, jump));
    Some(Plan::sequential(turned.collect::<Option<Vec<Jump>>>()?))
}
