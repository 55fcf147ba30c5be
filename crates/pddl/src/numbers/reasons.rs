//! The check of reasons for "there is no plan" of tasks with numbers.

use saut_task::NotAccepted;
use saut_task::stop::{Stop, StopReason};

use crate::domain::LiftedDomain;
use crate::problem::Problem;
use crate::reason::Reason;
use crate::unreachable::{RelaxedGoal, check_relaxed_goal};

/// Checks a reason on the task as it was read, and fills in the numbers that it left open.
///
/// # Errors
/// [`NotAccepted`].
pub(crate) fn check_reason(
    domain: &LiftedDomain,
    problem: &Problem,
    reason: Reason,
    stop: &Stop,
) -> Result<Reason, NotAccepted> {
    let should_stop = || stop.why().is_some();
    let unfinished = || NotAccepted::Unfinished(stop.why().unwrap_or(StopReason::NothingLeft));
    match reason {
        // Comparisons are taken to hold whenever they are asked for, so that it says as much as in a task without.
        Reason::RelaxedReachability { reached: said } => {
            let relaxed = check_relaxed_goal(domain, problem, &should_stop);
            let reached = match relaxed {
                RelaxedGoal::Unreachable { reached } => reached,
                RelaxedGoal::Reachable => {
                    return Err(NotAccepted::refused("the relaxation reaches the goal"));
                }
                RelaxedGoal::Stopped => return Err(unfinished()),
            };
            agree(said, reached, "atoms are reached")?;
            Ok(Reason::RelaxedReachability {
                reached: Some(reached),
            })
        }
    }
}

/// That a number which a certificate says is the one that was found.
fn agree(said: Option<usize>, found: usize, what: &str) -> Result<(), NotAccepted> {
    match said.filter(|said| *said != found) {
        Some(said) => Err(NotAccepted::refused(format_args!(
            "it says that {said} {what}, and {found} are"
        ))),
        None => Ok(()),
    }
}
