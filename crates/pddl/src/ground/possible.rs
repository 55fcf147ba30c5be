//! Possibility of conditions, judged by the atoms that no action changes.

use std::cell::Cell;

use super::relation::Relation;
use super::world::{World, value};
use crate::condition::{Condition, ObjectId, Parameter};

/// Choices of objects between two questions whether to stop.
const ASK_EVERY: u32 = 4096;

/// Judges conditions: atoms of predicates that change may hold and may not hold.
pub(super) struct Possible<'w, 'a> {
    world: &'w World<'a>,
    relations: &'w [Relation],
    /// Asked now and again; what is said after it says yes means nothing.
    should_stop: &'w dyn Fn() -> bool,
    /// Choices of objects so far.
    choices: Cell<u32>,
    is_stopped: Cell<bool>,
}

impl<'w, 'a> Possible<'w, 'a> {
    /// Judges by these relations, until `should_stop` says yes.
    pub(super) fn new(
        world: &'w World<'a>,
        relations: &'w [Relation],
        should_stop: &'w dyn Fn() -> bool,
    ) -> Self {
        Self {
            world,
            relations,
            should_stop,
            choices: Cell::new(0),
            is_stopped: Cell::new(false),
        }
    }

    /// Whether it was stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.get()
    }

    /// Counts a choice of an object; whether it was stopped.
    fn chooses(&self) -> bool {
        let choices = self.choices.get().wrapping_add(1);
        self.choices.set(choices);
        if choices.is_multiple_of(ASK_EVERY) && (self.should_stop)() {
            self.is_stopped.set(true);
        }
        self.is_stopped.get()
    }
}

impl Possible<'_, '_> {
    /// Whether the condition may come to hold (or not to hold, if `holds` is false).
    pub(super) fn may(
        &self,
        condition: &Condition,
        holds: bool,
        values: &mut Vec<ObjectId>,
    ) -> bool {
        match (condition, holds) {
            (Condition::Atom(atom), _) => {
                if !self.world.is_static(atom.predicate) {
                    return true;
                }
                let tuple: Vec<u32> = atom
                    .arguments
                    .iter()
                    .map(|term| value(*term, values))
                    .collect();
                self.relations[atom.predicate].find(&tuple).is_some() == holds
            }
            (Condition::Equal(left, right), _) => {
                (value(*left, values) == value(*right, values)) == holds
            }
            (Condition::Compare(_), _) => true,
            (Condition::Not(inner), _) => self.may(inner, !holds, values),
            (Condition::And(parts), true) | (Condition::Or(parts), false) => {
                parts.iter().all(|part| self.may(part, holds, values))
            }
            (Condition::Or(parts), true) | (Condition::And(parts), false) => {
                parts.iter().any(|part| self.may(part, holds, values))
            }
            (Condition::ForAll(variables, inner), true)
            | (Condition::Exists(variables, inner), false) => {
                !self.some(variables, values, &|values| !self.may(inner, holds, values))
            }
            (Condition::Exists(variables, inner), true)
            | (Condition::ForAll(variables, inner), false) => {
                self.some(variables, values, &|values| self.may(inner, holds, values))
            }
        }
    }

    fn some(
        &self,
        variables: &[Parameter],
        values: &mut Vec<ObjectId>,
        ask: &dyn Fn(&mut Vec<ObjectId>) -> bool,
    ) -> bool {
        let Some((variable, others)) = variables.split_first() else {
            return ask(values);
        };
        self.world.objects_of(variable).iter().any(|object| {
            if self.chooses() {
                return true;
            }
            values.push(*object);
            let answer = self.some(others, values, ask);
            values.pop();
            answer
        })
    }
}
