//! The steps of the encodings: how each encoding writes the actions of a step, and decodes them from a model. The
//! actions of a step are written in a fixed order.
//!
//! In a step of `exists`, all conditions and effects are evaluated in the state before the step. No action of a step
//! relies on a property that an earlier action has spoiled. So the result is the same as if the actions were applied
//! one after another in the fixed order. An action relies on the literals and comparisons of its precondition, and on
//! all functions that its effects and their conditions read.
//!
//! Several actions of a step may add to the same function, because the order of additions does not matter. Assignments
//! cannot be combined with additions. A scaling counts as an assignment that reads the old value.
//!
//! In a step of `r2-exists`, each action is evaluated in the state after the earlier actions. An integer variable
//! determines how often a rolled action is applied. A step of `sequential` has at most one action, and the value of an
//! integer variable is its number.
//!
//! Rintanen, Heljanko, Niemelä: *Planning as satisfiability: parallel plans and algorithms for plan search* (Artificial
//! Intelligence 170, 2006), for `exists` without numbers.

use std::collections::{BTreeMap, HashSet};
use std::slice;

use saut_task::model::Value;
use saut_task::task::ActionId;

use super::effects::Changes;
use super::interference::Interference;
use super::writing::ScriptWriter;
use crate::exact::Exact;
use crate::task::{Change, NumericAction, NumericEffect, NumericTask, Relation};
use saut_task::formula::smtlib::{implies, not, or, sum};

/// Maximum number of repetitions of an action in one step.
const MAX_TIMES: i64 = 10_000;

/// The form of the steps of an encoding.
pub(super) enum Form {
    Exists {
        interference: Interference,
        /// For each property, the actions that may have spoiled it in the current step.
        spoiled: Vec<SpoiledConditions>,
        /// Changes by the actions of the current step.
        changes: Changes,
    },
    R2Exists,
    Sequential {
        /// Number of actions. If the integer variable has this value, the step is empty.
        count: usize,
        /// Actions that are not in the pattern.
        left_out: Vec<usize>,
    },
}

/// The actions of a step that may have spoiled a property.
#[derive(Clone, Default)]
pub(super) struct SpoiledConditions {
    /// The disjunction of the terms that [`Self::before`] has already collected.
    before: Option<String>,
    /// The terms of all later actions.
    since: Vec<String>,
}

impl Form {
    pub(super) fn exists(interference: Interference) -> Self {
        Self::Exists {
            spoiled: vec![SpoiledConditions::default(); interference.things],
            interference,
            changes: Changes::default(),
        }
    }

    /// Creates the form of steps with at most one of the actions in `order`.
    pub(super) fn sequential(task: &NumericTask, order: &[ActionId]) -> Self {
        let offered: HashSet<usize> = order.iter().map(|action| action.index()).collect();
        let count = task.actions.len();
        let left_out = (0..count).filter(|action| !offered.contains(action));
        Self::Sequential {
            count,
            left_out: left_out.collect(),
        }
    }

    pub(super) fn begin(&self, writing: &mut ScriptWriter<'_>, step: usize) {
        let Self::Sequential { count, left_out } = self else {
            return;
        };
        let number = format!("j_{step}");
        writing.declare(&number, "Int");
        writing.assert(&format!("(and (<= 0 {number}) (<= {number} {count}))")); // N3
        for action in left_out {
            writing.assert(&format!("(not (= {number} {action}))")); // N3
        }
    }

    pub(super) fn action(&mut self, writing: &mut ScriptWriter<'_>, step: usize, id: ActionId) {
        let action = &writing.task.actions[id.index()];
        let conditions = writing.applicable(action);
        let chosen = symbol(id, step);
        match self {
            Self::Sequential { .. } => {
                let chosen = format!("(= j_{step} {})", id.index());
                writing.assert(&implies(&chosen, &conditions)); // N4
                if conditions != "false" {
                    let chosen = writing.name("Bool", &chosen);
                    apply(writing, action, &chosen);
                }
            }
            _ if conditions == "false" => {}
            Self::R2Exists if rolls(writing.task, action) => {
                roll(writing, action, &chosen, &conditions);
            }
            Self::R2Exists => {
                writing.declare(&chosen, "Bool");
                writing.assert(&implies(&chosen, &conditions)); // N4
                apply(writing, action, &chosen);
            }
            Self::Exists {
                interference,
                spoiled,
                changes,
            } => {
                writing.declare(&chosen, "Bool");
                writing.assert(&implies(&chosen, &conditions)); // N4
                for &thing in &interference.needs[id.index()] {
                    if let Some(before) = spoiled[thing as usize].before(writing) {
                        writing.assert(&implies(&chosen, &not(before))); // N10
                    }
                }
                for &thing in &interference.spoils[id.index()] {
                    spoiled[thing as usize].since.push(chosen.clone());
                }
                changes.add(writing, action, &chosen);
            }
        }
    }

    pub(super) fn end(&mut self, writing: &mut ScriptWriter<'_>) {
        if let Self::Exists {
            spoiled, changes, ..
        } = self
        {
            spoiled.fill(SpoiledConditions::default());
            std::mem::take(changes).write(writing);
        }
    }

    /// Decodes the actions of a step. `None` if a value is missing or out of range.
    pub(super) fn read(
        &self,
        values: &BTreeMap<String, Value>,
        step: usize,
        order: &[ActionId],
    ) -> Option<Vec<ActionId>> {
        if let Self::Sequential { count, .. } = self {
            let Value::Integer(number) = values.get(&format!("j_{step}"))? else {
                return None;
            };
            let number = usize::try_from(*number).ok()?;
            let action = (number < *count).then(|| ActionId::new(number));
            return (number <= *count).then(|| action.into_iter().collect());
        }
        let mut actions = Vec::new();
        for &action in order {
            let times = match values.get(&symbol(action, step)) {
                // The action was not written, because it is never applicable.
                None | Some(Value::Boolean(false)) => 0,
                Some(Value::Boolean(true)) => 1,
                Some(Value::Integer(times)) if (0..=MAX_TIMES).contains(times) => *times,
                Some(Value::Integer(_)) => return None,
            };
            actions.extend((0..times).map(|_| action));
        }
        Some(actions)
    }
}

impl SpoiledConditions {
    /// Returns a term that is true if an earlier action may have spoiled the property. `None` if there is no such
    /// action.
    fn before(&mut self, writing: &mut ScriptWriter<'_>) -> Option<&String> {
        if !self.since.is_empty() {
            let mut any = std::mem::take(&mut self.since);
            any.extend(self.before.take());
            let any = or(any);
            let is_name = !any.starts_with('(');
            self.before = Some(if is_name {
                any
            } else {
                writing.name("Bool", &any)
            });
        }
        self.before.as_ref()
    }
}

fn symbol(action: ActionId, step: usize) -> String {
    format!("a{}_{step}", action.index())
}

/// Whether an action may be rolled. Then n applications in a row have n times the effect of one application. If the
/// conditions hold for the first and the last application, they hold for all applications between them.
pub(super) fn rolls(task: &NumericTask, action: &NumericAction) -> bool {
    let [only] = &action.branches[..] else {
        return false;
    };
    let conditions = &action.conditions;
    let stays = |fact: &u32| !only.deleted.contains(fact) || only.added.contains(fact);
    let is_added = |fact: &u32| only.added.contains(fact);
    let keeps_facts =
        conditions.positive.iter().all(stays) && !conditions.negative.iter().any(is_added);
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
        && conditions.tests.iter().all(keeps)
}

fn apply(writing: &mut ScriptWriter<'_>, action: &NumericAction, chosen: &str) {
    let mut changes = Changes::default();
    changes.add(writing, action, chosen);
    changes.write(writing); // N7
}

/// Writes an action that is applied `chosen` times, where `chosen` is an integer variable.
fn roll(writing: &mut ScriptWriter<'_>, action: &NumericAction, chosen: &str, conditions: &str) {
    writing.declare(chosen, "Int");
    writing.assert(&format!("(and (<= 0 {chosen}) (<= {chosen} {MAX_TIMES}))")); // N5
    let is_applied = writing.name("Bool", &format!("(> {chosen} 0)"));
    writing.assert(&implies(&is_applied, conditions)); // N4
    let times = if writing.is_integral {
        chosen.to_owned()
    } else {
        writing.name("Real", &format!("(to_real {chosen})"))
    };
    for &test in &action.conditions.tests {
        let test = &writing.task.tests[test as usize];
        let step = test.linear.step(&action.effects);
        if let Some(down) = step.filter(|step| step.sign() < 0) {
            let last = writing.test(test, Some((&times, down)));
            writing.assert(&implies(&is_applied, &last)); // N6: the condition of the last repetition
        }
    }
    let mut changes = Changes::default();
    changes.add_facts(action, slice::from_ref(&is_applied));
    changes.write(writing); // N7
    for effect in &action.effects {
        if let Change::Increase(source) = &effect.change {
            let old = &writing.values[effect.variable as usize];
            let change = writing.times(source.constant, &times);
            let is_zero = *old == writing.number(Exact::ZERO);
            let new = if is_zero {
                change
            } else {
                sum(&[old.clone(), change])
            };
            writing.set_value(effect.variable, &new); // N7
        }
    }
}
