//! Answers of backends.

use std::fmt::Display;

use rustsat::instances::Cnf;
use thiserror::Error;

use saut_task::model::{Answer, Model, check_clauses};

/// Cost of a call, in solver work units where the solver tells them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverEffort {
    /// Conflicts.
    pub conflicts: Option<u64>,
    /// Decisions.
    pub decisions: Option<u64>,
    /// Propagations.
    pub propagations: Option<u64>,
}

/// An answer and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The answer.
    pub answer: Answer,
    /// The work.
    pub effort: SolverEffort,
    /// A DRAT proof of [`Answer::Unsat`], if one was asked for and the backend can.
    pub proof: Option<Vec<u8>>,
}

/// A model, if it satisfies the clauses.
///
/// # Errors
/// [`BackendError::WrongModel`] with the clause that it does not satisfy.
pub(super) fn checked(name: &str, model: Model, cnf: &Cnf) -> Result<Answer, BackendError> {
    let wrong = |fact: &str| BackendError::new(name, Fault::WrongModel, fact);
    match &model {
        Model::Bits(bits) => check_clauses(bits, cnf).map_err(|fact| wrong(&fact))?,
        Model::Symbols(_) => {
            return Err(wrong("it has symbols, the formula has clauses"));
        }
    }
    Ok(Answer::Sat(model))
}

impl Response {
    /// An answer without a proof.
    pub fn new(answer: Answer, effort: SolverEffort) -> Self {
        Self {
            answer,
            effort,
            proof: None,
        }
    }
}

/// Kind of fault of a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The program is not on PATH, or the library not part of this build.
    Missing,
    /// The program could not be started, fed or read.
    System,
    /// The program ended without an answer.
    Crashed,
    /// The program printed something that is no answer.
    Garbage,
    /// The model does not satisfy the formula, or is no plan.
    WrongModel,
    /// The claim of unsatisfiability does not hold.
    WrongAnswer,
    /// This backend cannot read such a formula.
    WrongLanguage,
}

/// A backend that did not do its work. Always the backend's fault or absence, never the puzzle's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("backend {name}: {}{fact}", .fault.claim())]
pub struct BackendError {
    /// The backend.
    pub name: String,
    /// The kind of its fault.
    pub fault: Fault,
    /// Fact that shows it, or the way to get the backend.
    pub fact: String,
}

impl Fault {
    /// The words before the fact.
    const fn claim(self) -> &'static str {
        match self {
            Self::Missing => "it is not here; ",
            Self::System | Self::Crashed | Self::WrongLanguage => "",
            Self::Garbage => "its output makes no sense: ",
            Self::WrongModel => "claims a model, but it is wrong: ",
            Self::WrongAnswer => "claims that there is no model, but ",
        }
    }
}

impl BackendError {
    /// The fault of a backend.
    pub fn new(name: &str, fault: Fault, fact: impl Display) -> Self {
        Self {
            name: name.to_owned(),
            fault,
            fact: fact.to_string(),
        }
    }

    /// For a backend that only reads clauses.
    pub(super) fn needs_clauses(name: &str) -> Self {
        let fact = "reads clauses, and this is not; choose another encoding than smt, or an SMT-LIB backend";
        Self::new(name, Fault::WrongLanguage, fact)
    }

    /// For a claim that there is no plan of a number of steps, where there is one.
    pub fn wrong_refutation(name: String, horizon: usize) -> Self {
        Self {
            name,
            fault: Fault::WrongAnswer,
            fact: format!("there is a plan of {horizon} steps"),
        }
    }
}
