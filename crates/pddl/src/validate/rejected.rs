//! Reasons why a plan is no plan.

use saut_base::stop::StopReason;
use saut_task::{Cost, INFINITE};
use thiserror::Error;

use crate::plan::PlanStep;

/// Fault that the validator found first.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum InvalidPlan {
    /// A step cannot be taken.
    #[error("step {number}: {step}: {wrong}")]
    Step {
        /// Counted from 1.
        number: usize,
        /// The step as the plan has it.
        step: String,
        /// Fault of the step.
        wrong: WrongStep,
    },
    /// Two steps at the same time, of which one changes what the other needs or changes.
    #[error(
        "steps {} and {}: {} and {} have the same time, and one changes what the other needs or changes: {with}",
        numbers[0], numbers[1], steps[0], steps[1]
    )]
    Interference {
        /// Counted from 1.
        numbers: [usize; 2],
        /// The steps as the plan has them.
        steps: [String; 2],
        /// Part of the state that both use.
        with: String,
    },
    /// All steps can be taken, but the goal does not hold afterwards.
    #[error("the goal is not reached: {unmet} does not hold{}", of_state(state))]
    Goal {
        /// The part of the goal that does not hold.
        unmet: String,
        /// The atoms of the last state that share an object or the predicate with it, not all.
        state: Vec<String>,
    },
    /// The goal is reached, but the states on the way violate a constraint.
    #[error("the constraint {constraint} is violated {}", after_step(*after))]
    Constraint {
        /// As PDDL has it, shortened.
        constraint: String,
        /// The number of the steps before the state in which it shows.
        after: usize,
    },
    /// A limit ended the replay; the plan may be valid or not.
    #[error("the replay was not finished ({})", .0.name())]
    Unfinished(StopReason),
}

/// Fault of a step.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WrongStep {
    /// It is no step of the task, or cannot be taken in the state before it, for this reason.
    #[error("{0}")]
    Impossible(String),
    /// A number of its effects has more digits than are kept.
    #[error("a number with more digits than are kept")]
    TooLong,
}

impl InvalidPlan {
    /// A step at this place, from 0, that cannot be taken.
    pub(crate) fn step(place: usize, step: &PlanStep, wrong: WrongStep) -> Self {
        Self::Step {
            number: place + 1,
            step: step.written(),
            wrong,
        }
    }
}

/// Two costs together.
///
/// # Errors
///
/// The sum is no cost: it does not fit, or is kept for "no plan".
pub(crate) fn sum_of_costs(one: Cost, other: Cost) -> Result<Cost, InvalidPlan> {
    let sum = one.checked_add(other).filter(|sum| *sum < INFINITE);
    sum.ok_or(InvalidPlan::Unfinished(StopReason::TooLarge))
}

fn after_step(step: usize) -> String {
    match step {
        0 => "at the start".to_owned(),
        step => format!("after step {step}"),
    }
}

/// The nearest declared name, behind a message about an unknown one.
pub(super) fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |known| format!("; did you mean `{known}`?"))
}

/// The atoms of a state that tell why something does not hold, behind a message about it.
pub(super) fn of_state(atoms: &[String]) -> String {
    if atoms.is_empty() {
        return "; the state has no atom about these objects".to_owned();
    }
    format!("; the state has ({})", atoms.join(") ("))
}
