//! The reasons why a task has no plan: each kind is looked for, and checked.

use std::time::Duration;

use saut_base::stop::{Stop, StopReason};
use saut_pddl::{Compiled, GroundingLimits, NotCompiled, PlanningDomain, PlanningTask, Quality};
use saut_plan::planning::PlanMethod;
use saut_plan::weights::{modulo, pagoda};
use saut_plan::{Error, Method, Settings, Verdict, plan_task};
use saut_task::task::Fluent;
use saut_task::{Checked, ClosedSet, Problem as _};

use super::numbers;
use super::reason::{BESIDE, Found, Outcome, Reason, goal_unreachable};
use super::share::part;

/// Weights are looked for modulo these.
const PRIMES: [u32; 2] = [2, 3];

/// Looks for a plan and for reasons, each for a part of the time; the reasons that were found come first, the shortest
/// at the top.
pub fn reasons(task: &PlanningTask, settings: &Settings) -> Result<Found, Error> {
    let stop = &settings.stop;
    let limits = GroundingLimits::until(stop);
    let domain = match task.compile(Quality::AnyPlan, &limits) {
        Ok(Compiled::Classical(domain)) => domain,
        Ok(Compiled::Numeric(domain)) => return numbers::reasons(&domain, settings),
        Err(why @ (NotCompiled::Invalid(_) | NotCompiled::Numeric)) => {
            return Err(Error::internal("a task that was read", why));
        }
        Err(NotCompiled::MissingCost(missing)) => {
            return Err(missing.bad_input(task.name()).into());
        }
        Err(NotCompiled::Stopped(why)) => {
            return Ok(Found::Reasons(Vec::new(), why.reason(stop)));
        }
        Err(why @ NotCompiled::GoalUnreachable { .. }) => {
            return goal_unreachable(task, &why.to_string(), stop);
        }
    };
    let within = |share, most| Settings {
        stop: part(stop, share, most),
        ..settings.clone()
    };
    let decided = plan_task(&domain, PlanMethod::Auto, &within(2, Duration::MAX))?;
    let method = decided.method.as_ref().map_or("", Method::name);
    let (first, why) = match decided.verdict {
        Verdict::Solved(plan) => {
            let length = plan.length();
            return Ok(Found::Plan { length, method });
        }
        Verdict::Infeasible(checked) => (Some(*checked), StopReason::NothingLeft),
        Verdict::Undecided(why) => (None, why),
    };
    let most = if first.is_some() {
        BESIDE
    } else {
        Duration::MAX
    };
    let mut all = vec![Reason {
        name: "relaxed-reachability",
        outcome: Outcome::Silent("if nothing were ever lost, the goal could be reached"),
    }];
    all.push(pairs(&domain)?);
    all.push(changes(&domain, &within(6, most))?);
    all.push(weights(&domain, &within(6, most))?);
    all.push(by(
        &domain,
        PlanMethod::PropertyDirected,
        "invariant",
        &within(4, most),
    )?);
    all.push(by(
        &domain,
        PlanMethod::Exhaustive,
        "exhaustive",
        &within(4, most),
    )?);
    if let Some(checked) = first {
        let name = checked.certificate().word();
        if let Some(known) = all.iter_mut().find(|one| one.name == name) {
            if !known.refutes() {
                *known = Reason::of(&domain, name, checked);
            }
        } else {
            all.push(Reason::of(&domain, name, checked));
        }
    }
    all.sort_by_key(|reason| (reason.size(), reason.rank()));
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
    Ok(Reason::of(domain, name, checked))
}

fn pairs(domain: &PlanningDomain<'_>) -> Result<Reason, Error> {
    let (name, task) = ("pairs", domain.task());
    let outcome = match ClosedSet::excluded_goal(task) {
        Some(set) => return found(domain, name, set),
        None if task.pairs().is_some() => {
            Outcome::Silent("no two facts of the goal exclude each other")
        }
        None => Outcome::Open("the task is too large for them, or has conditional effects"),
    };
    Ok(Reason { name, outcome })
}

fn changes(domain: &PlanningDomain<'_>, settings: &Settings) -> Result<Reason, Error> {
    let name = "lattice";
    for prime in PRIMES {
        if let Some(set) = modulo(domain.task(), prime, &settings.stop) {
            return found(domain, name, set);
        }
    }
    let silent = "no weights modulo 2 or 3 that every action keeps tell start and goal apart";
    let open = "weights modulo 2 and 3 were not looked for to the end";
    let outcome = match settings.stop.stop_reason() {
        None => Outcome::Silent(silent),
        Some(_) => Outcome::Open(open),
    };
    Ok(Reason { name, outcome })
}

fn weights(domain: &PlanningDomain<'_>, settings: &Settings) -> Result<Reason, Error> {
    let name = "pagoda";
    let left = settings.stop.time_left().unwrap_or(BESIDE);
    if let Some(set) = pagoda(domain.task(), left, &settings.stop) {
        return found(domain, name, set);
    }
    let open = "no weights were found that no action raises and the goal needs more of";
    Ok(Reason {
        name,
        outcome: Outcome::Open(open),
    })
}

fn by(
    domain: &PlanningDomain<'_>,
    method: PlanMethod,
    name: &'static str,
    settings: &Settings,
) -> Result<Reason, Error> {
    let decided = plan_task(domain, method, settings)?;
    Ok(match decided.verdict {
        Verdict::Infeasible(checked) => Reason::of(domain, name, *checked),
        Verdict::Solved(_) => {
            return Err(Error::internal(name, "a plan of a task that has none"));
        }
        Verdict::Undecided(_) if name == "invariant" => Reason {
            name,
            outcome: Outcome::Open("none was found in the time"),
        },
        Verdict::Undecided(_) => Reason {
            name,
            outcome: Outcome::Open("not every state was visited in the time"),
        },
    })
}
