//! The state equation by linear programming: weights that no action raises.
//!
//! The gap between goal and start is fixed to 1 and the weights are made as small as possible, so that
//! most of them are zero and the others simple fractions. What the linear program says is in floating
//! point and believed by nobody: its weights are multiplied until they are whole, and checked.

use std::time::Duration;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

use super::changes::{Change, Changes};
use super::{CheckedWeights, WeightKind, check};
use crate::stop::Stop;
use crate::task::Task;
use saut_linear as linear;

/// No linear program of more rows is begun.
const MOST_ROWS: usize = 40_000;
/// At least so many rows that are broken join at a time.
const FEWEST_NEW: usize = 100;
/// Weights are multiplied by whole numbers up to this.
const MOST_MULTIPLE: u32 = 720;

/// Checked weights, if the linear program proposes some that the check accepts within this time.
pub fn pagoda(task: &Task, limit: Duration, stop: &Stop) -> Option<CheckedWeights> {
    let stop = stop.with_timeout(limit);
    if stop.why().is_some() {
        return None;
    }
    let proposed = propose(&Changes::new(task), &stop)?;
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

/// A row of the linear program: coefficients of weights, and of the least weight of an open part. What
/// stands in it together is at most zero.
#[derive(Clone, Copy)]
enum Row<'a> {
    /// An action raises nothing.
    Action(&'a Change),
    /// The least weight of an open part is no larger than the weight of this member.
    Member(usize, usize),
}

/// Weights that the linear program proposes, made from few rows at first: those that its weights
/// break join, the worst first, until none is broken. Most actions never matter.
fn propose(changes: &Changes, stop: &Stop) -> Option<Vec<f64>> {
    let actions = changes.actions.iter().map(Row::Action);
    let members = changes.open.iter().enumerate().flat_map(|(part, open)| {
        let members = open.open.iter();
        members.map(move |&fluent| Row::Member(part, fluent))
    });
    let mut waiting: Vec<Row> = actions.chain(members).collect();
    let mut rows: Vec<Row> = Vec::new();
    loop {
        if stop.why().is_some() {
            return None;
        }
        let point = solve(changes, &rows, stop)?;
        let mut broken: Vec<(f64, usize)> = waiting
            .iter()
            .enumerate()
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
        let mut joining: Vec<usize> = broken.into_iter().map(|(_, index)| index).collect();
        joining.sort_unstable();
        for index in joining.into_iter().rev() {
            rows.push(waiting.swap_remove(index));
        }
    }
}

/// What the linear program says.
struct Point {
    weights: Vec<f64>,
    /// The least weight of each open part.
    least: Vec<f64>,
}

impl Point {
    /// By how much a row is broken.
    fn excess(&self, row: &Row) -> f64 {
        match row {
            Row::Action(change) => {
                let sure = change.sure.iter();
                let sure = sure.map(|&(fluent, sign)| f64::from(sign) * self.weights[fluent]);
                let perhaps = change.perhaps.iter();
                let perhaps =
                    perhaps.map(|&(f, sign)| (f64::from(sign) * self.weights[f]).max(0.0));
                sure.chain(perhaps).sum()
            }
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
