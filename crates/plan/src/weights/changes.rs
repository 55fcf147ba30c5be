//! Effects of actions and goals on unknown weights: rows of linear programs.

use rustc_hash::FxHashMap;

use saut_task::task::{Action, Fluent, GroupKind, Literal, Pairs, Task};

/// An unknown weight, and how often it counts.
pub type Term = (usize, i32);

/// Change of the weight of a state by one action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Change {
    /// Weights that surely count: 1 where a fluent becomes true and −1 where it becomes false; in order.
    pub sure: Vec<Term>,
    /// Weights that may count.
    pub perhaps: Vec<Term>,
}

impl Change {
    /// By how much it raises the weight of a state at most.
    pub fn by(&self, weights: &[f64]) -> f64 {
        let term = |&(unknown, times): &Term| f64::from(times) * weights[unknown];
        let perhaps = self.perhaps.iter().map(|one| term(one).max(0.0));
        self.sure.iter().map(term).chain(perhaps).sum()
    }
}

/// Members of a group that the goal leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPart {
    /// The weights of the members.
    pub open: Vec<Term>,
    /// Whether one of them is surely true.
    pub one_is_true: bool,
}

/// Data of a task that its weights depend on.
#[derive(Clone, Debug)]
pub struct Changes {
    /// Changes by the actions, each once, with the least cost of an action that does it.
    pub actions: Vec<(Change, u64)>,
    /// By unknown, how often it counts in the weight of a goal less the weight of the start, as far as the goal says.
    pub gap: Vec<i32>,
    /// Parts that the goal leaves open.
    pub open: Vec<OpenPart>,
}

impl Changes {
    /// Changes by the actions of a task, and the gap between its goal and its start.
    pub fn new(task: &Task) -> Self {
        let groups = task.groups_by_fluent();
        let changes = task.actions().iter().filter_map(|action| {
            let change = change(action, &groups, task.pairs())?;
            Some((change, action.cost))
        });
        // Derived fluents may come and go at any time, so that their weights are 0.
        let derived = task.layers().iter().flat_map(|layer| &layer.fluents);
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
        let (gap, open) = goal(task, &groups);
        Self {
            actions: cheapest(changes.chain(derived)),
            gap,
            open,
        }
    }
}

/// Each change once, with its least cost; in order.
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

/// Change by an action, by the groups of each fluent; nothing if it can never happen, or changes nothing.
fn change(action: &Action, groups: &[Vec<usize>], pairs: Option<&Pairs>) -> Option<Change> {
    if pairs.is_some_and(|pairs| pairs.is_never(action)) {
        return None;
    }
    let (needed, effects) = (&action.preconditions, &action.effects);
    let before: FxHashMap<Fluent, bool> = needed
        .iter()
        .map(|literal| (literal.fluent, literal.value))
        .collect();
    let mut occupied: FxHashMap<usize, Fluent> = FxHashMap::default();
    for literal in needed.iter().filter(|literal| literal.value) {
        for &group in &groups[literal.fluent.index()] {
            if occupied.insert(group, literal.fluent).is_some() {
                return None;
            }
        }
    }
    let mut change = Change::default();
    for effect in effects {
        let is_out = || {
            groups[effect.fluent.index()]
                .iter()
                .any(|g| occupied.contains_key(g))
        };
        let before = before.get(&effect.fluent).copied();
        let before = before.or_else(|| is_out().then_some(false));
        let before = before.or_else(|| pairs?.value_with(needed, effect.fluent));
        let entry = (effect.fluent.index(), if effect.value { 1 } else { -1 });
        match before {
            Some(before) if before == effect.value => {}
            Some(_) => change.sure.push(entry),
            None => change.perhaps.push(entry),
        }
    }
    for one in &action.conditional {
        let effect = one.effect;
        change
            .perhaps
            .push((effect.fluent.index(), if effect.value { 1 } else { -1 }));
    }
    change.sure.sort_unstable();
    change.perhaps.sort_unstable();
    change.perhaps.dedup();
    (change != Change::default()).then_some(change)
}

fn goal(task: &Task, groups: &[Vec<usize>]) -> (Vec<i32>, Vec<OpenPart>) {
    let mut values: Vec<Option<bool>> = vec![None; task.fluents().len()];
    let mut occupied = vec![false; task.groups().len()];
    for literal in task.goal_literals() {
        // A goal that wants both has no state; it counts as wanting the fluent true.
        let value = &mut values[literal.fluent.index()];
        *value = Some(literal.value || *value == Some(true));
        if literal.value {
            groups[literal.fluent.index()]
                .iter()
                .for_each(|&group| occupied[group] = true);
        }
    }
    let wanted: Vec<Literal> = task.goal_literals().collect();
    for (fluent, value) in values.iter_mut().enumerate() {
        if value.is_none() && groups[fluent].iter().any(|&group| occupied[group]) {
            *value = Some(false);
        }
        let pairs = task.pairs();
        *value = value.or_else(|| pairs?.value_with(&wanted, Fluent::new(fluent)));
    }
    let gap = values.iter().zip(task.start());
    let gap = gap.map(|(value, start)| i32::from(*value == Some(true)) - i32::from(*start));
    let gap = gap.collect();
    let mut parts = Vec::new();
    let mut is_taken = vec![false; values.len()];
    for group in task.groups() {
        let members: Vec<usize> = group.fluents.iter().map(|fluent| fluent.index()).collect();
        let is_whole = members.iter().all(|&fluent| !is_taken[fluent]);
        let new: Vec<usize> = members
            .into_iter()
            .filter(|&fluent| !is_taken[fluent])
            .collect();
        for &fluent in &new {
            is_taken[fluent] = true;
        }
        let has_true = new.iter().any(|&fluent| values[fluent] == Some(true));
        parts.push(OpenPart {
            open: new
                .into_iter()
                .filter(|&fluent| values[fluent].is_none())
                .map(|fluent| (fluent, 1))
                .collect(),
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
