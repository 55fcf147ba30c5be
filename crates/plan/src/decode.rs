//! Decoding: a model of a formula as a plan of the task.
//!
//! It trusts nothing: a symbol that is missing or a change that no action explains is an error,
//! and what comes out is only a claim until a [`Domain`](crate::Domain) has replayed it.

use thiserror::Error;

use crate::encode::{Encoded, Steps, VarMap, When};
use crate::model::{Model, Value};
use crate::plan::Plan;
use crate::task::{ActionId, Task};

/// Why a model is no plan.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NotAPlan {
    /// The model has another number of variables.
    #[error("the model has {given} variables, the formula {wanted}")]
    OtherSize {
        /// Variables in the model.
        given: usize,
        /// Variables in the formula.
        wanted: usize,
    },
    /// A symbol of the formula has no value, or one of another sort.
    #[error("the model gives no value to {0}")]
    NoValue(String),
    /// Two states follow each other that no action leads between.
    #[error("no action leads from state {0} to the next")]
    Unexplained(usize),
    /// An assignment where the formula has symbols, or the reverse.
    #[error("the model is of another language than the formula")]
    OtherLanguage,
}

/// Reads a plan off a model.
///
/// # Errors
/// [`NotAPlan`] if the model does not belong to the formula.
pub fn decode(task: &Task, encoded: &Encoded, model: &Model) -> Result<Plan<ActionId>, NotAPlan> {
    if let Model::Bits(bits) = model {
        let (given, wanted) = (bits.len(), encoded.formula.variables());
        if given != wanted {
            return Err(NotAPlan::OtherSize { given, wanted });
        }
    }
    match &encoded.var_map {
        VarMap::Actions(steps) => {
            let step = |step: &Vec<(ActionId, When)>| {
                let mut actions = Vec::new();
                for (action, when) in step {
                    if happens(when, model)? {
                        actions.push(*action);
                    }
                }
                Ok(actions)
            };
            let steps = steps.iter().map(step).collect::<Result<Vec<_>, _>>()?;
            Ok(Plan {
                steps: steps.into_iter().filter(|step| !step.is_empty()).collect(),
            })
        }
        VarMap::States(states) => explain(task, states, model),
    }
}

/// Reads a plan off a model of the formula of this horizon that was not written out.
///
/// # Errors
/// As [`decode`].
pub fn decode_steps(
    steps: &Steps,
    horizon: usize,
    model: &Model,
) -> Result<Plan<ActionId>, NotAPlan> {
    let Model::Bits(bits) = model else {
        return Err(NotAPlan::OtherLanguage);
    };
    let (given, wanted) = (bits.len(), steps.template.variables(horizon));
    if given != wanted {
        return Err(NotAPlan::OtherSize { given, wanted });
    }
    let step = |step| {
        let happens = |id: &ActionId| bits[steps.template.action(step, id.index())];
        steps.order.iter().copied().filter(happens).collect()
    };
    let steps = (1..=horizon).map(step);
    Ok(Plan {
        steps: steps.filter(|step: &Vec<_>| !step.is_empty()).collect(),
    })
}

fn happens(when: &When, model: &Model) -> Result<bool, NotAPlan> {
    match (when, model) {
        (When::Always, _) => Ok(true),
        (When::If(literal), Model::Bits(bits)) => Ok(bits[literal.vidx()] == literal.is_pos()),
        (When::Equals(symbol, wanted), Model::Symbols(values)) => match values.get(symbol) {
            Some(Value::Integer(value)) => Ok(value == wanted),
            _ => Err(NotAPlan::NoValue(symbol.clone())),
        },
        _ => Err(NotAPlan::OtherLanguage),
    }
}

/// The actions that explain a sequence of states.
fn explain(task: &Task, names: &[Vec<String>], model: &Model) -> Result<Plan<ActionId>, NotAPlan> {
    let Model::Symbols(values) = model else {
        return Err(NotAPlan::OtherLanguage);
    };
    let truth = |symbol: &String| match values.get(symbol) {
        Some(Value::Boolean(value)) => Ok(*value),
        _ => Err(NotAPlan::NoValue(symbol.clone())),
    };
    let states = names
        .iter()
        .map(|state| state.iter().map(truth).collect::<Result<Vec<bool>, _>>())
        .collect::<Result<Vec<_>, _>>()?;
    let mut actions = Vec::with_capacity(states.len());
    for (time, pair) in states.windows(2).enumerate() {
        let leads = |&id: &ActionId| {
            let action = task.action(id);
            let mut state = pair[0].clone();
            action.is_applicable(&state) && {
                action.apply(&mut state);
                state == pair[1]
            }
        };
        let action = task.action_ids().find(leads);
        actions.push(action.ok_or(NotAPlan::Unexplained(time))?);
    }
    Ok(Plan::sequential(actions))
}
