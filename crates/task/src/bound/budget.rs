//! Budgets: numbers that only fall, taken out of a task.
//!
//! A budget is a set of facts, the *levels*, with an amount each, of which at most one is true and whose amount no
//! action raises: fuel, money, energy. Where none is true nothing is left. What an action takes from the budgets
//! becomes its cost in the same task without the levels. A plan of the task is one of that task, and what it costs
//! there is no more than what there is to spend: the amounts of the start. So where every plan without the levels costs
//! more, the task has none.
//!
//! Several budgets count together; that is sound, because what is spent of each is no more than what there is of it. A
//! budget of one level may also be filled, a *purse*: what is put in is taken elsewhere by the same action. So goods
//! that are bought and wait to be loaded are as good as money, and buying takes nothing until they are. The sum of all
//! budgets still only falls.
//!
//! Nakhost, Hoffmann, Müller, *Resource-constrained planning: a Monte Carlo random walk approach* (ICAPS 2012), for
//! such tasks; Seipp, Pommerening, Sievers, Wehrle, Fawcett, Alkhazraji, *Fast Downward Aidos* (unsolvability
//! competition 2016), for the idea.

use std::collections::HashMap;
use std::fmt::Display;

use super::projection::Numbers;
use crate::domain::{CheckError, Cost, INFINITE, not_plain};
use crate::task::{Action, Fluent, Group, Task};

/// The levels of a budget with their amounts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Facts of which at most one is true, and what is left where it is.
    pub levels: Vec<(Fluent, u64)>,
}

/// A task without the levels of its budgets; what its actions cost there is what they take from the budgets.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WithoutBudgets {
    /// The task without the levels.
    pub task: Task,
    /// Amount that there is to spend.
    pub limit: Cost,
}

impl WithoutBudgets {
    /// Takes budgets out of a task.
    ///
    /// # Errors
    /// [`CheckError`] with the first thing for which they are no budgets.
    pub fn of(task: &Task, budgets: &[Budget]) -> Result<Self, CheckError> {
        if !task.is_plain() {
            return Err(not_plain());
        }
        let levels = Levels::new(task, budgets)?;
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
                        "not exactly one of its levels is true at the start",
                    ));
                }
            };
            let sum = limit.checked_add(there);
            limit = sum.filter(|sum| *sum < INFINITE - 1).ok_or_else(large)?;
        }
        let numbers = Numbers::of(task, |fluent| levels.of(fluent).is_none());
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

    /// Sum that each action takes from the budgets; `None` if it never happens.
    ///
    /// # Errors
    /// [`CheckError`] with the first thing for which they are no budgets.
    pub fn taken(task: &Task, budgets: &[Budget]) -> Result<Vec<Option<Cost>>, CheckError> {
        let levels = Levels::new(task, budgets)?;
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

/// By fluent the budget whose level it is, and the amount.
struct Levels {
    by_fluent: Vec<Option<(usize, u64)>>,
    /// For each budget whether it has only one level, so that it may be filled.
    is_purse: Vec<bool>,
}

impl Levels {
    fn new(task: &Task, budgets: &[Budget]) -> Result<Self, CheckError> {
        let mut by_fluent = vec![None; task.fluents().len()];
        for (budget, one) in budgets.iter().enumerate() {
            for &(fluent, amount) in &one.levels {
                let place = by_fluent.get_mut(fluent.index());
                let is_free = place.filter(|place| place.is_none());
                let taken = || {
                    no_budget(
                        budget,
                        format_args!("level {} is no fact, or stands twice", fluent.index()),
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

    /// Sum that an action takes from all budgets; `None` if it needs two levels of one, so that it never happens.
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
        // What comes into purses that may have been empty.
        let mut filled: Cost = 0;
        for effect in &action.effects {
            let Some((budget, amount)) = self.of(effect.fluent) else {
                continue;
            };
            if self.is_purse[budget] && !needed.contains_key(&budget) {
                let coming = if effect.value { amount } else { 0 };
                filled = filled.checked_add(coming).ok_or_else(large)?;
            } else if self.is_purse[budget] && effect.value {
                // It is as full as before.
            } else if effect.value {
                if added.insert(budget, amount).is_some() {
                    return no(budget, "makes two levels true");
                }
            } else if needed.get(&budget).map(|need| need.0) == Some(effect.fluent) {
                has_left.push(budget);
            } else if !needed.contains_key(&budget) {
                return no(budget, "changes a level and needs none");
            }
        }
        let mut sum: Cost = 0;
        for lost in has_left.iter().filter(|one| !added.contains_key(one)) {
            let all = needed.get(lost).map_or(0, |(_, amount)| *amount);
            sum = sum.checked_add(all).ok_or_else(large)?;
        }
        for (budget, after) in added {
            let Some(&(_, before)) = needed.get(&budget) else {
                return no(budget, "changes a level and needs none");
            };
            if !has_left.contains(&budget) {
                return no(budget, "leaves two levels true");
            }
            let Some(taken) = before.checked_sub(after) else {
                return no(budget, "raises its amount");
            };
            sum = sum.checked_add(taken).ok_or_else(large)?;
        }
        let raised = || no_budget(0, format_args!("{} raises the sum of all", action.name));
        sum.checked_sub(filled).map(Some).ok_or_else(raised)
    }
}
