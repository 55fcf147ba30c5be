//! The check of weights: integers only, and nothing of the search for them.

use std::collections::HashSet;

use super::{CheckedWeights, WeightKind};
use crate::domain::CheckError;
use crate::task::{Action, Fluent, GroupKind, Literal, Task};

/// Accepts weights that show that the task has no plan.
///
/// # Errors
/// [`CheckError`] with the first thing that is wrong.
pub fn check(
    task: &Task,
    kind: WeightKind,
    weights: Vec<i64>,
) -> Result<CheckedWeights, CheckError> {
    let (given, fluents) = (weights.len(), task.fluents().len());
    if given != fluents {
        return Err(CheckError::rejected(format_args!(
            "there are {given} weights for {fluents} fluents"
        )));
    }
    let derived = task.layers().iter().flat_map(|layer| &layer.fluents);
    if let Some(weighed) = derived.copied().find(|one| weights[one.index()] != 0) {
        let fluent = task.fluent_name(weighed);
        return Err(CheckError::rejected(format_args!(
            "{fluent} is derived and has a weight"
        )));
    }
    if let WeightKind::Modulo(modulus @ 0..2) = kind {
        return Err(CheckError::rejected(format_args!(
            "the modulus {modulus} is less than 2"
        )));
    }
    let checker = Checker::new(task, &weights);
    for action in task.actions() {
        match kind {
            WeightKind::Pagoda => checker.raises_at_most(action, 0)?,
            WeightKind::Modulo(modulus) => checker.keeps(action, modulus)?,
        }
    }
    let start = checker.start();
    let goal = match kind {
        WeightKind::Pagoda => checker.least_goal(),
        WeightKind::Modulo(modulus) => checker.only_goal(modulus)?,
    };
    let has_gap = match kind {
        WeightKind::Pagoda => goal > start,
        WeightKind::Modulo(modulus) => (goal - start).rem_euclid(i128::from(modulus)) != 0,
    };
    if !has_gap {
        return Err(CheckError::rejected(format_args!(
            "a goal weighs {goal} and the start {start}"
        )));
    }
    Ok(CheckedWeights {
        kind,
        weights,
        start,
        goal,
    })
}

fn changes(action: &Action, by: i128) -> CheckError {
    CheckError::rejected(format_args!(
        "{} may change the weight by {by}",
        action.name
    ))
}

/// Changes of the weight of a state by actions and goals.
pub struct Checker<'a> {
    task: &'a Task,
    weights: &'a [i64],
}

impl<'a> Checker<'a> {
    /// The weights, one for each fluent of the task.
    pub const fn new(task: &'a Task, weights: &'a [i64]) -> Self {
        Self { task, weights }
    }

    fn weight(&self, fluent: Fluent) -> i128 {
        i128::from(self.weights[fluent.index()])
    }

    fn start(&self) -> i128 {
        let start = self.task.fluent_ids().zip(self.task.start());
        start
            .filter(|(_, holds)| **holds)
            .map(|(f, _)| self.weight(f))
            .sum()
    }

    /// Weight that an effect adds, if it is known; else what it adds if it changes anything.
    fn change(&self, action: &Action, effect: Literal) -> (i128, bool) {
        let sign = if effect.value { 1 } else { -1 };
        match self
            .task
            .mutexes()
            .value(&action.preconditions, effect.fluent)
        {
            Some(before) if before == effect.value => (0, true),
            known => (sign * self.weight(effect.fluent), known.is_some()),
        }
    }

    /// Accepts an action that raises the weight of no state by more than `allowed`.
    pub(crate) fn raises_at_most(&self, action: &Action, allowed: i128) -> Result<(), CheckError> {
        if self.task.mutexes().never(action) {
            return Ok(());
        }
        let most = |&effect: &Literal| match self.change(action, effect) {
            (change, true) => change,
            (change, false) => change.max(0),
        };
        // It is not known whether a conditional effect takes place.
        let perhaps = action
            .conditional
            .iter()
            .map(|one| self.change(action, one.effect).0.max(0));
        match action.effects.iter().map(most).chain(perhaps).sum() {
            by if by > allowed => Err(changes(action, by)),
            _ => Ok(()),
        }
    }

    fn may_change(&self, action: &Action, fluent: Fluent) -> CheckError {
        let fluent = self.task.fluent_name(fluent);
        CheckError::rejected(format_args!(
            "{} may change {fluent}, or may not",
            action.name
        ))
    }

    fn keeps(&self, action: &Action, modulus: u32) -> Result<(), CheckError> {
        if self.task.mutexes().never(action) {
            return Ok(());
        }
        let modulus = i128::from(modulus);
        let mut by = 0;
        for &effect in &action.effects {
            let (change, is_known) = self.change(action, effect);
            if !is_known && change % modulus != 0 {
                return Err(self.may_change(action, effect.fluent));
            }
            by += change;
        }
        for one in &action.conditional {
            if self.change(action, one.effect).0 % modulus != 0 {
                return Err(self.may_change(action, one.effect.fluent));
            }
        }
        if by % modulus != 0 {
            return Err(changes(action, by));
        }
        Ok(())
    }

    /// The fluents that the goal leaves open, each group together: its open members, and whether one
    /// of them is surely true. A fluent without a group stands alone.
    fn open_parts(&self, wanted: &[Literal]) -> Vec<(Vec<Fluent>, bool)> {
        let value = |f: &Fluent| self.task.mutexes().value(wanted, *f);
        let mut taken: HashSet<Fluent> = HashSet::new();
        let mut parts = Vec::new();
        for group in self.task.groups() {
            let members = group.fluents.iter().copied();
            let new: Vec<Fluent> = members.filter(|fluent| taken.insert(*fluent)).collect();
            let is_whole = new.len() == group.fluents.len();
            let has_true = new.iter().any(|f| value(f) == Some(true));
            let open: Vec<Fluent> = new.into_iter().filter(|f| value(f).is_none()).collect();
            let one_is_true = is_whole && group.kind == GroupKind::ExactlyOne && !has_true;
            parts.push((open, one_is_true));
        }
        let alone = self
            .task
            .fluent_ids()
            .filter(|fluent| !taken.contains(fluent));
        let open = alone.filter(|fluent| value(fluent).is_none());
        parts.extend(open.map(|fluent| (vec![fluent], false)));
        parts.retain(|(open, _)| !open.is_empty());
        parts
    }

    /// Literals that the goal wants, and the weight of all that is then surely true, wanted or by the proved pairs.
    fn wanted(&self) -> (Vec<Literal>, i128) {
        let wanted: Vec<Literal> = self.task.goal_literals().collect();
        // A goal that wants a fluent both true and false has no state; it counts as wanting it true.
        let stated: HashSet<Fluent> = wanted
            .iter()
            .filter(|literal| literal.value)
            .map(|literal| literal.fluent)
            .collect();
        let is_true = |fluent: &Fluent| {
            stated.contains(fluent) || self.task.mutexes().value(&wanted, *fluent) == Some(true)
        };
        let all = self.task.fluent_ids().filter(is_true);
        let weight = all.map(|fluent| self.weight(fluent)).sum();
        (wanted, weight)
    }

    /// A lower bound of the weight of a goal.
    pub fn least_goal(&self) -> i128 {
        let (wanted, weight) = self.wanted();
        let least = |(open, one_is_true): &(Vec<Fluent>, bool)| {
            let least = open
                .iter()
                .map(|fluent| self.weight(*fluent))
                .min()
                .unwrap_or(0);
            if *one_is_true { least } else { least.min(0) }
        };
        weight + self.open_parts(&wanted).iter().map(least).sum::<i128>()
    }

    /// The weight modulo k that all goals have.
    fn only_goal(&self, modulus: u32) -> Result<i128, CheckError> {
        let (wanted, mut weight) = self.wanted();
        let modulus = i128::from(modulus);
        for (open, one_is_true) in self.open_parts(&wanted) {
            let residue = |fluent: Fluent| self.weight(fluent).rem_euclid(modulus);
            let shared = if one_is_true { residue(open[0]) } else { 0 };
            if let Some(other) = open.iter().find(|fluent| residue(**fluent) != shared) {
                let other = self.task.fluent_name(*other);
                return Err(CheckError::rejected(format_args!(
                    "the weight of a goal is open: {other} may be true or false"
                )));
            }
            weight += shared;
        }
        Ok(weight.rem_euclid(modulus))
    }
}
