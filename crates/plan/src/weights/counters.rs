//! Weights for counters. A mutex group is a counter if its facts form a sequence, such as the number of balls in a
//! room. Then the weight of each fact is its place in the sequence times one unknown of the group.
//!
//! A few unknowns replace thousands of weights, and actions with the same effect on the counters become one row. For
//! example, "the total number of balls stays the same" becomes a linear program of ten rows, for any number of balls.
//! If this program finds no weights, there may still be weights of another form.

use std::collections::{BTreeMap, BTreeSet};

use super::changes::{Change, Changes, OpenPart, Term, cheapest};
use saut_task::task::Task;

/// Minimum number of facts of a counter.
const MIN_FACTS: usize = 3;

/// Weights expressed as multiples of fewer unknowns.
pub struct Counters {
    /// The changes, as sums of the new unknowns.
    pub changes: Changes,
    /// For each fluent, its unknown and the factor.
    unknowns: Vec<Term>,
}

impl Counters {
    /// Finds the counters of a task; `None` if no group is a counter.
    pub fn find(task: &Task, changes: &Changes) -> Option<Self> {
        let mut unknowns: Vec<Option<Term>> = vec![None; changes.gap.len()];
        let mut count = 0;
        let by_fluent = task.groups_by_fluent();
        // For each group, the pairs of facts such that an action replaces one fact of the pair by the other fact;
        // `None` if an action changes the group differently.
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
            let is_long = group.fluents.len() >= MIN_FACTS;
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

    /// Returns the weights of the fluents for given values of the unknowns.
    pub fn weights(&self, values: &[i64]) -> Vec<i64> {
        let weight = |&(unknown, times): &Term| values[unknown] * i64::from(times);
        self.unknowns.iter().map(weight).collect()
    }
}

/// Replaces each weight by a multiple of an unknown.
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
        // The first and the last place of a counter bound the other places.
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

/// Returns the facts as a sequence in which each fact only leads to its neighbours; `None` if there is no such
/// sequence.
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
    (row.len() == beside.len() && row.len() >= MIN_FACTS).then_some(row)
}
