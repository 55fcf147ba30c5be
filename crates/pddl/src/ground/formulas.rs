//! Formulas from conditions, with their variables replaced.

use super::formula::{Auxiliary, Formula, Numeric};
use super::limits::{GroundingLimits, Stopped};
use super::reachable::Reachable;
use super::world::{World, fill};
use crate::condition::{Atom, Condition, ObjectId};

/// Most parts of one formula.
const MOST_PARTS: usize = 1_000_000;

/// Makes formulas from conditions.
pub(super) struct Formulas<'f, 'a> {
    pub(super) world: &'f World<'a>,
    pub(super) reachable: &'f Reachable,
    /// For each predicate the number of its first fact.
    pub(super) first: &'f [u32],
    pub(super) parts: usize,
    pub(super) tuple: Vec<ObjectId>,
    pub(super) limits: &'f GroundingLimits,
    pub(super) auxiliary: Auxiliary,
}

impl Formulas<'_, '_> {
    /// The formula that the condition amounts to.
    pub(super) fn of(
        &mut self,
        condition: &Condition,
        values: &mut Vec<ObjectId>,
    ) -> Result<Formula, Stopped> {
        self.limits.poll(0)?;
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(Stopped::Cases(String::new()));
        }
        let mut made = Vec::new();
        let all = matches!(condition, Condition::And(_) | Condition::ForAll(..));
        match condition {
            Condition::Literal(atom, holds) => {
                return Ok(match self.fact(atom, values) {
                    Ok(fact) => Formula::Literal(fact, *holds),
                    Err(truth) => constant(truth == *holds),
                });
            }
            Condition::Equal(left, right, holds) => {
                return Ok(constant(
                    (left.object(values) == right.object(values)) == *holds,
                ));
            }
            Condition::Compare(comparison) => {
                if !self.world.may_have_values(comparison, values) {
                    return Ok(Formula::False);
                }
                let test = Numeric::Test(comparison.as_ref().clone().with_objects(values));
                return Ok(Formula::Literal(self.auxiliary.numeric(test), true));
            }
            Condition::And(parts) | Condition::Or(parts) => {
                for part in parts {
                    let part = self.of(part, values)?;
                    if part == constant(!all) {
                        return Ok(part);
                    }
                    made.push(part);
                }
            }
            Condition::ForAll(variables, inner) | Condition::Exists(variables, inner) => {
                let world = self.world;
                world.objects.each(variables, values, &mut |values| {
                    made.push(self.of(inner, values)?);
                    Ok::<(), Stopped>(())
                })?;
            }
        }
        Ok(Formula::of(made, all))
    }

    /// The number of the fact, or the truth of an atom that is none.
    pub(super) fn fact(&mut self, atom: &Atom, values: &[ObjectId]) -> Result<u32, bool> {
        fill(&mut self.tuple, atom, values);
        let predicate = atom.predicate;
        match self.reachable.relations[predicate].find(&self.tuple) {
            Some(id) if !self.world.is_static(predicate) => Ok(self.first[predicate] + id),
            found => Err(found.is_some()),
        }
    }
}

fn constant(truth: bool) -> Formula {
    if truth { Formula::True } else { Formula::False }
}
