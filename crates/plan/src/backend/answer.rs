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
    let wrong = |fact: String| BackendError::WrongModel {
        name: name.to_owned(),
        fact,
    };
    match &model {
        Model::Bits(bits) => check_clauses(bits, cnf).map_err(wrong)?,
        Model::Symbols(_) => {
            return Err(wrong("it has symbols, the formula has clauses".to_owned()));
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

/// A backend that did not do its work. Always the backend's fault or absence, never the puzzle's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BackendError {
    /// The program is not on PATH, or the library not part of this build.
    #[error("backend {name}: it is not here; {remedy}")]
    Missing {
        /// The backend.
        name: String,
        /// Way to get it.
        remedy: String,
    },
    /// The program could not be started, fed or read.
    #[error("backend {name}: {fact}")]
    System {
        /// The backend.
        name: String,
        /// Message of the system.
        fact: String,
    },
    /// The program ended without an answer.
    #[error("backend {name}: crashed ({how}){said}")]
    Crashed {
        /// The backend.
        name: String,
        /// Its exit status or signal.
        how: String,
        /// Its last line on standard error, with a colon before it, or nothing.
        said: String,
    },
    /// The program printed something that is no answer.
    #[error("backend {name}: its output makes no sense: {fact}")]
    Garbage {
        /// The backend.
        name: String,
        /// Fault of the output.
        fact: String,
    },
    /// The model does not satisfy the formula, or is no plan.
    #[error("backend {name}: claims a model, but it is wrong: {fact}")]
    WrongModel {
        /// The backend.
        name: String,
        /// Fault of the model.
        fact: String,
    },
    /// The claim of unsatisfiability does not hold.
    #[error("backend {name}: claims that there is no model, but {fact}")]
    WrongAnswer {
        /// The backend.
        name: String,
        /// Fact that contradicts it.
        fact: String,
    },
    /// This backend cannot read such a formula.
    #[error("backend {name}: reads {reads}, and this is not; {remedy}")]
    WrongLanguage {
        /// The backend.
        name: String,
        /// Language that it reads.
        reads: String,
        /// Choice to make instead.
        remedy: String,
    },
}

impl BackendError {
    /// For a backend that only reads clauses.
    pub(super) fn needs_clauses(name: &str) -> Self {
        Self::WrongLanguage {
            name: name.to_owned(),
            reads: "clauses".to_owned(),
            remedy: "choose another encoding than smt, or an SMT-LIB backend".to_owned(),
        }
    }

    /// For a claim that there is no plan of a number of steps, where there is one.
    pub fn wrong_refutation(name: String, horizon: usize) -> Self {
        let fact = format!("there is a plan of {horizon} steps");
        Self::WrongAnswer { name, fact }
    }

    /// For output that is no answer.
    pub(super) fn garbage(name: &str, fact: impl Display) -> Self {
        Self::Garbage {
            name: name.to_owned(),
            fact: fact.to_string(),
        }
    }

    /// For a failure of the system.
    pub fn system(name: &str, fact: impl Display) -> Self {
        Self::System {
            name: name.to_owned(),
            fact: fact.to_string(),
        }
    }
}
