//! All states of a task with numbers, on the lifted task: the check behind "none that can be reached is a goal".
//!
//! Every action is tried with all objects in every state, by the rules of the validator. States count as the same that
//! differ only in functions of which no condition depends, as costs are; whether such a function has a value counts.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use saut_numeric::Rational;
use saut_task::stop::{Stop, StopReason};

use super::rejected::WrongStep;
use super::state::State;
use crate::condition::{Condition, Expression};
use crate::domain::LiftedDomain;
use crate::effect::{Cost, Effect};
use crate::plan::PlanStep;
use crate::problem::{GroundAtom, Problem};

/// Result of the visit.
pub(crate) enum Closed {
    /// So many states, and none is a goal.
    States(usize),
    /// A goal can be reached.
    Goal,
    /// It was not finished.
    Stopped(StopReason),
}

/// A state, put aside.
type Held = (FxHashSet<GroundAtom>, FxHashMap<GroundAtom, Rational>);

/// Key that tells states apart: atoms, and functions with their values where they matter.
type Key = (Vec<GroundAtom>, Vec<(GroundAtom, Option<Rational>)>);

/// Visits every state that can be reached, at most so many.
pub(crate) fn closed_states(
    domain: &LiftedDomain,
    problem: &Problem,
    most: usize,
    stop: &Stop,
) -> Closed {
    problem.assert_of(domain);
    let matters = mattering(domain, problem);
    let mut state = State::initial(domain, problem, stop);
    let steps = match steps(&state, domain, most, stop) {
        Ok(steps) => steps,
        Err(why) => return Closed::Stopped(why),
    };
    let held = |state: &State| -> Held { (state.holding.clone(), state.numbers.clone()) };
    let mut seen = FxHashSet::default();
    seen.insert(key(&state, &matters));
    let mut open = VecDeque::from([held(&state)]);
    while let Some((holding, numbers)) = open.pop_front() {
        if let Some(why) = stop.why() {
            return Closed::Stopped(why);
        }
        state.holding.clone_from(&holding);
        state.numbers.clone_from(&numbers);
        if state.holds(&problem.goal, &mut Vec::new()) {
            return Closed::Goal;
        }
        for step in &steps {
            match state.take(step) {
                Ok(_) => {
                    if seen.insert(key(&state, &matters)) {
                        open.push_back(held(&state));
                    }
                    state.holding.clone_from(&holding);
                    state.numbers.clone_from(&numbers);
                }
                Err(WrongStep::TooLong) => return Closed::Stopped(StopReason::TooLarge),
                Err(_) => {}
            }
        }
        if seen.len() > most {
            return Closed::Stopped(StopReason::TooLarge);
        }
        if let Some(why) = state.ended.get() {
            return Closed::Stopped(why);
        }
    }
    Closed::States(seen.len())
}

fn key(state: &State, matters: &[bool]) -> Key {
    let mut atoms: Vec<GroundAtom> = state.holding.iter().cloned().collect();
    atoms.sort_unstable();
    let numbers = state.numbers.iter().map(|(applied, number)| {
        let number = matters[applied.predicate].then(|| number.clone());
        (applied.clone(), number)
    });
    let mut numbers: Vec<(GroundAtom, Option<Rational>)> = numbers.collect();
    numbers.sort_unstable();
    (atoms, numbers)
}

/// Every action with every choice of objects.
fn steps(
    state: &State,
    domain: &LiftedDomain,
    most: usize,
    stop: &Stop,
) -> Result<Vec<PlanStep>, StopReason> {
    let mut steps = Vec::new();
    for schema in &domain.schemas {
        let mut choices: Vec<Vec<String>> = vec![Vec::new()];
        for parameter in &schema.parameters {
            let objects = state.objects_of(&parameter.types);
            let name = |id: u32| state.problem.objects[id as usize].name.clone();
            let longer = choices.iter().flat_map(|choice| {
                objects.iter().map(|&object| {
                    let mut choice = choice.clone();
                    choice.push(name(object));
                    choice
                })
            });
            let longer = longer.take(most.saturating_add(1));
            choices = longer.collect();
            if choices.len() > most {
                return Err(StopReason::TooLarge);
            }
            if let Some(why) = stop.why() {
                return Err(why);
            }
        }
        let action = &schema.name;
        steps.extend(choices.into_iter().map(|arguments| PlanStep {
            action: action.clone(),
            arguments,
        }));
    }
    Ok(steps)
}

/// For each function whether a condition depends on it, through the amounts of effects, too.
fn mattering(domain: &LiftedDomain, problem: &Problem) -> Vec<bool> {
    let mut matters = vec![false; domain.symbols.functions.len()];
    note_condition(&problem.goal, &mut matters);
    for schema in &domain.schemas {
        note_condition(&schema.precondition, &mut matters);
        note_whens(&schema.effect, &mut matters);
    }
    let total = domain.symbols.function_index.get("total-cost").copied();
    loop {
        let before = matters.iter().filter(|it| **it).count();
        for schema in &domain.schemas {
            note_amounts(&schema.effect, &mut matters);
            if total.is_some_and(|total| matters[total]) {
                for cost in &schema.costs {
                    if let Cost::Value { function, .. } = cost {
                        matters[*function] = true;
                    }
                }
            }
        }
        if matters.iter().filter(|it| **it).count() == before {
            return matters;
        }
    }
}

fn note_condition(condition: &Condition, matters: &mut [bool]) {
    match condition {
        Condition::Compare(comparison) => {
            note_expression(&comparison.left, matters);
            note_expression(&comparison.right, matters);
        }
        Condition::Atom(_) | Condition::Equal(..) => {}
        Condition::And(parts) | Condition::Or(parts) => {
            for part in parts {
                note_condition(part, matters);
            }
        }
        Condition::Not(inner) | Condition::Exists(_, inner) | Condition::ForAll(_, inner) => {
            note_condition(inner, matters);
        }
    }
}

fn note_expression(expression: &Expression, matters: &mut [bool]) {
    match expression {
        Expression::Number(_) => {}
        Expression::Function { function, .. } => matters[*function] = true,
        Expression::Negated(inner) => note_expression(inner, matters),
        Expression::Sum(parts) | Expression::Product(parts) => {
            for part in parts {
                note_expression(part, matters);
            }
        }
        Expression::Quotient(parts) => {
            note_expression(&parts[0], matters);
            // Whether there is a value at all depends on a divisor.
            note_expression(&parts[1], matters);
        }
    }
}

/// The conditions of effects, and divisors: whether an action can be applied may depend on these.
fn note_whens(effect: &Effect, matters: &mut [bool]) {
    match effect {
        Effect::When(condition, inner) => {
            note_condition(condition, matters);
            note_whens(inner, matters);
        }
        Effect::ForAll(_, inner) => note_whens(inner, matters),
        Effect::And(parts) => {
            for part in parts {
                note_whens(part, matters);
            }
        }
        Effect::Change(change) => note_divisors(&change.amount, matters),
        Effect::Add(_) | Effect::Delete(_) => {}
    }
}

fn note_divisors(expression: &Expression, matters: &mut [bool]) {
    match expression {
        Expression::Number(_) | Expression::Function { .. } => {}
        Expression::Negated(inner) => note_divisors(inner, matters),
        Expression::Sum(parts) | Expression::Product(parts) => {
            for part in parts {
                note_divisors(part, matters);
            }
        }
        Expression::Quotient(_) => note_expression(expression, matters),
    }
}

fn note_amounts(effect: &Effect, matters: &mut [bool]) {
    match effect {
        Effect::Change(change) if matters[change.function] => {
            note_expression(&change.amount, matters);
        }
        Effect::ForAll(_, inner) | Effect::When(_, inner) => note_amounts(inner, matters),
        Effect::And(parts) => {
            for part in parts {
                note_amounts(part, matters);
            }
        }
        Effect::Change(_) | Effect::Add(_) | Effect::Delete(_) => {}
    }
}
