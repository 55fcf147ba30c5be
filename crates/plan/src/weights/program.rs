//! The linear program of all weights, by interior points.
//!
//! All weights are between −1 and 1, and the goal is to weigh as much more than the start as can be. Most actions never
//! matter, so that large programs begin without them.

use super::changes::{Change, Changes};
use saut_base::stop::Stop;
use saut_linear::{Joining, LazyRows, Program, Sum};

/// Rows of actions join the program if they are violated, or would be with a little more weight.
const JOINING: Joining = Joining {
    all_up_to: 20_000,
    max: 400_000,
    at_a_time: usize::MAX,
    tolerance: 1e-6,
    margin: 1e-3,
};

/// Linear program of the weights of which no action raises the sum. Its unknowns are weights, the least weight of each
/// open part, and of weights that may change the parts above and below 0.
pub struct WeightProgram<'a> {
    changes: &'a Changes,
    /// By weight the unknown of its part above 0; the next is that below 0.
    parts: Vec<Option<usize>>,
    program: Program,
    /// Number of constraints that do not depend on the actions.
    always: usize,
    rows: LazyRows,
}

impl<'a> WeightProgram<'a> {
    /// The program of a task.
    pub fn new(changes: &'a Changes) -> Self {
        let weights = changes.gap.len();
        let mut parts = vec![None; weights];
        let mut unknowns = weights + changes.open.len();
        let mut program = Program::default();
        let mut at_most_0 = |sum: Sum| program.sums.push(sum);
        for &(weight, _) in changes.actions.iter().flat_map(|(one, _)| &one.perhaps) {
            if parts[weight].is_none() {
                let (above, below) = (unknowns, unknowns + 1);
                parts[weight] = Some(above);
                unknowns += 2;
                at_most_0(vec![(weight, 1.0), (above, -1.0)]);
                at_most_0(vec![(weight, -1.0), (below, -1.0)]);
                at_most_0(vec![(above, -1.0)]);
                at_most_0(vec![(below, -1.0)]);
            }
        }
        for (part, least) in changes.open.iter().zip(weights..) {
            if !part.one_is_true {
                at_most_0(vec![(least, 1.0)]);
            }
            for &(weight, times) in &part.open {
                let mut sum = vec![(least, 1.0)];
                if times != 0 {
                    sum.push((weight, -f64::from(times)));
                }
                at_most_0(sum);
            }
        }
        program.gain = changes.gap.iter().map(|&count| f64::from(count)).collect();
        program.gain.resize(weights + changes.open.len(), 1.0);
        program.gain.resize(unknowns, 0.0);
        Self {
            changes,
            parts,
            always: program.sums.len(),
            program,
            rows: LazyRows::new(changes.actions.len(), JOINING),
        }
    }

    /// Objective coefficients of the weights.
    pub fn gain(&mut self) -> &mut [f64] {
        &mut self.program.gain[..self.changes.gap.len()]
    }

    /// Constraints so far, each a sum that is at most 0.
    pub fn sums(&self) -> impl Iterator<Item = &[(usize, f64)]> + Clone {
        self.program.sums.iter().map(Vec::as_slice)
    }

    /// The unknowns, weights first, nearer to the most than this part of it.
    pub fn solve(&mut self, near: f64, stop: &Stop) -> Option<Vec<f64>> {
        let Self {
            changes,
            parts,
            program,
            always,
            rows,
        } = self;
        let actions = &changes.actions;
        let joined = |rows: &[usize]| {
            let known = program.sums.len() - *always;
            let new = rows[known..].iter().map(|&row| sum(&actions[row].0, parts));
            program.sums.extend(new);
            program.solve(near, stop)
        };
        rows.solve(joined, |at, row| actions[row].0.by(at))
    }
}

/// By how much a change raises the sum of weights at most.
fn sum(change: &Change, parts: &[Option<usize>]) -> Sum {
    let sure = change.sure.iter();
    let sure = sure.map(|&(weight, times)| (weight, f64::from(times)));
    let perhaps = change.perhaps.iter().filter_map(|&(weight, times)| {
        let part = parts[weight]? + usize::from(times < 0);
        Some((part, f64::from(times.abs())))
    });
    sure.chain(perhaps).collect()
}
