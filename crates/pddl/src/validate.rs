//! Validation of a plan by simulation on the parsed domain and problem.
//!
//! This code decides whether a plan is trusted. So it is short, follows the definition of the language closely, and
//! does not use the grounder. Quantifiers range over the objects, conditional effects are evaluated in the state before
//! the action, deletions come before additions, and derived atoms are computed again in every state.
//!
//! Steps at the same time must not interfere (`interference`). They are executed one after another, and the states
//! between them are not states of the plan.
//!
//! Fox and Long: *PDDL2.1* (2003), section 8, for the semantics.

mod applicable;
mod closed;
mod evaluate;
mod interference;
mod measure;
mod numbers;
mod rejected;
mod state;
mod step;
mod trace;
mod trajectory;

pub(crate) use applicable::{after, applicable};
pub(crate) use closed::closed_states;
pub(crate) use evaluate::signed;
use rejected::sum_of_costs;
pub use rejected::{InvalidPlan, UnmetConditions, WrongStep};
pub(crate) use step::cost;
pub use trace::{Change, Trace, trace};

use crate::judge::Judge as _;
use crate::measure::{Measure, Objective};
use crate::plan::NamedPlan;
use crate::problem::Problem;
use saut_base::stop::Stop;
pub(crate) use state::State;

/// A plan that the validator has simulated from the initial state to the goal. Only [`validate`] creates such plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidatedPlan {
    pub(crate) plan: NamedPlan,
    pub(crate) measure: Measure,
}

impl ValidatedPlan {
    /// Returns the steps.
    pub fn plan(&self) -> &NamedPlan {
        &self.plan
    }

    /// Returns the number of steps.
    pub fn length(&self) -> usize {
        self.plan.steps.len()
    }

    /// Returns the measure for comparisons with other plans of the task.
    pub const fn measure(&self) -> &Measure {
        &self.measure
    }

    /// Returns the value of the metric at the end, such as `2.5` or `1/3`, if the task is numeric and its metric has a
    /// value.
    pub fn measured(&self) -> Option<String> {
        self.measure.metric()
    }

    /// Returns the cost by [`Measure::cost`], for searches; the length of the plan if the metric is not a valid cost.
    pub fn cost(&self) -> u64 {
        self.measure.cost().unwrap_or(self.length() as u64)
    }
}

/// Validates the plan.
///
/// # Errors
///
/// The first wrong step with the reason, or the unmet part of the goal.
pub fn validate(problem: &Problem, plan: &NamedPlan) -> Result<ValidatedPlan, InvalidPlan> {
    validate_within(problem, plan, StopAt::PlanEnd, &Stop::default())
}

/// State in which a plan ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StopAt {
    /// The plan ends at its last step.
    PlanEnd,
    /// The plan ends at the first state that satisfies the goal, and later steps are left out. Plans from formulas may
    /// have such steps.
    FirstGoalState,
}

/// Like [`validate`], with a choice of the last state. `stop` can end the validation, because even a short file may
/// quantify over too many objects.
pub(crate) fn validate_within(
    problem: &Problem,
    plan: &NamedPlan,
    end: StopAt,
    stop: &Stop,
) -> Result<ValidatedPlan, InvalidPlan> {
    let mut state = State::initial(problem, stop);
    let replayed = replay(&mut state, plan, end);
    // If the run was stopped, the result is not reliable.
    match state.ended() {
        Some(why) => Err(InvalidPlan::Unfinished(why)),
        None => replayed,
    }
}

fn replay(state: &mut State, plan: &NamedPlan, end: StopAt) -> Result<ValidatedPlan, InvalidPlan> {
    let problem = state.problem;
    let mut cost: u64 = 0;
    let mut taken = 0;
    let mut trace = trajectory::TrajectoryMonitor::begin(state);
    for happening in plan.happenings() {
        if state.poll().is_err() {
            break;
        }
        let may_end = end == StopAt::FirstGoalState && state.holds(&problem.goal, &mut Vec::new());
        if may_end && trace.may_end(state) {
            break;
        }
        state.check_together(&plan.steps, happening.clone())?;
        for place in happening {
            if state.poll().is_err() {
                break;
            }
            let step = &plan.steps[place];
            let spent = state.take(step);
            let spent = spent.map_err(|wrong| InvalidPlan::step(place, step, wrong))?;
            let counts = problem.objective() == Objective::Cost;
            cost = sum_of_costs(cost, if counts { spent } else { 1 })?;
            taken = place + 1;
        }
        trace.look(state);
    }
    if let Some(unmet) = state.unmet(&problem.goal, &mut Vec::new()) {
        return Err(InvalidPlan::Goal(unmet));
    }
    if let Some(broken) = trace.broken(state) {
        return Err(broken.told(state));
    }
    cost = sum_of_costs(cost, trace.price(state)?)?;
    let measure = match &problem.metric {
        Some((metric, direction)) => Measure::Metric(state.value(metric, &[]).ok(), *direction),
        None if problem.objective() == Objective::Cost => Measure::Cost(cost),
        None => Measure::Actions(cost),
    };
    Ok(ValidatedPlan {
        plan: plan.up_to(taken),
        measure,
    })
}

/// Returns the indexes of the applicable steps if the plan is executed in order and inapplicable steps are skipped. If
/// `stop` ended the execution, the result is meaningless.
pub(crate) fn applicable_part(problem: &Problem, plan: &NamedPlan, stop: &Stop) -> Vec<usize> {
    let mut state = State::initial(problem, stop);
    let mut taken = Vec::new();
    for (place, step) in plan.steps.iter().enumerate() {
        if state.poll().is_err() {
            break;
        }
        if state.take(step).is_ok() {
            taken.push(place);
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::sum_of_costs;
    use crate::measure::{Direction, Measure};
    use saut_numeric::Rational;
    use saut_task::INFINITE;

    #[test]
    fn an_overflowing_sum_has_no_cost() {
        assert_eq!(sum_of_costs(INFINITE - 2, 1), Ok(INFINITE - 1));
        for (one, other) in [(INFINITE - 1, 1), (INFINITE - 1, 2), (INFINITE, 0)] {
            let none = sum_of_costs(one, other).unwrap_err().to_string();
            assert_eq!(none, "the validation was not finished (too-large)");
        }
        let number = |number: u64| Rational::from_integer(number.into());
        let cost = |value| Measure::Metric(Some(value), Direction::Minimise).cost();
        assert_eq!(cost(number(INFINITE - 1)), Some(INFINITE - 1));
        assert_eq!(cost(number(INFINITE)), None);
        assert_eq!(cost(number(INFINITE) + number(1)), None);
    }
}
