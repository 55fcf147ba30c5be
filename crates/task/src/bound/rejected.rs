//! Reasons why a bound is not accepted.

use thiserror::Error;

use crate::domain::Cost;
use crate::weights::RejectedWeights;
use saut_base::stop::StopReason;

/// The first thing that is wrong with a reason for a bound.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RejectedBound {
    /// A task that this kind of reason does not know how to treat.
    #[error(
        "the task has derived facts or conditional effects, and this kind of reason knows neither"
    )]
    NotPlain,
    /// Weights that some action raises by more than its cost, or not one for each fluent.
    #[error(transparent)]
    Weights(#[from] RejectedWeights),
    /// Weights of which the sum has no room in 62 bits.
    #[error("the weights are too large")]
    LargeWeights,
    /// A cut through a fluent that the task has not.
    #[error("cut {cut} names fluent {fluent}, and there are {fluents}")]
    NoSuchFluent {
        /// The number of the cut.
        cut: usize,
        /// The number of the fluent.
        fluent: usize,
        /// The fluents of the task.
        fluents: usize,
    },
    /// A cut with a derived fact beyond that may follow from what is before it.
    #[error("beyond cut {cut} is {fact}, which may follow from what is before it")]
    DerivedBeyond {
        /// The number of the cut.
        cut: usize,
        /// The name of the fact.
        fact: String,
    },
    /// A cut that the goal is not beyond.
    #[error("the goal wants nothing beyond cut {0}")]
    NoGoalBeyond(usize),
    /// A cut whose far side a state is on already.
    #[error("state {state} is beyond cut {cut}")]
    StateBeyond {
        /// The number of the state.
        state: usize,
        /// The number of the cut.
        cut: usize,
    },
    /// A cut that is used and not there.
    #[error("state {state} names cut {cut}, and there are {cuts}")]
    NoSuchCut {
        /// The number of the state.
        state: usize,
        /// The number of the cut.
        cut: usize,
        /// The cuts that there are.
        cuts: usize,
    },
    /// The shares of an action come to more than its cost.
    #[error("at state {state} the shares of {action} come to more than its cost")]
    Overspent {
        /// The number of the state.
        state: usize,
        /// The name of the action.
        action: String,
    },
    /// An action after which fewer counted facts may be true.
    #[error("after {0} fewer of the counted facts may be true")]
    Falls(String),
    /// Parts of a document that do not fit together.
    #[error("{0}")]
    Shape(&'static str),
    /// A state that has a fluent beyond the last of the task, or stands there twice.
    #[error("state {0} is no state of the task, or stands there twice")]
    NoState(usize),
    /// The start is missing, or costs something.
    #[error("the start is not among the states at cost 0")]
    NoStart,
    /// A goal that is too cheap.
    #[error("state {state} is a goal at cost {cost}")]
    Goal {
        /// The number of the state.
        state: usize,
        /// Cost of the state.
        cost: u64,
    },
    /// An action that leads to where nothing bounds the rest, or to a state that is said to cost more.
    #[error("{action} leads from state {state} to one that is not bounded")]
    LeadsOut {
        /// The number of the state.
        state: usize,
        /// The name of the action.
        action: String,
    },
    /// The reason gives less than is claimed.
    #[error("at state {state} it comes to {bound} only")]
    TooLow {
        /// The number of the state.
        state: usize,
        /// Bound that the reason gives.
        bound: Cost,
    },
    /// Levels that are no budget.
    #[error("budget {budget}: {fact}")]
    NoBudget {
        /// The number of the budget.
        budget: usize,
        /// Fault of the budget.
        fact: String,
    },
    /// The check was stopped; says nothing about the bound.
    #[error("the check was stopped ({})", .0.name())]
    Unfinished(StopReason),
}
