//! The state equation by linear programming: weights that no action raises.
//!
//! The gap between goal and start is fixed to 1 and the weights are made as small as possible, so that
//! most of them are zero and the others simple fractions. What the linear program says is in floating
//! point and believed by nobody: its weights are multiplied until they are whole, and checked.

use std::time::Duration;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

use super::changes::{Changes, Row};
use super::rounding::multiples;
use super::{CheckedWeights, WeightKind, check};
use super::{counters, interior};
use saut_base::stop::Stop;
use saut_linear as linear;
use saut_task::task::Task;

/// No linear program of more rows is begun.
const MOST_ROWS: usize = 40_000;
/// Least number of broken rows that join at a time.
const FEWEST_NEW: usize = 100;
/// The simplex method has this part of the time.
const SOON: u32 = 8;

/// Checked weights, if the linear program proposes some that the check accepts within this time.
pub fn pagoda(task: &Task, limit: Duration, stop: &Stop) -> Option<CheckedWeights> {
    let stop = stop.with_timeout(limit);
    if stop.stop_reason().is_some() {
        return None;
    }
    let changes = Changes::new(task);
    let checked = |weights: Vec<i64>| check(task, WeightKind::Pagoda, weights).ok();
    let rounded = |proposed: Vec<f64>| multiples(&proposed, &changes).find_map(checked);
    // Counters first: the program is small. Then the simplex method, which has the simplest weights if it has any soon.
    let counted = counters::propose(task, &changes, &stop.with_timeout(limit / SOON));
    counted
        .and_then(rounded)
        .or_else(|| {
            let soon = stop.with_timeout(limit / SOON);
            propose(&changes, &soon).and_then(rounded)
        })
        .or_else(|| interior::propose(&changes, &stop, checked))
}

/// Weights that the linear program proposes, made from few rows at first: those that its weights
/// break join, the worst first, until none is broken. Most actions never matter.
fn propose(changes: &Changes, stop: &Stop) -> Option<Vec<f64>> {
    let all = changes.rows();
    let mut is_in = vec![false; all.len()];
    let mut rows: Vec<Row> = Vec::new();
    loop {
        if stop.stop_reason().is_some() {
            return None;
        }
        let point = solve(changes, &rows, stop)?;
        let waiting = all.iter().enumerate().filter(|(index, _)| !is_in[*index]);
        let mut broken: Vec<(f64, usize)> = waiting
            .map(|(index, row)| (point.excess(row), index))
            .filter(|(excess, _)| *excess > 1e-7)
            .collect();
        if broken.is_empty() {
            return Some(point.weights);
        }
        broken.sort_by(|a, b| b.0.total_cmp(&a.0));
        broken.truncate(rows.len().max(FEWEST_NEW));
        if rows.len() + broken.len() > MOST_ROWS {
            return None;
        }
        for (_, index) in broken {
            is_in[index] = true;
            rows.push(all[index]);
        }
    }
}

/// Solution of the linear program.
struct Point {
    weights: Vec<f64>,
    /// The least weight of each open part.
    least: Vec<f64>,
}

impl Point {
    /// By how much a row is broken.
    fn excess(&self, row: &Row) -> f64 {
        match row {
            Row::Action(change) => change.by(&self.weights),
            Row::Member(part, fluent) => self.least[*part] - self.weights[*fluent],
        }
    }
}

/// The smallest weights that keep these rows.
fn solve(changes: &Changes, rows: &[Row], stop: &Stop) -> Option<Point> {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let parts = |problem: &mut Problem| problem.add_var(1.0, (0.0, f64::INFINITY));
    // Each weight is one variable less another; what may change counts with the worse of the two.
    let weights: Vec<[Variable; 2]> = (0..changes.fluents)
        .map(|_| [parts(&mut problem), parts(&mut problem)])
        .collect();
    let least: Vec<Variable> = changes
        .open
        .iter()
        .map(|part| {
            let most = if part.one_is_true { f64::INFINITY } else { 0.0 };
            problem.add_var(0.0, (f64::NEG_INFINITY, most))
        })
        .collect();
    let weight = |row: &mut LinearExpr, fluent: usize, factor: f64| {
        let [more, less] = weights[fluent];
        row.add(more, factor);
        row.add(less, -factor);
    };
    for row in rows {
        let mut sum = LinearExpr::empty();
        match row {
            Row::Action(change) => {
                for &(fluent, sign) in &change.sure {
                    weight(&mut sum, fluent, f64::from(sign));
                }
                for &(fluent, sign) in &change.perhaps {
                    sum.add(weights[fluent][usize::from(sign < 0)], 1.0);
                }
            }
            Row::Member(part, fluent) => {
                sum.add(least[*part], 1.0);
                weight(&mut sum, *fluent, -1.0);
            }
        }
        problem.add_constraint(sum, ComparisonOp::Le, 0.0);
    }
    let mut gap = LinearExpr::empty();
    for (fluent, &count) in changes.gap.iter().enumerate() {
        if count != 0 {
            weight(&mut gap, fluent, f64::from(count));
        }
    }
    for &least in &least {
        gap.add(least, 1.0);
    }
    problem.add_constraint(gap, ComparisonOp::Eq, 1.0);
    let terms = changes.fluents + 4 * rows.len();
    let solution = linear::solve(problem, terms, stop).ok()??;
    let value =
        |[more, less]: &[Variable; 2]| solution.var_value(*more) - solution.var_value(*less);
    Some(Point {
        weights: weights.iter().map(value).collect(),
        least: least
            .iter()
            .map(|&least| solution.var_value(least))
            .collect(),
    })
}
