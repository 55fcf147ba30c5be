//! Finds plans of a numeric task with a small value of the metric: a sequence of plans, each better than the previous
//! one.
//!
//! The bound is part of the goal: after a plan with metric 12, the task requires a metric below 12. So every engine
//! respects the bound, and the relaxation prunes a state if its metric has exceeded the bound and can only grow.
//! (Helmert, Do and Karpas, *IPC-2008 deterministic planning*, 2008, for a search that restarts after every plan.) If
//! the metric has no value after a plan, any plan with a value is better, and the next task requires such a plan.
//!
//! After the first plan, weights of facts and functions give a lower bound on the metric, if the linear program finds
//! any in time. This bound can prove that the last plan is optimal. If there are few reachable states, an exhaustive
//! search by the rules can also prove it. For each state, this search keeps the path with the best metric.

use std::time::Instant;

use saut_numeric::{Exact, Linear, NumericProblem, NumericTask, Rational, Relation, Test};

use super::strategy::{ExhaustiveShare, SOON, table};
use super::weights::{WEIGHTS, metric_bound};
use crate::decision::{Method, Verdict};
use crate::error::Error;
use crate::planning::PlanMethod;
use crate::race::{PlanObserver, Raced, any_plan};
use crate::settings::Settings;
use saut_base::stop::Stop;
use saut_task::domain::{Cost, Problem, Reasons, RefusedPlan};
use saut_task::plan::Plan;
use saut_task::task::{ActionId, Task};
use saut_task::{Certificate, CheckError};

/// Schedule of the exhaustive search after a plan was found. The search runs early, because it can prove that the plan
/// is optimal.
const EARLY: ExhaustiveShare = (4, 0);

/// The remaining time after the first plan, divided by this number, is the time for a bound by weights.
const PART_OF_WEIGHTS: u32 = 4;

/// Finds the best plan by the metric within the limits. It starts with the plan `given`, if any, and calls `better`
/// with each improvement. Without a metric, it finds any plan.
///
/// # Errors
/// Same as [`plan_numeric`](super::plan_numeric). Also an internal error if a plan violates the required bound, or is
/// better than a checked bound.
pub fn cheapest_numeric<P: NumericProblem>(
    problem: &P,
    given: Option<P::Plan>,
    settings: &Settings,
    better: &PlanObserver<'_, P>,
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
            answer.book_since(WEIGHTS, began);
            floor = Some(found.map(|(bound, checked)| {
                answer.bound = Some(checked);
                bound
            }));
        }
        if let (Some(Some(bound)), Some(reached)) = (&floor, &reached) {
            if reached < bound {
                let fact = "a plan is better";
                return Err(Error::internal("a bound on the metric is wrong", fact));
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
        // Formulas would run forever if no plan has a value of the metric.
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
                // The certificate was accepted for `below`, which requires a better metric. The problem itself can have
                // other plans, so only the bound of the reason is kept.
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

/// Returns the task that requires a better metric than `reached`. Without `reached`, the task requires that the metric
/// has a value. `None` if the task has no metric, or a number overflows.
fn bounded(task: &NumericTask, reached: Option<&Rational>) -> Option<NumericTask> {
    let mut task = task.clone();
    let metric = task.metric.as_ref()?;
    let (bound, factor, relation) = match reached {
        Some(reached) => (Exact::of(reached)?, Exact::ONE.negated(), Relation::Above),
        // This expression is 0 if every variable has a value.
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
    // A plan ends when an action achieves a disjunctive goal, so the metric counts at this action.
    for action in task.actions.iter_mut().filter(|action| !action.is_step) {
        action.conditions.tests.push(number);
    }
    Some(task)
}

/// A problem that requires a metric below `number`. Without `number`, it requires that the metric has a value. A reason
/// that no plan has such a metric counts as a refutation of this problem.
struct Below<'a, P> {
    problem: &'a P,
    number: Option<&'a Rational>,
}

impl<P: NumericProblem> Reasons for Below<'_, P> {
    type Reason = P::Reason;

    fn check(&self, reason: P::Reason, stop: &Stop) -> Result<P::Reason, CheckError> {
        let is_about = |number| self.problem.says_none_below(&reason, number);
        if !self.number.is_some_and(is_about) {
            return Err(CheckError::rejected("the reason is for another bound"));
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
        Err(RefusedPlan::new(
            "the plan is not better than the previous plan",
        ))
    }
}
