//! Evaluates conditions on the lifted task: in a state of the validator, or in the relaxation of the checks.
//!
//! This code is independent of the grounder.

use crate::condition::{Comparison, Condition, ObjectId, Parameter};
use crate::domain::{Effect, Schema};
use crate::problem::{GroundAtom, ObjectsByType};
use saut_base::stop::{StopReason, Ticker};

/// Cost of examining a condition or an atom, in iterations of a loop.
pub(crate) const TURNS_OF_A_LOOK: usize = 16;

/// Truth values of atoms and comparisons, and of conditions over them.
pub(crate) trait Judge {
    fn objects(&self) -> &ObjectsByType<'_>;

    /// Limits that end the evaluation. After a limit is reached, all results are meaningless.
    fn limits(&self) -> &Ticker;

    fn poll(&self) -> Result<(), StopReason> {
        self.limits().spend(TURNS_OF_A_LOOK)
    }

    /// Whether the atom has this value; in a relaxation, whether it may have this value.
    fn has_value(&self, atom: &GroundAtom, value: bool) -> bool;

    /// Whether the comparison holds; in a relaxation, whether it may hold.
    fn compares(&self, comparison: &Comparison, values: &[ObjectId]) -> bool;

    /// Whether the condition holds; `values` are the objects of its variables. In a relaxation, whether it may hold,
    /// with each atom and comparison judged separately.
    fn holds(&self, condition: &Condition, values: &mut Vec<ObjectId>) -> bool {
        let _ = self.poll();
        match condition {
            Condition::Literal(atom, value) => {
                self.has_value(&GroundAtom::of(atom, values), *value)
            }
            Condition::Equal(left, right, value) => {
                (left.object(values) == right.object(values)) == *value
            }
            Condition::Compare(comparison) => self.compares(comparison, values),
            Condition::And(parts) => parts.iter().all(|part| self.holds(part, values)),
            Condition::Or(parts) => parts.iter().any(|part| self.holds(part, values)),
            Condition::Exists(variables, inner) => {
                !self.every(variables, values, &mut |values| !self.holds(inner, values))
            }
            Condition::ForAll(variables, inner) => {
                self.every(variables, values, &mut |values| self.holds(inner, values))
            }
        }
    }

    /// Whether `passes` returns true for every choice of objects for the variables.
    fn every(
        &self,
        variables: &[Parameter],
        values: &mut Vec<ObjectId>,
        passes: &mut dyn FnMut(&mut Vec<ObjectId>) -> bool,
    ) -> bool {
        let mut passes = |values: &mut Vec<ObjectId>| {
            let goes_on = passes(values) && self.poll().is_ok();
            goes_on.then_some(()).ok_or(())
        };
        self.objects().each(variables, values, &mut passes).is_ok()
    }

    /// Whether `passes` returns true for every effect of an action and every choice of objects for its variables for
    /// which its condition holds.
    fn every_effect(
        &self,
        schema: &Schema,
        values: &mut Vec<ObjectId>,
        passes: &mut dyn FnMut(&Effect, &mut Vec<ObjectId>) -> bool,
    ) -> bool {
        schema.effects.iter().all(|effect| {
            self.every(&effect.variables, values, &mut |values| {
                !self.holds(&effect.condition, values) || passes(effect, values)
            })
        })
    }
}
