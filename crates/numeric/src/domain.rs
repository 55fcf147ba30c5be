//! A problem with numbers: its ground task, and the reasons that its engines may claim.

use saut_base::stop::Stop;
use saut_task::{CheckError, Problem};

use crate::rational::Rational;
use crate::task::NumericTask;
use crate::weights::{Flows, StateWeights};

/// A problem with numbers. An [`ActionId`](saut_task::task::ActionId) is the number of an action of
/// [`NumericProblem::numeric`]. The task of [`Problem::task`] has nothing in it: formulas of clauses are not written of
/// numbers.
pub trait NumericProblem: Problem {
    /// The ground task.
    fn numeric(&self) -> &NumericTask;

    /// Metric of a plan, by the rules, where the ground task has one; of what is to be large the negation.
    fn metric(&self, plan: &Self::Plan) -> Option<Rational>;

    /// The reason that not even a relaxation with ranges for the values of functions reaches the goal, to be checked.
    fn ranges(&self) -> Self::Reason;

    /// The reason that no state that can be reached is a goal, to be checked.
    fn all_states(&self) -> Self::Reason;

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
