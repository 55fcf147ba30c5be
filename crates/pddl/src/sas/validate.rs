//! Replay of a plan on the variables of a SAS+ task.

use super::{SasAxiom, SasOperator, SasTask, SasValue};
use crate::names::nearest;
use crate::plan::NamedPlan;
use crate::validate::{End, InvalidPlan, ValidatedPlan, WrongStep};
use rustc_hash::FxHashMap;
use saut_task::stop::Stop;

/// Replays the plan. Where several operators have the name of a step, the first applicable one is taken: those of one
/// name do the same where they are applicable (`sas/cases.rs`).
///
/// # Errors
///
/// The first wrong step and what is wrong with it, or what of the goal is not reached.
pub(crate) fn validate_sas(
    task: &SasTask,
    plan: &NamedPlan,
    end: End,
    stop: &Stop,
) -> Result<ValidatedPlan, InvalidPlan> {
    let mut by_name: FxHashMap<&str, Vec<&SasOperator>> = FxHashMap::default();
    for operator in &task.operators {
        by_name.entry(&operator.name).or_default().push(operator);
    }
    let layers = task.layers();
    let mut state = derived(task, &layers, task.initial.clone());
    let mut cost: u64 = 0;
    let mut steps = Vec::new();
    for (step, number) in plan.steps.iter().zip(1..) {
        if let Some(why) = stop.why() {
            return Err(InvalidPlan::Unfinished(why));
        }
        if end == End::FirstGoal && task.goal.iter().all(|value| holds(&state, *value)) {
            break;
        }
        let written = step.written();
        let rejected = |wrong| InvalidPlan::Step {
            number,
            step: written.clone(),
            wrong,
        };
        let name = &written[1..written.len() - 1];
        let Some(operators) = by_name.get(name) else {
            let known = nearest(name, by_name.keys().copied());
            return Err(rejected(WrongStep::UnknownAction(known.map(str::to_owned))));
        };
        let mut unmet = None;
        let applicable = operators.iter().find(|operator| {
            let wrong = first_unmet(operator, &state);
            unmet = unmet.or(wrong);
            wrong.is_none()
        });
        let Some(operator) = applicable else {
            let (text, state) = unmet.map_or_else(Default::default, |value| {
                (describe(task, value), now(task, &state, value))
            });
            return Err(rejected(WrongStep::Unmet { unmet: text, state }));
        };
        state = derived(task, &layers, successor(operator, &state));
        cost = cost.saturating_add(operator.cost);
        steps.push(step.clone());
    }
    match task.goal.iter().find(|value| !holds(&state, **value)) {
        Some(value) => Err(InvalidPlan::Goal {
            unmet: describe(task, *value),
            state: now(task, &state, *value),
        }),
        None => Ok(ValidatedPlan {
            metric: None,
            plan: NamedPlan { steps },
            cost,
        }),
    }
}

fn holds(state: &[usize], value: SasValue) -> bool {
    state[value.variable] == value.value
}

fn first_unmet(operator: &SasOperator, state: &[usize]) -> Option<SasValue> {
    let mut asked = operator.preconditions();
    asked.find(|value| !holds(state, *value))
}

/// The state after the operator; all conditions are about the state before. Of several effects on one variable the
/// last one counts.
fn successor(operator: &SasOperator, state: &[usize]) -> Vec<usize> {
    let mut after = state.to_vec();
    for effect in &operator.effects {
        if effect.conditions.iter().all(|value| holds(state, *value)) {
            after[effect.variable] = effect.after;
        }
    }
    after
}

/// The state with what follows by the axioms: derived variables begin with their initial values, and layer after layer
/// the axioms are applied until nothing changes.
fn derived(task: &SasTask, layers: &[Vec<&SasAxiom>], mut state: Vec<usize>) -> Vec<usize> {
    for (variable, known) in task.variables.iter().enumerate() {
        if known.layer.is_some() {
            state[variable] = task.initial[variable];
        }
    }
    for layer in layers {
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for axiom in layer {
                let follows = axiom.conditions.iter().all(|value| holds(&state, *value));
                if follows && !holds(&state, axiom.head) {
                    state[axiom.head.variable] = axiom.head.value;
                    has_changed = true;
                }
            }
        }
    }
    state
}

fn describe(task: &SasTask, value: SasValue) -> String {
    task.variables[value.variable].values[value.value].clone()
}

/// The value that the variable has instead.
fn now(task: &SasTask, state: &[usize], value: SasValue) -> Vec<String> {
    let variable = value.variable;
    let value = state[variable];
    vec![describe(task, SasValue { variable, value })]
}
