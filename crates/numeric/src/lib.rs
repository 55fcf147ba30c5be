#![doc = include_str!("../README.md")]

pub mod encode;
mod exact;
pub mod linear_expr;
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

use weights::{DeltaTable, StateWeights};

/// A planning problem with a numeric task. An [`ActionId`](saut_task::task::ActionId) is the number of an action of
/// [`NumericProblem::numeric`]. The task of [`Problem::task`] is empty, because numeric problems are not encoded as
/// clauses.
pub trait NumericProblem: Problem {
    /// Returns the ground task.
    fn numeric(&self) -> &NumericTask;

    /// Returns the metric of a plan according to the rules, if the ground task has a metric; negated if it is to be
    /// maximised.
    fn metric(&self, plan: &Self::Plan) -> Option<Rational>;

    /// Returns the unchecked reason that even a relaxation with ranges for the values of functions does not reach the
    /// goal.
    fn ranges(&self) -> Self::Reason;

    /// Returns the unchecked reason that no reachable state is a goal.
    fn all_states(&self) -> Self::Reason;

    /// Returns the unchecked reason that no plan has a metric below this number, because no reachable goal state has.
    fn none_below(&self, number: &Rational) -> Self::Reason;

    /// Returns the changes of facts and functions by all actions of the problem, as input for the search for weights.
    ///
    /// # Errors
    /// [`CheckError`] if the computation was not finished.
    fn flows(&self, stop: &Stop) -> Result<DeltaTable, CheckError>;

    /// Returns the unchecked reason by weights that no plan has a metric below `bound`, or that there is no plan.
    fn by_weights(
        &self,
        flows: &DeltaTable,
        weights: &StateWeights,
        bound: Option<&Rational>,
    ) -> Self::Reason;

    /// Whether a reason states that no plan has a metric below this number.
    fn says_none_below(&self, reason: &Self::Reason, number: &Rational) -> bool;
}
