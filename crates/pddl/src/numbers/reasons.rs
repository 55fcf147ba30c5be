//! The check of reasons for "there is no plan" on the task as it was read.

use saut_base::stop::{Stop, StopReason};
use saut_numeric::{Rational, rational};
use saut_task::CheckError;

use super::flows::flows;
use super::length::counting_actions;
use super::weights::check_weights;
use crate::domain::LiftedDomain;
use crate::problem::Problem;
use crate::reason::Reason;
use crate::relaxed::{Numbers, unreachable_goal};
use crate::validate::{Closed, closed_states};

/// The most states that are visited.
const MOST_STATES: usize = 1_000_000;

/// Checks a reason on the task as it was read, and fills in the numbers that it left open.
///
/// # Errors
/// [`CheckError`].
pub(crate) fn check_reason(
    domain: &LiftedDomain,
    problem: &Problem,
    reason: &Reason,
    stop: &Stop,
) -> Result<Reason, CheckError> {
    // A bound is one of the metric, or of the number of actions if there is none.
    let bound = reason.bound_of_metric();
    let counting = bound.and_then(|_| counting_actions(domain, problem));
    let counting = counting.as_ref();
    let (domain, problem) =
        counting.map_or((domain, problem), |(domain, problem)| (domain, problem));
    let count = |said: Option<usize>, numbers: Numbers, relaxation: &str| {
        let reached = unreachable_goal(domain, problem, numbers, stop);
        let Some(reached) = reached.map_err(CheckError::Stopped)? else {
            let fact = format_args!("{relaxation} reaches the goal");
            return Err(CheckError::rejected(fact));
        };
        agree(said, reached, "atoms are reached")?;
        Ok(Some(reached))
    };
    match *reason {
        // Comparisons are taken to hold whenever they are asked for, so that it says as much as in a task without.
        Reason::RelaxedReachability { reached } => Ok(Reason::RelaxedReachability {
            reached: count(reached, Numbers::Any, "the relaxation")?,
        }),
        Reason::RangeReachability { reached } => Ok(Reason::RangeReachability {
            reached: count(reached, Numbers::InRanges, "the relaxation with ranges")?,
        }),
        Reason::NumericStates {
            ref bound,
            states: said,
        } => {
            let most = said.unwrap_or(MOST_STATES).min(MOST_STATES);
            let below = bound.as_ref().map(|bound| to_be_small(problem, bound));
            let below = below.transpose()?;
            let states = match closed_states(domain, problem, below.as_ref(), most, stop) {
                Closed::States(states) => states,
                Closed::Goal if below.is_some() => {
                    return Err(CheckError::rejected("there is a better plan"));
                }
                Closed::Goal => return Err(CheckError::rejected("there is a plan")),
                Closed::Stopped(StopReason::TooLarge)
                    if said.is_some_and(|it| it < MOST_STATES) =>
                {
                    return Err(CheckError::rejected(
                        "more states can be reached than it says",
                    ));
                }
                Closed::Stopped(why) => return Err(CheckError::Stopped(why)),
            };
            agree(said, states, "states can be reached")?;
            Ok(Reason::NumericStates {
                bound: bound.clone(),
                states: Some(states),
            })
        }
        Reason::NumericWeights {
            ref bound,
            ref weights,
        } => {
            let least = bound.as_ref().map(|bound| to_be_small(problem, bound));
            let least = least.transpose()?;
            check_weights(&flows(domain, problem, stop)?, weights, least.as_ref())?;
            Ok(reason.clone())
        }
    }
}

/// A bound of the metric, where a metric that is to be large counts negated.
fn to_be_small(problem: &Problem, bound: &str) -> Result<Rational, CheckError> {
    let Some((_, direction)) = &problem.metric else {
        return Err(CheckError::rejected("the problem has no metric to bound"));
    };
    let number = rational::read_written(bound);
    let number = number
        .map_err(|_| CheckError::rejected(format_args!("its bound {bound:?} is no number")))?;
    Ok(direction.turned(number))
}

/// Checks that the number in a certificate, if it gives one, is the one that was found.
fn agree(said: Option<usize>, found: usize, what: &str) -> Result<(), CheckError> {
    match said.filter(|said| *said != found) {
        Some(said) => Err(CheckError::rejected(format_args!(
            "it says that {said} {what}, and {found} are"
        ))),
        None => Ok(()),
    }
}
