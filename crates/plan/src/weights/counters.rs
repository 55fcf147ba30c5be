//! Weights that count: of groups whose facts stand in a row, such as the number of balls in a room, each fact weighs as
//! much as its place in the row times one unknown of the group.
//!
//! That leaves a few unknowns of thousands, and of the actions those that do the same to the counters are one row. "The
//! balls in all places together are as many as they were" is a linear program of ten lines then, however many balls
//! there are. What it does not find may still have weights of another form.

use std::collections::{BTreeMap, BTreeSet};

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

use super::changes::Changes;
use saut_base::stop::Stop;
use saut_linear as linear;
use saut_task::task::Task;

/// Groups of fewer facts are no counters.
const FEWEST_FACTS: usize = 3;
/// No linear program of more rows is begun.
const MOST_ROWS: usize = 5_000;
/// Least number of broken rows that join at a time.
const FEWEST_NEW: usize = 100;

/// The unknown of each fluent and how often it counts; the number of unknowns.
struct Unknowns {
    of: Vec<(usize, i64)>,
    count: usize,
}

impl Unknowns {
    /// `None` if no group is a counter.
    fn of(task: &Task, changes: &Changes) -> Option<Self> {
        let mut of: Vec<Option<(usize, i64)>> = vec![None; changes.fluents];
        let mut count = 0;
        let by_fluent = task.groups_by_fluent();
        // By group the steps between two of its facts; none where an action does anything else to it.
        let mut steps: Vec<Option<BTreeSet<(usize, usize)>>> =
            vec![Some(BTreeSet::new()); task.groups().len()];
        for change in &changes.actions {
            let mut ends: BTreeMap<usize, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
            for &(fluent, sign) in &change.sure {
                for &group in &by_fluent[fluent] {
                    let (from, to) = ends.entry(group).or_default();
                    if sign < 0 { from } else { to }.push(fluent);
                }
            }
            for (group, (from, to)) in ends {
                match (&from[..], &to[..], &mut steps[group]) {
                    ([from], [to], Some(steps)) => {
                        steps.insert((*from.min(to), *from.max(to)));
                    }
                    (_, _, steps) => *steps = None,
                }
            }
            for &(fluent, _) in &change.perhaps {
                for &group in &by_fluent[fluent] {
                    steps[group] = None;
                }
            }
        }
        for (group, steps) in task.groups().iter().zip(steps) {
            let is_free = group.fluents.iter().all(|one| of[one.index()].is_none());
            let is_long = group.fluents.len() >= FEWEST_FACTS;
            let row = steps.filter(|_| is_free && is_long);
            if let Some(row) = row.and_then(|steps| in_a_row(&steps)) {
                for (fluent, place) in row.into_iter().zip(0..) {
                    of[fluent] = Some((count, place));
                }
                count += 1;
            }
        }
        if count == 0 {
            return None;
        }
        let mut own = || {
            count += 1;
            (count - 1, 1)
        };
        let of = of.into_iter().map(|one| one.unwrap_or_else(&mut own));
        let of = of.collect();
        Some(Self { of, count })
    }

    /// Term of a fluent, `times` over.
    fn term(&self, fluent: usize, times: i64) -> (usize, i64) {
        let (unknown, each) = self.of[fluent];
        (unknown, times * each)
    }
}

/// The facts of a row in their order, if each leads to its neighbours only.
fn in_a_row(steps: &BTreeSet<(usize, usize)>) -> Option<Vec<usize>> {
    let mut beside: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &(one, other) in steps {
        beside.entry(one).or_default().push(other);
        beside.entry(other).or_default().push(one);
    }
    let (&first, _) = beside.iter().find(|(_, beside)| beside.len() == 1)?;
    let (mut row, mut last) = (vec![first], None);
    loop {
        let here = row[row.len() - 1];
        let beside = &beside[&here];
        let mut on = beside.iter().filter(|&&one| Some(one) != last);
        let next = on.next();
        if on.next().is_some() {
            return None;
        }
        match next {
            Some(&next) => row.push(next),
            None => break,
        }
        last = Some(here);
    }
    (row.len() == beside.len() && row.len() >= FEWEST_FACTS).then_some(row)
}

/// Sums of unknowns: how often each counts.
type Sum = Vec<(usize, i64)>;

fn sum(terms: impl Iterator<Item = (usize, i64)>) -> Sum {
    let mut sum: BTreeMap<usize, i64> = BTreeMap::new();
    for (unknown, times) in terms {
        *sum.entry(unknown).or_insert(0) += times;
    }
    sum.into_iter().filter(|(_, times)| *times != 0).collect()
}

/// A row: what is certain of a change, and what may come on top of it.
type Row = (Sum, Sum);

/// Weights that no action raises, and by which every goal weighs one more than the start, if a linear program over the
/// counters proposes some. It begins with few rows; those that its weights break join, the worst first.
pub fn propose(task: &Task, changes: &Changes, stop: &Stop) -> Option<Vec<f64>> {
    let unknowns = Unknowns::of(task, changes)?;
    let mut all: BTreeSet<Row> = BTreeSet::new();
    for change in &changes.actions {
        let of = |&(fluent, sign): &(usize, i8)| unknowns.term(fluent, i64::from(sign));
        let sure = sum(change.sure.iter().map(of));
        let perhaps: Sum = change.perhaps.iter().map(of).collect();
        if !(sure.is_empty() && perhaps.is_empty()) {
            all.insert((sure, perhaps));
        }
    }
    let mut waiting: Vec<Row> = all.into_iter().collect();
    let mut rows: Vec<Row> = Vec::new();
    let values = loop {
        if rows.len() > MOST_ROWS || stop.stop_reason().is_some() {
            return None;
        }
        let values = solve(&unknowns, changes, &rows, stop)?;
        let excess = |row: &Row| excess(row, &values);
        let broken = waiting.iter().map(excess).enumerate();
        let mut broken: Vec<(usize, f64)> = broken.filter(|(_, by)| *by > 1e-7).collect();
        if broken.is_empty() {
            break values;
        }
        broken.sort_by(|a, b| b.1.total_cmp(&a.1));
        broken.truncate(rows.len().max(FEWEST_NEW));
        broken.sort_by_key(|(index, _)| std::cmp::Reverse(*index));
        rows.extend(
            broken
                .into_iter()
                .map(|(index, _)| waiting.swap_remove(index)),
        );
    };
    #[expect(clippy::cast_precision_loss, reason = "places in a row")]
    let weight = |&(unknown, times): &(usize, i64)| values[unknown] * times as f64;
    Some(unknowns.of.iter().map(weight).collect())
}

/// By how much weights break a row.
#[expect(clippy::cast_precision_loss, reason = "places in a row")]
fn excess((sure, perhaps): &Row, values: &[f64]) -> f64 {
    let term = |&(unknown, times): &(usize, i64)| values[unknown] * times as f64;
    let perhaps = perhaps.iter().map(|one| term(one).max(0.0));
    sure.iter().map(term).chain(perhaps).sum()
}

/// The values of the unknowns for which the weights are smallest.
fn solve(unknowns: &Unknowns, changes: &Changes, rows: &[Row], stop: &Stop) -> Option<Vec<f64>> {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let part = |problem: &mut Problem| problem.add_var(1.0, (0.0, f64::INFINITY));
    let weights: Vec<[Variable; 2]> = (0..unknowns.count)
        .map(|_| [part(&mut problem), part(&mut problem)])
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "places in a row")]
    let add = |row: &mut LinearExpr, (unknown, times): (usize, i64)| {
        let [more, less] = weights[unknown];
        row.add(more, times as f64);
        row.add(less, -(times as f64));
    };
    let mut terms = unknowns.count;
    for (sure, perhaps) in rows {
        let mut row = LinearExpr::empty();
        for &term in sure {
            add(&mut row, term);
        }
        for &(unknown, times) in perhaps {
            row.add(weights[unknown][usize::from(times < 0)], 1.0);
        }
        terms += sure.len() + perhaps.len();
        problem.add_constraint(row, ComparisonOp::Le, 0.0);
    }
    let mut gap = LinearExpr::empty();
    let counts = changes.gap.iter().enumerate();
    let counts = counts.map(|(fluent, &count)| unknowns.term(fluent, i64::from(count)));
    for term in sum(counts) {
        add(&mut gap, term);
    }
    for part in &changes.open {
        let most = if part.one_is_true { f64::INFINITY } else { 0.0 };
        let least = problem.add_var(0.0, (f64::NEG_INFINITY, most));
        // Of a counter the first and the last place say it for all.
        let mut ends: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
        for &fluent in &part.open {
            let (unknown, times) = unknowns.of[fluent];
            let (low, high) = ends.entry(unknown).or_insert((times, times));
            (*low, *high) = (times.min(*low), times.max(*high));
        }
        for (unknown, (low, high)) in ends {
            for times in [low, high] {
                let mut row = LinearExpr::empty();
                row.add(least, 1.0);
                add(&mut row, (unknown, -times));
                terms += 3;
                problem.add_constraint(row, ComparisonOp::Le, 0.0);
            }
        }
        gap.add(least, 1.0);
    }
    problem.add_constraint(gap, ComparisonOp::Eq, 1.0);
    let solution = linear::solve(problem, terms, stop).ok()??;
    let value = |&[more, less]: &[Variable; 2]| {
        let value = solution.var_value(more) - solution.var_value(less);
        if value.abs() < 1e-9 { 0.0 } else { value }
    };
    Some(weights.iter().map(value).collect())
}
