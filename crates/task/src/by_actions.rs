//! Tasks that are judged by their own actions: parts of a task, whose plans the rules replay again in a plan of the
//! whole. No answer rests on it.

use crate::domain::{Cost, Domain, RefusedReplay};
use crate::plan::Plan;
use crate::task::{ActionId, Task};

/// Plays actions one after the other, from the start to a goal.
///
/// # Errors
/// The first is told that is not applicable, or that the end is no goal.
pub fn replay(task: &Task, plan: &[ActionId]) -> Result<(), RefusedReplay> {
    let mut state = task.start().to_vec();
    for &id in plan {
        if !task.action(id).is_applicable(&state) {
            let number = id.index();
            return Err(RefusedReplay::new(format_args!(
                "{number} is not applicable"
            )));
        }
        task.apply(id, &mut state);
    }
    let is_goal = task.is_goal(&state);
    is_goal.then_some(()).ok_or(RefusedReplay::new("no goal"))
}

/// Whether actions lead from the start to a goal.
pub fn is_plan(task: &Task, plan: &[ActionId]) -> bool {
    replay(task, plan).is_ok()
}

/// A task as a domain whose rules are the task itself; what is replayed is the actions.
#[derive(Debug)]
pub struct ByActions(pub Task);

crate::no_reasons!(ByActions);

impl Domain for ByActions {
    type Replayed = Vec<ActionId>;

    fn task(&self) -> &Task {
        &self.0
    }

    fn replay(&self, plan: Plan<ActionId>) -> Result<Vec<ActionId>, RefusedReplay> {
        let plan: Vec<ActionId> = plan.actions().copied().collect();
        replay(&self.0, &plan).map(|()| plan)
    }

    fn cost(&self, plan: &Vec<ActionId>) -> Cost {
        plan.iter().map(|&id| self.0.action(id).cost).sum()
    }

    fn actions(&self, plan: &Vec<ActionId>) -> Option<Vec<ActionId>> {
        Some(plan.clone())
    }
}
