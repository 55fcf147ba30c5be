//! The state equation by linear programming: weights that no action raises.
//!
//! First the goal is to weigh as much more than the start as can be; then with a little that is drawn for each weight,
//! which leads to a corner, where weights are simple fractions. The linear program is in floating point: its weights are
//! proposals, made whole and checked.

use std::time::Duration;

use super::changes::Changes;
use super::counters::Counters;
use super::exact::whole;
use super::program::WeightProgram;
use super::rounding::multiples;
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_task::certificate::{ClosedSet, Reason};
use saut_task::task::{Fluent, Task};

/// Counters have this part of the time.
const SOON: u32 = 8;
/// Optimality gap of the first solution, which keeps away from rows that are not quite equal, and of the last.
const MIDDLE: f64 = 1e-6;
const CORNER: f64 = 1e-12;
/// Guesses, tried in this order, of the distance up to which two numbers are taken for equal.
const EQUAL: [f64; 4] = [1e-6, 1e-8, 1e-10, 1e-5];
/// Bound of the random objective of all weights together, as a part of the gap.
const DRAWN: f64 = 0.2;

/// Checked weights, if the linear program proposes some that the check accepts within this time.
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
    // Counters first: their program is small.
    let counted = counters.and_then(|counters| {
        let accept = |values: Vec<i64>| checked(counters.weights(&values));
        propose(&counters.changes, &stop.with_timeout(limit / SOON), accept)
    });
    counted.or_else(|| propose(&changes, &stop, checked))
}

/// Proposes whole weights that no action raises, as far as floating point says, and by which every goal weighs more than
/// the start, until `accept` accepts some.
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
