//! Jobs: what the harness tells the process that makes one run, and what it hears back.
//!
//! One line of JSON each way. The job comes on standard input, which then stays open: its end
//! tells that the harness has died.

use serde::{Deserialize, Serialize};

use saut_task::encode::Encoding;

use super::definition::RunLimits;
use super::facts::Fact;
use super::subject::Subject;
use crate::as_text;
use crate::method::MethodName;
use crate::record::Record;

/// The hidden command that makes one run.
pub const COMMAND: &str = "bench-run";

/// One run, or one check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Subject that is worked on.
    pub subject: Subject,
    /// The work.
    pub work: Work,
    /// The seed.
    pub seed: u64,
    /// The limits, of which a check has its own time.
    pub limits: RunLimits,
}

/// Work on a subject.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Formulas by one backend: of a horizon one formula, otherwise those that `decide` comes to; of a file of clauses
    /// the clauses themselves.
    Formulas {
        /// The encoding.
        #[serde(with = "as_text")]
        encoding: Encoding,
        /// The number of steps.
        horizon: Option<usize>,
        /// The backend.
        backend: String,
    },
    /// A planner, by its command.
    Planner(String),
    /// One method of puzzles alone.
    Method(#[serde(with = "as_text")] MethodName),
    /// `decide` as it is.
    Saut,
    /// Look whether it is true that there is no plan, or of clauses no model.
    Check,
    /// Look whether it is true that the formula of a puzzle or of a task has no model.
    CheckFormula {
        /// The encoding.
        #[serde(with = "as_text")]
        encoding: Encoding,
        /// The number of steps.
        horizon: usize,
    },
}

/// Result of a job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Performed {
    /// Measurements and claim, with credit for what the solver has shown itself. What was asked for
    /// is left empty, but for the horizon of the formula that gave the answer.
    pub run: Record,
    /// The key of the formula's text.
    pub formula: Option<String>,
    /// Of a check alone: what it settled.
    pub fact: Option<Fact>,
}

impl From<Record> for Performed {
    fn from(run: Record) -> Self {
        Self {
            run,
            ..Self::default()
        }
    }
}

impl From<Fact> for Performed {
    fn from(fact: Fact) -> Self {
        Self {
            fact: Some(fact),
            ..Self::default()
        }
    }
}
