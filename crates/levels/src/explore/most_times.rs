//! Computes the maximum number of occurrences of each jump of the board in a solution.
//!
//! The values are computed from the goal up. The value of a position is the maximum over its successors: the value of
//! the successor, plus one if the counted jump leads to the successor. A stored position represents its images under
//! the symmetries of the goal, and the jumps from an image are the images of the jumps. So the values of all jumps of
//! an orbit are computed together, and each pass computes the values of several orbits.
//!
//! The bounds of `saut_criteria::certify::cone` also allow combinations of jumps that cannot be played in any order. In
//! contrast, each maximum of this module is attained by a plan, which is also returned.

use super::solution_graph::SolutionGraph;
use crate::search::bit_board::Direction;
use crate::search::limits::CountError;
use crate::search::values::Values;
use saut_base::lists::distinct;
use saut_peg::peg::Jump;
use saut_task::plan::Plan;

/// Maximum number of jumps of a pass. All jumps of the English board fit into one pass.
const TOGETHER: usize = 80;

/// The maximum number of occurrences of each jump of a pass after a position.
#[derive(Clone, Copy, Debug)]
struct Times([u8; TOGETHER]);

impl Default for Times {
    fn default() -> Self {
        Self([0; TOGETHER])
    }
}

/// The maximum number of occurrences of one jump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MostTimes {
    /// The jump whose occurrences are counted.
    pub jump: Jump,
    /// Maximum number of occurrences in any solution.
    pub times: u8,
    /// A plan with this number of occurrences, which has not been replayed.
    pub plan: Plan<Jump>,
}

impl MostTimes {
    /// Computes the maximum number of occurrences of every jump, in the order of the board. The list is empty if there
    /// is no solution.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn of_all(graph: &SolutionGraph) -> Result<Vec<Self>, CountError> {
        if !graph.is_solvable() {
            return Ok(Vec::new());
        }
        let images = graph.compact().images_of_jumps();
        let mut all: Vec<Option<Self>> = vec![None; graph.compact().jumps().len()];
        for jumps in chunks(&images) {
            let part = Pass::new(graph, &images, jumps)?;
            for &jump in &part.jumps {
                all[jump] = part.most(jump);
            }
        }
        Ok(all.into_iter().flatten().collect())
    }
}

/// Splits all jumps into sets of at most [`TOGETHER`] jumps. Each set is a union of orbits.
fn chunks(images: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let jumps = images.first().map_or(0, Vec::len);
    let mut is_taken = vec![false; jumps];
    let mut chunks: Vec<Vec<usize>> = vec![Vec::new()];
    for jump in 0..jumps {
        if is_taken[jump] {
            continue;
        }
        let orbit = distinct(images.iter().map(|image| image[jump]));
        for &one in &orbit {
            is_taken[one] = true;
        }
        match chunks.last_mut() {
            Some(last) if last.len() + orbit.len() <= TOGETHER => last.extend(orbit),
            _ => chunks.push(orbit),
        }
    }
    chunks
}

/// The jumps of a pass, with their values for every position.
struct Pass<'a> {
    graph: &'a SolutionGraph,
    jumps: Vec<usize>,
    /// For each symmetry and each jump of this pass, the index of the image of the jump among the jumps of this pass.
    turned: Vec<Vec<usize>>,
    values: Values<Times>,
}

impl<'a> Pass<'a> {
    fn new(
        graph: &'a SolutionGraph,
        images: &[Vec<usize>],
        jumps: Vec<usize>,
    ) -> Result<Self, CountError> {
        let place = |wanted| jumps.iter().position(|&jump| jump == wanted).unwrap_or(0);
        let turn = |image: &Vec<usize>| jumps.iter().map(|&jump| place(image[jump])).collect();
        let turned: Vec<Vec<usize>> = images.iter().map(turn).collect();
        let values = graph.values(|position, below: &Values<Times>| {
            let mut best = Times::default();
            for (jump, child) in graph.compact().steps(Direction::Forward, position) {
                let Some((turn, after)) = look_up(graph, below, child) else {
                    continue;
                };
                for (place, &counted) in jumps.iter().enumerate() {
                    let times = after.0[turned[turn][place]] + u8::from(counted == jump);
                    best.0[place] = best.0[place].max(times);
                }
            }
            Ok(best)
        })?;
        Ok(Self {
            graph,
            jumps,
            turned,
            values,
        })
    }

    /// Returns the maximum number of occurrences of the jump with index `place` after a position, which need not be
    /// canonical. `None` if the position is not on a solution.
    fn times(&self, position: u64, place: usize) -> Option<u8> {
        let (turn, times) = look_up(self.graph, &self.values, position)?;
        Some(times.0[self.turned[turn][place]])
    }

    /// Returns the maximum number of occurrences of a jump of this pass, with a plan that attains it. `None` if there
    /// is no solution.
    fn most(&self, jump: usize) -> Option<MostTimes> {
        let place = self.jumps.iter().position(|&other| other == jump)?;
        let compact = self.graph.compact();
        let mut position = self.graph.start();
        let times = self.times(position, place)?;
        let (mut left, mut played) = (times, Vec::new());
        while left > 0 || !self.graph.is_goal(position) {
            let mut steps = compact.steps(Direction::Forward, position);
            let (next, child) = steps.find(|&(next, child)| {
                let after = self.times(child, place);
                after.is_some_and(|after| after + u8::from(next == jump) == left)
            })?;
            played.push(compact.jumps()[next]);
            position = child;
            left -= u8::from(next == jump);
        }
        Some(MostTimes {
            jump: compact.jumps()[jump],
            times,
            plan: Plan::sequential(played),
        })
    }
}

/// Returns the symmetry that maps a position to its canonical form, and the value of this form. `None` if the position
/// is not on a solution.
fn look_up(graph: &SolutionGraph, values: &Values<Times>, position: u64) -> Option<(usize, Times)> {
    let images = graph.compact().images(position).enumerate();
    let (turn, canonical) = images.min_by_key(|&(_, image)| image)?;
    Some((turn, values.get(canonical)?))
}
