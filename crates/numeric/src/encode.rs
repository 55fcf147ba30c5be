//! Encodes a numeric task as an SMT-LIB script over linear arithmetic.
//!
//! - A step of `r2-exists` is a set of actions in a fixed order, the *pattern*. Each action is evaluated in the state
//!   after the earlier actions of the step. If all effects of an action add constants, the action may be *rolled*: an
//!   integer variable determines how often it is applied in a row.
//! - A step of `exists` is a set of actions that are all evaluated in the state before the step. They can be applied
//!   one after another.
//! - A step of `sequential` is at most one action.
//!
//! The axioms are numbered as in `encodings/numeric/README.md`. Values within a step are named terms, so the solver
//! only decides on the actions.
//!
//! Cardellini, Giunchiglia, Maratea: *Symbolic numeric planning with patterns* (AAAI 2024); Balyo: *Relaxing the
//! relaxed exist-step parallel planning semantics* (ICTAI 2013), for the form without numbers.

mod effects;
mod interference;
mod steps;
mod writing;

use std::fmt::Write as _;

use saut_base::stop::{Stop, StopReason};
use saut_task::Plan;
use saut_task::encode::text::one_line;
use saut_task::formula::{Script, smtlib};
use saut_task::model::Model;
use saut_task::task::ActionId;

use crate::task::{Change, NumericAction, NumericEffect, NumericTask};
use interference::Interference;
use steps::{Form, rolls};
use writing::ScriptWriter;

/// An encoding of numeric tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumericEncoding {
    /// A set of actions per step that can be applied one after another in a fixed order. All actions are evaluated in
    /// the state before the step.
    Exists,
    /// A set of actions per step that is applied in a fixed order. Each action is evaluated in the state after the
    /// earlier actions, and some actions may be repeated.
    R2Exists,
    /// At most one action per step.
    Sequential,
}

impl NumericEncoding {
    /// Returns the name in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exists => "exists",
            Self::R2Exists => "r2-exists",
            Self::Sequential => "sequential",
        }
    }
}

/// Returns the reason why a task cannot be encoded, if there is one. The only reason is an action with several effects
/// on the same variable, not all of which are additions.
pub fn why_not(task: &NumericTask) -> Option<&'static str> {
    let is_sum = |effect: &NumericEffect| matches!(effect.change, Change::Increase(_));
    let mixes = |action: &NumericAction| {
        action.effects.iter().any(|effect| {
            let all = action.effects.iter();
            let mut same = all.filter(|it| it.variable == effect.variable);
            same.clone().count() > 1 && !same.all(is_sum)
        })
    };
    let is_mixed = task.actions.iter().any(mixes);
    is_mixed.then_some("an action changes a function in several ways")
}

/// A script that is extended step by step.
pub struct IncrementalScript<'a> {
    writing: ScriptWriter<'a>,
    encoding: NumericEncoding,
    form: Form,
    /// The order of the actions in each step.
    order: Vec<ActionId>,
    horizon: usize,
}

impl<'a> IncrementalScript<'a> {
    /// Creates the script without steps. In each step, the actions follow this pattern. For `exists`, they are
    /// reordered so that few actions falsify a condition of a later action.
    pub fn new(task: &'a NumericTask, encoding: NumericEncoding, pattern: Vec<ActionId>) -> Self {
        let rolled = |action: &ActionId| rolls(task, &task.actions[action.index()]);
        let (form, order, has_integers) = match encoding {
            NumericEncoding::Exists => {
                let interference = Interference::of(task);
                let order = interference.order(&pattern);
                (Form::exists(interference), order, false)
            }
            NumericEncoding::R2Exists => {
                let has_integers = pattern.iter().any(rolled);
                (Form::R2Exists, pattern, has_integers)
            }
            NumericEncoding::Sequential => (Form::sequential(task, &pattern), pattern, true),
        };
        let mut writing = ScriptWriter::new(task);
        let logic = match (writing.is_integral, has_integers) {
            (true, _) => "QF_LIA",
            (false, true) => "QF_LIRA",
            (false, false) => "QF_LRA",
        };
        writing.text = format!("(set-option :produce-models true)\n(set-logic {logic})\n; INIT\n");
        Self {
            writing,
            encoding,
            form,
            order,
            horizon: 0,
        }
    }

    /// Returns the encoding.
    pub const fn encoding(&self) -> NumericEncoding {
        self.encoding
    }

    /// Returns the number of steps.
    pub const fn horizon(&self) -> usize {
        self.horizon
    }

    /// Returns the symbols of the actions of all steps.
    pub fn symbols(&self) -> &[String] {
        &self.writing.symbols
    }

    /// Writes one more step.
    ///
    /// # Errors
    /// [`StopReason`] if a limit is reached. Then the script is incomplete and must not be used.
    pub fn step(&mut self, limits: &Stop) -> Result<(), StopReason> {
        self.horizon += 1;
        let (writing, step) = (&mut self.writing, self.horizon);
        let _ = writeln!(writing.text, "; ITER {step}");
        self.form.begin(writing, step);
        for (done, &action) in self.order.iter().enumerate() {
            if done.is_multiple_of(256)
                && let Some(why) = limits.stop_reason()
            {
                return Err(why);
            }
            self.form.action(writing, step, action);
        }
        self.form.end(writing);
        Ok(())
    }

    /// Returns a formula that is true if the goal holds after the last step.
    pub fn goal(&self) -> String {
        self.writing.holds(&self.writing.task.goal) // N8: the goal
    }

    /// Returns the declarations and assertions of all steps, without the goal.
    pub fn text(&self) -> &str {
        &self.writing.text
    }

    /// Returns the current script, including the goal.
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

    /// Returns the script as a file for an external solver, with a title and the names of the actions.
    pub fn file(&self, title: &str) -> String {
        let (encoding, horizon) = (self.encoding.name(), self.horizon);
        let mut text = format!("; saut, {title}\n; encoding {encoding}, horizon {horizon}\n");
        for id in &self.order {
            let (index, actions) = (id.index(), &self.writing.task.actions);
            let _ = writeln!(text, "; a{index}: {}", one_line(&actions[index].name));
        }
        text + &self.script().text + &smtlib::questions(self.symbols())
    }

    /// Returns the name and the step of the action that a symbol represents. `None` for the symbols of `sequential`,
    /// whose values are the numbers of actions.
    pub fn meaning(&self, symbol: &str) -> Option<(&str, usize)> {
        let (action, step) = symbol.strip_prefix('a')?.split_once('_')?;
        let action: usize = action.parse().ok()?;
        let action = self.writing.task.actions.get(action)?;
        Some((&action.name, step.parse().ok()?))
    }

    /// Decodes the plan of a model. `None` if a value is missing or out of range.
    pub fn plan(&self, model: &Model) -> Option<Plan<ActionId>> {
        let Model::Symbols(values) = model else {
            return None;
        };
        let steps = (1..=self.horizon).map(|step| self.form.read(values, step, &self.order));
        Some(Plan {
            steps: steps.collect::<Option<_>>()?,
        })
    }
}
