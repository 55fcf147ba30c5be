//! Decoding: converts a model of a formula to a plan of the task.
//!
//! The model is not trusted: a missing symbol is an error, and so is a change that no action explains. The plan is not
//! trusted either, so a [`Problem`](crate::Problem) has to validate it.

use crate::domain::RefusedPlan;
use crate::encode::{Encoded, StepMap, Steps, When};
use crate::formula::Formula;
use crate::model::{Answer, Model, Value, check_clauses, read_dimacs};
use crate::plan::Plan;
use crate::task::{ActionId, Task};
use saut_base::stop::Stop;

/// The error for a model in the wrong language: SMT-LIB values for a DIMACS formula, or the reverse.
fn other_language() -> RefusedPlan {
    RefusedPlan::new("the model and the formula are in different languages")
}

fn check_size(given: usize, wanted: usize) -> Result<(), RefusedPlan> {
    if given == wanted {
        return Ok(());
    }
    let fact = format_args!("the model has {given} variables, the formula {wanted}");
    Err(RefusedPlan::new(fact))
}

/// Extracts a plan from a model.
///
/// # Errors
/// [`RefusedPlan`] if the model does not belong to the formula.
pub fn decode(
    task: &Task,
    encoded: &Encoded,
    model: &Model,
) -> Result<Plan<ActionId>, RefusedPlan> {
    if let Model::Bits(bits) = model {
        check_size(bits.len(), encoded.formula.variables())?;
    }
    let mut state = task.start().to_vec();
    let mut steps = Vec::with_capacity(encoded.steps.len());
    for (time, step) in encoded.steps.iter().enumerate() {
        let step = match step {
            StepMap::Actions(offered) => {
                let mut actions = Vec::new();
                for (action, when) in offered {
                    if is_so(when, model)? {
                        actions.push(*action);
                    }
                }
                actions
            }
            StepMap::State(fluents) => {
                let after = fluents.iter().map(|when| is_so(when, model));
                let after = after.collect::<Result<Vec<bool>, _>>()?;
                let unexplained = || {
                    let fact = format_args!("no action leads from state {time} to the next");
                    RefusedPlan::new(fact)
                };
                let action = explain(task, &state, &after).ok_or_else(unexplained)?;
                state = after;
                vec![action]
            }
        };
        steps.push(step);
    }
    steps.retain(|step| !step.is_empty());
    Ok(Plan { steps })
}

/// Decodes a model of the formula with this horizon, without the formula.
///
/// # Errors
/// Same as [`decode`].
pub fn decode_steps(
    steps: &Steps,
    horizon: usize,
    model: &Model,
) -> Result<Plan<ActionId>, RefusedPlan> {
    let Model::Bits(bits) = model else {
        return Err(other_language());
    };
    check_size(bits.len(), steps.template.variables(horizon))?;
    let step = |step| {
        let happens = |id: &ActionId| bits[steps.template.action(step, id.index())];
        steps.order.iter().copied().filter(happens).collect()
    };
    let steps = (1..=horizon).map(step);
    Ok(Plan {
        steps: steps.filter(|step: &Vec<_>| !step.is_empty()).collect(),
    })
}

/// Decodes the output of a solver for the formulas of all horizons (see [`icnf`](crate::encode::text::icnf)). Returns
/// the plan of the first horizon whose goal the model assumes and whose formula it satisfies. `None` if the output
/// contains no such model.
pub fn decode_horizons(steps: &Steps, horizon: usize, output: &str) -> Option<Plan<ActionId>> {
    let template = &steps.template;
    let assumption = |end| template.goal_assumption(end, horizon);
    let Ok(Answer::Sat(Model::Bits(bits))) = read_dimacs(output, assumption(horizon + 1), None)
    else {
        return None;
    };
    let mut horizons = (0..=horizon).filter(|&end| bits[assumption(end)]);
    horizons.find_map(|end| {
        let of_goal = &bits[assumption(end) + 1..assumption(end + 1)];
        let bits = [&bits[..template.action(end + 1, 0)], of_goal].concat();
        let Ok(Formula::Cnf { cnf, .. }) = template.unroll(end, &Stop::default()) else {
            return None;
        };
        check_clauses(&bits, &cnf).ok()?;
        decode_steps(steps, end, &Model::Bits(bits)).ok()
    })
}

/// Whether the action happens or the fluent is true in a model.
fn is_so(when: &When, model: &Model) -> Result<bool, RefusedPlan> {
    match (when, model) {
        (When::Always, _) => Ok(true),
        (When::If(literal), Model::Bits(bits)) => Ok(bits[literal.vidx()] == literal.is_pos()),
        (When::Symbol(symbol), Model::Symbols(values)) => {
            let Some(Value::Boolean(value)) = values.get(symbol) else {
                let fact = format_args!("the model gives no value to {symbol}");
                return Err(RefusedPlan::new(fact));
            };
            Ok(*value)
        }
        (When::If(_), Model::Symbols(_)) | (When::Symbol(_), Model::Bits(_)) => {
            Err(other_language())
        }
    }
}

/// Finds an action that leads from one state to the next.
fn explain(task: &Task, before: &[bool], after: &[bool]) -> Option<ActionId> {
    task.action_ids().find(|&id| {
        let action = task.action(id);
        let mut state = before.to_vec();
        action.is_applicable(&state) && {
            task.apply(id, &mut state);
            state == after
        }
    })
}
