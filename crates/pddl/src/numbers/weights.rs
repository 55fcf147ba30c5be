//! Weights as a reason: their names and numbers in a certificate, and the check on the task as it was read.

use std::collections::BTreeMap;

use num_traits::{Signed, Zero};
use rustc_hash::FxHashMap;
use saut_numeric::weights::{Flows, StateWeights};
use saut_numeric::{Rational, rational};
use saut_task::CheckError;

use crate::reason::WeightsByName;

/// Weights by the names of what they are of; those that are 0 are left out.
pub(super) fn named(flows: &Flows, weights: &StateWeights) -> WeightsByName {
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

/// Checks weights against the changes by all actions: that no plan has a metric below the number, or that there is no
/// plan.
///
/// # Errors
/// [`CheckError`].
pub(super) fn check_weights(
    flows: &Flows,
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
                "its weights show a bound of {found} alone, where what is to be large counts negated"
            )))
        }
        None if !(least.number.is_positive() || (least.is_above && least.number.is_zero())) => Err(
            CheckError::rejected("a goal may weigh as much as the start"),
        ),
        _ => Ok(()),
    }
}

/// The weights of a certificate, by number.
fn numbered(flows: &Flows, named: &WeightsByName) -> Result<StateWeights, CheckError> {
    let by_number = |names: &[String], weights: &BTreeMap<String, String>| {
        let places: FxHashMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
        let number = |(name, weight): (&String, &String)| {
            let place = places.get(name.as_str()).copied();
            let place = place.ok_or_else(|| {
                CheckError::rejected(format_args!(
                    "no action changes {name:?}, which has a weight"
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
                CheckError::rejected(format_args!("{action:?} is no action that can be applied"))
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
        .map_err(|_| CheckError::rejected(format_args!("{text:?} is no number")))
}
