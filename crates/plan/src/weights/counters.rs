//! Weights that count: of groups whose facts stand in a row, such as the number of balls in a room, each fact weighs as
//! much as its place in the row times one unknown of the group.
//!
//! That leaves a few unknowns of thousands, and of the actions those that do the same to the counters are one row. "The
//! balls in all places together are as many as they were" is a linear program of ten lines then, however many balls
//! there are. What it does not find may still have weights of another form.

use std::collections::{BTreeMap, BTreeSet};

use super::changes::{Change, Changes, OpenPart, Term, cheapest};
use saut_task::task::Task;

/// Groups of fewer facts are no counters.
const FEWEST_FACTS: usize = 3;

/// Weights as multiples of fewer unknowns.
pub struct Counters {
    /// The changes in terms of the unknowns.
    pub changes: Changes,
    /// By fluent its unknown, and how often that counts.
    unknowns: Vec<Term>,
}

impl Counters {
    /// Counters of a task; `None` if no group is one.
    pub fn find(task: &Task, changes: &Changes) -> Option<Self> {
        let mut unknowns: Vec<Option<Term>> = vec![None; changes.gap.len()];
        let mut count = 0;
        let by_fluent = task.groups_by_fluent();
        // By group the steps between two of its facts; none where an action does anything else to it.
        let mut steps: Vec<Option<BTreeSet<(usize, usize)>>> =
            vec![Some(BTreeSet::new()); task.groups().len()];
        for (change, _) in &changes.actions {
            let mut ends: BTreeMap<u32, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
            for &(fluent, sign) in &change.sure {
                for &group in by_fluent.of(fluent) {
                    let (from, to) = ends.entry(group).or_default();
                    if sign < 0 { from } else { to }.push(fluent);
                }
            }
            for (group, (from, to)) in ends {
                match (&from[..], &to[..], &mut steps[group as usize]) {
                    ([from], [to], Some(steps)) => {
                        steps.insert((*from.min(to), *from.max(to)));
                    }
                    (_, _, steps) => *steps = None,
                }
            }
            for &(fluent, _) in &change.perhaps {
                for &group in by_fluent.of(fluent) {
                    steps[group as usize] = None;
                }
            }
        }
        for (group, steps) in task.groups().iter().zip(steps) {
            let mut fluents = group.fluents.iter();
            let is_free = fluents.all(|one| unknowns[one.index()].is_none());
            let is_long = group.fluents.len() >= FEWEST_FACTS;
            let row = steps.filter(|_| is_free && is_long);
            if let Some(row) = row.and_then(|steps| in_a_row(&steps)) {
                for (fluent, place) in row.into_iter().zip(0..) {
                    unknowns[fluent] = Some((count, place));
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
        let unknowns = unknowns.into_iter().map(|one| one.unwrap_or_else(&mut own));
        let unknowns: Vec<Term> = unknowns.collect();
        let changes = replaced(changes, &unknowns, count);
        Some(Self { changes, unknowns })
    }

    /// The weights of the fluents for values of the unknowns.
    pub fn weights(&self, values: &[i64]) -> Vec<i64> {
        let weight = |&(unknown, times): &Term| values[unknown] * i64::from(times);
        self.unknowns.iter().map(weight).collect()
    }
}

/// The changes with multiples of unknowns in the place of weights.
fn replaced(changes: &Changes, unknowns: &[Term], count: usize) -> Changes {
    let term = |&(fluent, times): &Term| (unknowns[fluent].0, unknowns[fluent].1 * times);
    let actions = changes.actions.iter().filter_map(|(change, cost)| {
        let mut sums: BTreeMap<usize, i32> = BTreeMap::new();
        for (unknown, times) in change.sure.iter().map(term) {
            *sums.entry(unknown).or_insert(0) += times;
        }
        let sure = sums.into_iter().filter(|(_, times)| *times != 0).collect();
        let perhaps = change.perhaps.iter().map(term).collect();
        let change = Change { sure, perhaps };
        (change != Change::default()).then_some((change, *cost))
    });
    let mut gap = vec![0; count];
    for (fluent, &times) in changes.gap.iter().enumerate() {
        let (unknown, times) = term(&(fluent, times));
        gap[unknown] += times;
    }
    let open = changes.open.iter().map(|part| {
        // The first and the last place of a counter bound the others.
        let mut ends: BTreeMap<usize, (i32, i32)> = BTreeMap::new();
        for (unknown, times) in part.open.iter().map(term) {
            let (low, high) = ends.entry(unknown).or_insert((times, times));
            (*low, *high) = (times.min(*low), times.max(*high));
        }
        let ends = ends.into_iter().flat_map(|(unknown, (low, high))| {
            let rest = (high != low).then_some((unknown, high));
            [(unknown, low)].into_iter().chain(rest)
        });
        OpenPart {
            open: ends.collect(),
            one_is_true: part.one_is_true,
        }
    });
    Changes {
        actions: cheapest(actions),
        gap,
        open: open.collect(),
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
