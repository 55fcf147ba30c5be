//! Searches for each kind of reason why a task has no plan, and checks it.

use std::time::Duration;

use saut_base::stop::{Stop, StopReason};
use saut_pddl::{
    Compiled, GroundingLimits, NumericPlanningDomain, PlanningDomain, PlanningTask, Quality,
};
use saut_plan::numeric::weights::NumericWeights;
use saut_plan::numeric::{NumericProblem as _, plan_numeric};
use saut_plan::planning::PlanMethod;
use saut_plan::weights::{modulo, pagoda};
use saut_plan::{Error, Method, Settings, Verdict, plan_task};
use saut_task::task::Fluent;
use saut_task::{CheckError, Checked, ClosedSet, Problem as _};

use super::reason::{BESIDE, CheckedReason, Reason, time_slice};
use crate::task::{not_compiled, why_not};

/// Moduli of the weights.
const PRIMES: [u32; 2] = [2, 3];

/// Maximum number of functions whose ranges are listed.
const MAX_RANGES: usize = 12;

/// Result of the search for reasons.
pub enum ReasonSearch {
    /// A plan of this number of actions.
    Plan { length: usize, method: &'static str },
    /// Reasons, and the limit if none of them refutes the task.
    Reasons(Vec<Reason>, StopReason),
}

/// Looks for a plan in half of the remaining time, and then for reasons. The refuting reasons come first, in ascending
/// order of length.
pub fn reasons(task: &PlanningTask, settings: &Settings) -> Result<ReasonSearch, Error> {
    let stop = &settings.stop;
    let compiled = match task.compile(Quality::AnyPlan, &GroundingLimits::until(stop)) {
        Ok(compiled) => compiled,
        Err(why) => {
            let note = why.to_string();
            return Ok(match not_compiled(task, why, stop)? {
                Ok(checked) => {
                    let words = why_not(Some(&note), &checked);
                    let one = Reason::refuting(checked.certificate().word(), &words, &checked);
                    ReasonSearch::Reasons(vec![one], StopReason::NothingLeft)
                }
                Err(why) => ReasonSearch::Reasons(Vec::new(), why),
            });
        }
    };
    let half = for_a_part(settings, 2, Duration::MAX);
    let decided = match &compiled {
        Compiled::Classical(domain) => plan_task(domain, PlanMethod::Auto, &half)?,
        Compiled::Numeric(domain) => plan_numeric(domain, PlanMethod::Auto, &half)?,
    };
    let (first, why) = match decided.verdict {
        Verdict::Solved(plan) => {
            return Ok(ReasonSearch::Plan {
                length: plan.length(),
                method: decided.method.as_ref().map_or("", Method::name),
            });
        }
        Verdict::Infeasible(checked) => (Some(*checked), StopReason::NothingLeft),
        Verdict::Undecided(why) => (None, why),
    };
    let most = first.as_ref().map_or(Duration::MAX, |_| BESIDE);
    let mut all = match &compiled {
        Compiled::Classical(domain) => {
            classical(domain, first, |share| for_a_part(settings, share, most))?
        }
        Compiled::Numeric(domain) => numeric(domain, || time_slice(stop, 4, most)),
    };
    all.sort_by_key(Reason::rank);
    Ok(ReasonSearch::Reasons(all, why))
}

/// Returns the settings with the remaining time divided by `share`, but at most `most`.
fn for_a_part(settings: &Settings, share: u32, most: Duration) -> Settings {
    settings.until(time_slice(&settings.stop, share, most))
}

/// Returns the reasons of a classical task. `first` is a reason that is already known, if there is one. `limited(n)`
/// returns the settings for an n-th of the remaining time.
fn classical(
    domain: &PlanningDomain<'_>,
    first: Option<CheckedReason>,
    limited: impl Fn(u32) -> Settings,
) -> Result<Vec<Reason>, Error> {
    let mut all = vec![
        Reason::silent(
            "relaxed-reachability",
            "if no fact were ever deleted, the goal could be reached",
        ),
        pairs(domain)?,
        changes(domain, &limited(6).stop)?,
        weights(domain, &limited(6).stop)?,
        by(
            domain,
            PlanMethod::PropertyDirected,
            Reason::open("invariant", "no invariant was found within the time limit"),
            &limited(4),
        )?,
        by(
            domain,
            PlanMethod::Exhaustive,
            Reason::open(
                "exhaustive",
                "not all states were visited within the time limit",
            ),
            &limited(4),
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
    Ok(all)
}

/// Returns the reason given by a closed set, or `without` if no set was found.
fn found_or(
    without: Reason,
    domain: &PlanningDomain<'_>,
    set: Option<ClosedSet<Fluent>>,
) -> Result<Reason, Error> {
    let Some(set) = set else { return Ok(without) };
    let name = without.name;
    let checked = Checked::closed_set(domain.task(), set, &Stop::default());
    let checked = checked.map_err(|why| Error::internal(name, why))?;
    Ok(Reason::of(domain, name, &checked))
}

fn pairs(domain: &PlanningDomain<'_>) -> Result<Reason, Error> {
    let task = domain.task();
    let without = match task.pairs() {
        Some(_) => Reason::silent("pairs", "no two facts of the goal exclude each other"),
        None => Reason::open(
            "pairs",
            "the task is too large for mutexes, or has conditional effects",
        ),
    };
    found_or(without, domain, ClosedSet::excluded_goal(task))
}

fn changes(domain: &PlanningDomain<'_>, stop: &Stop) -> Result<Reason, Error> {
    let mut primes = PRIMES.into_iter();
    let set = primes.find_map(|prime| modulo(domain.task(), prime, stop));
    let without = match stop.stop_reason() {
        None => Reason::silent(
            "lattice",
            "weights modulo 2 or 3 whose total every action keeps do not separate the initial state from the goal",
        ),
        Some(_) => Reason::open(
            "lattice",
            "the search for weights modulo 2 and 3 was not finished",
        ),
    };
    found_or(without, domain, set)
}

fn weights(domain: &PlanningDomain<'_>, stop: &Stop) -> Result<Reason, Error> {
    let left = stop.time_left().unwrap_or(BESIDE);
    let without = Reason::open(
        "pagoda",
        "no weights were found whose total no action raises, and whose total in the goal is larger than in the \
         initial state",
    );
    found_or(without, domain, pagoda(domain.task(), left, stop))
}

/// Returns the reason that a method finds, or `open` if it finds none.
fn by(
    domain: &PlanningDomain<'_>,
    method: PlanMethod,
    open: Reason,
    settings: &Settings,
) -> Result<Reason, Error> {
    match plan_task(domain, method, settings)?.verdict {
        Verdict::Infeasible(checked) => Ok(Reason::of(domain, open.name, &checked)),
        Verdict::Solved(_) => Err(Error::internal(
            open.name,
            "a plan was found for a task without a plan",
        )),
        Verdict::Undecided(_) => Ok(open),
    }
}

/// Returns the reasons of a numeric task: ranges of values that do not reach the goal, weights, and the set of all
/// states.
fn numeric(domain: &NumericPlanningDomain<'_>, stop: impl Fn() -> Stop) -> Vec<Reason> {
    let relaxed = Reason::silent(
        "relaxed-reachability",
        "if no fact were ever deleted and every comparison held, the goal could be reached",
    );
    let silent = Reason::silent(
        "range-reachability",
        "if no fact were ever deleted, and numbers took every value in their ranges, the goal could be reached",
    );
    let mut ranges = of_check(
        silent,
        Checked::own(domain, domain.ranges(), &stop()),
        "the ranges were not computed within the time limit",
    );
    if ranges.refutes {
        let stop = time_slice(&stop(), 1, BESIDE);
        ranges.why += &in_words(&domain.reached_ranges(&stop));
    }
    let all_states = saut_pddl::Reason::NumericStates {
        bound: None,
        states: None,
    };
    let states = of_check(
        Reason::open("numeric-states", "one of the states is a goal"),
        Checked::own(domain, all_states, &stop()),
        "there are too many states to visit within the limits",
    );
    let limit = stop();
    let weights = NumericWeights::new(domain).find(&limit);
    let silent = Reason::silent(
        "numeric-weights",
        "no weights of facts and numbers were found whose total no action lowers, and whose total in the goal is \
         smaller than in the initial state",
    );
    let weights = of_check(
        silent,
        weights.and_then(|reason| Checked::own(domain, reason, &limit)),
        "the weights were not found within the time limit",
    );
    vec![relaxed, ranges, weights, states]
}

/// Returns the reason of a checked certificate, or `rejected` if the check rejects it. If a limit ended the check,
/// `open` explains this.
fn of_check(rejected: Reason, checked: Result<CheckedReason, CheckError>, open: &str) -> Reason {
    match checked {
        Ok(checked) => Reason::refuting(rejected.name, &why_not(None, &checked), &checked),
        Err(CheckError::Rejected(_)) => rejected,
        Err(CheckError::Stopped(_)) => Reason::open(rejected.name, open),
    }
}

/// Lists ranges, one per line.
fn in_words(ranges: &[(String, [Option<String>; 2])]) -> String {
    let shown = ranges.iter().take(MAX_RANGES);
    let mut lines: Vec<String> = shown.map(range_in_words).collect();
    if let Some(more) = ranges.len().checked_sub(MAX_RANGES + 1) {
        lines.push(format!("and {} more", more + 1));
    }
    lines.iter().flat_map(|line| ["\n- ", line]).collect()
}

/// Formats the range of a function.
fn range_in_words((name, ends): &(String, [Option<String>; 2])) -> String {
    match ends {
        [Some(low), Some(high)] if low == high => format!("({name}) stays {low}"),
        [Some(low), Some(high)] => format!("({name}) stays between {low} and {high}"),
        [Some(low), None] => format!("({name}) never falls below {low}"),
        [None, Some(high)] => format!("({name}) never rises above {high}"),
        [None, None] => format!("({name}) may have any value"),
    }
}
