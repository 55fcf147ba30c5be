//! Effects of actions and goals on unknown weights: rows for the searches.

use rustc_hash::{FxHashMap, FxHashSet};

use saut_task::task::{Action, Fluent, GroupKind, Literal, Pairs, Task};

/// Change of the weight of a state by one action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Change {
    /// Fluents that surely change, with 1 if they become true and −1 if false; in order.
    pub sure: Vec<(usize, i8)>,
    /// Fluents that may change.
    pub perhaps: Vec<(usize, i8)>,
}

impl Change {
    /// By how much it raises the weight of a state at most.
    pub fn by(&self, weights: &[f64]) -> f64 {
        let term = |&(fluent, sign): &(usize, i8)| f64::from(sign) * weights[fluent];
        let perhaps = self.perhaps.iter().map(|one| term(one).max(0.0));
        self.sure.iter().map(term).chain(perhaps).sum()
    }
}

/// Members of a group that the goal leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPart {
    /// The members.
    pub open: Vec<usize>,
    /// Whether one of them is surely true.
    pub one_is_true: bool,
}

/// Data of a task that its weights depend on.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The number of fluents.
    pub fluents: usize,
    /// Changes by the actions, each once.
    pub actions: Vec<Change>,
    /// The weight of a goal less that of the start, as far as the goal says: how often each fluent
    /// counts.
    pub gap: Vec<i8>,
    /// Parts that the goal leaves open.
    pub open: Vec<OpenPart>,
    /// The start, by fluent.
    pub start: Vec<bool>,
}

/// A row of the linear program: coefficients of weights, and of the least weight of an open part. What
/// stands in it together is at most zero.
#[derive(Clone, Copy)]
pub enum Row<'a> {
    /// An action raises nothing.
    Action(&'a Change),
    /// The least weight of an open part is no larger than the weight of this member.
    Member(usize, usize),
}

impl Changes {
    /// All rows of linear programs.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let actions = self.actions.iter().map(Row::Action);
        let members = self.open.iter().enumerate().flat_map(|(part, open)| {
            let members = open.open.iter();
            members.map(move |&fluent| Row::Member(part, fluent))
        });
        actions.chain(members).collect()
    }

    /// Changes by the actions of a task, and the gap between its goal and its start.
    pub fn new(task: &Task) -> Self {
        let groups = task.groups_by_fluent();
        let mut seen = FxHashSet::default();
        for action in task.actions() {
            seen.extend(change(action, &groups, task.pairs()));
        }
        // Derived fluents may come and go at any time, so that their weights are 0.
        let derived = task.layers().iter().flat_map(|layer| &layer.fluents);
        for fluent in derived {
            let changes = [1, -1].map(|sign| Change {
                perhaps: vec![(fluent.index(), sign)],
                ..Change::default()
            });
            seen.extend(changes);
        }
        let mut actions: Vec<Change> = seen.into_iter().collect();
        actions.sort_by(|a, b| (&a.sure, &a.perhaps).cmp(&(&b.sure, &b.perhaps)));
        Self {
            actions,
            ..Self::of_goal(task)
        }
    }

    /// Gap of the goal of a task alone, without actions.
    pub fn of_goal(task: &Task) -> Self {
        let (gap, open) = goal(task, &task.groups_by_fluent());
        Self {
            fluents: task.fluents().len(),
            actions: Vec::new(),
            gap,
            open,
            start: task.start().to_vec(),
        }
    }
}

/// Change by an action, by the groups of each fluent; nothing if it can never happen, or changes nothing.
pub fn change(action: &Action, groups: &[Vec<usize>], pairs: Option<&Pairs>) -> Option<Change> {
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

fn goal(task: &Task, groups: &[Vec<usize>]) -> (Vec<i8>, Vec<OpenPart>) {
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
    let gap = gap.map(|(value, start)| i8::from(*value == Some(true)) - i8::from(*start));
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
                .collect(),
            one_is_true: is_whole && !has_true && group.kind == GroupKind::ExactlyOne,
        });
    }
    let alone = (0..values.len()).filter(|&fluent| !is_taken[fluent] && values[fluent].is_none());
    parts.extend(alone.map(|fluent| OpenPart {
        open: vec![fluent],
        one_is_true: false,
    }));
    parts.retain(|part| !part.open.is_empty());
    (gap, parts)
}
