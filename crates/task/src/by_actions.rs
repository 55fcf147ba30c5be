//! Replays plans by the actions of a task. Only plans for a part of a problem are replayed in this way. No answer
//! depends on this replay, because the rules of the problem later validate the complete plan.

use crate::domain::RefusedPlan;
use crate::task::{ActionId, Task};

/// Applies actions in sequence and requires that they lead from the initial state to a goal state.
///
/// # Errors
/// [`RefusedPlan`] with the first action that is not applicable, or if the last state is not a goal state.
pub fn replay(task: &Task, plan: &[ActionId]) -> Result<(), RefusedPlan> {
    let mut state = task.start().to_vec();
    for &id in plan {
        if !task.action(id).is_applicable(&state) {
            let number = id.index();
            let fact = format_args!("action {number} is not applicable");
            return Err(RefusedPlan::new(fact));
        }
        task.apply(id, &mut state);
    }
    let is_goal = task.is_goal(&state);
    is_goal
        .then_some(())
        .ok_or(RefusedPlan::new("the last state is not a goal state"))
}

/// Whether actions lead from the initial state to a goal state.
pub fn is_plan(task: &Task, plan: &[ActionId]) -> bool {
    replay(task, plan).is_ok()
}
