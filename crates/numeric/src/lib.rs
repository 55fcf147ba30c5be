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

/// A planning problem with a numeric task. Here, an [`ActionId`](saut_task::task::ActionId) is the number of an action
/// of [`NumericProblem::numeric`]. The task of [`Problem::task`] is empty, because numeric problems are not encoded as
/// clauses.
pub trait NumericProblem: Problem {
    /// Returns the ground numeric task.
    fn numeric(&self) -> &NumericTask;

    /// Returns the metric of a plan according to the rules, if the ground task has a metric. A metric to be maximised
    /// is negated.
    fn metric(&self, plan: &Self::Plan) -> Option<Rational>;

    /// Returns an unchecked reason for infeasibility: even a relaxation that replaces the values of functions by ranges
    /// does not reach the goal.
    fn ranges(&self) -> Self::Reason;

    /// Returns an unchecked reason for infeasibility: no reachable state is a goal state.
    fn all_states(&self) -> Self::Reason;

    /// Returns an unchecked reason that no plan has a metric below this number: no reachable goal state has such a
    /// metric.
    fn none_below(&self, number: &Rational) -> Self::Reason;

    /// Returns how all actions of the problem change facts and functions, as input for the search for weights.
    ///
    /// # Errors
    /// [`CheckError`] if a limit ends the computation.
    fn flows(&self, stop: &Stop) -> Result<DeltaTable, CheckError>;

    /// Returns an unchecked reason that consists of weights. It states that no plan has a metric below `bound`, or,
    /// without a bound, that there is no plan.
    fn by_weights(
        &self,
        flows: &DeltaTable,
        weights: &StateWeights,
        bound: Option<&Rational>,
    ) -> Self::Reason;

    /// Whether a reason states that no plan has a metric below exactly this number.
    fn says_none_below(&self, reason: &Self::Reason, number: &Rational) -> bool;
}
