//! Jobs: what the harness tells the process that makes one run, and what it hears back.
//!
//! One line of JSON each way. The job comes on standard input, which then stays open: its end
//! tells that the harness has died.

use serde::{Deserialize, Serialize};

use saut_plan::encode::Encoding;

use super::subject::{ClauseFile, TaskSource};
use crate::as_text;
use crate::method::MethodName;
use crate::record::Record;

/// The hidden command that makes one run.
pub const COMMAND: &str = "bench-run";

/// One run, or one check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Question of the job.
    pub question: Question,
    /// The limit in wall-clock seconds.
    pub timeout_seconds: f64,
    /// The limit in MiB.
    pub memory_mib: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// Threads for `decide`.
    pub threads: usize,
}

/// Questions that a child process answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Work on a puzzle.
    Puzzle {
        /// The puzzle, in TOML.
        puzzle: String,
        /// The work.
        work: Work,
    },
    /// Work on a planning task: that of a formula of any horizon, a planner, or all engines.
    Task {
        /// The files.
        task: TaskSource,
        /// The only horizon of formulas, if one was asked for.
        horizon: Option<usize>,
        /// The work.
        work: Work,
    },
    /// One call of a backend with a file of clauses.
    Clauses {
        /// The file.
        file: ClauseFile,
        /// The backend.
        backend: String,
    },
    /// Look whether it is true that a file of clauses has no model.
    RefuteClauses(ClauseFile),
}

/// Work on a puzzle.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// One formula, one call of a backend.
    Formula {
        /// The encoding.
        #[serde(with = "as_text")]
        encoding: Encoding,
        /// The number of steps.
        horizon: usize,
        /// The backend.
        backend: String,
    },
    /// `decide` with one encoding and backend.
    Search {
        /// The encoding.
        #[serde(with = "as_text")]
        encoding: Encoding,
        /// The backend.
        backend: String,
    },
    /// A planner, by its command.
    Planner(String),
    /// One method alone.
    Method(#[serde(with = "as_text")] MethodName),
    /// `decide` as it is.
    Saut,
    /// Look whether it is true that a formula has no model.
    Refute {
        /// The encoding.
        #[serde(with = "as_text")]
        encoding: Encoding,
        /// The number of steps.
        horizon: usize,
    },
    /// Look whether it is true that the puzzle has no plan.
    Decide,
}

/// Result of a job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Performed {
    /// Measurements and claim; a refutation is [`RunOutcome::Unchecked`]. What was asked for
    /// is left empty, but for the horizon of the formula that gave the answer.
    ///
    /// [`RunOutcome::Unchecked`]: crate::record::RunOutcome::Unchecked
    pub run: Record,
    /// The key of the formula's text.
    pub formula: Option<String>,
}

impl From<Record> for Performed {
    fn from(run: Record) -> Self {
        Self { run, formula: None }
    }
}
