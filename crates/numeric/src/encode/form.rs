//! Forms of steps: what an encoding writes of each action of a step, and what it reads of a model.

use std::collections::BTreeMap;

use saut_task::model::Value;
use saut_task::task::ActionId;

use super::writing::Writing;

/// The most repetitions of an action in one step.
pub(super) const MOST_TIMES: i64 = 10_000;

/// A form of steps; each has a file of its own. All actions of a step are written in one order.
pub(super) trait Form: Send {
    /// Writes what stands before the actions of a step.
    fn begin(&mut self, _writing: &mut Writing<'_>, _step: usize) {}

    /// Writes an action of a step.
    fn action(&mut self, writing: &mut Writing<'_>, step: usize, id: ActionId);

    /// Writes what stands behind the actions of a step.
    fn end(&mut self, _writing: &mut Writing<'_>) {}

    /// The actions of a step in a model; nothing if a value is missing or out of range.
    fn read(
        &self,
        values: &BTreeMap<String, Value>,
        step: usize,
        order: &[ActionId],
    ) -> Option<Vec<ActionId>> {
        let mut actions = Vec::new();
        for &action in order {
            let times = match values.get(&symbol(action, step)) {
                // It was left out, for it cannot be applied.
                None | Some(Value::Boolean(false)) => 0,
                Some(Value::Boolean(true)) => 1,
                Some(Value::Integer(times)) if (0..=MOST_TIMES).contains(times) => *times,
                Some(Value::Integer(_)) => return None,
            };
            actions.extend((0..times).map(|_| action));
        }
        Some(actions)
    }
}

/// The symbol of an action in a step.
pub(super) fn symbol(action: ActionId, step: usize) -> String {
    format!("a{}_{step}", action.index())
}
