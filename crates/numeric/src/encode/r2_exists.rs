//! Steps in which every action is tried once, each optional, and sees what those before it have made (`r2-exists`); it
//! is applied as often as a whole number says, where it rolls.

use std::slice;

use saut_task::task::ActionId;

use super::effects::Changes;
use super::form::{Form, MOST_TIMES, symbol};
use super::writing::Writing;
use crate::task::{Change, NumericAction, NumericEffect, NumericTask, Relation};
use saut_task::formula::smtlib::implies;

/// Whether an action may be rolled: applied several times in a row, it does several times what it does once, and where
/// its conditions hold for the first and for the last time, they hold in between.
pub(super) fn rolls(task: &NumericTask, action: &NumericAction) -> bool {
    let [only] = &action.branches[..] else {
        return false;
    };
    let stays = |fact: &u32| !only.deleted.contains(fact) || only.added.contains(fact);
    let keeps_facts = action.conditions.positive.iter().all(stays)
        && !action
            .conditions
            .negative
            .iter()
            .any(|fact| only.added.contains(fact));
    let is_constant = |effect: &NumericEffect| match &effect.change {
        Change::Increase(source) => source.as_number().is_some(),
        Change::Assign(_) | Change::Scale(_) => false,
    };
    let keeps = |test: &u32| {
        let test = &task.tests[*test as usize];
        let step = test.linear.step(&action.effects);
        step.is_some_and(|step| {
            step.sign() == 0 || matches!(test.relation, Relation::AtLeast | Relation::Above)
        })
    };
    !action.effects.is_empty()
        && action.effects.iter().all(is_constant)
        && keeps_facts
        && action.conditions.tests.iter().all(keeps)
}

/// Every action once a step, each optional.
pub(super) struct R2Exists;

impl Form for R2Exists {
    fn action(&mut self, writing: &mut Writing<'_>, step: usize, id: ActionId) {
        let task = writing.task();
        let action = &task.actions[id.index()];
        let conditions = writing.applicable(action);
        if conditions == "false" {
            return;
        }
        let chosen = symbol(id, step);
        if !rolls(task, action) {
            writing.declare(&chosen, "Bool");
            writing.assert(&implies(&chosen, &conditions)); // N4
            let mut changes = Changes::default();
            changes.add(writing, action, &chosen);
            changes.write(writing); // N7
            return;
        }
        writing.declare(&chosen, "Int");
        writing.assert(&format!("(and (<= 0 {chosen}) (<= {chosen} {MOST_TIMES}))")); // N5
        let is_applied = writing.name("Bool", &format!("(> {chosen} 0)"));
        writing.assert(&implies(&is_applied, &conditions)); // N4
        let times = if writing.is_integral() {
            chosen.clone()
        } else {
            writing.name("Real", &format!("(to_real {chosen})"))
        };
        for &test in &action.conditions.tests {
            let test = &task.tests[test as usize];
            let down = test
                .linear
                .step(&action.effects)
                .filter(|step| step.sign() < 0);
            if let Some(down) = down {
                let last = writing.test(test, Some((&times, down)));
                writing.assert(&implies(&is_applied, &last)); // N6: the condition of the last time
            }
        }
        let mut changes = Changes::default();
        changes.add_facts(action, slice::from_ref(&is_applied));
        changes.write(writing); // N7
        for effect in &action.effects {
            if let Change::Increase(source) = &effect.change {
                let old = &writing.values[effect.variable as usize];
                let new = format!("(+ {old} {})", writing.times(source.constant, &times));
                writing.values[effect.variable as usize] = writing.name(writing.sort(), &new); // N7
            }
        }
    }
}
