//! Projections: a task reduced to some of its facts.
//!
//! Preconditions, effects and goals about all other facts are removed. Actions without remaining effects are removed as
//! well. If these actions are removed from a plan of the task, the rest is a plan of the projection. So if the
//! projection has no plan, the task has none either. A certificate need not justify the choice of the kept facts.
//!
//! Edelkamp, *Planning with pattern databases* (ECP 2001); Bäckström, Jonsson, Ståhlberg, *Fast detection of unsolvable
//! planning instances using local consistency* (SOCS 2013).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::domain::{CheckError, Cost, not_plain};
use crate::task::{Action, Fluent, GoalConstraint, Literal, Task, TaskParts};

/// For each fact of a task, its number in the projection, if the fact is kept.
pub struct Renaming(Vec<Option<Fluent>>);

impl Renaming {
    /// Numbers the kept facts in the order of the task.
    pub fn of(task: &Task, is_kept: impl Fn(Fluent) -> bool) -> Self {
        let mut next = 0;
        let number = |fluent| {
            is_kept(fluent).then(|| {
                next += 1;
                Fluent::new(next - 1)
            })
        };
        Self(task.fluent_ids().map(number).collect())
    }

    /// Returns the number of a fact in the projection, if it is kept.
    pub fn get(&self, fluent: Fluent) -> Option<Fluent> {
        self.0[fluent.index()]
    }

    /// Returns the literals whose facts are kept, renumbered and sorted.
    fn kept(&self, literals: &[Literal]) -> Vec<Literal> {
        let renamed = literals.iter().filter_map(|literal| {
            let fluent = self.get(literal.fluent)?;
            Some(Literal { fluent, ..*literal })
        });
        let mut renamed: Vec<Literal> = renamed.collect();
        renamed.sort_unstable();
        renamed
    }

    /// Creates the projection, without mutex groups and mutexes. `cost` returns the new cost of an action, or `None`
    /// for an action that is removed. If several actions become equal, only the cheapest is kept.
    ///
    /// # Errors
    /// Any error of `cost`, or [`CheckError`] if the kept facts do not form a task.
    pub fn project(
        &self,
        task: &Task,
        mut cost: impl FnMut(&Action) -> Result<Option<Cost>, CheckError>,
    ) -> Result<Task, CheckError> {
        let mut actions: Vec<Action> = Vec::new();
        let mut places: HashMap<(Vec<Literal>, Vec<Literal>), usize> = HashMap::new();
        for action in task.actions() {
            let Some(cost) = cost(action)? else {
                continue;
            };
            let (needs, effects) = (self.kept(&action.preconditions), self.kept(&action.effects));
            if effects.is_empty() {
                continue;
            }
            match places.entry((needs, effects)) {
                Entry::Occupied(same) => {
                    let known = &mut actions[*same.get()].cost;
                    *known = cost.min(*known);
                }
                Entry::Vacant(new) => {
                    let (needs, effects) = new.key().clone();
                    new.insert(actions.len());
                    actions.push(Action {
                        cost,
                        ..Action::new(action.name.clone(), needs, effects)
                    });
                }
            }
        }
        let wish = |wish: &GoalConstraint| match wish {
            GoalConstraint::Literal(one) => {
                let one = self.kept(&[*one]).first().copied();
                one.map(GoalConstraint::Literal)
            }
            GoalConstraint::AnyOf(any) => {
                let all = self.kept(any);
                (all.len() == any.len()).then_some(GoalConstraint::AnyOf(all))
            }
            GoalConstraint::AtMostOne(some) => {
                let rest = some.iter().filter_map(|&one| self.get(one)).collect();
                Some(GoalConstraint::AtMostOne(rest))
            }
        };
        let all = task.fluent_ids();
        let names = all.clone().filter(|&one| self.get(one).is_some());
        let start = all.filter(|one| task.start()[one.index()]);
        let parts = TaskParts {
            fluents: names.map(|one| task.fluent_name(one).to_owned()).collect(),
            actions,
            start: start.filter_map(|one| self.get(one)).collect(),
            goal: task.goal().iter().filter_map(wish).collect(),
            ..TaskParts::default()
        };
        Task::new(parts).map_err(|_| CheckError::rejected("the kept facts do not form a task"))
    }
}

/// Returns the projection of a task to these facts, without mutex groups and mutexes, and the number of each kept fact
/// in the projection.
///
/// # Errors
/// [`CheckError`] if a fact does not belong to the task, or if the task has derived facts or conditional effects.
pub fn project(task: &Task, facts: &[Fluent]) -> Result<(Task, Renaming), CheckError> {
    if !task.is_plain() {
        return Err(not_plain());
    }
    let mut is_kept = vec![false; task.fluents().len()];
    for fact in facts {
        let place = is_kept.get_mut(fact.index());
        *place.ok_or_else(|| CheckError::rejected("a kept fact is not in the task"))? = true;
    }
    let numbers = Renaming::of(task, |fluent| is_kept[fluent.index()]);
    let projection = numbers.project(task, |action| Ok(Some(action.cost)))?;
    Ok((projection, numbers))
}
