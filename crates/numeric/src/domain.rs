//! A kind of task with numbers, as engines see it.

use saut_base::stop::Stop;
use saut_task::{CheckError, Checked, Domain};

use crate::rational::Rational;
use crate::task::NumericTask;
use crate::weights::{Flows, StateWeights};

/// A kind of task with numbers: the ground task, beside the rules that judge its plans. An
/// [`ActionId`](saut_task::task::ActionId) is the number of an action of [`NumericDomain::numeric`]. The task of
/// [`Domain::task`] has nothing in it: formulas of clauses are not written of numbers.
pub trait NumericDomain: Domain {
    /// The ground task.
    fn numeric(&self) -> &NumericTask;

    /// Metric of a plan, by the rules, where the ground task has one; of what is to be large the negation.
    fn metric(&self, plan: &Self::Replayed) -> Option<Rational>;

    /// The reason that not even a relaxation with ranges for the values of functions reaches the goal, checked on what
    /// was read.
    ///
    /// # Errors
    /// [`CheckError`] if it does reach it, or the check was not finished.
    fn out_of_reach(&self, stop: &Stop) -> Result<Checked<Self::Reason>, CheckError>;

    /// The reason that no state that can be reached is a goal, to be checked; nothing if there are none of this goal.
    fn all_states(&self) -> Option<Self::Reason>;

    /// The reason that no plan has a metric below this number, because no state that can be reached has; to be checked.
    fn none_below(&self, number: &Rational) -> Self::Reason;

    /// Changes of facts and functions by all actions of what was read, for weights.
    ///
    /// # Errors
    /// [`CheckError`] if it was not finished.
    fn flows(&self, stop: &Stop) -> Result<Flows, CheckError>;

    /// The reason of weights that no plan has a metric below a number, or that there is no plan; to be checked.
    fn by_weights(
        &self,
        flows: &Flows,
        weights: &StateWeights,
        bound: Option<&Rational>,
    ) -> Self::Reason;

    /// Whether a reason says that no plan has a metric below this number.
    fn says_none_below(&self, reason: &Self::Reason, number: &Rational) -> bool;
}
