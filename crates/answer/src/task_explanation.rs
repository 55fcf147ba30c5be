//! The explanation of a planning task: why it has no plan, and what would give it one.
//!
//! Everything said has been checked: a reason is an accepted certificate, and that something else can be reached is a
//! replayed plan of the task with fewer goals or another start. What was not settled in the time is said to be open.

mod numbers;
mod reason;
mod reasons;
mod remedies;
mod share;
mod text;
mod words;

use std::time::{Duration, Instant};

use saut_base::stop::StopReason;
use saut_pddl::PlanningTask;
use saut_plan::{Error, Settings};
use serde_json::{Value, json};

use crate::status;
use reason::{Found, Reason};
use reasons::reasons;
use remedies::{Remedies, remedies};
pub use share::MOST;

/// Explanation of a task: the reasons why it has no plan, and what would give it one.
pub struct TaskExplanation {
    task: String,
    verdict: Explanation,
    reasons: Vec<Reason>,
    remedies: Option<Remedies>,
    elapsed: Duration,
}

/// Verdict on the existence of a plan.
enum Explanation {
    /// A plan of `length` actions, replayed.
    Solved { length: usize, method: &'static str },
    /// There is none.
    Infeasible,
    /// It is not known.
    Undecided(StopReason),
}

impl TaskExplanation {
    /// Looks for reasons and remedies within the limits of the settings.
    ///
    /// # Errors
    /// [`enum@Error`] if one of our own parts contradicts another, or every backend failed.
    pub fn new(task: &PlanningTask, settings: &Settings) -> Result<Self, Error> {
        let began = Instant::now();
        let found = reasons(task, settings)?;
        let (verdict, reasons) = match found {
            Found::Plan { length, method } => (Explanation::Solved { length, method }, Vec::new()),
            Found::Reasons(reasons, why) => {
                let refutes = reasons.iter().any(Reason::refutes);
                let verdict = if refutes {
                    Explanation::Infeasible
                } else {
                    Explanation::Undecided(settings.stop.stop_reason().unwrap_or(why))
                };
                (verdict, reasons)
            }
        };
        let remedies = match verdict {
            Explanation::Infeasible => Some(remedies(task, settings)?),
            _ => None,
        };
        Ok(Self {
            task: task.name().to_owned(),
            verdict,
            reasons,
            remedies,
            elapsed: began.elapsed(),
        })
    }

    /// The exit status of the contract.
    pub fn exit_status(&self) -> u8 {
        match self.verdict {
            Explanation::Undecided(_) => status::UNDECIDED,
            _ => status::SOLVED,
        }
    }

    /// The text for people, with escape sequences for colours.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = self.write_text(&mut text);
        text
    }

    /// The document.
    pub fn document(&self) -> Value {
        let seconds = (self.elapsed.as_secs_f64() * 10_000.0).round() / 10_000.0;
        let reasons: Vec<Value> = self.reasons.iter().map(Reason::document).collect();
        let mut document = json!({
            "task": self.task, "reasons": reasons, "seconds": seconds,
        });
        match &self.verdict {
            Explanation::Solved { length, method } => {
                document["verdict"] = "solved".into();
                document["length"] = (*length).into();
                document["method"] = (*method).into();
            }
            Explanation::Infeasible => document["verdict"] = "infeasible".into(),
            Explanation::Undecided(why) => {
                document["verdict"] = "undecided".into();
                document["reason"] = why.name().into();
            }
        }
        if let Some(remedies) = &self.remedies {
            remedies.write_into(&mut document);
        }
        document
    }
}
