//! Possibility of conditions, judged by the atoms that no action changes.

use saut_base::stop::Ticker;

use super::relation::Relation;
use super::world::{World, value};
use crate::condition::{Condition, ObjectId, Parameter};

/// Judges conditions: atoms of predicates that change may hold and may not hold.
pub(super) struct Possible<'w, 'a> {
    world: &'w World<'a>,
    relations: &'w [Relation],
    /// Asked now and again; what is said after it says yes means nothing.
    limits: &'w Ticker,
}

impl<'w, 'a> Possible<'w, 'a> {
    /// Judges by these relations, until it is time to stop.
    pub(super) fn new(world: &'w World<'a>, relations: &'w [Relation], limits: &'w Ticker) -> Self {
        Self {
            world,
            relations,
            limits,
        }
    }

    /// Whether it was stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.limits.spend(0).is_err()
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
            if self.limits.stop_reason().is_some() {
                return true;
            }
            values.push(*object);
            let answer = self.some(others, values, ask);
            values.pop();
            answer
        })
    }
}
