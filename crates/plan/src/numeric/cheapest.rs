//! Plans of a task with numbers by which its metric is small: one after the other, each better than the one before.
//!
//! The bound is part of the goal: behind a plan by which the metric is 12 the task is asked for one by which it is
//! below 12. So every engine obeys it, and the relaxation leaves a state where a metric that only grows has passed the
//! bound. (Helmert, Do and Karpas, *IPC-2008 deterministic planning*, 2008, for search that begins anew behind every
//! plan.) Behind a plan without a value of the metric it is asked for any plan with one, which is better.
//!
//! Behind the first plan weights of facts and functions show a bound that no plan is below, if the linear program has
//! any in time. That no plan is better than the last is proved by that bound, or where the states that may be are few:
//! all are visited by the rules, each by the way that is best by the metric.

use std::time::Instant;

use saut_numeric::{Exact, Linear, NumericProblem, NumericTask, Rational, Relation, Test};

use super::strategy::{SOON, Visit, table};
use super::weights::{WEIGHTS, metric_bound};
use crate::decision::{Method, Verdict};
use crate::error::Error;
use crate::planning::PlanMethod;
use crate::race::{Better, Raced, any_plan};
use crate::settings::Settings;
use saut_base::stop::Stop;
use saut_task::domain::{Cost, Problem, Reasons, RefusedPlan};
use saut_task::plan::Plan;
use saut_task::task::{ActionId, Task};
use saut_task::{Certificate, CheckError};

/// Behind a plan the visit of all states is what proves it to be the best.
const EARLY: Visit = (4, 0);

/// Part of the time that is left behind the first plan, for a bound by weights.
const PART_OF_WEIGHTS: u32 = 4;

/// The best plan by the metric that was found within the limits, beginning with one that is given, if any; `better` hears
/// of each on the way. Without a metric any plan.
///
/// # Errors
/// As [`plan_numeric`](super::plan_numeric); a plan that does not keep the bound.
pub fn cheapest_numeric<P: NumericProblem>(
    problem: &P,
    given: Option<P::Plan>,
    settings: &Settings,
    better: &Better<'_, P>,
) -> Result<Raced<P>, Error> {
    let mut answer = if let Some(plan) = given {
        let mut answer = Raced::<P>::default();
        answer.set(Verdict::Solved(plan), Method::search("improved"));
        answer
    } else {
        let (task, all_states) = (problem.numeric(), Some(problem.all_states()));
        let table = table(problem, task, all_states, PlanMethod::Auto, settings, SOON)?;
        any_plan(problem, table, settings)?
    };
    let mut floor = None;
    loop {
        let Verdict::Solved(plan) = &answer.verdict else {
            return Ok(answer);
        };
        better(plan, answer.bound.as_ref());
        answer.optimal = Some(false);
        let reached = problem.metric(plan);
        if let (None, Some(reached)) = (&floor, &reached) {
            let began = Instant::now();
            let stop = match settings.stop.time_left() {
                Some(left) => settings.stop.with_timeout(left / PART_OF_WEIGHTS),
                None => settings.stop.clone(),
            };
            let found = metric_bound(problem, reached, &stop);
            answer.book(WEIGHTS, began.elapsed());
            floor = Some(found.map(|(bound, checked)| {
                answer.bound = Some(checked);
                bound
            }));
        }
        if let (Some(Some(bound)), Some(reached)) = (&floor, &reached) {
            if reached < bound {
                let fact = "a plan that is better than a checked bound";
                return Err(Error::internal("a metric that is made small", fact));
            }
            answer.optimal = Some(reached == bound);
        }
        let (Some(task), None, Some(false)) = (
            bounded(problem.numeric(), reached.as_ref()),
            settings.stop.stop_reason(),
            answer.optimal,
        ) else {
            return Ok(answer);
        };
        let none_below = reached.as_ref().map(|it| problem.none_below(it));
        // No reason would end formulas if no plan has a value of the metric.
        let method = match reached {
            Some(_) => PlanMethod::Auto,
            None => PlanMethod::Gbfs,
        };
        let table = table(problem, &task, none_below, method, settings, EARLY)?;
        let below = Below {
            problem,
            number: reached.as_ref(),
        };
        let mut next = any_plan(&below, table, settings)?;
        match next.verdict {
            Verdict::Solved(_) => {
                next.attempts += answer.attempts;
                next.bound = answer.bound;
                answer = next;
            }
            Verdict::Infeasible(checked) => {
                answer.attempts += next.attempts;
                answer.optimal = Some(true);
                // The bound of costs that is about a bound of the metric: there may be plans.
                let bound = match checked.certificate() {
                    Certificate::Own(reason) => problem.bound(reason),
                    _ => 0,
                };
                answer.bound = Some(checked.lowered(bound));
                return Ok(answer);
            }
            Verdict::Undecided(_) => {
                answer.attempts += next.attempts;
                return Ok(answer);
            }
        }
    }
}

/// The task that asks for a better metric than this, or for one where there is none; nothing if the task has no metric,
/// or if a number does not fit.
fn bounded(task: &NumericTask, reached: Option<&Rational>) -> Option<NumericTask> {
    let mut task = task.clone();
    let metric = task.metric.as_ref()?;
    let (bound, factor, relation) = match reached {
        Some(reached) => (Exact::of(reached)?, Exact::ONE.negated(), Relation::Above),
        // It is 0 where every variable has a value.
        None => (Exact::ZERO, Exact::ZERO, Relation::Equal),
    };
    let linear = Linear::number(bound).plus_times(factor, metric)?;
    let number = u32::try_from(task.tests.len()).ok()?;
    task.tests.push(Test {
        linear,
        relation,
        if_undefined: false,
    });
    task.goal.tests.push(number);
    // A plan ends where an action says that a disjunctive goal is reached, so the metric counts there.
    for action in task.actions.iter_mut().filter(|action| !action.is_step) {
        action.conditions.tests.push(number);
    }
    Some(task)
}

/// A problem that asks for a metric below a number, or without a number for a metric with a value: what shows that there
/// is none is as good as that there is no plan.
struct Below<'a, P> {
    problem: &'a P,
    number: Option<&'a Rational>,
}

impl<P: NumericProblem> Reasons for Below<'_, P> {
    type Reason = P::Reason;

    fn check(&self, reason: P::Reason, stop: &Stop) -> Result<P::Reason, CheckError> {
        let is_about = |number| self.problem.says_none_below(&reason, number);
        if !self.number.is_some_and(is_about) {
            return Err(CheckError::rejected("it is not about this bound"));
        }
        self.problem.check(reason, stop)
    }
}

impl<P: NumericProblem> Problem for Below<'_, P> {
    type Plan = P::Plan;

    fn task(&self) -> &Task {
        self.problem.task()
    }

    fn validate(&self, plan: Plan<ActionId>) -> Result<(P::Plan, Cost), RefusedPlan> {
        let (plan, cost) = self.problem.validate(plan)?;
        let metric = self.problem.metric(&plan);
        let is_below = |metric| self.number.is_none_or(|number| metric < *number);
        if metric.is_some_and(is_below) {
            return Ok((plan, cost));
        }
        Err(RefusedPlan::new("it is no better than the one before"))
    }
}
