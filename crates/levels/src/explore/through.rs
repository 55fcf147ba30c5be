//! A plan through a position on a solution.
//!
//! Positions stand for their images under the symmetries of the goal, which need not fix the
//! start. So the way back from a position ends at an image of the start, and the whole plan is
//! turned by the symmetry that brings it to the start itself.

use super::solution_graph::SolutionGraph;
use crate::search::Value;
use crate::search::bit_board::Direction;
use crate::search::values::Values;
use saut_peg::peg::Jump;
use saut_task::plan::Plan;

/// A plan that comes to a position (or an image of it), plays these jumps there and goes on to
/// the goal. `None` if the position is on no solution.
pub fn through<T: Value>(
    graph: &SolutionGraph,
    marks: &Values<T>,
    position: u64,
    jumps: &[usize],
) -> Option<Plan<Jump>> {
    let compact = graph.compact();
    let is_on = |position: u64| marks.get(compact.canonical(position)).is_some();
    let step = |direction: Direction, position: u64| {
        let mut all = compact.masks().iter().enumerate();
        all.find(|(_, mask)| mask.applies(direction, position) && is_on(position ^ mask.touched))
    };
    let mut played = Vec::new();
    let mut at = position;
    while at.count_ones() < graph.start().count_ones() {
        let (jump, mask) = step(Direction::Backward, at)?;
        at ^= mask.touched;
        played.push(jump);
    }
    played.reverse();
    let first = at;
    at = position;
    for &jump in jumps {
        at ^= compact.masks()[jump].touched;
        played.push(jump);
    }
    while !graph.is_goal(at) {
        let (jump, mask) = step(Direction::Forward, at)?;
        at ^= mask.touched;
        played.push(jump);
    }
    let turn = compact.symmetry_between(first, graph.start())?;
    let images = &compact.images_of_jumps()[turn];
    let turned = played.into_iter().map(|jump| compact.jumps()[images[jump]]);
    Some(Plan::sequential(turned))
}
