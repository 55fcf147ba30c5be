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

use std::fmt::Display;
use std::time::Instant;

use saut_numeric::weights::{Flows, StateWeights};
use saut_numeric::{Exact, Linear, NumericDomain, NumericTask, Rational, Relation, Test};

use super::strategy::{Visit, race};
use super::weights::{WEIGHTS, metric_bound};
use crate::decision::{Method, Verdict};
use crate::error::Error;
use crate::planning::PlanMethod;
use crate::race::{Better, Raced};
use crate::settings::Settings;
use saut_base::stop::Stop;
use saut_task::domain::{Cost, Domain, Reasons, RefusedReplay};
use saut_task::plan::Plan;
use saut_task::task::{ActionId, Task};
use saut_task::{Certificate, CheckError, Checked, Criterion};

/// Before a plan: a metric that grows for ever makes the states of a search endless, where those without it are few.
const SOON: Visit = (1, 100_000);
/// Behind a plan the visit of all states is what proves it to be the best.
const EARLY: Visit = (4, 0);

/// Part of the time that is left behind the first plan, for a bound by weights.
const PART_OF_WEIGHTS: u32 = 4;

/// A task that asks for a metric below a bound, or without a bound for a metric with a value.
struct Bounded<'a, D> {
    domain: &'a D,
    below: Option<Rational>,
    task: NumericTask,
}

/// The best plan by the metric that was found within the limits, beginning with one that is given, if any; `better` hears
/// of each on the way. Without a metric any plan.
///
/// # Errors
/// As [`plan_numeric`](super::plan_numeric); a plan that does not keep the bound.
pub fn cheapest_numeric<D: NumericDomain>(
    domain: &D,
    given: Option<D::Replayed>,
    settings: &Settings,
    better: &Better<'_, D>,
) -> Result<Raced<D>, Error> {
    let mut answer = match given {
        Some(plan) => {
            let mut answer = Raced::<D>::default();
            answer.set(Verdict::Solved(plan), Method::search("improved"));
            answer
        }
        None => race(domain, PlanMethod::Auto, settings, SOON)?,
    };
    let mut floor = None;
    loop {
        let Verdict::Solved(plan) = &answer.verdict else {
            return Ok(answer);
        };
        better(plan, answer.bound.as_ref());
        answer.optimal = Some(false);
        let reached = domain.metric(plan);
        if let (None, Some(reached)) = (&floor, &reached) {
            let found = weights_bound(domain, reached, &mut answer, settings);
            floor = Some(found.map(|(bound, checked)| {
                answer.bound = Some(checked);
                bound
            }));
        }
        if let (Some(Some(bound)), Some(reached)) = (&floor, &reached) {
            if reached < bound {
                return Err(wrong("a plan that is better than a checked bound"));
            }
            answer.optimal = Some(reached == bound);
        }
        let bounded = Bounded::new(domain, reached);
        let (Some(bounded), None, Some(false)) =
            (bounded, settings.stop.stop_reason(), answer.optimal)
        else {
            return Ok(answer);
        };
        // No reason would end formulas if no plan has a value of the metric.
        let method = match bounded.below {
            Some(_) => PlanMethod::Auto,
            None => PlanMethod::Gbfs,
        };
        let mut next = race(&bounded, method, settings, EARLY)?;
        match next.verdict {
            Verdict::Solved(plan) => {
                if !bounded.allows(domain.metric(&plan)) {
                    return Err(wrong("a plan that is no better than the one before"));
                }
                next.verdict = Verdict::Solved(plan);
                next.attempts += answer.attempts;
                next.bound = answer.bound;
                answer = next;
            }
            Verdict::Infeasible(checked) => {
                answer.attempts += next.attempts;
                answer.optimal = Some(true);
                let bound = bound_of_cost(domain, &checked);
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

/// A bound of the metric by weights, in a part of the time that is left.
fn weights_bound<D: NumericDomain>(
    domain: &D,
    reached: &Rational,
    answer: &mut Raced<D>,
    settings: &Settings,
) -> Option<(Rational, Checked<D::Reason>)> {
    let began = Instant::now();
    let left = settings.stop.time_left();
    let stop = match left {
        Some(left) => settings.stop.with_timeout(left / PART_OF_WEIGHTS),
        None => settings.stop.clone(),
    };
    let found = metric_bound(domain, reached, &stop);
    answer.book(WEIGHTS, began.elapsed());
    found
}

/// The bound of costs that a reason shows which is about a bound of the metric: there may be plans.
fn bound_of_cost<D: NumericDomain>(domain: &D, checked: &Checked<D::Reason>) -> Cost {
    match checked.certificate() {
        Certificate::Criterion(Criterion::Own(reason)) => domain.bound(reason),
        _ => 0,
    }
}

fn wrong(fact: impl Display) -> Error {
    Error::internal("a metric that is made small", fact)
}

impl<'a, D: NumericDomain> Bounded<'a, D> {
    /// The task that asks for a better metric than this, or for one where there is none; nothing if the task has no
    /// metric, or if a number does not fit.
    fn new(domain: &'a D, reached: Option<Rational>) -> Option<Self> {
        let mut task = domain.numeric().clone();
        let metric = task.metric.as_ref()?;
        let (bound, factor, relation) = match &reached {
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
        Some(Self {
            domain,
            below: reached,
            task,
        })
    }

    /// Whether it asks for plans with this metric.
    fn allows(&self, metric: Option<Rational>) -> bool {
        metric.is_some_and(|it| self.below.as_ref().is_none_or(|below| it < *below))
    }
}

impl<D: NumericDomain> Reasons for Bounded<'_, D> {
    type Reason = D::Reason;

    fn check(&self, reason: D::Reason, stop: &Stop) -> Result<D::Reason, CheckError> {
        let mut below = self.below.iter();
        if !below.any(|below| self.domain.says_none_below(&reason, below)) {
            return Err(CheckError::rejected("it is not about this bound"));
        }
        self.domain.check(reason, stop)
    }
}

impl<D: NumericDomain> Domain for Bounded<'_, D> {
    type Replayed = D::Replayed;

    fn task(&self) -> &Task {
        self.domain.task()
    }

    fn replay(&self, plan: Plan<ActionId>) -> Result<D::Replayed, RefusedReplay> {
        self.domain.replay(plan)
    }

    fn cost(&self, plan: &D::Replayed) -> Cost {
        self.domain.cost(plan)
    }
}

impl<D: NumericDomain> NumericDomain for Bounded<'_, D> {
    fn numeric(&self) -> &NumericTask {
        &self.task
    }

    fn metric(&self, plan: &D::Replayed) -> Option<Rational> {
        self.domain.metric(plan)
    }

    fn out_of_reach(&self, _: &Stop) -> Result<Checked<D::Reason>, CheckError> {
        Err(CheckError::rejected(
            "of ranges with a bound nothing is known",
        ))
    }

    fn all_states(&self) -> Option<D::Reason> {
        let below = self.below.as_ref();
        below.map(|below| self.domain.none_below(below))
    }

    fn none_below(&self, number: &Rational) -> D::Reason {
        self.domain.none_below(number)
    }

    fn flows(&self, stop: &Stop) -> Result<Flows, CheckError> {
        self.domain.flows(stop)
    }

    fn by_weights(
        &self,
        flows: &Flows,
        weights: &StateWeights,
        bound: Option<&Rational>,
    ) -> D::Reason {
        self.domain.by_weights(flows, weights, bound)
    }

    fn says_none_below(&self, reason: &D::Reason, number: &Rational) -> bool {
        self.domain.says_none_below(reason, number)
    }
}
