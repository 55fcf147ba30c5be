//! Interface of every backend: the limits of a call, a solver, and a solver that works by turns.

use std::path::PathBuf;
use std::sync::Arc;

use super::answer::{BackendError, Response};
use crate::meter::Meter;
use crate::work::Work;
use saut_base::stop::Stop;
use saut_task::formula::template::Template;
use saut_task::formula::{Formula, Reads};

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
    pub(super) const fn seed_number(&self) -> u64 {
        self.seed.saturating_sub(1) % 1_000_000_000 + 1
    }
}

/// A solver.
pub trait Backend: Send + Sync {
    /// The name that it is asked for by.
    fn name(&self) -> &str;

    /// Formulas that it reads.
    fn reads(&self) -> Reads;

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
    fn begin_growing(
        &self,
        _run: &SolveLimits,
    ) -> Option<Result<Box<dyn GrowingSession>, BackendError>> {
        None
    }
}

/// A solver at work on a script that grows, and that is asked again and again. [`Session::go_on`] answers the last question.
pub trait GrowingSession: Session {
    /// Declarations and assertions in SMT-LIB, which stay.
    fn tell(&mut self, text: &str);

    /// Whether what was told is satisfiable with a formula beside it, which does not stay; and if so, with which values of
    /// these symbols. The last question must have been answered.
    fn ask(&mut self, formula: &str, symbols: &[String]);
}

/// A solver at work on a formula that it keeps, turn after turn.
pub trait Session: Send {
    /// Goes on where it was until there is an answer or a limit; the conflicts are those of this turn.
    ///
    /// # Errors
    /// As [`Backend::solve`].
    fn go_on(&mut self, run: &SolveLimits) -> Result<Response, BackendError>;
}
