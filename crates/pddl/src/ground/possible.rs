//! Possibility of conditions, judged by the atoms that no action changes.

use saut_base::stop::Ticker;

use super::relation::Relation;
use super::world::{World, fill};
use crate::condition::{Condition, ObjectId};

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

    /// Whether the condition may come to hold.
    pub(super) fn may(&self, condition: &Condition, values: &mut Vec<ObjectId>) -> bool {
        match condition {
            Condition::Literal(atom, _) if !self.world.is_static(atom.predicate) => true,
            Condition::Literal(atom, holds) => {
                let mut tuple = Vec::new();
                fill(&mut tuple, atom, values);
                self.relations[atom.predicate].find(&tuple).is_some() == *holds
            }
            Condition::Equal(left, right, holds) => {
                (left.object(values) == right.object(values)) == *holds
            }
            Condition::Compare(comparison) => self.world.may_have_values(comparison, values),
            Condition::And(parts) => parts.iter().all(|part| self.may(part, values)),
            Condition::Or(parts) => parts.iter().any(|part| self.may(part, values)),
            Condition::ForAll(variables, inner) => {
                let mut ask = |values: &mut Vec<ObjectId>| {
                    let goes_on = self.may(inner, values) && self.limits.stop_reason().is_none();
                    goes_on.then_some(()).ok_or(())
                };
                self.world.objects.each(variables, values, &mut ask).is_ok()
            }
            Condition::Exists(variables, inner) => {
                let mut ask = |values: &mut Vec<ObjectId>| {
                    let is_found = self.may(inner, values) || self.limits.stop_reason().is_some();
                    if is_found { Err(()) } else { Ok(()) }
                };
                self.world
                    .objects
                    .each(variables, values, &mut ask)
                    .is_err()
            }
        }
    }
}
