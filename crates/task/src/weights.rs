//! The check of weights of fluents, in integers. It shares no code with the search for weights.
//!
//! The weight of a state is the sum of the weights of its true fluents. Two kinds of weights prove that there is no
//! plan:
//!
//! - *pagoda*: No action raises the weight of a state, and every goal state weighs more than the initial state. These
//!   weights are the dual of the state equation, which requires every fluent to become true at least as many times as
//!   actions consume it.
//! - *modulo k*: No action changes the weight modulo k, and every goal state has a different weight modulo k than the
//!   initial state.
//!
//! The check knows exactly how an effect changes the weight if a precondition or a mutex determines the value of the
//! fluent before the action. Otherwise, the check assumes the worst case. Derived fluents have the weight 0.
//!
//! If the goal does not determine the value of a fluent, the check uses the proved mutex groups in the order of the
//! task. If a member is in several groups, only the first of these groups counts it. If all members of a group of kind
//! *exactly one* count, exactly one of them is true. Otherwise, at most one is true.
//!
//! Berlekamp, Conway, Guy, *Winning Ways*, ch. 23, for pagoda functions; Bonet and van den Briel,
//! *Flow-based heuristics for optimal planning* (ICAPS 2014), for the state equation.

use std::collections::{BTreeMap, HashSet};

use crate::domain::CheckError;
use crate::task::{Action, Fluent, GroupKind, Literal, Task};
use saut_base::bits;

/// Returns the weight of each fluent of a task; 0 for fluents that `weights` omits.
pub fn dense(task: &Task, weights: &BTreeMap<Fluent, i64>) -> Vec<i64> {
    let mut all = vec![0; task.fluents().len()];
    for (fluent, &weight) in weights {
        all[fluent.index()] = weight;
    }
    all
}

/// Rejects nonzero weights of derived fluents, which actions change without an explicit effect.
///
/// # Errors
/// [`CheckError`] with the first derived fluent that has a weight.
pub fn none_is_derived(task: &Task, weights: &[i64]) -> Result<(), CheckError> {
    match task.derived().find(|one| weights[one.index()] != 0) {
        None => Ok(()),
        Some(weighed) => CheckError::reject(format_args!(
            "{} is derived and has a weight",
            task.fluent_name(weighed)
        )),
    }
}

/// Weights for which no action changes the weight of a state modulo k, and all goal states have the same weight modulo
/// k. Only [`CheckedResidue::of`] creates them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedResidue {
    modulus: u32,
    weights: Vec<i64>,
    goal: i128,
}

impl CheckedResidue {
    /// Checks the weights.
    ///
    /// # Errors
    /// [`CheckError`] with the first defect.
    pub fn of(task: &Task, modulus: u32, weights: Vec<i64>) -> Result<Self, CheckError> {
        if modulus < 2 {
            return CheckError::reject(format_args!("the modulus {modulus} is less than 2"));
        }
        none_is_derived(task, &weights)?;
        let checker = WeightChecker::new(task, &weights);
        for action in task.actions() {
            checker.keeps(action, modulus)?;
        }
        let goal = checker.only_goal(modulus)?;
        Ok(Self {
            modulus,
            weights,
            goal,
        })
    }

    /// Returns the weight of each fluent.
    pub fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// Returns the weight modulo k that every goal state has.
    pub const fn goal(&self) -> i128 {
        self.goal
    }

    /// Whether the weight of a state differs from the weight of the goal states modulo k, so that the state is a dead
    /// end.
    pub fn is_dead(&self, state: &[u64]) -> bool {
        let weights = (0..).zip(&self.weights).filter(|(_, weight)| **weight != 0);
        let weights = weights.filter(|(fluent, _)| bits::get(state, *fluent));
        let weight: i128 = weights.map(|(_, &weight)| i128::from(weight)).sum();
        (weight - self.goal).rem_euclid(i128::from(self.modulus)) != 0
    }
}

fn changes(action: &Action, by: i128) -> CheckError {
    CheckError::rejected(format_args!(
        "{} may change the weight by {by}",
        action.name
    ))
}

/// Computes how actions change the weight of a state, and the weight of goal states.
pub struct WeightChecker<'a> {
    task: &'a Task,
    weights: &'a [i64],
}

impl<'a> WeightChecker<'a> {
    /// Creates the checker from one weight for each fluent of the task.
    pub fn new(task: &'a Task, weights: &'a [i64]) -> Self {
        Self { task, weights }
    }

    fn weight(&self, fluent: Fluent) -> i128 {
        i128::from(self.weights[fluent.index()])
    }

    /// Returns the weight that an effect adds to a state, and whether the effect is known to add exactly this weight.
    /// If not, the effect adds nothing in states where its fluent already has the value.
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

    /// Accepts an action if it raises the weight of no state by more than `allowed`.
    pub(crate) fn raises_at_most(&self, action: &Action, allowed: i128) -> Result<(), CheckError> {
        if self.task.mutexes().never(action) {
            return Ok(());
        }
        let most = |&effect: &Literal| match self.change(action, effect) {
            (change, true) => change,
            (change, false) => change.max(0),
        };
        // A conditional effect may take place or not.
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
            "it is unknown whether {} changes {fluent}",
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

    /// Returns the fluents that the goal does not determine, grouped by mutex group. The flag of a group states whether
    /// exactly one of these fluents is true. A fluent without a mutex group is listed separately.
    fn open_parts(&self, wanted: &[Literal]) -> Vec<(Vec<Fluent>, bool)> {
        let value = |fluent: &Fluent| self.task.mutexes().value(wanted, *fluent);
        let is_open = |fluent: &Fluent| value(fluent).is_none();
        let mut taken: HashSet<Fluent> = HashSet::new();
        let mut parts = Vec::new();
        for group in self.task.groups() {
            let members = group.fluents.iter().copied();
            let new: Vec<Fluent> = members.filter(|fluent| taken.insert(*fluent)).collect();
            let is_whole = new.len() == group.fluents.len();
            let has_true = new.iter().any(|one| value(one) == Some(true));
            let one_is_true = is_whole && group.kind == GroupKind::ExactlyOne && !has_true;
            parts.push((new.into_iter().filter(is_open).collect(), one_is_true));
        }
        let alone = self.task.fluent_ids();
        let alone = alone.filter(|one| !taken.contains(one)).filter(is_open);
        parts.extend(alone.map(|fluent| (vec![fluent], false)));
        parts.retain(|(open, _): &(Vec<Fluent>, bool)| !open.is_empty());
        parts
    }

    /// Returns the literals that the goal requires, and a total weight. The total counts the fluents that the goal
    /// requires to be true, and the fluents that are true because of a mutex.
    fn wanted(&self) -> (Vec<Literal>, i128) {
        let wanted: Vec<Literal> = self.task.goal_literals().collect();
        // If the goal requires a fluent to be both true and false, the fluent counts as true. No state satisfies such a
        // goal.
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

    /// Returns a lower bound on the weight of a goal state.
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

    fn only_goal(&self, modulus: u32) -> Result<i128, CheckError> {
        let (wanted, mut weight) = self.wanted();
        let modulus = i128::from(modulus);
        for (open, one_is_true) in self.open_parts(&wanted) {
            let residue = |fluent: Fluent| self.weight(fluent).rem_euclid(modulus);
            let shared = if one_is_true { residue(open[0]) } else { 0 };
            if let Some(other) = open.iter().find(|fluent| residue(**fluent) != shared) {
                let other = self.task.fluent_name(*other);
                return CheckError::reject(format_args!(
                    "the weight of the goal is not determined: {other} may be true or false"
                ));
            }
            weight += shared;
        }
        Ok(weight.rem_euclid(modulus))
    }
}
