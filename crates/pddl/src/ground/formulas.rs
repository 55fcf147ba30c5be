//! Formulas from conditions, with their variables replaced.

use super::auxiliary::Auxiliary;
use super::formula::Formula;
use super::limits::{GroundingLimits, Stopped};
use super::reachable::Reachable;
use super::world::{World, fill, value};
use crate::condition::{Condition, ObjectId, Parameter};

/// Most parts of one formula.
const MOST_PARTS: usize = 1_000_000;

/// Callback that is given the objects for the variables.
pub(super) type Visit<'v, 'f, 'a> =
    dyn FnMut(&mut Formulas<'f, 'a>, &mut Vec<ObjectId>) -> Result<(), Stopped> + 'v;

/// Makes formulas from conditions.
pub(super) struct Formulas<'f, 'a> {
    pub(super) world: &'f World<'a>,
    pub(super) reachable: &'f Reachable,
    /// For each predicate the number of its first fact.
    pub(super) first: &'f [u32],
    pub(super) parts: usize,
    pub(super) limits: &'f GroundingLimits,
    pub(super) auxiliary: Auxiliary,
}

impl<'f, 'a> Formulas<'f, 'a> {
    /// The formula that the condition (or its negation) amounts to.
    pub(super) fn of(
        &mut self,
        condition: &Condition,
        holds: bool,
        values: &mut Vec<ObjectId>,
    ) -> Result<Formula, Stopped> {
        self.limits.poll(0)?;
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(Stopped::Cases(String::new()));
        }
        Ok(match condition {
            Condition::Atom(atom) => {
                let mut tuple = Vec::new();
                fill(&mut tuple, atom, values);
                match self.fact(atom.predicate, &tuple) {
                    Ok(fact) => Formula::Literal(fact, holds),
                    Err(truth) => constant(truth == holds),
                }
            }
            Condition::Equal(left, right) => {
                constant((value(*left, values) == value(*right, values)) == holds)
            }
            // Tasks with numbers are grounded with an atom in its place (`numbers/atoms.rs`).
            Condition::Compare(_) => constant(holds),
            Condition::Not(inner) => self.of(inner, !holds, values)?,
            Condition::And(parts) | Condition::Or(parts) => {
                let all = matches!(condition, Condition::And(_)) == holds;
                let mut made = Vec::new();
                for part in parts {
                    let part = self.of(part, holds, values)?;
                    if part == constant(!all) {
                        return Ok(part);
                    }
                    made.push(part);
                }
                Formula::of(made, all)
            }
            Condition::ForAll(variables, inner) | Condition::Exists(variables, inner) => {
                let all = matches!(condition, Condition::ForAll(..)) == holds;
                let mut made = Vec::new();
                self.each(variables, values, &mut |formulas, values| {
                    made.push(formulas.of(inner, holds, values)?);
                    Ok(())
                })?;
                Formula::of(made, all)
            }
        })
    }

    /// Calls `visit` with every choice of objects for the variables.
    pub(super) fn each(
        &mut self,
        variables: &[Parameter],
        values: &mut Vec<ObjectId>,
        visit: &mut Visit<'_, 'f, 'a>,
    ) -> Result<(), Stopped> {
        let Some((variable, others)) = variables.split_first() else {
            return visit(self, values);
        };
        let world = self.world;
        for object in world.objects_of(variable) {
            values.push(*object);
            self.each(others, values, visit)?;
            values.pop();
        }
        Ok(())
    }

    /// The number of the fact, or the truth of an atom that is none.
    pub(super) fn fact(&self, predicate: usize, tuple: &[ObjectId]) -> Result<u32, bool> {
        let found = self.reachable.relations[predicate].find(tuple);
        match found {
            Some(id) if !self.world.is_static(predicate) => Ok(self.first[predicate] + id),
            found => Err(found.is_some()),
        }
    }
}

fn constant(truth: bool) -> Formula {
    if truth { Formula::True } else { Formula::False }
}
