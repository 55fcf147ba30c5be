//! Certificates from a file: that they hold for the task, checked anew.
//!
//! A certificate is a claim; who made it does not matter. The relaxation is checked on the task as it was read.
//! Weights and the number of states are about the ground task, so that their check rests on the
//! grounder.

use std::fmt;

use rustc_hash::FxHashMap;
use saut_plan::Domain as _;
use saut_plan::exhaustive;
use saut_plan::stop::{Stop, StopReason};
use saut_plan::weights::{WeightKind, check};

use crate::compile::NotCompiled;
use crate::decide::Reason;
use crate::excluded::ExcludedGoal;
use crate::ground::GroundingLimits;
use crate::planning_task::PlanningTask;
use crate::unreachable::RelaxedGoal;

/// What a certificate claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecheckedClaim {
    /// Not even the relaxation reaches the goal; so many atoms it does reach, if it says.
    Relaxed(Option<usize>),
    /// The goal wants these two literals, which are never true together: one of so many pairs, if it says.
    Excluded([String; 2], Option<usize>),
    /// So many states can be reached, and none is a goal.
    Exhaustive(usize),
    /// These facts have these weights, and all others none.
    Weights(WeightKind, Vec<(String, i64)>),
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAccepted {
    /// It does not hold.
    Refused(String),
    /// The check was ended by a limit.
    Unfinished(StopReason),
}

impl fmt::Display for NotAccepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(fact) => f.write_str(fact),
            Self::Unfinished(why) => write!(f, "the check was not finished ({})", why.name()),
        }
    }
}

/// Accepts a certificate that the task has no plan.
///
/// # Errors
///
/// [`NotAccepted`] with what is wrong with it.
pub fn recheck(
    source: &PlanningTask,
    claim: RecheckedClaim,
    stop: &Stop,
) -> Result<Reason, NotAccepted> {
    let refused = |fact: &dyn fmt::Display| Err(NotAccepted::Refused(fact.to_string()));
    let ended = || NotAccepted::Unfinished(stop.why().unwrap_or(StopReason::NothingLeft));
    let should_stop = || stop.why().is_some();
    if let RecheckedClaim::Relaxed(reached) = claim {
        return match source.check_relaxed_goal(&should_stop) {
            RelaxedGoal::Unreachable(reason) => match reached {
                Some(reached) if reached != reason.reached() => refused(&format_args!(
                    "it says that {reached} atoms are reached, and {} are",
                    reason.reached()
                )),
                _ => Ok(Reason::Relaxed(reason)),
            },
            RelaxedGoal::Reachable => refused(&"the relaxation reaches the goal"),
            RelaxedGoal::Stopped => Err(ended()),
        };
    }
    let limits = GroundingLimits {
        should_stop: &should_stop,
        ..GroundingLimits::default()
    };
    let task = match source.compile(&limits) {
        Ok(task) => task,
        Err(NotCompiled::Stopped(_)) => return Err(ended()),
        Err(NotCompiled::Invalid(invalid)) => return refused(&invalid),
        Err(why @ NotCompiled::GoalUnreachable { .. }) => {
            return refused(&format_args!(
                "the certificate is of another task: here {why}"
            ));
        }
    };
    match claim {
        RecheckedClaim::Relaxed(_) => refused(&"already checked"),
        RecheckedClaim::Excluded(names, pairs) => {
            let [a, b] = names.clone();
            match ExcludedGoal::named(task.task(), names) {
                Some(excluded) if pairs.is_some_and(|pairs| pairs != excluded.pairs()) => {
                    refused(&format_args!(
                        "it says {} pairs, and {} are proved",
                        pairs.unwrap_or(0),
                        excluded.pairs()
                    ))
                }
                Some(excluded) => Ok(Reason::Excluded(excluded)),
                None => refused(&format_args!(
                    "it is not proved that the goal wants {a} and {b} and that they are never true together"
                )),
            }
        }
        RecheckedClaim::Exhaustive(states) => match exhaustive::explore(&task, stop, usize::MAX) {
            Ok(exhaustive::ExplorationEnding::Infeasible(closed)) if closed.states() == states => {
                Ok(Reason::Exhaustive(closed))
            }
            Ok(exhaustive::ExplorationEnding::Infeasible(closed)) => refused(&format_args!(
                "it names {states} states, and {} can be reached",
                closed.states()
            )),
            Ok(exhaustive::ExplorationEnding::Plan(_)) => refused(&"there is a plan"),
            Ok(exhaustive::ExplorationEnding::Stopped(why)) => Err(NotAccepted::Unfinished(why)),
            Err(error) => refused(&error),
        },
        RecheckedClaim::Weights(kind, named) => {
            let fluents = task.task().fluents();
            let numbers = fluents
                .iter()
                .zip(0..)
                .map(|(name, number)| (name.as_str(), number));
            let numbers: FxHashMap<&str, usize> = numbers.collect();
            let mut weights = vec![0; fluents.len()];
            for (fact, weight) in named {
                match numbers.get(fact.as_str()) {
                    Some(&number) => weights[number] = weight,
                    None => return refused(&format_args!("the ground task has no fact {fact}")),
                }
            }
            match check(task.task(), kind, weights) {
                Ok(checked) => Ok(Reason::weights(task.task(), checked)),
                Err(rejected) => refused(&rejected),
            }
        }
    }
}
