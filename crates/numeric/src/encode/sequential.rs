//! Steps of at most one action (`sequential`): its number is an integer.

use std::collections::{BTreeMap, HashSet};

use saut_task::model::Value;
use saut_task::task::ActionId;

use super::effects::Changes;
use super::form::Form;
use super::writing::Writing;
use crate::task::NumericTask;
use saut_task::formula::smtlib::implies;

/// At most one action a step.
pub(super) struct Sequential {
    /// Number of actions; as that of an action it says that there is none.
    count: usize,
    /// Actions that no step has.
    left_out: Vec<usize>,
}

impl Sequential {
    /// Steps of one of these actions.
    pub(super) fn new(task: &NumericTask, order: &[ActionId]) -> Self {
        let count = task.actions.len();
        let offered: HashSet<usize> = order.iter().map(|action| action.index()).collect();
        let left_out = (0..count).filter(|action| !offered.contains(action));
        Self {
            count,
            left_out: left_out.collect(),
        }
    }
}

impl Form for Sequential {
    fn begin(&mut self, writing: &mut Writing<'_>, step: usize) {
        let (number, count) = (format!("j_{step}"), self.count);
        writing.declare(&number, "Int");
        writing.assert(&format!("(and (<= 0 {number}) (<= {number} {count}))")); // N3
        for action in &self.left_out {
            writing.assert(&format!("(not (= {number} {action}))")); // N3
        }
    }

    fn action(&mut self, writing: &mut Writing<'_>, step: usize, id: ActionId) {
        let action = &writing.task().actions[id.index()];
        let conditions = writing.applicable(action);
        let chosen = format!("(= j_{step} {})", id.index());
        writing.assert(&implies(&chosen, &conditions)); // N4
        if conditions != "false" {
            let chosen = writing.name("Bool", &chosen);
            let mut changes = Changes::default();
            changes.add(writing, action, &chosen);
            changes.write(writing); // N7
        }
    }

    fn read(
        &self,
        values: &BTreeMap<String, Value>,
        step: usize,
        _: &[ActionId],
    ) -> Option<Vec<ActionId>> {
        let Value::Integer(number) = values.get(&format!("j_{step}"))? else {
            return None;
        };
        let number = usize::try_from(*number).ok()?;
        let action = (number < self.count).then(|| ActionId::new(number));
        (number <= self.count).then(|| action.into_iter().collect())
    }
}
