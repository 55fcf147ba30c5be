//! Numeric tasks: grounds the lifted task, and converts plans of the ground task to plans of the lifted task.
//!
//! The grounder replaces each comparison and each numeric effect by a fact. Afterwards, `numbers/ground.rs` replaces
//! these facts by comparisons and effects again. The validator checks plans on the lifted task and does not use this
//! code.

use flows::flows;
use ground::numeric_task;
use reasons::{counting_actions, named};
use saut_base::stop::Stop;
use saut_numeric::weights::{DeltaTable, StateWeights};
use saut_numeric::{NumericProblem, NumericTask, Rational, rational};
use saut_task::task::{ActionId, Task, TaskParts};
use saut_task::{CheckError, Cost, Plan as Steps, Reasons, RefusedPlan};

use crate::ground::{GroundingError, GroundingLimits, ground};
use crate::measure::{Measure, Quality};
use crate::plan::NamedPlan;
use crate::problem::Problem;
use crate::reason::Reason;
use crate::relaxed::reached_ranges;
use crate::validate::{StopAt, ValidatedPlan, applicable_part, validate_within};

mod flows;
mod ground;
mod reasons;

pub(crate) use reasons::check_reason;

/// A numeric planning task, for the planner.
#[derive(Debug)]
pub struct NumericPlanningDomain<'a> {
    problem: &'a Problem,
    /// The problem with a function that counts actions, if the number of actions is minimised because there is no
    /// metric.
    counting: Option<Box<Problem>>,
    task: NumericTask,
    nothing: Task,
    /// The state in which a plan ends. Steps after the first goal state may improve the metric.
    end: StopAt,
}

/// Grounds a numeric task. For [`Quality::Cheapest`], the ground task has the metric of the problem or, without one,
/// the number of actions as its metric.
///
/// # Errors
/// [`GroundingError`], for example if the goal is unreachable or a limit is reached.
pub(crate) fn compile<'a>(
    problem: &'a Problem,
    quality: Quality,
    limits: &GroundingLimits,
) -> Result<NumericPlanningDomain<'a>, GroundingError> {
    let has_metric = quality == Quality::Cheapest;
    let counting = has_metric.then(|| counting_actions(problem));
    let counting = counting.flatten().map(Box::new);
    let counted = counting.as_deref().unwrap_or(problem);
    let ground = ground(counted, Quality::AnyPlan, limits)?;
    let task = numeric_task(counted, &ground, has_metric, limits)?;
    Ok(NumericPlanningDomain {
        problem,
        counting,
        task,
        nothing: Task::new(TaskParts::default())?,
        end: if has_metric {
            StopAt::PlanEnd
        } else {
            StopAt::FirstGoalState
        },
    })
}

impl NumericPlanningDomain<'_> {
    /// Returns the steps of a plan given by action numbers, up to the first action that only marks a disjunctive goal
    /// as reached.
    pub fn named(&self, plan: &Steps<ActionId>) -> NamedPlan {
        let actions = plan.actions();
        let actions = actions.map_while(|id| self.task.actions.get(id.index()));
        let steps = actions.take_while(|action| action.is_step);
        NamedPlan::of_names(steps.map(|action| &*action.name))
    }

    /// Returns the ranges of the functions that actions change, such as `fuel truck`, if the relaxation with ranges
    /// does not reach the goal. A range has a minimum and a maximum, as text. An end is missing if the range is
    /// unbounded.
    pub fn reached_ranges(&self, stop: &Stop) -> Vec<(String, [Option<String>; 2])> {
        reached_ranges(self.problem, stop)
    }

    /// Negates a value of the metric if the problem maximises it, so that smaller values are better. A second call
    /// restores the value.
    fn turned(&self, metric: Rational) -> Rational {
        match &self.problem.metric {
            Some((_, direction)) => direction.turned(metric),
            None => metric,
        }
    }

    /// Whether a plan is at least as good as another, by the metric or by the number of actions.
    fn is_no_worse(&self, plan: &ValidatedPlan, other: &ValidatedPlan) -> bool {
        match (self.metric(plan), self.metric(other)) {
            (Some(metric), Some(other)) => metric <= other,
            (metric, other) => metric.is_some() || other.is_none(),
        }
    }
}

impl Reasons for NumericPlanningDomain<'_> {
    type Reason = Reason;

    fn check(&self, reason: Reason, stop: &Stop) -> Result<Reason, CheckError> {
        check_reason(self.problem, &reason, stop)
    }

    fn bound(&self, reason: &Reason) -> Cost {
        reason.bound_of_cost(self.counting.is_none())
    }
}

impl saut_task::Problem for NumericPlanningDomain<'_> {
    type Plan = ValidatedPlan;

    fn task(&self) -> &Task {
        &self.nothing
    }

    fn validate(&self, plan: Steps<ActionId>) -> Result<(ValidatedPlan, Cost), RefusedPlan> {
        let plan = self.named(&plan);
        let stop = Stop::default();
        let valid = validate_within(self.problem, &plan, self.end, &stop);
        let valid = valid.map_err(RefusedPlan::new)?;
        let cost = valid.cost();
        Ok((valid, cost))
    }
}

impl NumericProblem for NumericPlanningDomain<'_> {
    fn numeric(&self) -> &NumericTask {
        &self.task
    }

    fn metric(&self, plan: &ValidatedPlan) -> Option<Rational> {
        if self.counting.is_some() {
            return Some(Rational::from_integer(plan.length().into()));
        }
        match plan.measure() {
            Measure::Metric(value, _) => value.clone().map(|metric| self.turned(metric)),
            Measure::Actions(_) | Measure::Cost(_) => None,
        }
    }

    fn ranges(&self) -> Reason {
        Reason::RangeReachability { reached: None }
    }

    fn all_states(&self) -> Reason {
        Reason::NumericStates {
            bound: None,
            states: None,
        }
    }

    fn none_below(&self, number: &Rational) -> Reason {
        Reason::NumericStates {
            bound: Some(rational::written(&self.turned(number.clone()))),
            states: None,
        }
    }

    fn flows(&self, stop: &Stop) -> Result<DeltaTable, CheckError> {
        flows(self.counting.as_deref().unwrap_or(self.problem), stop)
    }

    fn by_weights(
        &self,
        flows: &DeltaTable,
        weights: &StateWeights,
        bound: Option<&Rational>,
    ) -> Reason {
        Reason::NumericWeights {
            bound: bound.map(|bound| rational::written(&self.turned(bound.clone()))),
            weights: named(flows, weights),
        }
    }

    fn says_none_below(&self, reason: &Reason, number: &Rational) -> bool {
        let written = rational::written(&self.turned(number.clone()));
        reason.bound_of_metric() == Some(&*written)
    }
}

impl NumericPlanningDomain<'_> {
    /// Returns the plan without the unnecessary actions that were found before `stop`, and the positions of the
    /// remaining actions in `plan`, from 0. The metric of the remaining plan is at least as good.
    pub fn reduced(&self, plan: ValidatedPlan, stop: &Stop) -> (ValidatedPlan, Vec<usize>) {
        let all = plan.plan().steps.clone();
        let mut kept: Vec<usize> = (0..all.len()).collect();
        let (mut plan, mut place) = (plan, 0);
        let of = |places: &[usize]| -> NamedPlan {
            let steps = places.iter().map(|&place| all[place].clone());
            steps.collect::<Vec<_>>().into()
        };
        while place < kept.len() && stop.stop_reason().is_none() {
            let mut without = kept.clone();
            without.remove(place);
            let applied = applicable_part(self.problem, &of(&without), stop);
            let places: Vec<usize> = applied.into_iter().map(|it| without[it]).collect();
            match validate_within(self.problem, &of(&places), StopAt::PlanEnd, stop) {
                Ok(shorter) if self.is_no_worse(&shorter, &plan) => {
                    (plan, kept) = (shorter, places);
                }
                _ => place += 1,
            }
        }
        (plan, kept)
    }
}
