//! Formulas: clauses with named variables, or an SMT-LIB script. What encoders write and
//! backends read.
//!
//! Variables count from 0 here; DIMACS counts from 1, and only [`dimacs`] converts.

pub mod dimacs;
pub mod incremental;
pub mod smtlib;
pub mod template;

use rustsat::instances::Cnf;
use rustsat::types::Lit;

use crate::task::{ActionId, Fluent, Task};

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VarName {
    /// The action happens in this step (steps count from 1).
    Action {
        /// The step, from 1.
        step: usize,
        /// The action.
        action: ActionId,
    },
    /// The fluent after this step (0 is the start).
    Fluent {
        /// The number of steps before.
        time: usize,
        /// The fluent.
        fluent: Fluent,
    },
    /// The fluent within a step, after an action that may have changed it.
    Version {
        /// The step, from 1.
        step: usize,
        /// The action.
        action: ActionId,
        /// The fluent.
        fluent: Fluent,
    },
    /// Stands for no fluent or action.
    Auxiliary,
}

impl VarName {
    /// The name as written in comments: `jump-42-44@3`, `peg-44@3`, `peg-44@3.jump-42-44`.
    pub fn text(self, task: &Task) -> String {
        match self {
            Self::Action { step, action } => format!("{}@{step}", task.action(action).name),
            Self::Fluent { time, fluent } => format!("{}@{time}", task.fluent_name(fluent)),
            Self::Version {
                step,
                action,
                fluent,
            } => {
                format!(
                    "{}@{step}.{}",
                    task.fluent_name(fluent),
                    task.action(action).name
                )
            }
            Self::Auxiliary => "auxiliary".to_owned(),
        }
    }
}

/// An SMT-LIB 2 script and the symbols whose values make a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Declarations and assertions, without `check-sat`.
    pub text: String,
    /// The symbols declared, in order.
    pub symbols: Vec<String>,
}

/// A formula in one of the two languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Clauses over the named variables.
    Cnf {
        /// The clauses.
        cnf: Cnf,
        /// What each variable stands for.
        names: Vec<VarName>,
    },
    /// An SMT-LIB script.
    Smt(Script),
}

impl Formula {
    /// The number of variables, or of declared symbols.
    pub fn variables(&self) -> usize {
        match self {
            Self::Cnf { names, .. } => names.len(),
            Self::Smt(script) => script.symbols.len(),
        }
    }

    /// The number of clauses, or of assertions.
    pub fn clauses(&self) -> usize {
        match self {
            Self::Cnf { cnf, .. } => cnf.len(),
            Self::Smt(script) => script.text.matches("(assert").count(),
        }
    }
}

/// The positive literal of a variable.
///
/// # Panics
/// If there are more than 2³⁰ variables.
pub fn literal(index: usize) -> Lit {
    Lit::positive(u32::try_from(index).expect("fewer than 2^30 variables"))
}
