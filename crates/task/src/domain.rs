//! Domains: what the planner asks of a kind of task.
//!
//! A game, a PDDL reader or anything else that has plans is a domain if it can show itself to the
//! encoders as a [`Task`] and judge a plan by its own rules. The planner never sees those rules, and
//! the rules never see a formula; so a mistake in either is found by the other.

use thiserror::Error;

use crate::plan::Plan;
use crate::task::{ActionId, Task};

/// A kind of task: how it looks to the encoders, and who judges its plans.
pub trait Domain: Sync {
    /// A plan that the rules have accepted. Its maker should be [`Domain::replay`] alone.
    type Replayed: Send;

    /// The task that formulas are written from.
    fn task(&self) -> &Task;

    /// Replays a plan by the rules alone, never by the actions of the task.
    ///
    /// # Errors
    /// [`RefusedReplay`] with what the rules say against it.
    fn replay(&self, plan: Plan<ActionId>) -> Result<Self::Replayed, RefusedReplay>;
}

/// What the rules say against a plan.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct RefusedReplay(pub String);

impl RefusedReplay {
    /// From the message of a simulator.
    pub fn new(fact: impl std::fmt::Display) -> Self {
        Self(fact.to_string())
    }
}
