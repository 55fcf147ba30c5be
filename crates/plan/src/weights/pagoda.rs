//! The state equation by linear programming: weights that no action raises.
//!
//! The gap between goal and start is fixed to 1 and the weights are made as small as possible, so that
//! most of them are zero and the others simple fractions. What the linear program says is in floating
//! point and believed by nobody: its weights are multiplied until they are whole, and checked.

use std::time::Duration;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

use super::changes::Changes;
use super::{CheckedWeights, WeightKind, check};
use crate::stop::Stop;
use crate::task::Task;

/// No linear program of more rows is begun.
const MOST_ROWS: usize = 40_000;
/// Weights are multiplied by whole numbers up to this.
const MOST_MULTIPLE: u32 = 720;

/// Checked weights, if the linear program proposes some that the check accepts within this time.
pub fn pagoda(task: &Task, limit: Duration, stop: &Stop) -> Option<CheckedWeights> {
    let left = stop.time_left().unwrap_or(Duration::MAX);
    if stop.why().is_some() {
        return None;
    }
    let proposed = propose(&Changes::new(task), limit.min(left))?;
    (1..=MOST_MULTIPLE)
        .filter_map(|multiple| whole(&proposed, multiple))
        .find_map(|weights| check(task, WeightKind::Pagoda, weights).ok())
}

/// The weights times this number, if they are whole but for what floating point does.
fn whole(weights: &[f64], multiple: u32) -> Option<Vec<i64>> {
    let one = |weight: &f64| {
        let times = weight * f64::from(multiple);
        let near = times.round();
        #[expect(clippy::cast_possible_truncation, reason = "below 10^12")]
        ((times - near).abs() < 1e-4 && near.abs() < 1e12).then_some(near as i64)
    };
    weights.iter().map(one).collect()
}

fn propose(changes: &Changes, limit: Duration) -> Option<Vec<f64>> {
    let open: usize = changes.open.iter().map(|part| part.open.len()).sum();
    if changes.actions.len() + open > MOST_ROWS {
        return None;
    }
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    problem.set_time_limit(limit);
    let parts = |problem: &mut Problem| problem.add_var(1.0, (0.0, f64::INFINITY));
    // Each weight is one variable less another; what may change counts with the worse of the two.
    let weights: Vec<[Variable; 2]> = (0..changes.fluents)
        .map(|_| [parts(&mut problem), parts(&mut problem)])
        .collect();
    let weight = |row: &mut LinearExpr, fluent: usize, factor: f64| {
        let [more, less] = weights[fluent];
        row.add(more, factor);
        row.add(less, -factor);
    };
    for change in &changes.actions {
        let mut row = LinearExpr::empty();
        for &(fluent, sign) in &change.sure {
            weight(&mut row, fluent, f64::from(sign));
        }
        for &(fluent, sign) in &change.perhaps {
            row.add(weights[fluent][usize::from(sign < 0)], 1.0);
        }
        problem.add_constraint(row, ComparisonOp::Le, 0.0);
    }
    let mut gap = LinearExpr::empty();
    for (fluent, &count) in changes.gap.iter().enumerate() {
        if count != 0 {
            weight(&mut gap, fluent, f64::from(count));
        }
    }
    for part in &changes.open {
        let most = if part.one_is_true { f64::INFINITY } else { 0.0 };
        let least = problem.add_var(0.0, (f64::NEG_INFINITY, most));
        gap.add(least, 1.0);
        for &fluent in &part.open {
            let mut row = LinearExpr::empty();
            row.add(least, 1.0);
            weight(&mut row, fluent, -1.0);
            problem.add_constraint(row, ComparisonOp::Le, 0.0);
        }
    }
    problem.add_constraint(gap, ComparisonOp::Eq, 1.0);
    let solution = problem.solve().ok()?.into_solution().ok()?;
    let value =
        |[more, less]: &[Variable; 2]| solution.var_value(*more) - solution.var_value(*less);
    Some(weights.iter().map(value).collect())
}
