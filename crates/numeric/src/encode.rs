//! A task with numbers as a script in SMT-LIB over linear arithmetic.
//!
//! `r2-exists` with numbers: in each step every action is tried once in a fixed order, each optional, and sees what
//! those before it in the same step have made; where its effects add constants and it does not spoil its own
//! conditions, it is applied as often as a whole number says (*rolling*). The order is a *pattern*. Cardellini,
//! Giunchiglia, Maratea: *Symbolic numeric planning with patterns* (AAAI 2024); Balyo: *Relaxing the relaxed exist-step
//! parallel planning semantics* (ICTAI 2013) for the form without numbers. `sequential` is the same with at most one
//! action a step. `exists` has in each step a set of actions that all see the state before it and can be applied one
//! after the other.
//!
//! The axioms have the numbers of `encodings/numeric/README.md`. Values within a step are named terms, so the solver
//! decides nothing but the actions.

mod exists;
mod kind;
mod terms;
mod writing;

use std::fmt::Write as _;

use saut_task::Plan;
use saut_task::formula::Script;
use saut_task::model::{Model, Value};
use saut_task::stop::{Stop, StopReason};
use saut_task::task::ActionId;

pub use kind::{MOST_TIMES, NumericEncoding};
pub use writing::rolls;

use crate::task::{NumericAction, NumericEffect, NumericTask};
use exists::Interference;
use writing::{Writing, symbol};

/// Reason why a task cannot be written so, if any: effects of one action that change the same variable in several ways.
pub fn why_not(task: &NumericTask) -> Option<&'static str> {
    let mixes = |action: &NumericAction| {
        let is_sum =
            |effect: &NumericEffect| matches!(effect.change, crate::task::Change::Increase(_));
        action.effects.iter().any(|effect| {
            let mut same = action
                .effects
                .iter()
                .filter(|it| it.variable == effect.variable);
            same.clone().count() > 1 && !same.all(is_sum)
        })
    };
    let is_mixed = task.actions.iter().any(mixes);
    is_mixed.then_some("an action changes a function in several ways")
}

/// The order of the actions in a step, made of a pattern: of `exists` that in which few spoil what a later one needs.
pub fn order(
    task: &NumericTask,
    encoding: NumericEncoding,
    pattern: Vec<ActionId>,
) -> Vec<ActionId> {
    match encoding {
        NumericEncoding::Exists => Interference::of(task).order(&pattern),
        NumericEncoding::R2Exists | NumericEncoding::Sequential => pattern,
    }
}

/// A script that grows by one step after the other.
pub struct Growing<'a> {
    writing: Writing<'a>,
    encoding: NumericEncoding,
    order: Vec<ActionId>,
    /// Of `exists` alone.
    interference: Option<Interference>,
    horizon: usize,
}

impl<'a> Growing<'a> {
    /// The script without a step, with the actions in this order in each step to come, which is that of [`order`].
    pub fn new(task: &'a NumericTask, encoding: NumericEncoding, order: &[ActionId]) -> Self {
        let mut writing = Writing::new(task, encoding);
        let rolled = |action: &ActionId| rolls(task, &task.actions[action.index()]);
        let has_integers = match encoding {
            NumericEncoding::Exists => false,
            NumericEncoding::R2Exists => order.iter().any(rolled),
            NumericEncoding::Sequential => true,
        };
        let logic = match (writing.is_integral(), has_integers) {
            (true, _) => "QF_LIA",
            (false, true) => "QF_LIRA",
            (false, false) => "QF_LRA",
        };
        writing.text = format!("(set-option :produce-models true)\n(set-logic {logic})\n; INIT\n");
        let is_exists = encoding == NumericEncoding::Exists;
        Self {
            writing,
            encoding,
            order: order.to_vec(),
            interference: is_exists.then(|| Interference::of(task)),
            horizon: 0,
        }
    }

    /// Number of steps.
    pub const fn horizon(&self) -> usize {
        self.horizon
    }

    /// Symbols of the actions of all steps.
    pub fn symbols(&self) -> &[String] {
        &self.writing.symbols
    }

    /// Writes one step more.
    ///
    /// # Errors
    /// Reason why it was stopped; the script is then of no use.
    pub fn step(&mut self, limits: &Stop) -> Result<(), StopReason> {
        self.horizon += 1;
        let (writing, step, order) = (&mut self.writing, self.horizon, &self.order);
        let _ = writeln!(writing.text, "; ITER {step}");
        match &self.interference {
            Some(interference) => exists::step(writing, interference, step, order, limits),
            None => writing.step(step, order, limits),
        }
    }

    /// The goal behind the last step, as a formula.
    pub fn goal(&self) -> String {
        self.writing.holds(&self.writing.task().goal) // N8: the goal
    }

    /// Declarations and assertions of all steps, without the goal.
    pub fn text(&self) -> &str {
        &self.writing.text
    }

    /// The script as it stands, with the goal.
    pub fn script(&self) -> Script {
        let mut text = format!("{}; POST\n", self.text());
        let goal = self.goal();
        if goal != "true" {
            let _ = writeln!(text, "(assert {goal})");
        }
        Script {
            text,
            symbols: self.symbols().to_vec(),
        }
    }

    /// The plan of a model; nothing if a value is missing or out of range.
    pub fn plan(&self, model: &Model) -> Option<Plan<ActionId>> {
        let task = self.writing.task();
        decode(task, self.encoding, self.horizon, &self.order, model)
    }
}

/// The script for a horizon, with the actions in this order in each step, which is that of [`order`].
///
/// # Errors
/// Reason why it was stopped.
pub fn encode(
    task: &NumericTask,
    encoding: NumericEncoding,
    horizon: usize,
    order: &[ActionId],
    stop: &Stop,
) -> Result<Script, StopReason> {
    let mut growing = Growing::new(task, encoding, order);
    for _ in 0..horizon {
        growing.step(stop)?;
    }
    Ok(growing.script())
}

/// The plan of a model; nothing if a value is missing or out of range.
pub fn decode(
    task: &NumericTask,
    encoding: NumericEncoding,
    horizon: usize,
    order: &[ActionId],
    model: &Model,
) -> Option<Plan<ActionId>> {
    let Model::Symbols(values) = model else {
        return None;
    };
    let mut steps = Vec::new();
    for step in 1..=horizon {
        let mut actions = Vec::new();
        if encoding == NumericEncoding::Sequential {
            let Value::Integer(number) = values.get(&format!("j_{step}"))? else {
                return None;
            };
            let number = usize::try_from(*number).ok()?;
            if number > task.actions.len() {
                return None;
            }
            // The number behind the last is that of no action.
            actions.extend((number < task.actions.len()).then(|| ActionId::new(number)));
        } else {
            for &action in order {
                let times = match values.get(&symbol(action, step)) {
                    // It was left out, for it cannot be applied.
                    None | Some(Value::Boolean(false)) => 0,
                    Some(Value::Boolean(true)) => 1,
                    Some(Value::Integer(times)) if (0..=MOST_TIMES).contains(times) => *times,
                    Some(Value::Integer(_)) => return None,
                };
                actions.extend((0..times).map(|_| action));
            }
        }
        steps.push(actions);
    }
    Some(Plan { steps })
}
