//! Projections: a task of which only some facts are looked at.
//!
//! Preconditions, effects and goals about other facts are left out, and so are actions without effects. A
//! plan of the task is one of the projection (less what does nothing there), so where the projection has no plan, the
//! task has none. Nobody needs to say why a fact may be left out.
//!
//! Edelkamp, *Planning with pattern databases* (ECP 2001); Bäckström, Jonsson, Ståhlberg, *Fast detection of unsolvable
//! planning instances using local consistency* (SOCS 2013).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::domain::{CheckError, Cost, not_plain};
use crate::task::{Action, Fluent, GoalConstraint, Literal, Task, TaskParts};

/// By fact of a task its number in a projection, if it is kept.
pub struct Numbers(Vec<Option<Fluent>>);

impl Numbers {
    /// The kept facts in the order of the task.
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

    /// The number of a fact.
    pub fn get(&self, fluent: Fluent) -> Option<Fluent> {
        self.0[fluent.index()]
    }

    /// Renumbers the literals whose facts are kept, in order; drops the others.
    fn kept(&self, literals: &[Literal]) -> Vec<Literal> {
        let renamed = literals.iter().filter_map(|literal| {
            let fluent = self.get(literal.fluent)?;
            Some(Literal { fluent, ..*literal })
        });
        let mut renamed: Vec<Literal> = renamed.collect();
        renamed.sort_unstable();
        renamed
    }

    /// The task of the kept facts; without groups and pairs. Of actions that are the same there the cheapest stays, and
    /// those without a cost are left out.
    ///
    /// # Errors
    /// That of `cost`.
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
        Task::new(parts).map_err(|_| CheckError::rejected("the kept facts make no task"))
    }
}

/// The projection of a task onto some of its facts, without groups and pairs, and their numbers there.
///
/// # Errors
/// [`CheckError`] if a fact is none of the task, or the task is not plain.
pub fn project(task: &Task, facts: &[Fluent]) -> Result<(Task, Numbers), CheckError> {
    if !task.is_plain() {
        return Err(not_plain());
    }
    let mut is_kept = vec![false; task.fluents().len()];
    for fact in facts {
        let place = is_kept.get_mut(fact.index());
        *place.ok_or_else(|| CheckError::rejected("a fact that is kept is none of the task"))? =
            true;
    }
    let numbers = Numbers::of(task, |fluent| is_kept[fluent.index()]);
    let projection = numbers.project(task, |action| Ok(Some(action.cost)))?;
    Ok((projection, numbers))
}
