//! Potential functions by linear programming: weights of facts that maximise the weight of the goal minus the weight of
//! given states.
//!
//! The linear program is the dual of the state equation. Its floating-point solution is not trusted: the weights are
//! scaled and rounded to integers, with the smallest scale for which every action of positive cost satisfies its
//! constraint. Then all constraints are checked in integers.
//!
//! Pommerening, Helmert, Röger, Seipp, *From non-negative to general operator cost partitioning* (AAAI 2015); Seipp,
//! Pommerening, Helmert, *New optimization functions for potential heuristics* (ICAPS 2015), for samples of states.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

use crate::weights::{Changes, whole};
use saut_base::bits;
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_linear::{self as linear, LazyRows, RowGeneration};
use saut_task::bound::{CheckedPotential, Potential};
use saut_task::packed::PackedTask;
use saut_task::task::Task;

/// Limits on the action constraints that are added to the linear program.
const JOINING: RowGeneration = RowGeneration {
    all_up_to: 2_000,
    max: 20_000,
    at_a_time: 200,
    tolerance: 1e-6,
    margin: -1e-6,
};
/// Bound on the weights, as a multiple of the cost of the most expensive action, so that the linear program is bounded.
const MAX_WEIGHT: f64 = 1e4;
/// Number of random walks in a sample. The first walk has no action, and each further walk has one more.
const WALKS: usize = 200;

/// The states for which the potential function is optimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PotentialObjective {
    /// The initial state.
    Start,
    /// States on random walks from the initial state.
    Walks,
}

/// Potential functions that several engines share; the first engine that requests them computes them.
#[derive(Clone, Default)]
pub struct SharedPotentials(Arc<OnceLock<Vec<CheckedPotential>>>);

impl SharedPotentials {
    /// Maximum time of a linear program.
    const LIMIT: Duration = Duration::from_secs(10);

    /// Returns the potential functions of a task, and computes them if necessary.
    pub(crate) fn get(&self, task: &Task, stop: &Stop) -> Vec<CheckedPotential> {
        let make = || {
            let left = stop.time_left().map_or(Self::LIMIT, |left| left / 16);
            let limit = left.min(Self::LIMIT);
            let aims = [PotentialObjective::Start, PotentialObjective::Walks].into_iter();
            let found = aims.filter_map(|aim| potential(task, aim, limit, stop));
            found.collect()
        };
        self.0.get_or_init(make).clone()
    }

    /// Returns the functions, if they are already computed.
    pub(crate) fn made(&self) -> Option<Vec<CheckedPotential>> {
        self.0.get().cloned()
    }
}

/// Finds a potential function and checks it; `None` if none is found within the time limit.
pub fn potential(
    task: &Task,
    aim: PotentialObjective,
    limit: Duration,
    stop: &Stop,
) -> Option<CheckedPotential> {
    let stop = stop.with_timeout(limit);
    if stop.stop_reason().is_some() {
        return None;
    }
    let program = PotentialProgram::new(task);
    let count = |&holds: &bool| f64::from(u8::from(holds));
    let counts = match aim {
        PotentialObjective::Start => task.start().iter().map(count).collect(),
        PotentialObjective::Walks => walks(task, &stop)?,
    };
    let proposed = program.propose(&counts, &stop)?;
    let start = bits::from_values(task.start());
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
            PotentialObjective::Start => a.0.cmp(&b.0),
            PotentialObjective::Walks => a.1.total_cmp(&b.1),
        }
    })
}

/// Returns, for each fluent, the share of the random walks that end in a state in which it is true.
fn walks(task: &Task, stop: &Stop) -> Option<Vec<f64>> {
    let packed = PackedTask::new(task);
    let mut random = Random::new(1);
    let mut counts = vec![0_u32; task.fluents().len()];
    let mut applicable = Vec::new();
    for walk in 0..WALKS {
        if stop.stop_reason().is_some() {
            return None;
        }
        let mut state = bits::from_values(task.start());
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

struct PotentialProgram<'a> {
    task: &'a Task,
    changes: Changes,
    /// Fluents that an action changes only in some states. Their weights need two variables.
    is_split: Vec<bool>,
}

impl<'a> PotentialProgram<'a> {
    fn new(task: &'a Task) -> Self {
        let changes = Changes::new(task);
        let mut is_split = vec![false; task.fluents().len()];
        for &(fluent, _) in changes.actions.iter().flat_map(|(one, _)| &one.perhaps) {
            is_split[fluent] = true;
        }
        Self {
            task,
            changes,
            is_split,
        }
    }

    fn propose(&self, counts: &[f64], stop: &Stop) -> Option<Vec<f64>> {
        let actions = &self.changes.actions;
        #[expect(
            clippy::cast_precision_loss,
            reason = "the program is in floating point"
        )]
        let excess = |weights: &Vec<f64>, row: usize| {
            let (change, cost) = &actions[row];
            change.by(weights) - *cost as f64
        };
        LazyRows::new(actions.len(), JOINING).solve(|rows| self.solve(counts, rows, stop), excess)
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "the program is in floating point"
    )]
    fn solve(&self, counts: &[f64], rows: &[usize], stop: &Stop) -> Option<Vec<f64>> {
        let actions = &self.changes.actions;
        let dearest = actions.iter().map(|one| one.1).max().unwrap_or(1).max(1);
        let most = MAX_WEIGHT * dearest as f64;
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let (start, gap) = (self.task.start(), &self.changes.gap);
        let wanted = |fluent: usize| f64::from(gap[fluent]) + f64::from(u8::from(start[fluent]));
        // A weight is one variable, or the difference of two nonnegative variables. If it is uncertain whether an
        // action makes the change, the worse of the two cases is used.
        let weights: Vec<(Variable, Option<Variable>)> = (0..gap.len())
            .map(|fluent| {
                let gain = wanted(fluent) - counts[fluent];
                if self.is_split[fluent] {
                    let mut part = |gain| problem.add_var(gain, (0.0, most));
                    (part(gain), Some(part(-gain)))
                } else {
                    (problem.add_var(gain, (-most, most)), None)
                }
            })
            .collect();
        let weight = |row: &mut LinearExpr, fluent: usize, factor: f64| {
            let (more, less) = weights[fluent];
            row.add(more, factor);
            if let Some(less) = less {
                row.add(less, -factor);
            }
        };
        let mut terms = gap.len();
        for part in &self.changes.open {
            let highest = if part.one_is_true { most } else { 0.0 };
            let least = problem.add_var(1.0, (-most, highest));
            for &(fluent, _) in &part.open {
                let mut sum = LinearExpr::empty();
                sum.add(least, 1.0);
                weight(&mut sum, fluent, -1.0);
                problem.add_constraint(sum, ComparisonOp::Le, 0.0);
                terms += 2;
            }
        }
        for &row in rows {
            let (change, cost) = &actions[row];
            let mut sum = LinearExpr::empty();
            for &(fluent, sign) in &change.sure {
                weight(&mut sum, fluent, f64::from(sign));
            }
            for &(fluent, sign) in &change.perhaps {
                let (more, less) = weights[fluent];
                sum.add(if sign < 0 { less.unwrap_or(more) } else { more }, 1.0);
            }
            terms += change.sure.len() + change.perhaps.len();
            problem.add_constraint(sum, ComparisonOp::Le, *cost as f64);
        }
        let solution = linear::solve(problem, terms, stop).ok()??;
        let weights = weights.iter().map(|&(more, less)| {
            solution.var_value(more) - less.map_or(0.0, |less| solution.var_value(less))
        });
        Some(weights.collect())
    }

    /// Returns the weights times `multiple`, rounded, with the smallest scale that satisfies the constraint of every
    /// action of positive cost.
    fn whole(&self, weights: &[f64], multiple: u32) -> Option<Potential> {
        let weights = whole(weights, multiple.into(), 0.5)?;
        let mut scale = 1;
        for (change, cost) in &self.changes.actions {
            let (gain, cost) = (change.by_whole(&weights), i128::from(*cost));
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
