//! A kind of task with numbers, as engines see it.

use saut_task::Domain;

use crate::task::NumericTask;

/// A kind of task with numbers: the ground task, beside the rules that judge its plans. An
/// [`ActionId`](saut_task::task::ActionId) is the number of an action of [`NumericDomain::numeric`]. The task of
/// [`Domain::task`] has nothing in it: formulas of clauses are not written of numbers.
pub trait NumericDomain: Domain {
    /// The ground task.
    fn numeric(&self) -> &NumericTask;
}
