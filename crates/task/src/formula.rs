//! Formulas: clauses with named variables, or an SMT-LIB script. Encoders write formulas, and backends read them.
//!
//! Here, variables are numbered from 0. DIMACS numbers them from 1, and only [`dimacs`] converts.

pub mod dimacs;
pub mod incremental;
pub mod smtlib;
pub mod template;

use std::fmt;
use std::iter;
use std::ops::Range;

use rustsat::instances::Cnf;
use rustsat::types::Lit;
use serde::Deserialize;

use crate::task::{ActionId, Fluent, Naming, Task};

/// Maximum number of clauses of a formula that is stored completely. A formula of this size occupies about 8 GB.
pub const MOST_CLAUSES: u128 = 60_000_000;

/// Meaning of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VarName {
    /// The action happens in this step.
    Action {
        /// The step, from 1.
        step: usize,
        /// The action.
        action: ActionId,
    },
    /// The fluent is true at this time.
    Fluent {
        /// The time: the number of steps from the initial state.
        time: usize,
        /// The fluent.
        fluent: Fluent,
    },
    /// The fluent is true within a step, after an action that may change it.
    Version {
        /// The step, from 1.
        step: usize,
        /// The action.
        action: ActionId,
        /// The fluent.
        fluent: Fluent,
    },
    /// An auxiliary variable, which represents neither a fluent nor an action.
    Auxiliary,
}

impl VarName {
    /// Returns the name of the variable in files, in the form that the task prescribes ([`Naming`]): `i3x3y4` and
    /// `i3x3y1-x3y3`, or `peg-44@3` and `jump-42-44@3`. The name of a version is followed by a dot and its action.
    pub fn text(self, task: &Task) -> String {
        let at = |time: usize, name: &str| match task.naming() {
            Naming::NameAtTime => format!("{name}@{time}"),
            Naming::Iteration => format!("i{time}{name}"),
        };
        match self {
            Self::Action { step, action } => at(step, &task.action(action).name),
            Self::Fluent { time, fluent } => at(time, task.fluent_name(fluent)),
            Self::Version {
                step,
                action,
                fluent,
            } => format!(
                "{}.{}",
                at(step, task.fluent_name(fluent)),
                task.action(action).name
            ),
            Self::Auxiliary => "auxiliary".to_owned(),
        }
    }

    /// Returns the SMT-LIB symbol, if the names of the task are valid symbols.
    pub fn symbol(self, task: &Task) -> Option<String> {
        let is_symbol = task.naming() == Naming::Iteration && self != Self::Auxiliary;
        is_symbol.then(|| self.text(task))
    }
}

/// A part of a formula. Comments in files show where each part begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The initial state.
    Init,
    /// Step i, from 1, which leads from state i−1 to state i.
    Iter(usize),
    /// The goal and the axioms about several steps.
    Post,
    /// A part of a step in the encoding `naive`, with the text that names it.
    Line(&'static str),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Init => f.write_str("INIT"),
            Self::Iter(step) => write!(f, "ITER {step}"),
            Self::Post => f.write_str("POST"),
            Self::Line(number) => f.write_str(number),
        }
    }
}

/// The position in a CNF formula at which a part begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The part.
    pub part: Part,
    /// Number of variables before the part.
    pub variable: usize,
    /// Number of clauses before the part.
    pub clause: usize,
}

/// Splits a CNF formula at its marks. Returns each part with the ranges of its variables and clauses. The range before
/// the first mark has no name.
pub fn parts(
    marks: &[Mark],
    variables: usize,
    clauses: usize,
) -> impl Iterator<Item = (Option<Part>, Range<usize>, Range<usize>)> {
    let end = (variables, clauses);
    let begins = marks.iter().map(|mark| (mark.variable, mark.clause));
    let begins = iter::once((0, 0)).chain(begins);
    let ends = marks.iter().map(|mark| (mark.variable, mark.clause));
    let ends = ends.chain([end]);
    let names = iter::once(None).chain(marks.iter().map(|mark| Some(mark.part)));
    let parts = names
        .zip(begins.zip(ends))
        .map(|(name, (from, to))| (name, from.0..to.0, from.1..to.1));
    parts.filter(|(name, variables, clauses)| {
        name.is_some() || !variables.is_empty() || !clauses.is_empty()
    })
}

/// An SMT-LIB 2 script, and the symbols whose values form a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Declarations and assertions, without `check-sat`.
    pub text: String,
    /// The declared symbols, in order.
    pub symbols: Vec<String>,
}

/// A formula: clauses or an SMT-LIB script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Clauses over the named variables.
    Cnf {
        /// The clauses.
        cnf: Cnf,
        /// Meaning of each variable.
        names: Vec<VarName>,
    },
    /// An SMT-LIB script.
    Smt(Script),
}

impl Formula {
    /// Returns the number of variables, or of declared symbols.
    pub fn variables(&self) -> usize {
        match self {
            Self::Cnf { names, .. } => names.len(),
            Self::Smt(script) => script.symbols.len(),
        }
    }

    /// Returns the number of clauses, or of assertions.
    pub fn clauses(&self) -> usize {
        match self {
            Self::Cnf { cnf, .. } => cnf.len(),
            Self::Smt(script) => script.text.matches("(assert").count(),
        }
    }
}

/// The input language of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reads {
    /// Clauses.
    Clauses,
    /// SMT-LIB scripts. For such a solver, clauses are converted to a script.
    SmtLib,
}

/// Returns the positive literal of a variable.
///
/// # Panics
/// If there are more than 2³⁰ variables.
pub fn literal(index: usize) -> Lit {
    Lit::positive(u32::try_from(index).expect("fewer than 2^30 variables"))
}
