//! The interface of all backends: solvers, sessions, limits of a call, and responses.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use rustsat::instances::Cnf;
use thiserror::Error;

use super::LemmaExchange;
use crate::work::{Meter, Work};
use saut_base::stop::{Stop, StopReason};
use saut_task::formula::template::TransitionTemplate;
use saut_task::formula::{Formula, Reads};
use saut_task::model::{Answer, Model, check_clauses};

/// Availability of a backend on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Availability {
    /// The backend is part of this binary.
    BuiltIn {
        /// Version of the solver library.
        version: String,
    },
    /// A program on PATH.
    Here {
        /// Path of the program.
        path: PathBuf,
        /// Version that the program reports.
        version: String,
    },
    /// A program that was not found, or a library that this build does not include.
    Missing {
        /// Instructions for installing the backend.
        remedy: String,
    },
}

/// Limits and choices of one call.
#[derive(Clone, Debug, Default)]
pub struct SolveLimits {
    /// Deadline, memory limit and interruption.
    pub stop: Stop,
    /// The seed of random choices. An in-process backend repeats the same run for the same seed.
    pub seed: u64,
    /// Approximate limit of conflicts, for backends that can count them.
    pub conflicts: Option<u64>,
    /// Approximate limit of work, for backends that can count it.
    pub work: Option<Work>,
    /// Whether to return a proof in DRAT or LRAT, if the backend can write one.
    pub proof: bool,
    /// Exchange of lemmas with the solvers of other horizons, for backends that take part. A call with an exchange
    /// returns no proof.
    pub lemmas: Option<LemmaExchange>,
    /// Number of threads for a program whose command has `{threads}`; 0 means 1.
    pub threads: usize,
    /// Records the time and the memory of called programs. In-process backends do not use it.
    pub meter: Option<Arc<Meter>>,
}

impl SolveLimits {
    /// Returns the seed, mapped to a number from 1 to 1,000,000,000, which every solver accepts.
    #[cfg_attr(not(unix), expect(dead_code, reason = "solver programs use it"))]
    pub(super) const fn seed_number(&self) -> u64 {
        self.seed.saturating_sub(1) % 1_000_000_000 + 1
    }
}

/// A SAT or SMT solver.
pub trait Backend: Send + Sync {
    /// Returns the name by which users select the backend.
    fn name(&self) -> &str;

    /// Returns the language of the formulas that the backend reads.
    fn reads(&self) -> Reads {
        Reads::Clauses
    }

    /// Whether the backend obeys a conflict limit, so that the same seed gives the same run.
    fn counts_conflicts(&self) -> bool {
        false
    }

    /// Whether the backend can write a proof of a refutation, in DRAT or LRAT.
    fn proves(&self) -> bool {
        false
    }

    /// Whether the seed changes the run.
    fn takes_seed(&self) -> bool {
        true
    }

    /// Whether the backend can keep a formula, or a growing script, between calls.
    fn is_incremental(&self) -> bool {
        self.works_by_turns()
    }

    /// Whether two calls on the same formula at the same time are useless: both would be the same run, or one call
    /// already uses all threads.
    fn runs_alone(&self) -> bool {
        !self.takes_seed()
    }

    /// Returns the version of the backend if it is available, and otherwise how to install it.
    fn availability(&self) -> Availability;

    /// Solves a formula.
    ///
    /// # Errors
    /// [`BackendError`] if the solver is missing, crashed or printed no valid answer. Reaching a limit is not an error;
    /// the answer is then [`Answer::Unknown`](super::Answer::Unknown).
    fn solve(&self, formula: &Formula, run: &SolveLimits) -> Result<Response, BackendError>;

    /// Whether the backend can continue its search on a formula in several calls. If so, [`Backend::begin`] returns a
    /// session.
    fn works_by_turns(&self) -> bool {
        false
    }

    /// Starts a session on a formula, with the seed of `run`; `None` if the backend has no sessions.
    fn begin(&self, _formula: &Formula, _run: &SolveLimits) -> Option<Box<dyn Session>> {
        None
    }

    /// Starts a session on the formula of a template for this horizon. A backend need not write out the whole formula.
    /// `None` if the backend has no sessions, or if the formula was not written completely.
    fn begin_template(
        &self,
        template: &TransitionTemplate,
        horizon: usize,
        run: &SolveLimits,
    ) -> Option<Box<dyn Session>> {
        let formula = template.unroll(horizon, &run.stop).ok()?;
        self.begin(&formula, run)
    }

    /// Starts a session on a growing script, with the seed of `run`; `None` if the backend has no such sessions.
    fn begin_growing(&self, _run: &SolveLimits) -> Option<Box<dyn GrowingSession>> {
        None
    }
}

/// A solver that keeps a growing script and answers many queries about it. [`Session::go_on`] answers the last query.
pub trait GrowingSession: Session {
    /// Sets the next query: whether `script` together with `formula` is satisfiable, and which values `symbols` have in
    /// a model. `script` is in SMT-LIB and must start with the script of the last query. `formula` holds only for this
    /// query. The last query must have been answered.
    fn ask(&mut self, script: &str, formula: &str, symbols: &[String]);
}

/// A solver that keeps a formula and continues its search in every call.
pub trait Session: Send {
    /// Continues the search until it has an answer or reaches a limit. The conflict limit counts the conflicts of this
    /// call.
    ///
    /// # Errors
    /// Same as [`Backend::solve`].
    fn go_on(&mut self, run: &SolveLimits) -> Result<Response, BackendError>;
}

/// Effort of a call, in the units that the solver reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverEffort {
    /// Number of conflicts.
    pub conflicts: Option<u64>,
    /// Number of decisions.
    pub decisions: Option<u64>,
    /// Number of propagations.
    pub propagations: Option<u64>,
    /// The work, if the solver counts more than propagations.
    pub work: Option<Work>,
}

/// The answer of a call and its effort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The answer.
    pub answer: Answer,
    /// The effort of the call.
    pub effort: SolverEffort,
    /// A proof of [`Answer::Unsat`] in DRAT or LRAT, if it was requested and the backend can write one.
    pub proof: Option<Vec<u8>>,
    /// The call, if the backend is a program.
    pub call: Option<ProgramCall>,
}

/// A call of a solver program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramCall {
    /// The whole command line, with `{formula}`, `{result}` and `{proof}` in place of file names.
    pub command: String,
    /// Exit status of the program; `None` if a signal or a limit ended it.
    pub exit_status: Option<i32>,
    /// Size of the proof that the program wrote, in bytes; `None` without a proof.
    pub proof_bytes: Option<u64>,
}

/// Returns the model as an answer, if it satisfies the clauses.
///
/// # Errors
/// [`Fault::WrongModel`] if the model does not satisfy a clause, or if it has values of symbols instead of variables.
#[cfg_attr(not(unix), expect(dead_code, reason = "solver programs use it"))]
pub(super) fn checked(name: &str, model: Model, cnf: &Cnf) -> Result<Answer, BackendError> {
    let wrong = |fact: &str| BackendError::new(name, Fault::WrongModel, fact);
    match &model {
        Model::Bits(bits) => check_clauses(bits, cnf).map_err(|fact| wrong(&fact))?,
        Model::Symbols(_) => {
            return Err(wrong(
                "the model has values of symbols, but the formula has clauses",
            ));
        }
    }
    Ok(Answer::Sat(model))
}

impl Response {
    /// Creates a response without a proof.
    pub fn new(answer: Answer, effort: SolverEffort) -> Self {
        Self {
            answer,
            effort,
            proof: None,
            call: None,
        }
    }

    /// Creates a response without an answer and without effort, for a call that ended for this reason.
    pub fn unknown(why: StopReason) -> Self {
        Self::new(Answer::Unknown(why), SolverEffort::default())
    }
}

/// Kind of fault of a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The program is not on PATH, or the library is not part of this build.
    Missing,
    /// The program could not be started, written to or read from, or a library reported an error.
    System,
    /// The program ended without an answer.
    Crashed,
    /// The program printed something that is not an answer.
    Garbage,
    /// The model does not satisfy the formula, or does not decode to a plan.
    WrongModel,
    /// The backend claims that the formula has no model, but the claim is wrong or its proof is rejected.
    WrongAnswer,
    /// The backend cannot read formulas in this language.
    WrongLanguage,
}

/// A failed call of a backend. The cause is the backend, or the choice of this backend, but never the task.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("backend {name}: {}{fact}", .fault.claim())]
pub struct BackendError {
    /// Name of the backend.
    pub name: String,
    /// Kind of the fault.
    pub fault: Fault,
    /// Evidence of the fault, or installation instructions for a missing backend.
    pub fact: String,
}

impl Fault {
    /// Returns the part of the message before the fact.
    const fn claim(self) -> &'static str {
        match self {
            Self::Missing => "not installed; ",
            Self::System | Self::Crashed | Self::WrongLanguage => "",
            Self::Garbage => "unexpected output: ",
            Self::WrongModel => "its model is wrong: ",
            Self::WrongAnswer => "it claims that there is no model, but ",
        }
    }
}

impl BackendError {
    /// Creates an error of a backend.
    pub fn new(name: &str, fault: Fault, fact: impl Display) -> Self {
        Self {
            name: name.to_owned(),
            fault,
            fact: fact.to_string(),
        }
    }

    /// Creates the error of a backend that only reads clauses.
    pub(super) fn needs_clauses(name: &str) -> Self {
        let fact = "it reads only clauses, but the formula is SMT-LIB; choose an encoding other than smt, or an \
            SMT-LIB backend";
        Self::new(name, Fault::WrongLanguage, fact)
    }
}
