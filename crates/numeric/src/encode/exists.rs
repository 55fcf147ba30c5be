//! Steps of sets of actions that can be applied one after the other (`exists`).
//!
//! All actions of a step see the state before it: their conditions hold there, and their effects are worked out there.
//! That this is what comes of them one after the other, in the order that is fixed, is said of each thing that an
//! action *needs* to stay as it was: a fact, the outcome of a comparison, the value of a function that an effect or the
//! condition of an effect reads. No action of a step needs what an earlier one has spoiled. Sums commute, so that many
//! actions of a step may add to one function; an assignment and a scaling, which is an assignment of what it reads, go
//! with no sum.
//!
//! Rintanen, Heljanko, Niemelä: *Planning as satisfiability: parallel plans and algorithms for plan search* (Artificial
//! Intelligence 170, 2006), for the form without numbers.

use saut_task::task::ActionId;

use super::effects::Changes;
use super::form::{Form, symbol};
use super::interference::Interference;
use super::writing::Writing;
use saut_task::formula::smtlib::{implies, not, or};

/// A thing within a step: the actions that may have spoiled it since it was last asked for, and a term for those
/// before.
#[derive(Clone, Default)]
struct Spoiled {
    before: Option<String>,
    since: Vec<String>,
}

/// A set of actions a step, which can be applied in one order.
pub(super) struct Exists {
    interference: Interference,
    /// Things within the step that is being written, and the changes by its actions.
    spoiled: Vec<Spoiled>,
    changes: Changes,
}

impl Exists {
    /// Steps of actions that interfere so.
    pub(super) fn new(interference: Interference) -> Self {
        Self {
            spoiled: vec![Spoiled::default(); interference.things],
            interference,
            changes: Changes::default(),
        }
    }
}

impl Form for Exists {
    fn action(&mut self, writing: &mut Writing<'_>, step: usize, id: ActionId) {
        let action = &writing.task().actions[id.index()];
        let conditions = writing.applicable(action);
        if conditions == "false" {
            return;
        }
        let chosen = symbol(id, step);
        writing.declare(&chosen, "Bool");
        writing.assert(&implies(&chosen, &conditions)); // N4
        for &thing in &self.interference.needs[id.index()] {
            let place = &mut self.spoiled[thing as usize];
            if !place.since.is_empty() {
                let mut any = std::mem::take(&mut place.since);
                any.extend(place.before.take());
                let any = or(any);
                let is_name = !any.starts_with('(');
                place.before = Some(if is_name {
                    any
                } else {
                    writing.name("Bool", &any)
                });
            }
            if let Some(before) = &place.before {
                writing.assert(&implies(&chosen, &not(before))); // N10
            }
        }
        for &thing in &self.interference.spoils[id.index()] {
            self.spoiled[thing as usize].since.push(chosen.clone());
        }
        self.changes.add(writing, action, &chosen);
    }

    fn end(&mut self, writing: &mut Writing<'_>) {
        self.spoiled.fill(Spoiled::default());
        std::mem::take(&mut self.changes).write(writing);
    }
}
