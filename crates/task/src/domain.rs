//! Problems: the interface between planning and the rules of a game or of a lifted task.
//!
//! A game, a PDDL reader or anything else that has plans is a [`Problem`] if it can show itself as a [`Task`] and judge
//! a plan by its own rules. Engines never see those rules, and the rules never see a formula; so a mistake in either is
//! found by the other. Reasons that only this kind of task knows are checked by it, too.

use std::convert::Infallible;
use std::fmt;

use thiserror::Error;

use crate::plan::Plan;
use crate::task::{ActionId, Task};
use saut_base::stop::{Stop, StopReason};

/// The cost of a plan, in the units of the task's actions.
pub type Cost = u64;

/// The bound of a task without a plan: no plan costs less than this.
pub const INFINITE: Cost = Cost::MAX;

/// Two lower bounds of parts of a plan together. A finite sum that has no room is cut off just below [`INFINITE`],
/// which is a lower bound again.
pub(crate) const fn plus(one: Cost, other: Cost) -> Cost {
    if one == INFINITE || other == INFINITE {
        return INFINITE;
    }
    match one.checked_add(other) {
        Some(sum) if sum < INFINITE => sum,
        _ => INFINITE - 1,
    }
}

/// The reasons for "there is no plan" that only a kind of task knows, and who judges them.
pub trait Reasons {
    /// The reasons, beside the generic ones of [`Certificate`](crate::certificate::Certificate); [`NoReason`] if
    /// there are none.
    type Reason: Clone + Send;

    /// Checks such a reason by the rules alone; returns it with the numbers that it left open.
    ///
    /// # Errors
    /// [`CheckError`] with what is wrong with it.
    fn check(&self, reason: Self::Reason, stop: &Stop) -> Result<Self::Reason, CheckError>;

    /// Bound of the cost of every plan that an accepted reason shows: [`INFINITE`], there is none. A reason that bounds
    /// another measure than costs shows 0.
    fn bound(&self, _reason: &Self::Reason) -> Cost {
        INFINITE
    }
}

/// What is planned for: its ground task, and the judge of its plans.
pub trait Problem: Reasons + Sync {
    /// A plan in the words of the rules, which have accepted it. Its maker should be [`Problem::validate`] alone.
    type Plan: Send;

    /// The task that engines see.
    fn task(&self) -> &Task;

    /// Replays a plan of the task by the rules alone, never by the actions of the task, and gives its cost.
    ///
    /// # Errors
    /// [`RefusedPlan`] with what the rules say against it.
    fn validate(&self, plan: Plan<ActionId>) -> Result<(Self::Plan, Cost), RefusedPlan>;

    /// The actions of the task by which an accepted plan is played, for those who make plans better. It is a claim: what
    /// comes of it is replayed again.
    fn actions(&self, _: &Self::Plan) -> Option<Vec<ActionId>> {
        None
    }
}

/// The reasons of a kind of task that knows none of its own: there is no value of it.
pub type NoReason = Infallible;

/// Says of a kind of task that it knows no reasons of its own.
#[macro_export]
macro_rules! no_reasons {
    ($domain:ty) => {
        impl $crate::Reasons for $domain {
            type Reason = $crate::NoReason;

            fn check(
                &self,
                reason: $crate::NoReason,
                _: &::saut_base::stop::Stop,
            ) -> Result<$crate::NoReason, $crate::CheckError> {
                match reason {}
            }
        }
    };
}

/// Objection of the rules to a plan.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct RefusedPlan(pub String);

impl RefusedPlan {
    /// From the message of a simulator.
    pub fn new(fact: impl fmt::Display) -> Self {
        Self(fact.to_string())
    }
}

/// Reason why a certificate is not accepted.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CheckError {
    /// It does not hold.
    #[error("{0}")]
    Rejected(String),
    /// A limit ended the check, which says nothing about the certificate.
    #[error("the check was not finished ({})", .0.name())]
    Stopped(StopReason),
}

impl CheckError {
    /// Rejection of a certificate for this fact.
    pub fn rejected(fact: impl fmt::Display) -> Self {
        Self::Rejected(fact.to_string())
    }

    /// Rejects a certificate for this fact.
    ///
    /// # Errors
    /// Always.
    pub fn reject<T>(fact: impl fmt::Display) -> Result<T, Self> {
        Err(Self::rejected(fact))
    }
}

pub(crate) fn not_plain() -> CheckError {
    CheckError::rejected(
        "the task has derived facts or conditional effects, and this kind of reason knows neither",
    )
}
