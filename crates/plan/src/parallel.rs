//! Parallel steps: how many steps of `forall` a sequence of actions takes, without a formula.
//!
//! A ∀-step is a set of actions that may be played in any order (Rintanen, Heljanko, Niemelä,
//! *Planning as satisfiability: parallel plans and algorithms for plan search*, Artificial Intelligence
//! 170, 2006): all can happen where the step begins, and none changes what another needs or makes.

use crate::task::{Action, ActionId, Task};

/// The least number of ∀-steps into which actions that are played in this order from the start can be
/// cut. `None` if one of them cannot be played.
pub fn fewest_parallel_steps(task: &Task, actions: &[ActionId]) -> Option<usize> {
    let mut now = task.start().to_vec();
    let mut before = now.clone();
    let mut step: Vec<&Action> = Vec::new();
    let mut steps = 0;
    for &id in actions {
        let action = task.action(id);
        if !action.is_applicable(&now) {
            return None;
        }
        // A step that ends as late as possible leaves least to the others.
        let fits = action.is_applicable(&before)
            && step.iter().all(|other| are_independent(action, other));
        if steps == 0 || !fits {
            steps += 1;
            step.clear();
            before.clone_from(&now);
        }
        step.push(action);
        action.apply(&mut now);
    }
    Some(steps)
}

/// Whether neither changes what the other needs or makes.
fn are_independent(one: &Action, other: &Action) -> bool {
    let leaves = |one: &Action, other: &Action| {
        let mut effects = one.effects.iter();
        effects.all(|&effect| {
            !other.preconditions.contains(&!effect) && !other.effects.contains(&!effect)
        })
    };
    leaves(one, other) && leaves(other, one)
}

#[cfg(test)]
mod tests {
    use itertools::Itertools as _;

    use super::fewest_parallel_steps;
    use crate::random::Random;
    use crate::random_task::{play_set, random_task};
    use crate::task::{ActionId, Task};

    /// The state after a set of actions, if every order of them leads there.
    fn in_any_order(task: &Task, state: &[bool], set: &[ActionId]) -> Option<Vec<bool>> {
        let orders = set.iter().copied().permutations(set.len());
        let mut ends = orders.map(|order| play_set(task, state, &order));
        let first = ends.next()??;
        ends.all(|end| end.as_ref() == Some(&first))
            .then_some(first)
    }

    /// The same number by trying every cut.
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
            let mut random = Random::new(seed);
            let mut state = task.start().to_vec();
            let mut actions = Vec::new();
            while actions.len() < 5 {
                let can = task.action_ids();
                let can: Vec<ActionId> = can
                    .filter(|&id| task.action(id).is_applicable(&state) && !actions.contains(&id))
                    .collect();
                if can.is_empty() {
                    break;
                }
                let id = can[random.below(can.len())];
                task.action(id).apply(&mut state);
                actions.push(id);
            }
            let steps = fewest_parallel_steps(&task, &actions);
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
    fn what_cannot_be_played_has_no_steps() {
        let blocked = |task: Task| {
            let mut ids = task.action_ids();
            let id = ids.find(|&id| !task.action(id).is_applicable(task.start()))?;
            Some((task, id))
        };
        let (task, id) = (0..).map(random_task).find_map(blocked).unwrap();
        assert_eq!(fewest_parallel_steps(&task, &[id]), None);
    }
}
