//! Macro-operators: sequences of actions that an encoding can use as single actions. In peg solitaire, macros are block
//! removals, which players call packages or purges.
//!
//! Korf, *Macro-operators: a weak method for learning* (Artificial Intelligence 26, 1985).

use std::collections::BTreeMap;

use super::{Action, ActionId, Fluent, InvalidTask, Literal, Transitions};

/// A sequence of actions that an encoding can use as a single action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macro {
    /// The actions, in order. An action may occur more than once.
    pub actions: Vec<ActionId>,
    /// A single action that is applicable if the sequence can be executed, and that leads to the same state.
    pub as_one: Action,
}

impl Macro {
    pub(super) fn of(task: &Transitions, actions: Vec<ActionId>) -> Result<Self, InvalidTask> {
        for &id in &actions {
            InvalidTask::unless_action(id.index(), task.actions.len())?;
        }
        let parts = || actions.iter().map(|&id| &task.actions[id.index()]);
        let name = parts().map(|part| part.name.as_str()).collect::<Vec<_>>();
        let name = name.join("+");
        let mut preconditions = Vec::new();
        let mut after: BTreeMap<Fluent, bool> = BTreeMap::new();
        for part in parts() {
            if !part.conditional.is_empty() {
                let fact = "has an action with conditional effects";
                return Err(InvalidTask::new(format_args!("macro {name} {fact}")));
            }
            if part
                .preconditions
                .iter()
                .any(|one| task.is_derived(one.fluent))
            {
                let fact = "has an action with a derived precondition";
                return Err(InvalidTask::new(format_args!("macro {name} {fact}")));
            }
            for &wanted in &part.preconditions {
                let is = *after.entry(wanted.fluent).or_insert_with(|| {
                    preconditions.push(wanted);
                    wanted.value
                });
                if is != wanted.value {
                    return Err(InvalidTask::contradiction(&name, wanted.fluent));
                }
            }
            let effects = part.effects.iter();
            after.extend(effects.map(|effect| (effect.fluent, effect.value)));
        }
        let effects = after
            .into_iter()
            .map(|(fluent, value)| Literal { fluent, value });
        let mut as_one = Action::new(name, preconditions, effects);
        as_one.cost = parts().map(|part| part.cost).sum();
        as_one.normalise()?;
        Ok(Self { actions, as_one })
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use crate::random_task::{all_states, random_task};
    use crate::task::ActionId;

    #[test]
    fn a_macro_is_its_actions_one_after_the_other() {
        let (mut played, mut refused) = (0, 0);
        for seed in 0..60 {
            let task = random_task(seed);
            let ids = || task.action_ids();
            for (a, b) in ids().cartesian_product(ids()) {
                let Ok(macro_task) = task.clone().with_macros(vec![vec![a, b, a]]) else {
                    refused += 1;
                    continue;
                };
                let as_one = &macro_task.macros()[0].as_one;
                for before in all_states(task.fluents().len()) {
                    let mut state = before.clone();
                    let can_happen = [a, b, a].into_iter().all(|id| {
                        let is_applicable = task.action(id).is_applicable(&state);
                        task.action(id).apply(&mut state);
                        is_applicable
                    });
                    assert_eq!(as_one.is_applicable(&before), can_happen, "{seed}");
                    if can_happen {
                        let mut after = before;
                        as_one.apply(&mut after);
                        assert_eq!(after, state, "{seed}");
                        played += 1;
                    }
                }
            }
        }
        assert!(played > 100 && refused > 100, "{played} {refused}");
    }

    #[test]
    fn a_macro_is_numbered_after_the_actions_and_names_them() {
        let task = random_task(3);
        let (count, first) = (task.actions().len(), ActionId::new(0));
        let same = task.clone().with_macros(vec![vec![first]]).unwrap();
        let id = ActionId::new(count);
        assert_eq!(same.action(id).effects, same.action(first).effects);
        assert_eq!(same.played_by(id), [first]);
        assert_eq!(same.played_by(first), [first]);
        assert_eq!(same.offered_ids().count(), count + 1);
        let far = task.with_macros(vec![vec![id]]).unwrap_err().to_string();
        assert_eq!(
            far,
            format!("there is no action {count}: there are only {count} actions")
        );
    }
}
