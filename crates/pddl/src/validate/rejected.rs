//! Reasons why a plan is no plan.

use std::fmt;

use saut_base::stop::StopReason;
use saut_task::{Cost, INFINITE};

use crate::plan::PlanStep;

/// Fault that the validator found first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidPlan {
    /// A step cannot be taken.
    Step {
        /// Counted from 1.
        number: usize,
        /// The step as the plan has it.
        step: String,
        /// Fault of the step.
        wrong: WrongStep,
    },
    /// Two steps at the same time, of which one changes what the other needs or changes.
    Interference {
        /// Counted from 1.
        numbers: [usize; 2],
        /// The steps as the plan has them.
        steps: [String; 2],
        /// Part of the state that both use.
        with: String,
    },
    /// All steps can be taken, but the goal does not hold afterwards.
    Goal {
        /// The part of the goal that does not hold.
        unmet: String,
        /// The atoms of the last state that share an object or the predicate with it, not all.
        state: Vec<String>,
    },
    /// The goal is reached, but the states on the way violate a constraint.
    Constraint {
        /// As PDDL has it, shortened.
        constraint: String,
        /// The number of the steps before the state in which it shows.
        after: usize,
    },
    /// A limit ended the replay; the plan may be valid or not.
    Unfinished(StopReason),
}

/// Fault of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongStep {
    /// There is no such action; perhaps one with a similar name.
    UnknownAction(Option<String>),
    /// This many arguments are given, that many declared.
    WrongArity {
        /// In the plan.
        given: usize,
        /// In the domain.
        declared: usize,
    },
    /// There is no such object; perhaps one with a similar name.
    UnknownObject {
        /// As the plan has it.
        name: String,
        /// The nearest declared name.
        nearest: Option<String>,
    },
    /// An object is of another type than the parameter.
    WrongType {
        /// The object.
        object: String,
        /// The types of the parameter.
        wanted: String,
    },
    /// A part of the precondition does not hold.
    Unmet {
        /// The atom with `not` before it if it must not hold, or a larger part of the formula.
        unmet: String,
        /// The atoms of the state before the step that share an object or the predicate with it,
        /// not all.
        state: Vec<String>,
    },
    /// The cost of the step is not defined by the problem.
    UndefinedCost(String),
    /// A number of its effects has no value, or would depend on the order of the effects.
    Number(String),
    /// A number of its effects has more digits than are kept.
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

impl fmt::Display for InvalidPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step {
                number,
                step,
                wrong,
            } => write!(f, "step {number}: {step}: {wrong}"),
            Self::Interference {
                numbers: [one, other],
                steps: [first, second],
                with,
            } => write!(
                f,
                "steps {one} and {other}: {first} and {second} have the same time, and one changes what the other \
                 needs or changes: {with}"
            ),
            Self::Constraint { constraint, after } => {
                write!(f, "the constraint {constraint} is violated ")?;
                match after {
                    0 => f.write_str("at the start"),
                    step => write!(f, "after step {step}"),
                }
            }
            Self::Unfinished(why) => write!(f, "the replay was not finished ({})", why.name()),
            Self::Goal { unmet, state } => {
                write!(f, "the goal is not reached: {unmet} does not hold")?;
                write_state(f, state)
            }
        }
    }
}

impl fmt::Display for WrongStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suggest = |f: &mut fmt::Formatter<'_>, nearest: &Option<String>| match nearest {
            Some(known) => write!(f, "; did you mean `{known}`?"),
            None => Ok(()),
        };
        match self {
            Self::UnknownAction(nearest) => {
                f.write_str("the domain has no such action")?;
                suggest(f, nearest)
            }
            Self::WrongArity { given, declared } => {
                write!(
                    f,
                    "{given} arguments, but the action has {declared} parameters"
                )
            }
            Self::UnknownObject { name, nearest } => {
                write!(f, "the problem has no object `{name}`")?;
                suggest(f, nearest)
            }
            Self::WrongType { object, wanted } => write!(f, "`{object}` is no {wanted}"),
            Self::Unmet { unmet, state } => {
                write!(f, "{unmet} does not hold")?;
                write_state(f, state)
            }
            Self::Number(fact) => f.write_str(fact),
            Self::TooLong => f.write_str("a number with more digits than are kept"),
            Self::UndefinedCost(function) => write!(f, "{function} has no value in `:init`"),
        }
    }
}

fn write_state(f: &mut fmt::Formatter<'_>, state: &[String]) -> fmt::Result {
    if state.is_empty() {
        return f.write_str("; the state has no atom about these objects");
    }
    f.write_str("; the state has")?;
    for atom in state {
        write!(f, " ({atom})")?;
    }
    Ok(())
}

impl std::error::Error for InvalidPlan {}
