#![doc = include_str!("../README.md")]

pub mod encode;
mod exact;
pub mod line;
pub mod rational;
mod state;
pub mod task;
pub mod weights;

pub use exact::Exact;
pub use rational::Rational;
pub use state::NumericState;
pub use task::{Change, Conditions, Linear, NumericAction, NumericTask, Refused, Relation, Test};

use saut_base::stop::Stop;
use saut_task::{CheckError, Problem};

use weights::{Flows, StateWeights};

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
