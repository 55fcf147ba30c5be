//! Effects of actions and goals on unknown weights, as rows of linear programs.

use rustc_hash::FxHashMap;

use saut_base::bits;
use saut_task::task::{Action, Fluent, GroupKind, Literal, Mutexes, Task};

/// An unknown weight and its factor.
pub type Term = (usize, i32);

/// How an action changes the weight of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Change {
    /// Changes that surely happen, in order: factor 1 if a fluent becomes true, −1 if it becomes false.
    pub sure: Vec<Term>,
    /// Changes that may happen.
    pub perhaps: Vec<Term>,
}

impl Change {
    /// Returns the maximum by which the change raises the weight of a state.
    pub fn by(&self, weights: &[f64]) -> f64 {
        let term = |&(unknown, times): &Term| f64::from(times) * weights[unknown];
        let perhaps = self.perhaps.iter().map(|one| term(one).max(0.0));
        self.sure.iter().map(term).chain(perhaps).sum()
    }

    /// Like [`Change::by`], with integer weights.
    pub fn by_whole(&self, weights: &[i64]) -> i128 {
        let term = |&(unknown, times): &Term| i128::from(times) * i128::from(weights[unknown]);
        let perhaps = self.perhaps.iter().map(|one| term(one).max(0));
        self.sure.iter().map(term).chain(perhaps).sum()
    }
}

/// Members of a group that the goal does not determine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPart {
    /// The members, as unknown weights with factors.
    pub open: Vec<Term>,
    /// Whether one of the members is surely true in the goal.
    pub one_is_true: bool,
}

/// The data of a task that constrain its weights.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The distinct changes by actions, each with the least cost of such an action.
    pub actions: Vec<(Change, u64)>,
    /// For each unknown weight, its coefficient in the difference between goal weight and initial weight. Only fluents
    /// that the goal determines count.
    pub gap: Vec<i32>,
    /// The parts of mutex groups that the goal does not determine.
    pub open: Vec<OpenPart>,
}

impl Changes {
    /// Computes the changes of a task, and the gap between its goal and its initial state.
    pub fn new(task: &Task) -> Self {
        let changes = task.actions().iter().filter_map(|action| {
            let change = change(action, task.mutexes())?;
            Some((change, action.cost))
        });
        // Derived fluents may change at any time, so their weights must be 0.
        let derived = task.derived();
        let derived = derived.flat_map(|fluent| {
            [1, -1].map(|times| {
                let perhaps = vec![(fluent.index(), times)];
                (
                    Change {
                        perhaps,
                        ..Change::default()
                    },
                    0,
                )
            })
        });
        let (gap, open) = goal(task);
        Self {
            actions: cheapest(changes.chain(derived)),
            gap,
            open,
        }
    }
}

/// Returns the distinct changes in order, each with its least cost.
pub fn cheapest(changes: impl Iterator<Item = (Change, u64)>) -> Vec<(Change, u64)> {
    let mut cheapest: FxHashMap<Change, u64> = FxHashMap::default();
    for (change, cost) in changes {
        let least = cheapest.entry(change).or_insert(cost);
        *least = cost.min(*least);
    }
    let mut all: Vec<(Change, u64)> = cheapest.into_iter().collect();
    all.sort_unstable();
    all
}

/// Returns the change by an action; `None` if the action is never applicable, or changes nothing.
fn change(action: &Action, mutexes: &Mutexes) -> Option<Change> {
    if mutexes.never(action) {
        return None;
    }
    let mut change = Change::default();
    let entry = |effect: &Literal| (effect.fluent.index(), if effect.value { 1 } else { -1 });
    for effect in &action.effects {
        let entry = entry(effect);
        match mutexes.value(&action.preconditions, effect.fluent) {
            Some(before) if before == effect.value => {}
            Some(_) => change.sure.push(entry),
            None => change.perhaps.push(entry),
        }
    }
    let conditional = action.conditional.iter();
    change
        .perhaps
        .extend(conditional.map(|one| entry(&one.effect)));
    change.sure.sort_unstable();
    change.perhaps.sort_unstable();
    change.perhaps.dedup();
    (change != Change::default()).then_some(change)
}

fn goal(task: &Task) -> (Vec<i32>, Vec<OpenPart>) {
    let wanted: Vec<Literal> = task.goal_literals().collect();
    let excluded = task.mutexes().excluded_by(&wanted);
    let is_excluded = |one: Literal| bits::get(&excluded, one.index());
    let value = |fluent: Fluent| match [fluent.is_true(), fluent.is_false()].map(is_excluded) {
        [true, _] => Some(false),
        [false, true] => Some(true),
        [false, false] => None,
    };
    let mut values: Vec<Option<bool>> = task.fluent_ids().map(value).collect();
    // If a goal requires a fluent to be both true and false, no state satisfies it. Here, the fluent counts as true.
    for literal in wanted.iter().filter(|literal| literal.value) {
        values[literal.fluent.index()] = Some(true);
    }
    let gap = values.iter().zip(task.start());
    let gap = gap.map(|(value, start)| i32::from(*value == Some(true)) - i32::from(*start));
    let gap = gap.collect();
    let mut parts = Vec::new();
    let mut is_taken = vec![false; values.len()];
    for group in task.groups() {
        let members: Vec<usize> = group.fluents.iter().map(|fluent| fluent.index()).collect();
        let mut new = members.clone();
        new.retain(|&fluent| !std::mem::replace(&mut is_taken[fluent], true));
        let has_true = new.iter().any(|&fluent| values[fluent] == Some(true));
        let is_whole = new.len() == members.len();
        let open = new.into_iter().filter(|&fluent| values[fluent].is_none());
        parts.push(OpenPart {
            open: open.map(|fluent| (fluent, 1)).collect(),
            one_is_true: is_whole && !has_true && group.kind == GroupKind::ExactlyOne,
        });
    }
    let alone = (0..values.len()).filter(|&fluent| !is_taken[fluent] && values[fluent].is_none());
    parts.extend(alone.map(|fluent| OpenPart {
        open: vec![(fluent, 1)],
        one_is_true: false,
    }));
    parts.retain(|part| !part.open.is_empty());
    (gap, parts)
}
