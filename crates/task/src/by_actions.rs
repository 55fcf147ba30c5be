//! Plans that are replayed by the actions of a task: of parts of a task, whose plans the rules replay again in a plan of
//! the whole. No answer rests on it.

use crate::domain::RefusedPlan;
use crate::task::{ActionId, Task};

/// Plays actions one after the other, from the start to a goal.
///
/// # Errors
/// The first is told that is not applicable, or that the end is no goal.
pub fn replay(task: &Task, plan: &[ActionId]) -> Result<(), RefusedPlan> {
    let mut state = task.start().to_vec();
    for &id in plan {
        if !task.action(id).is_applicable(&state) {
            let number = id.index();
            return Err(RefusedPlan::new(format_args!("{number} is not applicable")));
        }
        task.apply(id, &mut state);
    }
    let is_goal = task.is_goal(&state);
    is_goal.then_some(()).ok_or(RefusedPlan::new("no goal"))
}

/// Whether actions lead from the start to a goal.
pub fn is_plan(task: &Task, plan: &[ActionId]) -> bool {
    replay(task, plan).is_ok()
}
