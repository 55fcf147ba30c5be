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
use crate::task::{Action, Fluent, Task};

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
pub enum Form {
    /// A disjunction over the actions, with state equalities; boolean only.
    #[default]
    Disjunction,
    /// The number of the chosen action as an integer.
    Integer,
}

impl Form {
    /// Both.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// Writes the script for plans of exactly `horizon` actions.
pub fn encode(task: &Task, horizon: usize, form: Form) -> (Formula, VarMap) {
    let states: Vec<Vec<String>> = (0..=horizon)
        .map(|time| {
            (0..task.fluents.len())
                .map(|fluent| format!("f{fluent}_{time}"))
                .collect()
        })
        .collect();
    let mut script = Pen::new(form);
    for symbol in states.iter().flatten() {
        script.declare(symbol, "Bool");
    }
    script.state(&states[0], (0..).zip(task.start.iter().copied())); // M1: the start
    let mut steps = Vec::with_capacity(horizon);
    for (step, (before, after)) in states.iter().tuple_windows().enumerate() {
        match form {
            Form::Disjunction => script.disjunction(task, before, after),
            Form::Integer => steps.push(script.integer(task, before, after, step + 1)),
        }
    }
    script.state(&states[horizon], task.goal.iter().copied()); // M2: the goal
    script.at_most_one(task, &states[horizon]); // M2
    let var_map = match form {
        Form::Disjunction => VarMap::States(states),
        Form::Integer => VarMap::Actions(steps),
    };
    (Formula::Smt(script.0), var_map)
}

struct Pen(Script);

impl Pen {
    fn new(form: Form) -> Self {
        let logic = match form {
            Form::Disjunction => "QF_UF",
            Form::Integer => "QF_LIA",
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

    fn state(&mut self, symbols: &[String], values: impl IntoIterator<Item = (Fluent, bool)>) {
        for (fluent, value) in values {
            self.assert(&signed(&symbols[fluent], value));
        }
    }

    fn at_most_one(&mut self, task: &Task, symbols: &[String]) {
        for (&a, &b) in task.at_most_one_at_end.iter().tuple_combinations() {
            self.assert(&format!("(not (and {} {}))", symbols[a], symbols[b]));
        }
    }

    /// M3: one of the actions happens, and nothing else changes.
    fn disjunction(&mut self, task: &Task, before: &[String], after: &[String]) {
        let branch = |action: &Action| {
            let changed = [&action.adds, &action.deletes];
            let kept = (0..before.len()).filter(|f| !changed.iter().any(|list| list.contains(f)));
            let kept = kept.map(|f| format!("(= {} {})", before[f], after[f]));
            joined("and", conditions(action, before, after).chain(kept))
        };
        let branches = task.actions.iter().map(branch).join("\n  ");
        match task.actions.len() {
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
    ) -> Vec<(usize, When)> {
        let chosen = format!("j_{step}");
        self.declare(&chosen, "Int");
        self.assert(&format!(
            "(and (<= 0 {chosen}) (< {chosen} {}))",
            task.actions.len()
        )); // M4
        for (id, action) in task.actions.iter().enumerate() {
            let conditions = joined("and", conditions(action, before, after));
            self.assert(&format!("(=> (= {chosen} {id}) {conditions})")); // M5
        }
        for fluent in 0..before.len() {
            let changers = task.actions.iter().enumerate().filter(|(_, action)| {
                action.adds.contains(&fluent) || action.deletes.contains(&fluent)
            });
            let changers = changers.map(|(id, _)| format!("(= {chosen} {id})"));
            let kept = format!("(= {} {})", before[fluent], after[fluent]);
            self.assert(&joined("or", [kept].into_iter().chain(changers))); // M6
        }
        let equals = |id| When::Equals(chosen.clone(), i64::try_from(id).unwrap_or(i64::MAX));
        (0..task.actions.len()).map(|id| (id, equals(id))).collect()
    }
}

/// Preconditions before and effects after.
fn conditions<'a>(
    action: &'a Action,
    before: &'a [String],
    after: &'a [String],
) -> impl Iterator<Item = String> + 'a {
    let needs = action.needs.iter().map(|&f| signed(&before[f], true));
    let forbids = action.forbids.iter().map(|&f| signed(&before[f], false));
    let adds = action.adds.iter().map(|&f| signed(&after[f], true));
    let deleted = action.deletes.iter().filter(|f| !action.adds.contains(f));
    needs
        .chain(forbids)
        .chain(adds)
        .chain(deleted.map(|&f| signed(&after[f], false)))
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
