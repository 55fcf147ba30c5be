//! The definition of a plan: the semantics of a task, and of the steps of each encoding.

use itertools::Itertools;
use saut::encode::Encoding;
use saut::task::{ActionId, Task};

/// Returns the state after these actions in sequence, if each is applicable.
pub fn play(task: &Task, state: &[bool], actions: &[ActionId]) -> Option<Vec<bool>> {
    let mut state = state.to_vec();
    for &id in actions {
        if !task.action(id).is_applicable(&state) {
            return None;
        }
        task.action(id).apply(&mut state);
    }
    Some(state)
}

/// Returns the state after a step with this set of actions, if the encoding's semantics allows the set.
fn after_step(
    task: &Task,
    encoding: Encoding,
    step: usize,
    state: &[bool],
    set: &[ActionId],
) -> Option<Vec<bool>> {
    match encoding {
        Encoding::Naive | Encoding::Sequential { .. } | Encoding::Smt => {
            if set.len() == 1 {
                play(task, state, set)
            } else {
                None
            }
        }
        Encoding::Forall | Encoding::ForallChain | Encoding::Sase => {
            let mut ends = set
                .iter()
                .copied()
                .permutations(set.len())
                .map(|o| play(task, state, &o));
            ends.all_equal_value().ok().flatten()
        }
        // The actions must be executable in some order, all preconditions must hold before the step, and no two effects
        // may contradict each other. The formula may use another order, so tasks whose actions interfere in a cycle are
        // not tested.
        Encoding::Exists => {
            let holds = |id: &ActionId| task.action(*id).is_applicable(state);
            let effects = || set.iter().flat_map(|&id| &task.action(id).effects);
            let are_contrary = effects().any(|&effect| effects().any(|&other| other == !effect));
            if are_contrary || !set.iter().all(holds) {
                return None;
            }
            let orders = set.iter().copied().permutations(set.len());
            orders
                .map(|order| play(task, state, &order))
                .find_map(|end| end)
        }
        Encoding::R2Exists { order, .. } => {
            let order = order
                .of_step(task, step)
                .into_iter()
                .filter(|id| set.contains(id));
            play(task, state, &order.collect_vec())
        }
    }
}

/// Whether the actions of these steps are a plan.
pub fn is_plan(task: &Task, encoding: Encoding, chosen: &[Vec<bool>]) -> bool {
    let mut state = task.start().to_vec();
    for (step, chosen) in chosen.iter().enumerate() {
        let chosen = task
            .action_ids()
            .zip(chosen)
            .filter(|(_, happens)| **happens);
        let set = chosen.map(|(id, _)| id).collect_vec();
        match after_step(task, encoding, step + 1, &state, &set) {
            Some(next) => state = next,
            None => return false,
        }
    }
    task.is_goal(&state)
}
