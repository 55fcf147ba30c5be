//! Validation: replay of a plan on the parsed domain and problem.
//!
//! This is what makes a plan trustworthy, so it is short, follows the definition of the
//! language word by word, and shares nothing with the grounder: quantifiers go over the
//! objects, conditional effects are evaluated in the state before the action, deletions come
//! before additions, and what axioms derive is worked out anew in every state. Steps at the same time may not interfere
//! (`interference`); then they are taken one after another, and the states between them are no states of the plan.
//!
//! Fox and Long: *PDDL2.1* (2003), section 8, for the semantics; VAL is the validator of the
//! competitions.

mod alternatives;
mod applicable;
mod closed;
mod derive;
mod evaluate;
mod interference;
mod measure;
mod numbers;
mod rejected;
mod state;
mod step;
mod trace;
mod trajectory;

pub(crate) use applicable::applicable_part;
pub(crate) use closed::{Closed, closed_states};
pub(crate) use interference::{Use, Uses};
pub use rejected::{InvalidPlan, WrongStep};
pub use trace::{Change, Trace, trace};

use crate::domain::LiftedDomain;
use crate::plan::NamedPlan;
use crate::problem::Problem;
use num_traits::{Signed, ToPrimitive, Zero};
use saut_numeric::{Rational, rational};
use saut_task::stop::{Stop, StopReason};
use saut_task::{Cost, INFINITE};
use state::State;

/// A plan that a validator has replayed from the initial state to the goal. Only [`validate`] makes one, and for
/// tasks in SAS+ its like (`sas/validate.rs`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidatedPlan {
    pub(crate) plan: NamedPlan,
    pub(crate) cost: u64,
    pub(crate) metric: Option<Rational>,
}

impl ValidatedPlan {
    /// The steps.
    pub fn plan(&self) -> &NamedPlan {
        &self.plan
    }

    /// The number of steps.
    pub fn length(&self) -> usize {
        self.plan.steps.len()
    }

    /// Value of the metric of a task with numbers at the end, if there is one and it has a value: `2.5`, `1/3`.
    pub fn measured(&self) -> Option<String> {
        self.metric.as_ref().map(rational::written)
    }

    /// Distance of the metric from a bound of it, in percent of the metric with one digit behind the point; nothing
    /// where that is 0 or has no value.
    pub fn gap(&self, bound: &str) -> Option<f64> {
        let metric = self.metric.as_ref().filter(|metric| !metric.is_zero())?;
        let bound = rational::read_written(bound).ok()?;
        let thousandths = ((metric - bound) / metric).abs() * Rational::from_integer(1000.into());
        Some(thousandths.round().to_integer().to_f64()? / 10.0)
    }

    /// Whether the metric of a task with numbers is a whole number at the end, which is then the cost.
    pub fn has_whole_metric(&self) -> bool {
        self.metric.as_ref().is_some_and(|it| whole(it).is_some())
    }

    /// Minimised cost: the sum of the action costs, and the violations of preferences times their weights;
    /// the length if it minimises nothing; in a task with numbers the metric, if it is a whole number of at least 0.
    pub fn cost(&self) -> u64 {
        self.cost
    }
}

/// Replays the plan.
///
/// # Errors
///
/// The first wrong step and what is wrong with it, or what of the goal is not reached.
///
/// # Panics
///
/// If the problem was read with another domain.
pub fn validate(
    domain: &LiftedDomain,
    problem: &Problem,
    plan: &NamedPlan,
) -> Result<ValidatedPlan, InvalidPlan> {
    validate_within(domain, problem, plan, End::OfThePlan, &Stop::default())
}

/// End of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// At its last step.
    OfThePlan,
    /// First state that meets the goal: what stands behind it is left out. Plans of formulas may go on.
    FirstGoal,
}

/// As [`validate`], to an end, until `stop` ends it: a few words quantify over more objects than can be tried.
pub(crate) fn validate_within(
    domain: &LiftedDomain,
    problem: &Problem,
    plan: &NamedPlan,
    end: End,
    stop: &Stop,
) -> Result<ValidatedPlan, InvalidPlan> {
    problem.assert_of(domain);
    let mut state = State::initial(domain, problem, stop);
    let replayed = replay(&mut state, plan, end);
    // What was found after the end is not to be believed.
    match state.ended.get() {
        Some(why) => Err(InvalidPlan::Unfinished(why)),
        None => replayed,
    }
}

fn replay(state: &mut State, plan: &NamedPlan, end: End) -> Result<ValidatedPlan, InvalidPlan> {
    let problem = state.problem;
    let mut cost: u64 = 0;
    let mut taken = 0;
    let mut trace = trajectory::Trace::begin(state);
    for happening in plan.happenings() {
        let may_end = end == End::FirstGoal && state.holds(&problem.goal, &mut Vec::new());
        if may_end && trace.may_end() {
            break;
        }
        state.check_together(&plan.steps, happening.clone())?;
        for place in happening {
            state.poll();
            let step = &plan.steps[place];
            let spent = state.take(step);
            let spent = spent.map_err(|wrong| InvalidPlan::step(place, step, wrong))?;
            let counts = problem.minimises_cost && !problem.is_numeric();
            cost = sum_of_costs(cost, if counts { spent } else { 1 })?;
            taken = place + 1;
        }
        trace.look(state);
    }
    if let Some(unmet) = state.first_unmet(&problem.goal, &mut Vec::new()) {
        return Err(InvalidPlan::Goal {
            state: state.about(&unmet),
            unmet: unmet.text,
        });
    }
    if let Some(broken) = trace.broken() {
        return Err(broken.told(state));
    }
    cost = sum_of_costs(cost, trace.price()?)?;
    let numbers = problem.numbers.as_ref();
    let metric = numbers.and_then(|numbers| numbers.metric.as_ref());
    let metric = metric.and_then(|metric| state.value(metric, &[]).ok());
    let cost = metric.as_ref().and_then(whole).unwrap_or(cost);
    Ok(ValidatedPlan {
        plan: plan.up_to(taken),
        cost,
        metric,
    })
}

/// Two costs together.
///
/// # Errors
///
/// The sum is no cost: it does not fit, or is kept for "no plan".
pub(crate) fn sum_of_costs(one: Cost, other: Cost) -> Result<Cost, InvalidPlan> {
    let sum = one.checked_add(other).filter(|sum| *sum < INFINITE);
    sum.ok_or(InvalidPlan::Unfinished(StopReason::TooLarge))
}

/// The number as a cost, if it is a whole number that can be one.
fn whole(number: &Rational) -> Option<Cost> {
    let whole = number.is_integer().then(|| number.to_integer().to_u64())?;
    whole.filter(|cost| *cost < INFINITE)
}

#[cfg(test)]
mod tests {
    use super::{INFINITE, sum_of_costs, whole};
    use saut_numeric::Rational;

    #[test]
    fn a_sum_that_is_no_cost_is_no_number() {
        assert_eq!(sum_of_costs(INFINITE - 2, 1), Ok(INFINITE - 1));
        for (one, other) in [(INFINITE - 1, 1), (INFINITE - 1, 2), (INFINITE, 0)] {
            let none = sum_of_costs(one, other).unwrap_err().to_string();
            assert_eq!(none, "the replay was not finished (too-large)");
        }
        let number = |number: u64| Rational::from_integer(number.into());
        assert_eq!(whole(&number(INFINITE - 1)), Some(INFINITE - 1));
        assert_eq!(whole(&number(INFINITE)), None);
        assert_eq!(whole(&(number(INFINITE) + number(1))), None);
    }
}
