//! Budgets: resources such as fuel, money or energy, whose amount never rises. This module removes them from a task.
//!
//! A budget is a set of facts, its *levels*, each with an amount. At most one level is true at a time, and no action
//! raises the amount. If no level is true, the budget is empty. In the task without the levels, the cost of an action
//! is the amount that the action takes from the budgets. Every plan of the original task, without the actions that only
//! change levels, is a plan of this reduced task. Its cost there is at most the total of the initial amounts. So if
//! every plan of the reduced task costs more than this total, the original task has no plan.
//!
//! The amounts of several budgets are added. A budget with a single level is a *consumable*. An action may fill a
//! consumable if the same action takes at least this amount from the other budgets. For example, goods that were bought
//! and wait to be loaded count as money, and the money is spent when the goods are used. The total of all budgets still
//! never rises.
//!
//! Nakhost, Hoffmann, Müller, *Resource-constrained planning: a Monte Carlo random walk approach* (ICAPS 2012), for
//! tasks with budgets; Seipp, Pommerening, Sievers, Wehrle, Fawcett, Alkhazraji, *Fast Downward Aidos* (unsolvability
//! competition 2016), for the idea.

use std::collections::HashMap;
use std::fmt::Display;

use super::projection::Renaming;
use crate::domain::{CheckError, Cost, INFINITE, not_plain};
use crate::task::{Action, Fluent, Group, Task};

/// The levels of a budget with their amounts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Facts of which at most one is true, each with the amount that is left while the fact is true.
    pub levels: Vec<(Fluent, u64)>,
}

/// A task without the levels of its budgets. The cost of an action is the amount that it takes from the budgets.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WithoutBudgets {
    /// The task without the levels.
    pub task: Task,
    /// Total amount of all budgets in the initial state.
    pub limit: Cost,
}

impl WithoutBudgets {
    /// Removes budgets from a task.
    ///
    /// # Errors
    /// [`CheckError`] with the first reason why these are not budgets of the task.
    pub fn of(task: &Task, budgets: &[Budget]) -> Result<Self, CheckError> {
        if !task.is_plain() {
            return Err(not_plain());
        }
        let levels = ResourceLevels::new(task, budgets)?;
        let mut limit: Cost = 0;
        for (number, budget) in budgets.iter().enumerate() {
            let is_true = |(fluent, _): &&(Fluent, u64)| task.start()[fluent.index()];
            let mut at_start = budget.levels.iter().filter(is_true);
            let there = match (at_start.next(), at_start.next()) {
                (Some((_, there)), None) => *there,
                (None, None) if budget.levels.len() == 1 => 0,
                _ => {
                    return Err(no_budget(
                        number,
                        "expected one true level in the initial state, found several or none",
                    ));
                }
            };
            let sum = limit.checked_add(there);
            limit = sum.filter(|sum| *sum < INFINITE - 1).ok_or_else(large)?;
        }
        let numbers = Renaming::of(task, |fluent| levels.of(fluent).is_none());
        let rest = numbers.project(task, |action| levels.taken_by(action))?;
        let groups = task.groups().iter().filter_map(|group| {
            let fluents = group.fluents.iter().map(|&one| numbers.get(one));
            let fluents = fluents.collect::<Option<_>>()?;
            let kind = group.kind;
            Some(Group { fluents, kind })
        });
        let groups: Vec<Group> = groups.collect();
        Ok(Self {
            task: rest.with_provable_groups(groups),
            limit,
        })
    }

    /// Returns the amount that each action takes from the budgets. `None` if the action is never applicable.
    ///
    /// # Errors
    /// [`CheckError`] with the first reason why these are not budgets of the task.
    pub fn taken(task: &Task, budgets: &[Budget]) -> Result<Vec<Option<Cost>>, CheckError> {
        let levels = ResourceLevels::new(task, budgets)?;
        let actions = task.actions().iter();
        actions.map(|action| levels.taken_by(action)).collect()
    }
}

fn large() -> CheckError {
    no_budget(0, "its amounts are too large")
}

fn no_budget(budget: usize, fact: impl Display) -> CheckError {
    CheckError::rejected(format_args!("budget {budget}: {fact}"))
}

/// For each fluent that is a level, its budget and its amount.
struct ResourceLevels {
    by_fluent: Vec<Option<(usize, u64)>>,
    /// For each budget, whether it is a consumable.
    is_purse: Vec<bool>,
}

impl ResourceLevels {
    fn new(task: &Task, budgets: &[Budget]) -> Result<Self, CheckError> {
        let mut by_fluent = vec![None; task.fluents().len()];
        for (budget, one) in budgets.iter().enumerate() {
            for &(fluent, amount) in &one.levels {
                let place = by_fluent.get_mut(fluent.index());
                let is_free = place.filter(|place| place.is_none());
                let taken = || {
                    no_budget(
                        budget,
                        format_args!("level {} is not a fact, or is listed twice", fluent.index()),
                    )
                };
                *is_free.ok_or_else(taken)? = Some((budget, amount));
            }
        }
        let is_purse = budgets.iter().map(|one| one.levels.len() == 1).collect();
        Ok(Self {
            by_fluent,
            is_purse,
        })
    }

    fn of(&self, fluent: Fluent) -> Option<(usize, u64)> {
        self.by_fluent[fluent.index()]
    }

    /// Returns the amount that an action takes from all budgets. `None` if the action requires two levels of one budget
    /// and so is never applicable.
    fn taken_by(&self, action: &Action) -> Result<Option<Cost>, CheckError> {
        let no = |budget: usize, fact: &str| {
            Err(no_budget(budget, format_args!("{} {fact}", action.name)))
        };
        let mut needed: HashMap<usize, (Fluent, u64)> = HashMap::new();
        for need in action.preconditions.iter().filter(|need| need.value) {
            if let Some((budget, amount)) = self.of(need.fluent)
                && needed.insert(budget, (need.fluent, amount)).is_some()
            {
                return Ok(None);
            }
        }
        let mut added: HashMap<usize, u64> = HashMap::new();
        let mut has_left: Vec<usize> = Vec::new();
        // Total amount that the effects add to consumables that may be empty before.
        let mut filled: Cost = 0;
        for effect in &action.effects {
            let Some((budget, amount)) = self.of(effect.fluent) else {
                continue;
            };
            if self.is_purse[budget] && !needed.contains_key(&budget) {
                let coming = if effect.value { amount } else { 0 };
                filled = filled.checked_add(coming).ok_or_else(large)?;
            } else if self.is_purse[budget] && effect.value {
                // The consumable is already full, so its amount does not change.
            } else if effect.value {
                if added.insert(budget, amount).is_some() {
                    return no(budget, "may make two levels true");
                }
            } else if needed.get(&budget).map(|need| need.0) == Some(effect.fluent) {
                has_left.push(budget);
            } else if !needed.contains_key(&budget) {
                return no(budget, "changes a level, but requires none");
            }
        }
        let mut sum: Cost = 0;
        for lost in has_left.iter().filter(|one| !added.contains_key(one)) {
            let all = needed.get(lost).map_or(0, |(_, amount)| *amount);
            sum = sum.checked_add(all).ok_or_else(large)?;
        }
        for (budget, after) in added {
            let Some(&(_, before)) = needed.get(&budget) else {
                return no(budget, "changes a level, but requires none");
            };
            if !has_left.contains(&budget) {
                return no(budget, "may leave two levels true");
            }
            let Some(taken) = before.checked_sub(after) else {
                return no(budget, "raises its amount");
            };
            sum = sum.checked_add(taken).ok_or_else(large)?;
        }
        let raised = || {
            no_budget(
                0,
                format_args!("{} raises the sum of the amounts", action.name),
            )
        };
        sum.checked_sub(filled).map(Some).ok_or_else(raised)
    }
}
