//! `smt`: one action a step, as SMT-LIB 2.
//!
//! The same INIT, ITER and POST as `sequential`, without a clause form: *disjunction* is the
//! formula as a textbook writes it (a step is one of the actions, each with its preconditions,
//! effects and equalities for all it leaves alone), *integer* names the action of each step by a
//! number. Axioms M1–M6 in `encodings/smt/README.md`. Reads well in z3, cvc5 and yices.

use std::fmt::Write;

use itertools::Itertools;
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use super::{VarMap, When};
use crate::formula::{Formula, Script};
use crate::task::{Action, ActionId, GoalConstraint, Literal, Task};

/// How a step is written.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum SmtForm {
    /// A disjunction over the actions, with state equalities; boolean only.
    #[default]
    Disjunction,
    /// The number of the chosen action as an integer.
    Integer,
}

impl SmtForm {
    /// Both.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// Writes the script for plans of exactly `horizon` actions.
pub fn encode(task: &Task, horizon: usize, form: SmtForm) -> (Formula, VarMap) {
    let states: Vec<Vec<String>> = (0..=horizon)
        .map(|time| {
            (0..task.fluents().len())
                .map(|fluent| format!("f{fluent}_{time}"))
                .collect()
        })
        .collect();
    let mut script = Pen::new(form);
    for symbol in states.iter().flatten() {
        script.declare(symbol, "Bool");
    }
    for (symbol, &value) in states[0].iter().zip(task.start()) {
        script.assert(&signed(symbol, value)); // M1: the start
    }
    let mut steps = Vec::with_capacity(horizon);
    for (step, (before, after)) in states.iter().tuple_windows().enumerate() {
        match form {
            SmtForm::Disjunction => script.disjunction(task, before, after),
            SmtForm::Integer => steps.push(script.integer(task, before, after, step + 1)),
        }
    }
    script.post(task, &states[horizon]); // M2: the goal
    let var_map = match form {
        SmtForm::Disjunction => VarMap::States(states),
        SmtForm::Integer => VarMap::Actions(steps),
    };
    (Formula::Smt(script.0), var_map)
}

struct Pen(Script);

impl Pen {
    fn new(form: SmtForm) -> Self {
        let logic = match form {
            SmtForm::Disjunction => "QF_UF",
            SmtForm::Integer => "QF_LIA",
        };
        let text = format!("(set-option :produce-models true)\n(set-logic {logic})\n");
        Self(Script {
            text,
            symbols: Vec::new(),
        })
    }

    fn declare(&mut self, symbol: &str, sort: &str) {
        let _ = writeln!(self.0.text, "(declare-fun {symbol} () {sort})");
        self.0.symbols.push(symbol.to_owned());
    }

    fn assert(&mut self, formula: &str) {
        let _ = writeln!(self.0.text, "(assert {formula})");
    }

    fn post(&mut self, task: &Task, symbols: &[String]) {
        for constraint in task.goal() {
            match constraint {
                GoalConstraint::Literal(wanted) => self.assert(&at(symbols, *wanted)),
                GoalConstraint::AnyOf(literals) => {
                    self.assert(&joined(
                        "or",
                        literals.iter().map(|&wanted| at(symbols, wanted)),
                    ));
                }
                GoalConstraint::AtMostOne(fluents) => {
                    for (a, b) in fluents.iter().tuple_combinations() {
                        let [a, b] = [a, b].map(|fluent| &symbols[fluent.index()]);
                        self.assert(&format!("(not (and {a} {b}))"));
                    }
                }
            }
        }
    }

    /// M3: one of the actions happens, and nothing else changes.
    fn disjunction(&mut self, task: &Task, before: &[String], after: &[String]) {
        let branch = |action: &Action| {
            let kept = (0..before.len()).filter(|&f| !changes(action, f));
            let kept = kept.map(|f| format!("(= {} {})", before[f], after[f]));
            joined("and", conditions(action, before, after).chain(kept))
        };
        let branches = task.actions().iter().map(branch).join("\n  ");
        match task.actions().len() {
            0 => self.assert("false"),
            1 => self.assert(&branches),
            _ => self.assert(&format!("(or\n  {branches})")),
        }
    }

    /// M4–M6: the number chosen is one of an action, brings its conditions, and explains changes.
    fn integer(
        &mut self,
        task: &Task,
        before: &[String],
        after: &[String],
        step: usize,
    ) -> Vec<(ActionId, When)> {
        let chosen = format!("j_{step}");
        self.declare(&chosen, "Int");
        self.assert(&format!(
            "(and (<= 0 {chosen}) (< {chosen} {}))",
            task.actions().len()
        )); // M4
        for (id, action) in task.actions().iter().enumerate() {
            let conditions = joined("and", conditions(action, before, after));
            self.assert(&format!("(=> (= {chosen} {id}) {conditions})")); // M5
        }
        for fluent in 0..before.len() {
            let actions = task.actions().iter().enumerate();
            let changers = actions.filter(|(_, action)| changes(action, fluent));
            let changers = changers.map(|(id, _)| format!("(= {chosen} {id})"));
            let kept = format!("(= {} {})", before[fluent], after[fluent]);
            self.assert(&joined("or", [kept].into_iter().chain(changers))); // M6
        }
        let equals = |id: ActionId| {
            When::Equals(
                chosen.clone(),
                i64::try_from(id.index()).unwrap_or(i64::MAX),
            )
        };
        task.action_ids().map(|id| (id, equals(id))).collect()
    }
}

/// Preconditions before and effects after, the added fluents first.
fn conditions<'a>(
    action: &'a Action,
    before: &'a [String],
    after: &'a [String],
) -> impl Iterator<Item = String> + 'a {
    let needed = action
        .preconditions
        .iter()
        .map(|&wanted| at(before, wanted));
    let (added, deleted): (Vec<&Literal>, Vec<&Literal>) =
        action.effects.iter().partition(|effect| effect.value);
    let changed = added.into_iter().chain(deleted);
    needed.chain(changed.map(|effect| at(after, *effect)))
}

fn changes(action: &Action, fluent: usize) -> bool {
    action
        .effects
        .iter()
        .any(|effect| effect.fluent.index() == fluent)
}

fn at(symbols: &[String], literal: Literal) -> String {
    signed(&symbols[literal.fluent.index()], literal.value)
}

fn signed(symbol: &str, value: bool) -> String {
    if value {
        symbol.to_owned()
    } else {
        format!("(not {symbol})")
    }
}

/// A conjunction or disjunction; the standard wants at least two operands.
fn joined(operator: &str, parts: impl Iterator<Item = String>) -> String {
    match parts.collect_vec().as_slice() {
        [] => (operator == "and").to_string(),
        [one] => one.clone(),
        many => format!("({operator} {})", many.join(" ")),
    }
}
