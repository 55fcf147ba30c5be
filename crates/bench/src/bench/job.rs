//! Jobs: what the harness tells the process that makes one run, and what it hears back.
//!
//! One line of JSON each way. The job comes on standard input, which then stays open: its end
//! tells that the harness has died.

use serde::{Deserialize, Serialize};

use crate::record::{Claim, Outcome};

/// The hidden command that makes one run.
pub const COMMAND: &str = "bench-run";

/// One run, or one check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The puzzle, in TOML.
    pub puzzle: String,
    /// What to do.
    pub work: Work,
    /// The limit in wall-clock seconds.
    pub timeout_seconds: f64,
    /// The limit in MiB.
    pub memory_mib: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// Threads for `decide`.
    pub threads: usize,
}

/// What to do with the puzzle.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// One formula, one call of a backend.
    Formula {
        /// The encoding by name.
        encoding: String,
        /// The number of steps.
        horizon: usize,
        /// The backend.
        backend: String,
    },
    /// `decide` with one encoding and backend.
    Search {
        /// The encoding by name.
        encoding: String,
        /// The backend.
        backend: String,
    },
    /// A planner, by its command.
    Planner(String),
    /// `decide` with one method.
    Method(String),
    /// `decide` as it is.
    Saut,
    /// Look whether it is true that a formula has no model.
    Refute {
        /// The encoding by name.
        encoding: String,
        /// The number of steps.
        horizon: usize,
    },
    /// Look whether it is true that the puzzle has no plan.
    Decide,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// What the solver said.
    pub claim: Claim,
    /// What it was, as far as the run can know: a refutation is [`Outcome::Unchecked`].
    pub outcome: Outcome,
    /// Whether it is checked.
    pub checked: bool,
    /// By what, or why not.
    pub check: String,
    /// The steps of the formula that gave the answer.
    pub horizon: Option<usize>,
    /// The key of the formula's text.
    pub formula: Option<String>,
    /// Wall-clock seconds of the solver.
    pub wall_seconds: f64,
    /// Processor seconds of the solver and its children.
    pub cpu_seconds: f64,
    /// The most memory it had.
    pub peak_mib: f64,
    /// Seconds to write the formula.
    pub encode_seconds: f64,
    /// Seconds to decode and replay, or to check.
    pub check_seconds: f64,
    /// Variables of the formula.
    pub variables: Option<usize>,
    /// Clauses of the formula.
    pub clauses: Option<usize>,
    /// Conflicts, if the solver tells.
    pub conflicts: Option<u64>,
    /// Decisions, if the solver tells.
    pub decisions: Option<u64>,
    /// Propagations, if the solver tells.
    pub propagations: Option<u64>,
}

impl Measured {
    /// A claim that was found right.
    pub fn holds(&mut self, claim: Claim, outcome: Outcome, by: &str) {
        (self.claim, self.outcome, self.checked) = (claim, outcome, true);
        by.clone_into(&mut self.check);
    }

    /// An end without a checked answer.
    pub fn ends(&mut self, claim: Claim, outcome: Outcome, fact: impl Into<String>) {
        (self.claim, self.outcome, self.checked) = (claim, outcome, false);
        self.check = fact.into();
    }
}
