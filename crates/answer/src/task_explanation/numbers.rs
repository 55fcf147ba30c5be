//! The reasons why a task with numbers has no plan: ranges of values that do not reach the goal, and the states one by
//! one.

use std::time::Duration;

use saut_base::stop::StopReason;
use saut_pddl::{NumericPlanningDomain, ReachedRange};
use saut_plan::numeric::weights::NumericWeights;
use saut_plan::numeric::{NumericProblem as _, plan_numeric};
use saut_plan::planning::PlanMethod;
use saut_plan::{Error, Method, Settings, Verdict};
use saut_task::{CheckError, Checked};

use super::reason::{BESIDE, Certified, Found, Outcome, Reason};
use super::share::part;
use crate::task::why_not;

/// Number of functions that are told with their ranges.
const MOST_RANGES: usize = 12;

/// Looks for a plan and for reasons, as for tasks without numbers.
pub fn reasons(domain: &NumericPlanningDomain<'_>, settings: &Settings) -> Result<Found, Error> {
    let stop = &settings.stop;
    let first = Settings {
        stop: part(stop, 2, Duration::MAX),
        ..settings.clone()
    };
    let decided = plan_numeric(domain, PlanMethod::Auto, &first)?;
    let (has_reason, why) = match decided.verdict {
        Verdict::Solved(plan) => {
            let method = decided.method.as_ref().map_or("", Method::name);
            let length = plan.length();
            return Ok(Found::Plan { length, method });
        }
        Verdict::Infeasible(_) => (true, StopReason::NothingLeft),
        Verdict::Undecided(why) => (false, why),
    };
    let most = if has_reason { BESIDE } else { Duration::MAX };
    let stop = part(stop, 4, most);
    let ranges = match Checked::own(domain, domain.ranges(), &stop) {
        Ok(checked) => by_ranges(domain, checked, settings),
        Err(CheckError::Rejected(_)) => Outcome::Silent(
            "if nothing were ever lost, and numbers took every value in their ranges, the goal could be reached",
        ),
        Err(CheckError::Stopped(_)) => Outcome::Open("the ranges were not worked out in the time"),
    };
    let stop = part(&settings.stop, 4, most);
    let all_states = saut_pddl::Reason::NumericStates {
        bound: None,
        states: None,
    };
    let states = match Checked::own(domain, all_states, &stop) {
        Ok(checked) => {
            let words = why_not(None, &checked);
            Outcome::Refutes(Box::new(checked), words)
        }
        Err(CheckError::Rejected(_)) => Outcome::Open("a goal is among the states"),
        Err(CheckError::Stopped(_)) => {
            Outcome::Open("there are too many states, or the time was too short to visit them")
        }
    };
    let silent = Outcome::Silent(
        "if nothing were ever lost and every comparison held, the goal could be reached",
    );
    let stop = part(&settings.stop, 4, most);
    let weights = NumericWeights::new(domain).find(&stop);
    let weights = weights.and_then(|reason| Checked::own(domain, reason, &stop));
    let weights = match weights {
        Ok(checked) => {
            let words = why_not(None, &checked);
            Outcome::Refutes(Box::new(checked), words)
        }
        Err(CheckError::Rejected(_)) => Outcome::Silent(
            "no weights of facts and numbers that no action lowers tell the goal from the start",
        ),
        Err(CheckError::Stopped(_)) => Outcome::Open("the weights were not found in the time"),
    };
    let mut all = vec![
        named("relaxed-reachability", silent),
        named("range-reachability", ranges),
        named("numeric-weights", weights),
        named("numeric-states", states),
    ];
    all.sort_by_key(Reason::size);
    Ok(Found::Reasons(all, why))
}

fn named(name: &'static str, outcome: Outcome) -> Reason {
    Reason { name, outcome }
}

/// The reason by ranges, with the ranges.
fn by_ranges(
    domain: &NumericPlanningDomain<'_>,
    checked: Certified,
    settings: &Settings,
) -> Outcome {
    let mut words = why_not(None, &checked);
    let ranges = domain.reached_ranges(&part(&settings.stop, 4, BESIDE));
    for range in ranges.iter().take(MOST_RANGES) {
        words = format!("{words}\n- {}", told(range));
    }
    if let Some(more) = ranges.len().checked_sub(MOST_RANGES + 1) {
        words = format!("{words}\n- and {} more", more + 1);
    }
    Outcome::Refutes(Box::new(checked), words)
}

/// A range in words.
fn told(range: &ReachedRange) -> String {
    let name = &range.function;
    match (&range.low, &range.high) {
        (Some(low), Some(high)) if low == high => format!("({name}) stays {low}"),
        (Some(low), Some(high)) => format!("({name}) lies between {low} and {high}"),
        (Some(low), None) => format!("({name}) never falls below {low}"),
        (None, Some(high)) => format!("({name}) never rises above {high}"),
        (None, None) => format!("({name}) may have any value"),
    }
}
