//! Problems: the interface between planning and the rules of a game or of a lifted task.
//!
//! A game, a PDDL task or any other source of plans is a [`Problem`] if it can present itself as a [`Task`] and judge a
//! plan by its own rules. Engines never see these rules, and the rules never see a formula, so each side detects
//! mistakes of the other. The domain also checks the reasons that only its kind of task has.

use std::convert::Infallible;
use std::fmt;

use thiserror::Error;

use crate::plan::Plan;
use crate::task::{ActionId, Task};
use saut_base::stop::{Stop, StopReason};

/// The cost of a plan, in the units of the task's actions.
pub type Cost = u64;

/// The bound of a task without a plan: no plan has a lower cost.
pub const INFINITE: Cost = Cost::MAX;

/// Adds two lower bounds of parts of a plan. A finite sum that overflows is replaced by the largest value below
/// [`INFINITE`], which is again a lower bound.
pub(crate) const fn plus(one: Cost, other: Cost) -> Cost {
    if one == INFINITE || other == INFINITE {
        return INFINITE;
    }
    match one.checked_add(other) {
        Some(sum) if sum < INFINITE => sum,
        _ => INFINITE - 1,
    }
}

/// The reasons for "there is no plan" that only one kind of task has, with their check.
pub trait Reasons {
    /// The reasons besides the generic ones of [`Certificate`](crate::certificate::Certificate); [`NoReason`] if there
    /// are none.
    type Reason: Clone + Send;

    /// Checks such a reason using only the rules of the domain; returns it with its omitted numbers filled in.
    ///
    /// # Errors
    /// [`CheckError`] with the reason for the rejection.
    fn check(&self, reason: Self::Reason, stop: &Stop) -> Result<Self::Reason, CheckError>;

    /// Returns a lower bound on the cost of every plan that an accepted reason proves; [`INFINITE`] if there is no
    /// plan. A reason that bounds a measure other than costs returns 0.
    fn bound(&self, _reason: &Self::Reason) -> Cost {
        INFINITE
    }
}

/// A planning problem: its ground task, and the judge of its plans.
pub trait Problem: Reasons + Sync {
    /// A plan in the terms of the rules, which have accepted it. Only [`Problem::validate`] should create one.
    type Plan: Send;

    /// Returns the task that engines see.
    fn task(&self) -> &Task;

    /// Replays a plan of the task by the rules only, never by the actions of the task, and returns its cost.
    ///
    /// # Errors
    /// [`RefusedPlan`] with the objection of the rules.
    fn validate(&self, plan: Plan<ActionId>) -> Result<(Self::Plan, Cost), RefusedPlan>;

    /// Returns the actions of the task that correspond to an accepted plan, as input for plan improvement. The result
    /// is not trusted: every improved plan is replayed again.
    fn actions(&self, _: &Self::Plan) -> Option<Vec<ActionId>> {
        None
    }
}

/// The reason type of a kind of task that has no reasons besides the generic ones; it has no values.
pub type NoReason = Infallible;

/// Implements `Reasons` for a kind of task that has only the generic reasons.
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

/// Reason why the rules reject a plan.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct RefusedPlan(pub String);

impl RefusedPlan {
    /// Creates the reason from the message of a simulator.
    pub fn new(fact: impl fmt::Display) -> Self {
        Self(fact.to_string())
    }
}

/// Reason why a certificate is not accepted.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CheckError {
    /// The certificate does not hold.
    #[error("{0}")]
    Rejected(String),
    /// A limit ended the check; the certificate may be valid or not.
    #[error("the check was not finished ({})", .0.name())]
    Stopped(StopReason),
}

impl CheckError {
    /// Creates the rejection of a certificate for this reason.
    pub fn rejected(fact: impl fmt::Display) -> Self {
        Self::Rejected(fact.to_string())
    }

    /// Rejects a certificate for this reason.
    ///
    /// # Errors
    /// Always.
    pub fn reject<T>(fact: impl fmt::Display) -> Result<T, Self> {
        Err(Self::rejected(fact))
    }
}

pub(crate) fn not_plain() -> CheckError {
    CheckError::rejected(
        "the task has derived facts or conditional effects, which this kind of reason does not support",
    )
}
