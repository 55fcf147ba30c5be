//! Problems: the interface between planning and the rules of a game or of a lifted task.
//!
//! A [`Problem`] is a game, a PDDL task or any other source of plans. It provides a [`Task`] and validates plans by its
//! rules. Engines do not know these rules, and the rules do not know the formulas. So the validation detects mistakes
//! of the engines and of the task. Some reasons for infeasibility exist only for one kind of task. The problem checks
//! these reasons as well.

use std::convert::Infallible;
use std::fmt;

use thiserror::Error;

use crate::plan::Plan;
use crate::task::{ActionId, Task};
use saut_base::stop::{Stop, StopReason};

/// The cost of a plan, in the unit of the action costs.
pub type Cost = u64;

/// The lower bound on the cost of plans of a task that has no plan.
pub const INFINITE: Cost = Cost::MAX;

/// Adds the lower bounds of two parts of a plan. A finite sum that overflows becomes the largest value below
/// [`INFINITE`], which is still a lower bound.
pub(crate) const fn plus(one: Cost, other: Cost) -> Cost {
    if one == INFINITE || other == INFINITE {
        return INFINITE;
    }
    match one.checked_add(other) {
        Some(sum) if sum < INFINITE => sum,
        _ => INFINITE - 1,
    }
}

/// Reasons for infeasibility that exist only for one kind of task, and their check.
pub trait Reasons {
    /// The type of these reasons; [`NoReason`] if only the generic reasons of
    /// [`Certificate`](crate::certificate::Certificate) exist.
    type Reason: Clone + Send;

    /// Checks a reason by the rules of the problem. Returns the reason with all omitted numbers filled in.
    ///
    /// # Errors
    /// [`CheckError`] with the reason for the rejection.
    fn check(&self, reason: Self::Reason, stop: &Stop) -> Result<Self::Reason, CheckError>;

    /// Returns the lower bound on plan costs that an accepted reason proves; [`INFINITE`] if there is no plan. If the
    /// reason bounds a measure other than costs, returns 0.
    fn bound(&self, _reason: &Self::Reason) -> Cost {
        INFINITE
    }
}

/// A planning problem: a ground task, and the validation of its plans.
pub trait Problem: Reasons + Sync {
    /// A plan that the rules of the problem have accepted. Only [`Problem::validate`] should create one.
    type Plan: Send;

    /// Returns the ground task, which is all that engines know about the problem.
    fn task(&self) -> &Task;

    /// Validates a plan by the rules of the problem, without the actions of the task. Returns the accepted plan and its
    /// cost.
    ///
    /// # Errors
    /// [`RefusedPlan`] if the plan violates the rules.
    fn validate(&self, plan: Plan<ActionId>) -> Result<(Self::Plan, Cost), RefusedPlan>;

    /// Returns the actions of the task that correspond to an accepted plan, as input for plan improvement. The result
    /// is not trusted, because every improved plan is validated again.
    fn actions(&self, _: &Self::Plan) -> Option<Vec<ActionId>> {
        None
    }
}

/// The type [`Reasons::Reason`] of a kind of task that has only the generic reasons. The type has no values.
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
    /// Creates the reason from the message of a validator.
    pub fn new(fact: impl fmt::Display) -> Self {
        Self(fact.to_string())
    }
}

/// Reason why a certificate is not accepted.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CheckError {
    /// The certificate is wrong.
    #[error("{0}")]
    Rejected(String),
    /// A limit ended the check. The certificate may be valid or not.
    #[error("the check was not finished ({})", .0.name())]
    Stopped(StopReason),
}

impl CheckError {
    /// Creates the error for a wrong certificate.
    pub fn rejected(fact: impl fmt::Display) -> Self {
        Self::Rejected(fact.to_string())
    }

    /// Returns the error for a wrong certificate.
    ///
    /// # Errors
    /// Always [`CheckError::Rejected`] with this fact.
    pub fn reject<T>(fact: impl fmt::Display) -> Result<T, Self> {
        Err(Self::rejected(fact))
    }
}

pub(crate) fn not_plain() -> CheckError {
    CheckError::rejected(
        "the task has derived facts or conditional effects, which this kind of reason does not support",
    )
}
