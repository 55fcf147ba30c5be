//! Jobs. A job is one run or one check in its own child process. The parent process (the harness) ends the child
//! together with all its descendants.
//!
//! The job and its result are one line of JSON each. The child reads the job from standard input, which stays open. If
//! standard input closes, the harness has died. The child enforces its limits itself. If a child has not answered some
//! seconds after its limits, the harness kills it.

use std::path::Path;
use std::time::Duration;

use saut_base::stop::{Stop, StopReason};
use saut_plan::process::{self, ChildProgram, End};
use saut_task::encode::Encoding;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::definition::RunLimits;
use super::subject::Subject;
use crate::record::{Claimed, Record, RunOutcome};

/// The hidden command that makes one run.
pub const COMMAND: &str = "bench-run";

/// One run, or one check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The puzzle, the task or the clauses.
    pub subject: Subject,
    /// Command of the solver, or `None` for a check. A check tries to show that there is no plan, or that the clauses
    /// or the formula have no model.
    pub solver: Option<String>,
    pub encoding: Option<Encoding>,
    /// Number of steps of the single formula, or `None` if `decide` chooses the horizons.
    pub horizon: Option<usize>,
    pub seed: u64,
    /// Limits of the run. The check has its own time limit.
    pub limits: RunLimits,
}

/// Result of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Performed {
    /// Measurements, claim and outcome. The outcome is based on the evidence of the solver itself. The fields that
    /// describe the trial are empty, except for the horizon of the formula that gave the answer.
    pub run: Record,
    /// Key of the formula's text.
    pub formula: Option<String>,
}

/// Result of a check: a fact about a subject or a formula, or the reason why it is unknown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// There is no model, or no plan. The text is the kind of evidence that was checked.
    None(String),
    /// There is a replayed plan.
    Plan,
    /// Reason why the check has no result. Such a fact is never stored.
    Open(String),
}

impl From<Record> for Performed {
    fn from(run: Record) -> Self {
        Self {
            run,
            ..Self::default()
        }
    }
}

/// End of a job. `T` is the type of its result.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended<T> {
    /// The job returned its result.
    Performed(T),
    /// The job was killed, because of a limit or an interruption.
    Killed(StopReason),
    /// The job failed, for this reason.
    Broken(String),
}

/// Extra time for a child after its limits, before it is killed. The limits are twice the time limit, to include
/// encoding and decoding, plus the time limit of the check.
const GRACE: Duration = Duration::from_secs(10);
const GRACE_MIB: u64 = 512;

/// Runs a job as a child process. `saut` is the path of this program.
pub fn run<T: DeserializeOwned>(saut: &Path, job: &Job, stop: &Stop) -> Ended<T> {
    let limits = &job.limits;
    let seconds = 2.0 * limits.timeout_seconds + limits.check_timeout_seconds;
    let mut stop = stop.with_timeout(Duration::from_secs_f64(seconds) + GRACE);
    if let Some(mib) = limits.memory_mib {
        stop = stop.with_memory(mib.saturating_add(GRACE_MIB));
    }
    let input = match serde_json::to_string(job) {
        Ok(line) => (line + "\n").into_bytes(),
        Err(error) => return Ended::Broken(error.to_string()),
    };
    // A killed run cannot delete its own files, so they are in a folder that is deleted here.
    let prefix = format!("saut-{}-", std::process::id());
    let folder = match tempfile::Builder::new().prefix(&prefix).tempdir() {
        Ok(folder) => folder,
        Err(error) => return Ended::Broken(error.to_string()),
    };
    let child = ChildProgram {
        temporary: Some(folder.path().to_owned()),
        program: saut.to_owned(),
        arguments: vec![COMMAND.into()],
        input,
        is_own: true,
        ..ChildProgram::default()
    };
    match process::run(child, &stop, None) {
        Err(error) => Ended::Broken(error.to_string()),
        Ok(End::Stopped(why)) => Ended::Killed(why),
        Ok(End::TooMuchOutput) => {
            Ended::Broken("the benchmark process printed too much".to_owned())
        }
        Ok(End::Exited(exit)) => match serde_json::from_str(&exit.output) {
            Ok(answer) if exit.status.success() => Ended::Performed(answer),
            _ => Ended::Broken(format!("the benchmark process failed {}", exit.in_words())),
        },
    }
}

impl Ended<Performed> {
    /// Returns the result of a run, or `None` if it was interrupted.
    pub fn answer(self) -> Option<Performed> {
        let (outcome, fact) = match self {
            Self::Performed(answer) => return Some(answer),
            Self::Killed(StopReason::Interrupted) => return None,
            Self::Killed(StopReason::Memory) => {
                let fact = "the run was killed, because it used far more memory than its limit";
                (RunOutcome::Memory, fact.to_owned())
            }
            Self::Killed(_) => {
                let fact = "the run was killed long after its time limit";
                (RunOutcome::Timeout, fact.to_owned())
            }
            Self::Broken(fact) => (RunOutcome::Crashed, fact),
        };
        let mut run = Record::default();
        run.ends(Claimed::Nothing, outcome, fact);
        Some(run.into())
    }
}
