//! Checks certificates of the kind [`Reason`] on the parsed task: relaxations, exhaustive searches and weights. In a
//! numeric task without a metric, a bound is a bound on the number of actions. An additional function counts the
//! actions.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;
use saut_base::stop::{Stop, StopReason};
use saut_numeric::weights::{DeltaTable, StateWeights};
use saut_numeric::{Rational, rational};
use saut_task::CheckError;

use super::flows::flows;
use crate::condition::{Atom, Expression};
use crate::domain::{Effect, NumericChange, Operator};
use crate::measure::Direction;
use crate::problem::{GroundAtom, Problem};
use crate::reason::{Reason, WeightsByName};
use crate::relaxed::{NumericRelaxation, unreachable_goal};
use crate::validate::closed_states;

const MAX_STATES: usize = 1_000_000;

/// Checks a reason on the parsed task, and fills in its missing numbers.
///
/// # Errors
/// [`CheckError`] if the reason is wrong, or if a limit ended the check.
pub(crate) fn check_reason(
    problem: &Problem,
    reason: &Reason,
    stop: &Stop,
) -> Result<Reason, CheckError> {
    let bound = reason.bound_of_metric();
    let counting = bound.and_then(|_| counting_actions(problem));
    let problem = counting.as_ref().unwrap_or(problem);
    let bound = bound.map(|bound| to_be_small(problem, bound)).transpose()?;
    let count = |said: Option<usize>, numbers: NumericRelaxation, relaxation: &str| {
        let reached = unreachable_goal(problem, numbers, stop);
        let Some(reached) = reached.map_err(CheckError::Stopped)? else {
            let fact = format_args!("{relaxation} reaches the goal");
            return Err(CheckError::rejected(fact));
        };
        agree(said, reached, "atoms are reached")?;
        Ok(Some(reached))
    };
    match *reason {
        // This relaxation takes every comparison as true, so it is also correct for numeric tasks.
        Reason::RelaxedReachability { reached } => Ok(Reason::RelaxedReachability {
            reached: count(reached, NumericRelaxation::Any, "the relaxation")?,
        }),
        Reason::RangeReachability { reached } => Ok(Reason::RangeReachability {
            reached: count(
                reached,
                NumericRelaxation::InRanges,
                "the relaxation with ranges",
            )?,
        }),
        Reason::NumericStates {
            bound: ref written,
            states: said,
        } => {
            let most = said.unwrap_or(MAX_STATES).min(MAX_STATES);
            let found = closed_states(problem, bound.as_ref(), most, stop);
            let states = found.map_err(|why| match why {
                StopReason::TooLarge if said.is_some_and(|it| it < MAX_STATES) => {
                    CheckError::rejected("more states are reachable than the certificate claims")
                }
                why => CheckError::Stopped(why),
            })?;
            let better = if bound.is_some() { " better" } else { "" };
            let is_open = || CheckError::rejected(format_args!("there is a{better} plan"));
            let states = states.ok_or_else(is_open)?;
            agree(said, states, "states are reachable")?;
            Ok(Reason::NumericStates {
                bound: written.clone(),
                states: Some(states),
            })
        }
        Reason::NumericWeights { ref weights, .. } => {
            check_weights(&flows(problem, stop)?, weights, bound.as_ref())?;
            Ok(reason.clone())
        }
    }
}

/// Returns a bound on the metric, negated if the metric is to be maximised.
fn to_be_small(problem: &Problem, bound: &str) -> Result<Rational, CheckError> {
    let Some((_, direction)) = &problem.metric else {
        return Err(CheckError::rejected("the problem has no metric to bound"));
    };
    let number = rational::read_written(bound);
    let number = number
        .map_err(|_| CheckError::rejected(format_args!("the bound {bound:?} is not a number")))?;
    Ok(direction.turned(number))
}

/// Checks that the number in a certificate, if any, equals the number that was found.
fn agree(said: Option<usize>, found: usize, what: &str) -> Result<(), CheckError> {
    match said.filter(|said| *said != found) {
        Some(said) => Err(CheckError::rejected(format_args!(
            "the certificate claims that {said} {what}, but the true number is {found}"
        ))),
        None => Ok(()),
    }
}

/// Returns the weights by the names of the weighted facts, functions and actions, without weights of 0.
pub(super) fn named(flows: &DeltaTable, weights: &StateWeights) -> WeightsByName {
    let by_name = |names: &[String], weights: &BTreeMap<u32, Rational>| {
        let some = weights.iter().filter(|(_, weight)| !weight.is_zero());
        some.map(|(number, weight)| (names[*number as usize].clone(), rational::written(weight)))
            .collect()
    };
    let counts = |times: &Vec<Rational>| times.iter().any(|times| !times.is_zero());
    let all = |times: &Vec<Rational>| times.iter().map(rational::written).collect();
    let actions = weights.action_tests.iter();
    let goal = Some(&weights.goal_tests).filter(|times| counts(times));
    WeightsByName {
        facts: by_name(&flows.facts, &weights.facts),
        functions: by_name(&flows.functions, &weights.functions),
        goal_tests: goal.map(all).unwrap_or_default(),
        action_tests: actions
            .filter(|(_, times)| counts(times))
            .map(|(number, times)| (flows.actions[*number].action.clone(), all(times)))
            .collect(),
    }
}

/// Checks weights against the changes by all actions. With a bound, the weights must prove that no plan has a metric
/// below the bound. Without a bound, the weights must prove that there is no plan.
///
/// # Errors
/// [`CheckError`] if the weights are invalid, or if they do not prove the claim.
pub(super) fn check_weights(
    flows: &DeltaTable,
    named: &WeightsByName,
    bound: Option<&Rational>,
) -> Result<(), CheckError> {
    let weights = numbered(flows, named)?;
    let least = match bound {
        Some(_) => flows.least_metric(&weights),
        None => flows.least_nothing(&weights),
    }?;
    match bound {
        Some(bound) if *bound > least.number => {
            let found = rational::written(&least.number);
            Err(CheckError::rejected(format_args!(
                "the weights only prove a bound of {found} (negated if the metric is maximised)"
            )))
        }
        None if !(least.number.is_positive() || (least.is_above && least.number.is_zero())) => Err(
            CheckError::rejected("a goal state may weigh as much as the initial state"),
        ),
        _ => Ok(()),
    }
}

/// Returns the weights of a certificate by the numbers of facts, functions and actions.
fn numbered(flows: &DeltaTable, named: &WeightsByName) -> Result<StateWeights, CheckError> {
    let by_number = |names: &[String], weights: &BTreeMap<String, String>| {
        let places: FxHashMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
        let number = |(name, weight): (&String, &String)| {
            let place = places.get(name.as_str()).copied();
            let place = place.ok_or_else(|| {
                CheckError::rejected(format_args!(
                    "{name:?} has a weight, but no action changes it"
                ))
            })?;
            Ok((place, number(weight)?))
        };
        weights
            .iter()
            .map(number)
            .collect::<Result<_, CheckError>>()
    };
    let all = |times: &Vec<String>| {
        let times = times.iter().map(|it| number(it));
        times.collect::<Result<Vec<_>, _>>()
    };
    let mut action_tests = BTreeMap::new();
    if !named.action_tests.is_empty() {
        let actions = flows.actions.iter().map(|flow| flow.action.as_str());
        let places: FxHashMap<&str, usize> = actions.zip(0..).collect();
        for (action, times) in &named.action_tests {
            let place = places.get(action.as_str()).copied();
            let place = place.ok_or_else(|| {
                CheckError::rejected(format_args!("{action:?} is not an applicable action"))
            })?;
            action_tests.insert(place, all(times)?);
        }
    }
    Ok(StateWeights {
        facts: by_number(&flows.facts, &named.facts)?,
        functions: by_number(&flows.functions, &named.functions)?,
        goal_tests: all(&named.goal_tests)?,
        action_tests,
    })
}

fn number(text: &str) -> Result<Rational, CheckError> {
    rational::read_written(text)
        .map_err(|_| CheckError::rejected(format_args!("{text:?} is not a number")))
}

/// Name of the function that counts actions.
const PLAN_LENGTH: &str = "plan length";

/// Returns the task with the number of actions as its metric; `None` if it has a metric or is not numeric.
pub(super) fn counting_actions(problem: &Problem) -> Option<Problem> {
    if !problem.is_numeric || problem.metric.is_some() {
        return None;
    }
    let mut problem = problem.clone();
    let domain = Arc::make_mut(&mut problem.domain);
    let functions = &mut domain.symbols.functions;
    let (function, _) = functions.insert_full(PLAN_LENGTH.to_owned(), Vec::new());
    let count = Atom::new(function, Vec::new());
    domain.changed.push(true);
    for schema in &mut domain.schemas {
        let one_more = NumericChange {
            operator: Operator::Increase,
            function: count.clone(),
            amount: Expression::Number(Rational::one()),
        };
        let effect = Effect::always(Vec::new(), vec![one_more]);
        schema.effects.push(effect);
    }
    let initial = GroundAtom::of(&count, &[]);
    problem.values.insert(initial, Rational::zero());
    problem.metric = Some((Expression::Function(count), Direction::Minimise));
    Some(problem)
}
