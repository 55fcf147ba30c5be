//! The longest sweep that occurs in any solution.
//!
//! Every sequence of jumps through positions on solutions is part of a solution. So the longest sweep is found by
//! trying, from each of these positions, all jumps of each peg to other such positions.

use std::cmp::Reverse;
use std::sync::Mutex;

use super::solution_graph::SolutionGraph;
use crate::search::bit_board::Direction;
use crate::search::limits::CountError;
use crate::search::values::Values;
use saut_peg::peg::Jump;
use saut_task::plan::Plan;

/// Returns the number of jumps of the longest sweep, and a plan with this sweep, which has not been replayed. The
/// number is 0 if the start meets the goal. `None` if there is no solution.
///
/// # Errors
/// [`CountError`] if a limit was reached.
pub fn longest_sweep(graph: &SolutionGraph) -> Result<Option<(usize, Plan<Jump>)>, CountError> {
    if !graph.is_solvable() {
        return Ok(None);
    }
    let best: Mutex<Option<(Vec<usize>, u64)>> = Mutex::default();
    let marks = graph.values(|position, below: &Values<()>| {
        let mut longest = Vec::new();
        for hole in (0..64).filter(|hole| position >> hole & 1 == 1) {
            let mut sweep = Vec::new();
            go_on(graph, below, (position, hole), &mut sweep, &mut longest);
        }
        if let Ok(mut best) = best.lock() {
            // In a tie, the smallest position wins, so the result does not depend on the threads.
            let rank = |sweep: &Vec<usize>, position| (sweep.len(), Reverse(position));
            let is_better =
                |(sweep, at): &(Vec<usize>, u64)| rank(&longest, position) > rank(sweep, *at);
            if best.as_ref().is_none_or(is_better) {
                *best = Some((longest, position));
            }
        }
        Ok(())
    })?;
    let best = best.into_inner().unwrap_or_default();
    Ok(best.and_then(|(sweep, position)| {
        let plan = through(graph, &marks, position, &sweep)?;
        Some((sweep.len(), plan))
    }))
}

/// Tries all continuations of the sweep of the peg in `hole`. `longest` becomes the longest sweep so far.
fn go_on(
    graph: &SolutionGraph,
    marks: &Values<()>,
    (position, hole): (u64, u32),
    sweep: &mut Vec<usize>,
    longest: &mut Vec<usize>,
) {
    let compact = graph.compact();
    let steps = compact.steps(Direction::Forward, position);
    for (jump, child) in steps.filter(|&(jump, _)| compact.masks()[jump].from == 1 << hole) {
        if marks.get(compact.canonical(child)).is_none() {
            continue;
        }
        sweep.push(jump);
        if sweep.len() > longest.len() {
            longest.clone_from(sweep);
        }
        let landed = compact.masks()[jump].target.trailing_zeros();
        go_on(graph, marks, (child, landed), sweep, longest);
        sweep.pop();
    }
}

/// Returns a plan that reaches a position (or one of its images), plays these jumps and continues to the goal. `None`
/// if the position is not on a solution.
///
/// Positions represent their images under the symmetries of the goal, which need not fix the start. So the path back
/// from a position ends at an image of the start. The symmetry that maps this image to the start is then applied to the
/// whole plan.
fn through(
    graph: &SolutionGraph,
    marks: &Values<()>,
    position: u64,
    jumps: &[usize],
) -> Option<Plan<Jump>> {
    let compact = graph.compact();
    let step = |direction: Direction, position: u64| {
        compact.step_into(direction, position, |child| marks.get(child).is_some())
    };
    let (mut played, mut first) = (Vec::new(), position);
    while first.count_ones() < graph.start().count_ones() {
        let (jump, parent) = step(Direction::Backward, first)?;
        first = parent;
        played.push(jump);
    }
    played.reverse();
    let mut at = position;
    for &jump in jumps {
        at ^= compact.masks()[jump].touched;
        played.push(jump);
    }
    while !graph.is_goal(at) {
        let (jump, child) = step(Direction::Forward, at)?;
        at = child;
        played.push(jump);
    }
    let turn = compact
        .images(first)
        .position(|image| image == graph.start())?;
    let images = &compact.images_of_jumps()[turn];
    let turned = played.into_iter().map(|jump| compact.jumps()[images[jump]]);
    Some(Plan::sequential(turned))
}
