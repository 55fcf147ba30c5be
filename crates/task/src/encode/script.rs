//! Writer for SMT-LIB formulas: declares symbols, writes assertions, and marks the parts by comments.

use std::fmt::Write;

use itertools::Itertools;

use super::derived::Clauses;
use super::language::{Branch, FluentCondition, FormulaBuilder};
use super::step_map::When;
use crate::formula::smtlib::{HEAD, declaration, or, signed};
use crate::formula::{Formula, Mark, Part, Script, VarName};
use crate::task::{Fluent, GoalConstraint, Literal, Task};
use saut_base::stop::{Stop, StopReason, Ticker};

/// A script over booleans that is being written.
#[derive(Debug, Default)]
pub struct SmtBuilder {
    text: String,
    symbols: Vec<String>,
    /// Number of auxiliary symbols so far.
    auxiliary: usize,
    limits: Ticker,
}

impl SmtBuilder {
    fn declare(&mut self, symbol: &str) {
        let _ = writeln!(self.text, "{}", declaration(symbol));
        self.symbols.push(symbol.to_owned());
    }

    fn assert(&mut self, formula: &str) {
        if self.limits.stop_reason().is_none() {
            let _ = writeln!(self.text, "(assert {formula})");
        }
    }
}

impl Clauses for SmtBuilder {
    type Bit = String;

    fn fresh(&mut self) -> String {
        let symbol = format!("aux_{}", self.auxiliary);
        self.auxiliary += 1;
        self.declare(&symbol);
        symbol
    }

    fn any_of(&mut self, literals: &[(String, bool)]) {
        self.assert(&any_of(literals));
    }

    fn at_most_one(&mut self, bits: &[String]) {
        for (a, b) in bits.iter().tuple_combinations() {
            self.assert(&format!("(not (and {a} {b}))"));
        }
    }
}

impl FormulaBuilder for SmtBuilder {
    fn within(stop: &Stop) -> Self {
        Self {
            limits: Ticker::lazy(stop),
            ..Self::default()
        }
    }

    fn check(&self) -> Result<(), StopReason> {
        self.limits.check_now()
    }

    fn mark(&mut self, part: Part) {
        let _ = writeln!(self.text, "; {part}");
    }

    fn finish(self) -> (Formula, Vec<Mark>) {
        let script = Script {
            text: HEAD.to_owned() + &self.text,
            symbols: self.symbols,
        };
        (Formula::Smt(script), Vec::new())
    }

    fn start(&mut self, task: &Task) -> Vec<String> {
        let state = self.state(task, 0);
        for (symbol, &value) in state.iter().zip(task.start()) {
            self.assert(&signed(symbol, value));
        }
        state
    }

    fn state(&mut self, task: &Task, time: usize) -> Vec<String> {
        let symbol = |fluent: Fluent| {
            let name = VarName::Fluent { time, fluent }.symbol(task);
            name.unwrap_or_else(|| format!("f{}_{time}", fluent.index()))
        };
        let state = task.fluent_ids().map(symbol).collect_vec();
        for symbol in &state {
            self.declare(symbol);
        }
        state
    }

    /// Writes the disjunction in the form of the report (see [`naive`](super::naive)): each part of a disjunct is a
    /// line.
    fn one_of(&mut self, _: &Task, _: usize, disjuncts: Vec<Branch<String>>) {
        let says = |says: &FluentCondition<String>| match says {
            FluentCondition::Any(literals) => any_of(literals),
            FluentCondition::Equal(a, b) => format!("(= {a} {b})"),
        };
        let part = |(number, part): (usize, &Vec<_>)| {
            let part = part.iter().map(says).join(" ");
            (!part.is_empty()).then(|| format!("\n    {part} ; ({number})"))
        };
        let disjunct = |parts: &Branch<String>| {
            let one_at_most = parts.iter().map(Vec::len).sum::<usize>() < 2;
            let parts = (1..).zip(parts).filter_map(part).join("");
            format!(
                "\n  (and{}{parts}\n  )",
                or_nothing(one_at_most, " true true")
            )
        };
        let one_at_most = disjuncts.len() < 2;
        let all = disjuncts.iter().map(disjunct).join("");
        self.assert(&format!(
            "(or{}{all}\n)",
            or_nothing(one_at_most, " false false")
        ));
    }

    fn goal(&mut self, task: &Task, state: &[String]) {
        for constraint in task.goal() {
            match constraint {
                GoalConstraint::Literal(wanted) => self.assert(&at(state, *wanted)),
                GoalConstraint::AnyOf(literals) => {
                    let any = literals.iter().map(|&wanted| at(state, wanted));
                    self.assert(&or(any.collect()));
                }
                GoalConstraint::AtMostOne(fluents) => {
                    let last = fluents.iter().map(|one| state[one.index()].clone());
                    self.at_most_one(&last.collect_vec());
                }
            }
        }
    }

    fn when(symbol: &String) -> When {
        When::Symbol(symbol.clone())
    }
}

/// Returns the neutral operands if they are needed, because `and` and `or` must have at least two operands in SMT-LIB.
const fn or_nothing(is_needed: bool, operands: &str) -> &str {
    if is_needed { operands } else { "" }
}

fn any_of(literals: &[(String, bool)]) -> String {
    let literals = literals.iter();
    or(literals
        .map(|(symbol, value)| signed(symbol, *value))
        .collect())
}

/// Returns the formula for a literal of the task in a state.
fn at(state: &[String], literal: Literal) -> String {
    signed(&state[literal.fluent.index()], literal.value)
}
