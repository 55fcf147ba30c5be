//! Meaning of conditions on the lifted task: in a state of the validator, and in the relaxation of the checks.
//!
//! The grounder has no part in it.

use crate::condition::{Comparison, Condition, ObjectId, Parameter};
use crate::problem::{GroundAtom, ObjectsByType};
use saut_base::stop::Ticker;

/// Turns of a loop that take as long as a look at a condition or an atom.
pub(crate) const TURNS_OF_A_LOOK: usize = 16;

/// Meaning of atoms and comparisons, and of the conditions over them.
pub(crate) trait Judge {
    /// The objects of the task.
    fn objects(&self) -> &ObjectsByType<'_>;

    /// Limits that end the evaluation. Answers from then on mean nothing.
    fn limits(&self) -> &Ticker;

    /// Whether the atom has this value; in a relaxation, whether it may have it.
    fn has_value(&self, atom: &GroundAtom, value: bool) -> bool;

    /// Whether the comparison holds; in a relaxation, whether it may hold.
    fn compares(&self, comparison: &Comparison, values: &[ObjectId]) -> bool;

    /// Whether the condition holds; `values` are the objects of its variables. In a relaxation, whether it may hold, each
    /// atom and comparison judged by itself.
    fn holds(&self, condition: &Condition, values: &mut Vec<ObjectId>) -> bool {
        let _ = self.limits().spend(TURNS_OF_A_LOOK);
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
            let goes_on = passes(values) && self.limits().spend(TURNS_OF_A_LOOK).is_ok();
            goes_on.then_some(()).ok_or(())
        };
        self.objects().each(variables, values, &mut passes).is_ok()
    }
}
