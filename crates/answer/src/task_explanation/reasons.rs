//! The reasons why a task has no plan: each kind is looked for, and checked.

use std::time::Duration;

use saut_base::stop::{Stop, StopReason};
use saut_pddl::{
    Compiled, GroundingLimits, NotCompiled, NumericPlanningDomain, PlanningDomain, PlanningTask,
    Quality, ReachedRange, ValidatedPlan,
};
use saut_plan::numeric::weights::NumericWeights;
use saut_plan::numeric::{NumericProblem as _, plan_numeric};
use saut_plan::planning::PlanMethod;
use saut_plan::weights::{modulo, pagoda};
use saut_plan::{Decision, Error, Method, Settings, Verdict, plan_task};
use saut_task::task::Fluent;
use saut_task::{CheckError, Checked, ClosedSet, Problem as _};

use super::reason::{BESIDE, Certified, Reason, part};
use crate::task::{out_of_reach, why_not};

/// Weights are looked for modulo these.
const PRIMES: [u32; 2] = [2, 3];

/// Number of functions whose ranges are listed.
const MOST_RANGES: usize = 12;

/// Result of the look for reasons.
pub enum Found {
    /// A plan of this number of actions.
    Plan { length: usize, method: &'static str },
    /// Reasons, and what ended the look where none refutes.
    Reasons(Vec<Reason>, StopReason),
}

/// Looks for a plan and for reasons, each for a part of the time; the reasons that were found come first, the shortest
/// at the top.
pub fn reasons(task: &PlanningTask, settings: &Settings) -> Result<Found, Error> {
    let stop = &settings.stop;
    match task.compile(Quality::AnyPlan, &GroundingLimits::until(stop)) {
        Ok(Compiled::Classical(domain)) => classical(&domain, settings),
        Ok(Compiled::Numeric(domain)) => numeric(&domain, settings),
        Err(why @ (NotCompiled::Invalid(_) | NotCompiled::Numeric)) => {
            Err(Error::internal("a task that was read", why))
        }
        Err(NotCompiled::MissingCost(missing)) => Err(missing.bad_input(task.name()).into()),
        Err(NotCompiled::Stopped(why)) => Ok(Found::Reasons(Vec::new(), why.reason(stop))),
        Err(why @ NotCompiled::GoalUnreachable { .. }) => Ok(match out_of_reach(task, stop)? {
            Ok(checked) => {
                let (name, note) = (checked.certificate().word(), why.to_string());
                let words = why_not(Some(&note), &checked);
                let one = Reason::refuting(name, &words, &checked);
                Found::Reasons(vec![one], StopReason::NothingLeft)
            }
            Err(why) => Found::Reasons(Vec::new(), why),
        }),
    }
}

/// A plan that was found; otherwise the certificate, if there is one, and what ended the search.
fn plan_or_reason(
    decided: Decision<ValidatedPlan, Certified>,
) -> Result<(Option<Certified>, StopReason), Found> {
    match decided.verdict {
        Verdict::Solved(plan) => Err(Found::Plan {
            length: plan.length(),
            method: decided.method.as_ref().map_or("", Method::name),
        }),
        Verdict::Infeasible(checked) => Ok((Some(*checked), StopReason::NothingLeft)),
        Verdict::Undecided(why) => Ok((None, why)),
    }
}

/// The settings for a part of the time that is left.
fn within(settings: &Settings, share: u32, most: Duration) -> Settings {
    Settings {
        stop: part(&settings.stop, share, most),
        ..settings.clone()
    }
}

fn classical(domain: &PlanningDomain<'_>, settings: &Settings) -> Result<Found, Error> {
    let decided = plan_task(
        domain,
        PlanMethod::Auto,
        &within(settings, 2, Duration::MAX),
    )?;
    let (first, why) = match plan_or_reason(decided) {
        Ok(found) => found,
        Err(plan) => return Ok(plan),
    };
    let most = first.as_ref().map_or(Duration::MAX, |_| BESIDE);
    let beside = |share| within(settings, share, most);
    let mut all = vec![
        Reason::silent(
            "relaxed-reachability",
            "if nothing were ever lost, the goal could be reached",
        ),
        pairs(domain)?,
        changes(domain, &beside(6).stop)?,
        weights(domain, &beside(6).stop)?,
        by(
            domain,
            PlanMethod::PropertyDirected,
            Reason::open("invariant", "none was found in the time"),
            &beside(4),
        )?,
        by(
            domain,
            PlanMethod::Exhaustive,
            Reason::open("exhaustive", "not every state was visited in the time"),
            &beside(4),
        )?,
    ];
    if let Some(checked) = first {
        let reason = Reason::of(domain, checked.certificate().word(), &checked);
        match all.iter_mut().find(|one| one.name == reason.name) {
            None => all.push(reason),
            Some(known) if !known.refutes => *known = reason,
            Some(_) => {}
        }
    }
    all.sort_by_key(Reason::rank);
    Ok(Found::Reasons(all, why))
}

/// A reason that was found.
fn found(
    domain: &PlanningDomain<'_>,
    name: &'static str,
    set: ClosedSet<Fluent>,
) -> Result<Reason, Error> {
    let checked = Checked::closed_set(domain.task(), set, &Stop::default());
    let checked = checked.map_err(|why| Error::internal(name, why))?;
    Ok(Reason::of(domain, name, &checked))
}

fn pairs(domain: &PlanningDomain<'_>) -> Result<Reason, Error> {
    let (name, task) = ("pairs", domain.task());
    match ClosedSet::excluded_goal(task) {
        Some(set) => found(domain, name, set),
        None if task.pairs().is_some() => Ok(Reason::silent(
            name,
            "no two facts of the goal exclude each other",
        )),
        None => Ok(Reason::open(
            name,
            "the task is too large for them, or has conditional effects",
        )),
    }
}

fn changes(domain: &PlanningDomain<'_>, stop: &Stop) -> Result<Reason, Error> {
    let name = "lattice";
    for prime in PRIMES {
        if let Some(set) = modulo(domain.task(), prime, stop) {
            return found(domain, name, set);
        }
    }
    Ok(match stop.stop_reason() {
        None => Reason::silent(
            name,
            "no weights modulo 2 or 3 that every action keeps tell start and goal apart",
        ),
        Some(_) => Reason::open(
            name,
            "weights modulo 2 and 3 were not looked for to the end",
        ),
    })
}

fn weights(domain: &PlanningDomain<'_>, stop: &Stop) -> Result<Reason, Error> {
    let name = "pagoda";
    let left = stop.time_left().unwrap_or(BESIDE);
    match pagoda(domain.task(), left, stop) {
        Some(set) => found(domain, name, set),
        None => Ok(Reason::open(
            name,
            "no weights were found that no action raises and the goal needs more of",
        )),
    }
}

/// The reason that a method finds, or the open one.
fn by(
    domain: &PlanningDomain<'_>,
    method: PlanMethod,
    open: Reason,
    settings: &Settings,
) -> Result<Reason, Error> {
    match plan_task(domain, method, settings)?.verdict {
        Verdict::Infeasible(checked) => Ok(Reason::of(domain, open.name, &checked)),
        Verdict::Solved(_) => Err(Error::internal(open.name, "a plan of a task that has none")),
        Verdict::Undecided(_) => Ok(open),
    }
}

/// The reasons of a task with numbers: ranges of values that do not reach the goal, weights, and the states one by one.
fn numeric(domain: &NumericPlanningDomain<'_>, settings: &Settings) -> Result<Found, Error> {
    let decided = plan_numeric(
        domain,
        PlanMethod::Auto,
        &within(settings, 2, Duration::MAX),
    )?;
    let (first, why) = match plan_or_reason(decided) {
        Ok(found) => found,
        Err(plan) => return Ok(plan),
    };
    let most = first.map_or(Duration::MAX, |_| BESIDE);
    let stop = || part(&settings.stop, 4, most);
    let relaxed = Reason::silent(
        "relaxed-reachability",
        "if nothing were ever lost and every comparison held, the goal could be reached",
    );
    let silent = Reason::silent(
        "range-reachability",
        "if nothing were ever lost, and numbers took every value in their ranges, the goal could be reached",
    );
    let mut ranges = of_check(
        silent,
        Checked::own(domain, domain.ranges(), &stop()),
        "the ranges were not worked out in the time",
    );
    if ranges.refutes {
        let stop = part(&settings.stop, 4, BESIDE);
        ranges.why += &in_words(&domain.reached_ranges(&stop));
    }
    let all_states = saut_pddl::Reason::NumericStates {
        bound: None,
        states: None,
    };
    let states = of_check(
        Reason::open("numeric-states", "a goal is among the states"),
        Checked::own(domain, all_states, &stop()),
        "there are too many states, or the time was too short to visit them",
    );
    let limit = stop();
    let weights = NumericWeights::new(domain).find(&limit);
    let silent = Reason::silent(
        "numeric-weights",
        "no weights of facts and numbers that no action lowers tell the goal from the start",
    );
    let weights = of_check(
        silent,
        weights.and_then(|reason| Checked::own(domain, reason, &limit)),
        "the weights were not found in the time",
    );
    let mut all = vec![relaxed, ranges, weights, states];
    all.sort_by_key(|reason| reason.rank().0);
    Ok(Found::Reasons(all, why))
}

/// The reason of a certificate that was checked: `rejected` if it does not hold, `open` if a limit ended the check.
fn of_check(rejected: Reason, checked: Result<Certified, CheckError>, open: &str) -> Reason {
    match checked {
        Ok(checked) => Reason::refuting(rejected.name, &why_not(None, &checked), &checked),
        Err(CheckError::Rejected(_)) => rejected,
        Err(CheckError::Stopped(_)) => Reason::open(rejected.name, open),
    }
}

/// Ranges in words, a line each.
fn in_words(ranges: &[ReachedRange]) -> String {
    let shown = ranges.iter().take(MOST_RANGES);
    let mut lines: Vec<String> = shown.map(range_in_words).collect();
    if let Some(more) = ranges.len().checked_sub(MOST_RANGES + 1) {
        lines.push(format!("and {} more", more + 1));
    }
    lines.iter().flat_map(|line| ["\n- ", line]).collect()
}

/// A range in words.
fn range_in_words(range: &ReachedRange) -> String {
    let name = &range.function;
    match (&range.low, &range.high) {
        (Some(low), Some(high)) if low == high => format!("({name}) stays {low}"),
        (Some(low), Some(high)) => format!("({name}) lies between {low} and {high}"),
        (Some(low), None) => format!("({name}) never falls below {low}"),
        (None, Some(high)) => format!("({name}) never rises above {high}"),
        (None, None) => format!("({name}) may have any value"),
    }
}
