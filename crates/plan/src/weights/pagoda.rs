//! The state equation by linear programming: finds weights whose total no action raises.
//!
//! The first objective maximises the weight of the goal minus the weight of the initial state. The second objective
//! adds a small random term for each weight. Its solution is a corner of the polytope, where weights are simple
//! fractions. The linear program uses floating-point numbers, so its weights are only proposals, which are converted to
//! integers and checked. All weights are between −1 and 1. Most action constraints never matter, so a large program
//! starts without them.

use std::time::Duration;

use super::changes::{Change, Changes};
use super::counters::Counters;
use super::exact::whole;
use super::rounding::multiples;
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_linear::{LazyRows, Program, RowGeneration, Sum};
use saut_task::certificate::{ClosedSet, Reason};
use saut_task::task::{Fluent, Task};

/// The time limit, divided by this number, is for the linear program of the counters.
const SOON: u32 = 8;
/// Optimality gaps of the two solutions. The first solution stays away from constraints that need not be tight; the
/// second solution is a corner.
const MIDDLE: f64 = 1e-6;
const CORNER: f64 = 1e-12;
/// Tolerances within which two numbers are considered equal, in the order in which they are tried.
const EQUAL: [f64; 4] = [1e-6, 1e-8, 1e-10, 1e-5];
/// Bound on the total of the random terms of all weights, as a part of the gap.
const DRAWN: f64 = 0.2;

/// Finds checked weights by a linear program within the time limit; `None` if the check accepts no proposal.
pub fn pagoda(task: &Task, limit: Duration, stop: &Stop) -> Option<ClosedSet<Fluent>> {
    let stop = stop.with_timeout(limit);
    if stop.stop_reason().is_some() {
        return None;
    }
    let changes = Changes::new(task);
    let checked = |weights: Vec<i64>| {
        let set = ClosedSet::of_reason(Reason::weights(0, &weights));
        set.check(task, &stop).is_ok().then_some(set)
    };
    let counters = Counters::find(task, &changes);
    // The program of the counters is tried first, because it is small.
    let counted = counters.and_then(|counters| {
        let accept = |values: Vec<i64>| checked(counters.weights(&values));
        propose(&counters.changes, &stop.with_timeout(limit / SOON), accept)
    });
    counted.or_else(|| propose(&changes, &stop, checked))
}

/// Proposes integer weights until `accept` accepts some. In floating-point arithmetic, no action raises their total,
/// and every goal weighs more than the initial state.
pub fn propose<T>(
    changes: &Changes,
    stop: &Stop,
    mut accept: impl FnMut(Vec<i64>) -> Option<T>,
) -> Option<T> {
    let mut program = WeightProgram::new(changes);
    let middle = program.solve(MIDDLE, stop)?;
    let gains = changes.gap.iter().zip(&middle);
    let open = middle[changes.gap.len()..][..changes.open.len()].iter();
    let gap: f64 = gains
        .map(|(&times, weight)| f64::from(times) * weight)
        .chain(open.copied())
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "a number of weights")]
    let most = DRAWN * gap / changes.gap.len() as f64;
    let mut random = Random::new(0);
    for gain in program.gain() {
        *gain += most * (2.0 * random.share() - 1.0);
    }
    let corner = program.solve(CORNER, stop);
    for at in corner.iter().chain([&middle]) {
        for near in EQUAL {
            let weights = whole(at, program.sums(), changes.gap.len(), near);
            if let Some(accepted) = weights.and_then(&mut accept) {
                return Some(accepted);
            }
        }
    }
    multiples(&middle[..changes.gap.len()], changes).find_map(accept)
}

/// Limits on the rows of actions. A row is added if it is violated, or nearly violated.
const JOINING: RowGeneration = RowGeneration {
    all_up_to: 20_000,
    max: 400_000,
    at_a_time: usize::MAX,
    tolerance: 1e-6,
    margin: 1e-3,
};

/// Linear program for weights whose sum no action raises. The unknowns are the weights, the least weight of each
/// undetermined part of the goal, and the parts above and below 0 of weights that may change.
struct WeightProgram<'a> {
    changes: &'a Changes,
    /// For each weight, the unknown of its part above 0; the next unknown is its part below 0.
    parts: Vec<Option<usize>>,
    program: Program,
    /// Number of constraints that do not depend on the actions.
    always: usize,
    rows: LazyRows,
}

impl<'a> WeightProgram<'a> {
    fn new(changes: &'a Changes) -> Self {
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

    /// Returns the objective coefficients of the weights.
    fn gain(&mut self) -> &mut [f64] {
        &mut self.program.gain[..self.changes.gap.len()]
    }

    /// Returns the current constraints, each a sum that is at most 0.
    fn sums(&self) -> impl Iterator<Item = &[(usize, f64)]> + Clone {
        self.program.sums.iter().map(Vec::as_slice)
    }

    /// Returns the values of the unknowns, weights first. `near` is the relative optimality gap.
    fn solve(&mut self, near: f64, stop: &Stop) -> Option<Vec<f64>> {
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

/// Returns the maximum by which a change raises the sum of weights, as a sum of unknowns.
fn sum(change: &Change, parts: &[Option<usize>]) -> Sum {
    let sure = change.sure.iter();
    let sure = sure.map(|&(weight, times)| (weight, f64::from(times)));
    let perhaps = change.perhaps.iter().filter_map(|&(weight, times)| {
        let part = parts[weight]? + usize::from(times < 0);
        Some((part, f64::from(times.abs())))
    });
    sure.chain(perhaps).collect()
}
