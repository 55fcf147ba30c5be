//! Potential functions by linear programming: the weights for which a goal weighs as much more as possible than given
//! states.
//!
//! The program is the dual of the state equation. What it says is in floating point and believed by nobody: the weights
//! are multiplied and rounded, the scale made just large enough that no action of positive cost breaks the rule, and
//! all is checked in integers.
//!
//! Pommerening, Helmert, Röger, Seipp, *From non-negative to general operator cost partitioning* (AAAI 2015); Seipp,
//! Pommerening, Helmert, *New optimization functions for potential heuristics* (ICAPS 2015), for samples of states.

use std::time::Duration;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};
use rustc_hash::FxHashMap;

use crate::weights::{Change, Changes, change};
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_linear as linear;
use saut_task::bound::{CheckedPotential, Potential};
use saut_task::packed::PackedTask;
use saut_task::task::Task;

/// No linear program of more rows is begun.
const MOST_ROWS: usize = 20_000;
/// Least number of broken rows that join at a time.
const FEWEST_NEW: usize = 200;
/// Weights stay within this many times the dearest action, so that the program has an end.
const MOST_WEIGHT: f64 = 1e4;
/// Random walks that give a sample, and the length of the longest.
const WALKS: usize = 200;

/// The states for which the weights are to be good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The start.
    Start,
    /// States on random walks from the start.
    Walks,
}

/// A checked potential function, if there was time for one.
pub fn potential(task: &Task, aim: Aim, limit: Duration, stop: &Stop) -> Option<CheckedPotential> {
    let stop = stop.with_timeout(limit);
    if stop.stop_reason().is_some() {
        return None;
    }
    let program = Program::new(task);
    let counts = match aim {
        Aim::Start => task
            .start()
            .iter()
            .map(|&holds| f64::from(u8::from(holds)))
            .collect(),
        Aim::Walks => walks(task, &stop)?,
    };
    let proposed = program.propose(&counts, &stop)?;
    let start = PackedTask::pack(task.start());
    let whole = [1_u32, 2, 3, 4, 5, 6, 12, 60, 720, 10_000, 1_000_000];
    let checked = whole.into_iter().filter_map(|multiple| {
        let potential = program.whole(&proposed, multiple)?;
        potential.check(task).ok()
    });
    let goodness = |checked: &CheckedPotential| {
        let scale = f64::from(checked.potential().scale);
        let weights = checked.potential().weights.iter().zip(&counts);
        #[expect(clippy::cast_precision_loss, reason = "only compared")]
        let sum: f64 = weights.map(|(&weight, count)| weight as f64 * count).sum();
        (checked.bound(&start), -sum / scale)
    };
    checked.max_by(|a, b| {
        let (a, b) = (goodness(a), goodness(b));
        match aim {
            Aim::Start => a.0.cmp(&b.0),
            Aim::Walks => a.1.total_cmp(&b.1),
        }
    })
}

/// Frequency with which each fluent is true on random walks.
fn walks(task: &Task, stop: &Stop) -> Option<Vec<f64>> {
    let packed = PackedTask::new(task);
    let mut random = Random::new(1);
    let mut counts = vec![0_u32; task.fluents().len()];
    let mut applicable = Vec::new();
    for walk in 0..WALKS {
        if stop.stop_reason().is_some() {
            return None;
        }
        let mut state = PackedTask::pack(task.start());
        for _ in 0..walk {
            packed.applicable(&state, &mut applicable);
            if applicable.is_empty() {
                break;
            }
            packed.apply(applicable[random.below(applicable.len())], &mut state);
        }
        for (count, holds) in counts.iter_mut().zip(packed.values(&state)) {
            *count += u32::from(holds);
        }
    }
    let share = |count: u32| f64::from(count) / f64::from(u32::try_from(WALKS).unwrap_or(1));
    Some(counts.into_iter().map(share).collect())
}

/// A row of the linear program: what stands on its left is at most what its action costs, or 0.
#[derive(Clone, Copy)]
enum Row {
    Action(usize),
    /// The least weight of an open part is no larger than the weight of this member.
    Member(usize, usize),
}

struct Program {
    changes: Changes,
    /// Changes by actions, each once, with the least cost of an action that does it.
    actions: Vec<(Change, u64)>,
    /// Fluents that may change somewhere: their weights are two variables.
    is_split: Vec<bool>,
    /// Derived fluents weigh nothing.
    is_derived: Vec<bool>,
}

impl Program {
    fn new(task: &Task) -> Self {
        let groups = task.groups_by_fluent();
        let mut cheapest: FxHashMap<Change, u64> = FxHashMap::default();
        for action in task.actions() {
            if let Some(change) = change(action, &groups, task.pairs()) {
                let least = cheapest.entry(change).or_insert(action.cost);
                *least = action.cost.min(*least);
            }
        }
        let mut actions: Vec<(Change, u64)> = cheapest.into_iter().collect();
        actions.sort_by(|a, b| (&a.0.sure, &a.0.perhaps).cmp(&(&b.0.sure, &b.0.perhaps)));
        let mut is_split = vec![false; task.fluents().len()];
        for &(fluent, _) in actions.iter().flat_map(|(change, _)| &change.perhaps) {
            is_split[fluent] = true;
        }
        Self {
            changes: Changes::of_goal(task),
            actions,
            is_split,
            is_derived: task.fluent_ids().map(|one| task.is_derived(one)).collect(),
        }
    }

    /// Weights from few rows at first: those that they break join, until none is broken.
    fn propose(&self, counts: &[f64], stop: &Stop) -> Option<Vec<f64>> {
        let actions = (0..self.actions.len()).map(Row::Action);
        let open = self.changes.open.iter().enumerate();
        let members = open.flat_map(|(part, open)| {
            let members = open.open.iter();
            members.map(move |&fluent| Row::Member(part, fluent))
        });
        let mut waiting: Vec<Row> = members.chain(actions).collect();
        let mut rows: Vec<Row> = Vec::new();
        if waiting.len() <= 10 * FEWEST_NEW {
            rows = std::mem::take(&mut waiting);
        }
        loop {
            if stop.stop_reason().is_some() {
                return None;
            }
            let point = self.solve(counts, &rows, stop)?;
            let excess = |(index, row): (usize, &Row)| (self.excess(&point, *row), index);
            let broken = waiting.iter().enumerate().map(excess);
            let mut broken: Vec<(f64, usize)> = broken.filter(|(by, _)| *by > 1e-6).collect();
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

    fn excess(&self, point: &Point, row: Row) -> f64 {
        match row {
            #[expect(
                clippy::cast_precision_loss,
                reason = "the program is in floating point"
            )]
            Row::Action(action) => {
                let (change, cost) = &self.actions[action];
                let sure = change.sure.iter();
                let sure = sure.map(|&(fluent, sign)| f64::from(sign) * point.weights[fluent]);
                let perhaps = change.perhaps.iter();
                let perhaps =
                    perhaps.map(|&(f, sign)| (f64::from(sign) * point.weights[f]).max(0.0));
                sure.chain(perhaps).sum::<f64>() - *cost as f64
            }
            Row::Member(part, fluent) => point.least[part] - point.weights[fluent],
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "the program is in floating point"
    )]
    fn solve(&self, counts: &[f64], rows: &[Row], stop: &Stop) -> Option<Point> {
        let dearest = self
            .actions
            .iter()
            .map(|one| one.1)
            .max()
            .unwrap_or(1)
            .max(1);
        let most = MOST_WEIGHT * dearest as f64;
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let (start, gap) = (&self.changes.start, &self.changes.gap);
        let wanted = |fluent: usize| f64::from(gap[fluent]) + f64::from(u8::from(start[fluent]));
        // A weight is one variable, or one less another; what may change counts with the worse of the two.
        let weights: Vec<(Variable, Option<Variable>)> = (0..self.changes.fluents)
            .map(|fluent| {
                let gain = wanted(fluent) - counts[fluent];
                let most = if self.is_derived[fluent] { 0.0 } else { most };
                if self.is_split[fluent] {
                    let mut part = |gain| problem.add_var(gain, (0.0, most));
                    (part(gain), Some(part(-gain)))
                } else {
                    (problem.add_var(gain, (-most, most)), None)
                }
            })
            .collect();
        let open = self.changes.open.iter();
        let least = open.map(|part| {
            let most = if part.one_is_true { most } else { 0.0 };
            problem.add_var(1.0, (-MOST_WEIGHT * dearest as f64, most))
        });
        let least: Vec<Variable> = least.collect();
        let weight = |row: &mut LinearExpr, fluent: usize, factor: f64| {
            let (more, less) = weights[fluent];
            row.add(more, factor);
            if let Some(less) = less {
                row.add(less, -factor);
            }
        };
        let mut terms = self.changes.fluents;
        for row in rows {
            let mut sum = LinearExpr::empty();
            let mut most = 0.0;
            match *row {
                Row::Action(action) => {
                    let (change, cost) = &self.actions[action];
                    most = *cost as f64;
                    for &(fluent, sign) in &change.sure {
                        weight(&mut sum, fluent, f64::from(sign));
                    }
                    for &(fluent, sign) in &change.perhaps {
                        let (more, less) = weights[fluent];
                        sum.add(if sign < 0 { less.unwrap_or(more) } else { more }, 1.0);
                    }
                    terms += change.sure.len() + change.perhaps.len();
                }
                Row::Member(part, fluent) => {
                    sum.add(least[part], 1.0);
                    weight(&mut sum, fluent, -1.0);
                    terms += 2;
                }
            }
            problem.add_constraint(sum, ComparisonOp::Le, most);
        }
        let solution = linear::solve(problem, terms, stop).ok()??;
        let weights = weights.iter().map(|&(more, less)| {
            solution.var_value(more) - less.map_or(0.0, |less| solution.var_value(less))
        });
        Some(Point {
            weights: weights.collect(),
            least: least
                .iter()
                .map(|&least| solution.var_value(least))
                .collect(),
        })
    }

    /// The weights times a number, rounded, with the least scale by which no action that costs something breaks the
    /// rule.
    fn whole(&self, weights: &[f64], multiple: u32) -> Option<Potential> {
        let one = |weight: &f64| {
            let times = (weight * f64::from(multiple)).round();
            #[expect(clippy::cast_possible_truncation, reason = "below 10^15")]
            (times.abs() < 1e15).then_some(times as i64)
        };
        let weights: Vec<i64> = weights.iter().map(one).collect::<Option<_>>()?;
        let mut scale = 1;
        for (change, cost) in &self.actions {
            let signed = |&(f, sign): &(usize, i8)| i128::from(sign) * i128::from(weights[f]);
            let sure: i128 = change.sure.iter().map(signed).sum();
            let perhaps = change.perhaps.iter().map(signed);
            let gain = sure + perhaps.map(|one| one.max(0)).sum::<i128>();
            let cost = i128::from(*cost);
            if gain > scale * cost {
                if cost == 0 {
                    return None;
                }
                scale = (gain + cost - 1) / cost;
            }
        }
        let scale = u32::try_from(scale).ok()?;
        Some(Potential { scale, weights })
    }
}

/// Solution of the linear program.
struct Point {
    weights: Vec<f64>,
    /// The least weight of each open part.
    least: Vec<f64>,
}
