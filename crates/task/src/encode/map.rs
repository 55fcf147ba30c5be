//! The meaning of every variable of a formula, as JSON for other programs.

use serde::Serialize;

use super::Encoded;
use crate::formula::smtlib::symbols;
use crate::formula::{Formula, Part, VarName, parts};
use crate::task::Task;

/// The variables of a formula.
#[derive(Clone, Debug, Serialize)]
pub struct VariableMap {
    /// The variables, in the order of their numbers.
    pub variables: Vec<Variable>,
    /// Facts and actions that have the same value in every model, and are therefore not in the formula.
    pub fixed: Vec<Fixed>,
}

/// A variable of a formula.
#[derive(Clone, Debug, Serialize)]
pub struct Variable {
    /// Number of the variable in DIMACS, from 1.
    pub number: usize,
    /// Symbol of the variable in SMT-LIB.
    pub symbol: String,
    /// Part of the formula that declares the variable: INIT, ITER 1, ITER 2, …, or POST.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// Meaning of the variable. `None` for a symbol of a script whose name already shows the meaning.
    #[serde(flatten)]
    pub meaning: Option<Meaning>,
}

/// A fact or action that has the same value in every model.
#[derive(Clone, Debug, Serialize)]
pub struct Fixed {
    /// Part of the formula that would declare the variable.
    pub part: String,
    /// Value of the variable in every model.
    pub value: bool,
    /// Meaning of the variable.
    #[serde(flatten)]
    pub meaning: Meaning,
}

/// The meaning of a variable.
#[derive(Clone, Debug, Serialize)]
pub struct Meaning {
    /// Name of the variable in the comments of the file.
    pub name: String,
    /// Kind of the variable.
    pub kind: VariableKind,
    /// Name of the action, if the variable is about an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Name of the fact, if the variable is about a fact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fact: Option<String>,
    /// Number of the step, from 1. For a fact, this is the time: the number of steps before its state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
}

/// Kinds of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VariableKind {
    /// The action happens in the step.
    Action,
    /// The fact is true after this many steps.
    Fact,
    /// The fact is true within the step, after the action.
    Version,
    /// Neither an action nor a fact.
    Auxiliary,
}

impl Meaning {
    fn of(task: &Task, name: VarName) -> Self {
        let action_name = |action| Some(task.action(action).name.clone());
        let fact_name = |fluent| Some(task.fluent_name(fluent).to_owned());
        let (kind, action, fact, step) = match name {
            VarName::Action { step, action } => {
                (VariableKind::Action, action_name(action), None, Some(step))
            }
            VarName::Fluent { time, fluent } => {
                (VariableKind::Fact, None, fact_name(fluent), Some(time))
            }
            VarName::Version {
                step,
                action,
                fluent,
            } => {
                let (action, fact) = (action_name(action), fact_name(fluent));
                (VariableKind::Version, action, fact, Some(step))
            }
            VarName::Auxiliary => (VariableKind::Auxiliary, None, None, None),
        };
        let name = name.text(task);
        Self {
            name,
            kind,
            action,
            fact,
            step,
        }
    }
}

impl VariableMap {
    /// Returns the map of a formula of this task.
    pub fn new(task: &Task, encoded: &Encoded) -> Self {
        let fixed = encoded.fixed.iter();
        let fixed = fixed.map(|&(part, name, value)| Fixed {
            part: part.to_string(),
            value,
            meaning: Meaning::of(task, name),
        });
        let variables = match &encoded.formula {
            Formula::Smt(script) => return Self::of_symbols(&script.symbols, |_| None),
            Formula::Cnf { cnf, names } => {
                let symbols = symbols(task, names);
                let parts = parts(&encoded.marks, names.len(), cnf.len());
                let of_part = |(part, variables, _): (Option<Part>, std::ops::Range<usize>, _)| {
                    let symbols = &symbols;
                    variables.map(move |index| Variable {
                        number: index + 1,
                        symbol: symbols[index].clone(),
                        part: part.map(|part| part.to_string()),
                        meaning: Some(Meaning::of(task, names[index])),
                    })
                };
                parts.flat_map(of_part).collect()
            }
        };
        Self {
            variables,
            fixed: fixed.collect(),
        }
    }

    /// Returns the map of a script. `action` returns the name and the step of the action that a symbol represents, or
    /// `None` for any other symbol.
    pub fn of_symbols<'a>(
        symbols: &'a [String],
        action: impl Fn(&'a str) -> Option<(&'a str, usize)>,
    ) -> Self {
        let variables = (1..).zip(symbols).map(|(number, symbol)| Variable {
            number,
            symbol: symbol.clone(),
            part: action(symbol).map(|(_, step)| Part::Iter(step).to_string()),
            meaning: action(symbol).map(|(name, step)| Meaning {
                name: symbol.clone(),
                kind: VariableKind::Action,
                action: Some(name.to_owned()),
                fact: None,
                step: Some(step),
            }),
        });
        let (variables, fixed) = (variables.collect(), Vec::new());
        Self { variables, fixed }
    }
}
