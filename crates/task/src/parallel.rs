//! Parallel steps: divides a sequence of actions into `forall` steps, without a formula.
//!
//! A ∀-step is a set of actions that may be executed in any order (Rintanen, Heljanko, Niemelä, *Planning as
//! satisfiability: parallel plans and algorithms for plan search*, Artificial Intelligence 170, 2006). All actions of a
//! step are applicable at its beginning. No action makes a precondition of another action false, changes a fluent in a
//! condition of another action, or has the opposite effect of another action. An action also interferes with a derived
//! precondition if it changes a fluent on which the precondition depends.

use std::collections::HashMap;
use std::hash::Hash;

use crate::plan::Plan;
use crate::task::{ActionId, Guards, Literal, Task};

/// Maximum number of combinations of cases that are stored for a step. If there are more, the computed number of steps
/// may be too large.
const MAX_CHOICES: usize = 1000;

/// Returns the minimum number of ∀-steps into which a sequence of actions can be divided without a change of its order.
/// The sequence starts in the initial state.
///
/// Each action is given as a list of cases, and one of these cases is executed. Every applicable case that leads to the
/// same state as the first applicable case may be chosen. `None` if no case of an action is applicable.
pub fn fewest_parallel_steps(task: &Task, actions: &[Vec<ActionId>]) -> Option<usize> {
    let guards = task.guards();
    let mut now = task.start().to_vec();
    let mut before = now.clone();
    // For the current step, the combinations of cases that are still possible.
    let mut choices: Vec<Vec<ActionId>> = Vec::new();
    let mut steps = 0;
    for cases in actions {
        let can = |case: &ActionId| task.action(*case).is_applicable(&now);
        let cases: Vec<ActionId> = cases.iter().copied().filter(can).collect();
        let after = |case: ActionId| {
            let mut state = now.clone();
            task.apply(case, &mut state);
            state
        };
        let next = after(*cases.first()?);
        let cases = || cases.iter().copied().filter(|&case| after(case) == next);
        let fitting = choices.iter().flat_map(|step| {
            let fits = |case: &ActionId| {
                let can = task.action(*case).is_applicable(&before);
                let is_free = |&one: &ActionId| are_independent(task, &guards, &before, *case, one);
                can && step.iter().all(is_free)
            };
            cases()
                .filter(fits)
                .map(|case| [&step[..], &[case]].concat())
        });
        // Extending the current step as far as possible leaves the fewest actions for later steps.
        let fitting: Vec<Vec<ActionId>> = fitting.take(MAX_CHOICES).collect();
        choices = if fitting.is_empty() {
            steps += 1;
            before.clone_from(&now);
            cases().map(|case| vec![case]).collect()
        } else {
            fitting
        };
        now = next;
    }
    Some(steps)
}

/// Whether neither action interferes with the other in a step that begins in this state.
fn are_independent(
    task: &Task,
    guards: &Guards,
    before: &[bool],
    one: ActionId,
    other: ActionId,
) -> bool {
    let leaves = |one: ActionId, other: ActionId| {
        let is_guarded = guards.spoils(one.index(), other.index());
        let (one, other) = (task.action(one), task.action(other));
        let made = other.effects_in(before);
        let mut changed = one.all_effects();
        let needs = |effect: &Literal| {
            let mut conditions = other.conditions();
            other.preconditions.contains(&!*effect)
                || conditions.any(|one| one.fluent == effect.fluent)
        };
        !is_guarded
            && !changed.any(needs)
            && !one
                .effects_in(before)
                .iter()
                .any(|&effect| made.contains(&!effect))
    };
    leaves(one, other) && leaves(other, one)
}

/// Arranges the actions of a plan in ∀-steps, so that any order within a step leads to the same state.
///
/// Each action is placed in the first step after two kinds of earlier actions: actions that change one of its
/// preconditions or conditions, and actions that it interferes with. An action may move ahead of independent actions. So
/// there are rarely more steps than [`fewest_parallel_steps`] returns, and often fewer.
pub fn earliest_steps(task: &Task, actions: &[ActionId]) -> Plan<ActionId> {
    let guards = task.guards();
    // The last step with an action that requires the literal, and the last step with an action that may make it true.
    let (mut needed_in, mut made_in) = (HashMap::new(), HashMap::new());
    // The last step with a conditional effect whose conditions contain the fluent.
    let mut asked_in = HashMap::new();
    // The last step with an action that reads the guard, and the last step with an action that touches it.
    let (mut read_in, mut touched_in) = (HashMap::new(), HashMap::new());
    let mut plan = Plan { steps: Vec::new() };
    for &id in actions {
        let action = task.action(id);
        let conditions = || action.conditions().map(|literal| literal.fluent);
        let (reads, touches) = (guards.read_by(id.index()), guards.touched_by(id.index()));
        let made = |literal: Literal| made_in.get(&literal).copied();
        let behind = (action.preconditions.iter())
            .flat_map(|&needed| [made(needed), made(!needed)])
            .chain(
                conditions().flat_map(|fluent| [made(fluent.is_true()), made(fluent.is_false())]),
            )
            .chain(action.all_effects().flat_map(|&effect| {
                let asked = asked_in.get(&effect.fluent).copied();
                [needed_in.get(&!effect).copied(), asked, made(!effect)]
            }))
            .chain(reads.iter().map(|guard| touched_in.get(guard).copied()))
            .chain(touches.iter().map(|guard| read_in.get(guard).copied()));
        let step = behind.flatten().map(|step| step + 1).max().unwrap_or(0);
        raise(&mut needed_in, action.preconditions.iter().copied(), step);
        raise(&mut asked_in, conditions(), step);
        raise(&mut made_in, action.all_effects().copied(), step);
        raise(&mut read_in, reads.iter().copied(), step);
        raise(&mut touched_in, touches.iter().copied(), step);
        if step == plan.steps.len() {
            plan.steps.push(Vec::new());
        }
        plan.steps[step].push(id);
    }
    plan
}

fn raise<K: Eq + Hash>(
    last: &mut HashMap<K, usize>,
    keys: impl IntoIterator<Item = K>,
    step: usize,
) {
    for key in keys {
        let known = last.entry(key).or_default();
        *known = step.max(*known);
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools as _;

    use super::{earliest_steps, fewest_parallel_steps};
    use crate::random_task::{
        any_random_task, is, is_not, play_set, random_task, random_walk, small_task,
    };
    use crate::task::{Action, ActionId, Task};
    use saut_base::random::Random;

    /// Returns the state after a set of actions, if every order leads to the same state.
    fn in_any_order(task: &Task, state: &[bool], set: &[ActionId]) -> Option<Vec<bool>> {
        let orders = set.iter().copied().permutations(set.len());
        let mut ends = orders.map(|order| play_set(task, state, &order));
        let first = ends.next()??;
        ends.all(|end| end.as_ref() == Some(&first))
            .then_some(first)
    }

    /// Returns the same number as [`fewest_parallel_steps`], but tries every division.
    fn by_every_cut(task: &Task, state: &[bool], actions: &[ActionId]) -> Option<usize> {
        if actions.is_empty() {
            return Some(0);
        }
        let cuts = (1..=actions.len()).filter_map(|cut| {
            let after = in_any_order(task, state, &actions[..cut])?;
            Some(1 + by_every_cut(task, &after, &actions[cut..])?)
        });
        cuts.min()
    }

    #[test]
    fn a_late_cut_is_as_good_as_any() {
        let mut compared = [0; 4];
        for seed in 0..600 {
            let task = random_task(seed);
            let actions = random_walk(&task, &mut Random::new(seed), 5, |id, before| {
                !before.contains(&id)
            });
            let alone: Vec<Vec<ActionId>> = actions.iter().map(|&id| vec![id]).collect();
            let steps = fewest_parallel_steps(&task, &alone);
            assert_eq!(
                steps,
                by_every_cut(&task, task.start(), &actions),
                "{seed}: {task:?} {actions:?}"
            );
            compared[steps.unwrap().min(3)] += 1;
        }
        assert!(
            compared[1..].iter().all(|&often| often > 20),
            "{compared:?}"
        );
    }

    #[test]
    fn an_inapplicable_plan_has_no_steps() {
        let blocked = |task: Task| {
            let mut ids = task.action_ids();
            let id = ids.find(|&id| !task.action(id).is_applicable(task.start()))?;
            Some((task, id))
        };
        let (task, id) = (0..).map(random_task).find_map(blocked).unwrap();
        assert_eq!(fewest_parallel_steps(&task, &[vec![id]]), None);
    }

    #[test]
    fn the_case_that_fits_into_the_step_is_taken() {
        let task = small_task(
            4,
            [
                Action::new("x-by-b", [is(1)], [is(2)]),
                Action::new("x-by-a", [is(0)], [is(2)]),
                Action::new("z", [], [is_not(1), is(3)]),
            ],
            &[0, 1],
            &[is(2)],
        );
        let [by_b, by_a, z] = [0, 1, 2].map(ActionId::new);
        let steps = |actions: &[Vec<ActionId>]| fewest_parallel_steps(&task, actions);
        assert_eq!(steps(&[vec![by_b], vec![z]]), Some(2));
        assert_eq!(steps(&[vec![by_b, by_a], vec![z]]), Some(1));
        assert_eq!(steps(&[vec![z], vec![by_b, by_a]]), Some(1));
        assert_eq!(steps(&[vec![z], vec![by_b]]), None);
    }

    #[test]
    fn any_order_within_the_earliest_steps_leads_to_the_same_state() {
        let mut together = 0;
        for seed in 0..900 {
            let task = any_random_task(seed);
            let actions = random_walk(&task, &mut Random::new(seed), 6, |_, _| true);
            let mut state = task.start().to_vec();
            for &id in &actions {
                task.apply(id, &mut state);
            }
            let plan = earliest_steps(&task, &actions);
            let (mut all, mut same) = (actions.clone(), plan.actions().copied().collect_vec());
            all.sort();
            same.sort();
            assert_eq!(all, same, "{seed}: an action is lost");
            let mut end = task.start().to_vec();
            for step in &plan.steps {
                let next = in_any_order(&task, &end, step);
                end = next.unwrap_or_else(|| panic!("{seed}: {task:?} {actions:?} {plan:?}"));
            }
            assert_eq!(end, state, "{seed}: {task:?} {actions:?} {plan:?}");
            together += usize::from(plan.steps.len() < actions.len());
        }
        assert!(together > 100, "{together}");
    }

    #[test]
    fn actions_move_ahead_of_those_that_they_have_nothing_to_do_with() {
        let actions = [
            Action::new("a", [], [is(0)]),
            Action::new("b", [is(0)], [is(1)]),
            Action::new("c", [], [is(2)]),
            Action::new("d", [is(2)], [is(3)]),
            Action::new("away", [is(3)], [is_not(0)]),
        ];
        let task = small_task(4, actions, &[], &[is(3)]);
        let ids = [0, 1, 2, 3, 4].map(ActionId::new);
        let alone: Vec<Vec<ActionId>> = ids.iter().map(|&id| vec![id]).collect();
        assert_eq!(fewest_parallel_steps(&task, &alone), Some(4));
        let [a, b, c, d, away] = ids;
        let steps = vec![vec![a, c], vec![b, d], vec![away]];
        assert_eq!(earliest_steps(&task, &ids).steps, steps);
    }
}
