//! Reasons why a plan is invalid.

use std::fmt;

use saut_base::stop::StopReason;
use saut_task::{Cost, INFINITE};
use thiserror::Error;

use crate::plan::PlanStep;

/// First error that the validator found.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum InvalidPlan {
    /// A step is not applicable.
    #[error("step {number}: {step}: {wrong}")]
    Step {
        /// Number of the step, counted from 1.
        number: usize,
        /// The step as in the plan.
        step: String,
        /// Error of the step.
        wrong: WrongStep,
    },
    /// Two steps at the same time, one of which changes a fact or number that the other needs or changes.
    #[error(
        "steps {} and {}: {} and {} have the same time, but one of them changes {with}, which the other needs or \
         changes",
        numbers[0], numbers[1], steps[0], steps[1]
    )]
    Interference {
        /// Numbers of the steps, counted from 1.
        numbers: [usize; 2],
        /// The steps as in the plan.
        steps: [String; 2],
        /// Part of the state that both steps use.
        with: String,
    },
    /// All steps are applicable, but the goal does not hold after the last step.
    #[error("the goal is not reached: {0}")]
    Goal(UnmetConditions),
    /// The goal is reached, but the states of the plan violate a constraint.
    #[error("the constraint {constraint} is violated {}", after_step(*after))]
    Constraint {
        /// The constraint as PDDL text, shortened.
        constraint: String,
        /// The number of steps before the state in which the violation shows.
        after: usize,
    },
    /// A limit ended the validation; the plan may be valid or not.
    #[error("the validation was not finished ({})", .0.name())]
    Unfinished(StopReason),
}

/// Error of a step.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WrongStep {
    /// Parts of the precondition do not hold in the state before the step.
    #[error("{0}")]
    Unmet(UnmetConditions),
    /// The task has no action of this name, or the arguments do not match the parameters.
    #[error("{0}")]
    Unknown(String),
    /// The step is not applicable for another reason.
    #[error("{0}")]
    Impossible(String),
    /// A number in the effects of the step has more digits than are supported.
    #[error("a number has too many digits")]
    TooLong,
}

/// Parts of a condition that do not hold in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmetConditions {
    /// The parts in PDDL, shortened, at most `MAX_UNMET` of them.
    pub conditions: Vec<String>,
    /// Some atoms of the state that share an object or the predicate with one of the parts.
    pub state: Vec<String>,
}

/// Maximum number of listed parts of a condition.
pub(super) const MAX_UNMET: usize = 100;

/// Maximum number of parts of a condition in a message.
const MAX_NAMED: usize = 5;

impl fmt::Display for UnmetConditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = &self.conditions[..];
        if let [only] = all {
            write!(f, "{only} does not hold")?;
        } else {
            let named = &all[..all.len().min(MAX_NAMED)];
            let first = named.join(", ");
            write!(f, "{} conditions do not hold: {first}", all.len())?;
            if all.len() > named.len() {
                write!(f, " and {} more", all.len() - named.len())?;
            }
        }
        f.write_str(&of_state(&self.state))
    }
}

impl InvalidPlan {
    /// Returns the number, from 1, of the step that is not applicable, that interferes with an earlier step, or after
    /// which a constraint is violated.
    pub const fn number(&self) -> Option<usize> {
        match self {
            Self::Step { number, .. } => Some(*number),
            Self::Interference { numbers, .. } => Some(numbers[1]),
            Self::Constraint { after, .. } => Some(*after),
            Self::Goal(_) | Self::Unfinished(_) => None,
        }
    }

    /// Returns the step that is not applicable, or that interferes with an earlier step, as in the plan.
    pub fn step_text(&self) -> Option<&str> {
        match self {
            Self::Step { step, .. } => Some(step),
            Self::Interference { steps, .. } => Some(&steps[1]),
            Self::Goal(_) | Self::Constraint { .. } | Self::Unfinished(_) => None,
        }
    }

    /// Returns the conditions of the step, or of the goal, that do not hold.
    pub const fn unmet(&self) -> Option<&UnmetConditions> {
        match self {
            Self::Step {
                wrong: WrongStep::Unmet(unmet),
                ..
            }
            | Self::Goal(unmet) => Some(unmet),
            _ => None,
        }
    }

    /// Returns the error of an inapplicable step; `place` counts from 0.
    pub(crate) fn step(place: usize, step: &PlanStep, wrong: WrongStep) -> Self {
        Self::Step {
            number: place + 1,
            step: step.written(),
            wrong,
        }
    }
}

/// Returns the sum of two costs, if it is a valid cost.
///
/// # Errors
///
/// The sum is not a valid cost: it overflows, or is the value that is reserved for "no plan".
pub(crate) fn sum_of_costs(one: Cost, other: Cost) -> Result<Cost, InvalidPlan> {
    let sum = one.checked_add(other).filter(|sum| *sum < INFINITE);
    sum.ok_or(InvalidPlan::Unfinished(StopReason::TooLarge))
}

fn after_step(step: usize) -> String {
    match step {
        0 => "in the initial state".to_owned(),
        step => format!("after step {step}"),
    }
}

/// Returns the nearest declared name, as the end of a message about an unknown name.
pub(super) fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |known| format!("; did you mean `{known}`?"))
}

/// Returns the atoms of a state that explain why a condition does not hold, as the end of a message about it.
fn of_state(atoms: &[String]) -> String {
    if atoms.is_empty() {
        return "; the state has no atom of this predicate or these objects".to_owned();
    }
    format!("; related atoms of the state: ({})", atoms.join(") ("))
}
