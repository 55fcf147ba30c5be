//! Interface of every backend: the limits of a call, a solver, a solver that works by turns, and what they answer.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use rustsat::instances::Cnf;
use thiserror::Error;

use crate::work::{Meter, Work};
use saut_base::stop::{Stop, StopReason};
use saut_task::formula::template::Template;
use saut_task::formula::{Formula, Reads};
use saut_task::model::{Answer, Model, check_clauses};

/// Presence of a backend on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Availability {
    /// Part of this program.
    BuiltIn {
        /// Its version.
        version: String,
    },
    /// A program on PATH.
    Here {
        /// Path of the program.
        path: PathBuf,
        /// Version that it reports.
        version: String,
    },
    /// A program that was not found.
    Missing {
        /// Way to get it.
        remedy: String,
    },
}

/// Limits and choices of one call.
#[derive(Clone, Debug, Default)]
pub struct SolveLimits {
    /// Deadline, memory limit and interruption.
    pub stop: Stop,
    /// The seed of random choices; the same seed gives the same run of an in-process backend.
    pub seed: u64,
    /// Limit of conflicts, kept about, where the backend can count them.
    pub conflicts: Option<u64>,
    /// Limit of work, kept about, where the backend can count it.
    pub work: Option<Work>,
    /// Keep a proof, DRAT or LRAT, where the backend can.
    pub proof: bool,
    /// Measures the programs that are called; a backend in process does not touch it.
    pub meter: Option<Arc<Meter>>,
}

impl SolveLimits {
    /// The seed in the range that every solver takes, and never 0.
    #[cfg_attr(not(unix), expect(dead_code, reason = "solver programs use it"))]
    pub(super) const fn seed_number(&self) -> u64 {
        self.seed.saturating_sub(1) % 1_000_000_000 + 1
    }
}

/// A solver.
pub trait Backend: Send + Sync {
    /// The name that it is asked for by.
    fn name(&self) -> &str;

    /// Formulas that it reads.
    fn reads(&self) -> Reads {
        Reads::Clauses
    }

    /// Whether it keeps a conflict budget, so that the same seed gives the same run.
    fn counts_conflicts(&self) -> bool {
        false
    }

    /// Whether it is here, with its version or how to get it.
    fn availability(&self) -> Availability;

    /// Solves a formula.
    ///
    /// # Errors
    /// [`BackendError`] if the solver is missing, crashed or made no sense. Not being done within the
    /// limits is no error but [`Answer::Unknown`](super::Answer::Unknown).
    fn solve(&self, formula: &Formula, run: &SolveLimits) -> Result<Response, BackendError>;

    /// Whether it can work on a formula by turns: then [`Backend::begin`] gives a session.
    fn works_by_turns(&self) -> bool {
        false
    }

    /// Begins to work on a formula by turns, with the seed of `run`; `None` if it cannot.
    fn begin(&self, _formula: &Formula, _run: &SolveLimits) -> Option<Box<dyn Session>> {
        None
    }

    /// Begins to work by turns on the formula that a template has for this horizon, which need not be written out.
    fn begin_template(
        &self,
        template: &Template,
        horizon: usize,
        run: &SolveLimits,
    ) -> Option<Box<dyn Session>> {
        let formula = template.unroll(horizon, &run.stop).ok()?;
        self.begin(&formula, run)
    }

    /// Begins to work on a script that grows, with the seed of `run`; `None` if it cannot.
    fn begin_growing(&self, _run: &SolveLimits) -> Option<Box<dyn GrowingSession>> {
        None
    }
}

/// A solver at work on a script that grows, and that is asked again and again. [`Session::go_on`] answers the last question.
pub trait GrowingSession: Session {
    /// Asks whether a script in SMT-LIB, which begins as the one of the last question, is satisfiable with a formula beside
    /// it, which does not stay; and if so, with which values of these symbols. The last question must have been answered.
    fn ask(&mut self, script: &str, formula: &str, symbols: &[String]);
}

/// A solver at work on a formula that it keeps, turn after turn.
pub trait Session: Send {
    /// Goes on where it was until there is an answer or a limit; the conflicts are those of this turn.
    ///
    /// # Errors
    /// As [`Backend::solve`].
    fn go_on(&mut self, run: &SolveLimits) -> Result<Response, BackendError>;
}

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
/// [`Fault::WrongModel`] with the clause that it does not satisfy.
#[cfg_attr(not(unix), expect(dead_code, reason = "solver programs use it"))]
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

    /// No answer, for this reason, before there was any work.
    pub fn unknown(why: StopReason) -> Self {
        Self::new(Answer::Unknown(why), SolverEffort::default())
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
}
