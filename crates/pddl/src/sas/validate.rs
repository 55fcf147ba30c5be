//! Replay of a plan on the variables of a SAS+ task.

use super::{SasAxiom, SasOperator, SasTask, SasValue};
use crate::measure::Measure;
use crate::names::nearest;
use crate::plan::{NamedPlan, PlanStep};
use crate::validate::{End, InvalidPlan, Use, Uses, ValidatedPlan, WrongStep, sum_of_costs};
use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::stop::{Stop, Ticker};

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
    let named = |step: &PlanStep| {
        let written = step.written();
        let name = &written[1..written.len() - 1];
        by_name.get(name).ok_or_else(|| {
            let known = nearest(name, by_name.keys().copied());
            WrongStep::UnknownAction(known.map(str::to_owned))
        })
    };
    let layers = task.layers();
    let limits = Ticker::new(stop);
    let mut state = derived(task, &layers, task.initial.clone(), &limits);
    let (mut cost, mut taken) = (0, 0);
    for happening in plan.happenings() {
        limits
            .spend(state.len() + task.goal.len())
            .map_err(InvalidPlan::Unfinished)?;
        if end == End::FirstGoal && task.goal.iter().all(|value| holds(&state, *value)) {
            break;
        }
        let wrong = |place: usize| move |wrong| InvalidPlan::step(place, &plan.steps[place], wrong);
        let mut uses = Uses::default();
        for place in happening.clone().filter(|_| happening.len() > 1) {
            let operators = named(&plan.steps[place]).map_err(wrong(place))?;
            let mut can = operators.iter();
            let applicable = can.find(|operator| first_unmet(operator, &state).is_none());
            note(
                task,
                applicable.unwrap_or(&operators[0]),
                &state,
                place,
                &mut uses,
            );
        }
        uses.check(&plan.steps, |variable| {
            task.variables[*variable].values.join(" or ")
        })?;
        for place in happening {
            let operators = named(&plan.steps[place]).map_err(wrong(place))?;
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
                return Err(wrong(place)(WrongStep::Unmet { unmet: text, state }));
            };
            state = derived(task, &layers, successor(operator, &state), &limits);
            cost = sum_of_costs(cost, operator.cost)?;
            taken = place + 1;
        }
    }
    limits.spend(0).map_err(InvalidPlan::Unfinished)?;
    match task.goal.iter().find(|value| !holds(&state, **value)) {
        Some(value) => Err(InvalidPlan::Goal {
            unmet: describe(task, *value),
            state: now(task, &state, *value),
        }),
        None => Ok(ValidatedPlan {
            measure: if task.uses_costs {
                Measure::Cost(cost)
            } else {
                Measure::Actions(cost)
            },
            plan: plan.up_to(taken),
        }),
    }
}

/// Notes what an operator uses in this state, by variable.
fn note(
    task: &SasTask,
    operator: &SasOperator,
    state: &[usize],
    place: usize,
    uses: &mut Uses<usize>,
) {
    let conditions = operator.effects.iter().flat_map(|it| &it.conditions);
    let read = operator.preconditions().chain(conditions.copied());
    let mut open: Vec<usize> = read.map(|value| value.variable).collect();
    let mut seen = FxHashSet::default();
    while let Some(variable) = open.pop() {
        if !seen.insert(variable) {
            continue;
        }
        uses.note(place, variable, Use::Reads);
        // A derived variable depends on what its axioms ask for.
        let axioms = task.axioms.iter();
        let axioms = axioms.filter(|axiom| axiom.head.variable == variable);
        open.extend(axioms.flat_map(|axiom| axiom.conditions.iter().map(|it| it.variable)));
    }
    let after = successor(operator, state);
    for effect in &operator.effects {
        if effect.conditions.iter().all(|value| holds(state, *value)) {
            let value = after[effect.variable];
            uses.note(place, effect.variable, Use::Becomes(value));
        }
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
/// the axioms are applied until nothing changes, or the replay is stopped.
fn derived(
    task: &SasTask,
    layers: &[Vec<&SasAxiom>],
    mut state: Vec<usize>,
    limits: &Ticker,
) -> Vec<usize> {
    for (variable, known) in task.variables.iter().enumerate() {
        if known.layer.is_some() {
            state[variable] = task.initial[variable];
        }
    }
    for layer in layers {
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for axiom in layer {
                if limits.spend(axiom.conditions.len() + 1).is_err() {
                    return state;
                }
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
