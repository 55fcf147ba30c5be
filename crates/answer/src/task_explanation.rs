//! The explanation of a planning task: why it has no plan, and what would give it one.
//!
//! Everything said has been checked: a reason is an accepted certificate, and that something else can be reached is a
//! replayed plan of the task with fewer goals or another start. What was not settled in the time is said to be open.

mod reason;
mod reasons;
mod remedies;
mod text;

use std::time::Instant;

use saut_pddl::PlanningTask;
use saut_plan::{Error, Settings};
use schemars::JsonSchema;
use serde::Serialize;

use crate::schema::Seconds;
use crate::status;
pub use reason::MOST;
use reason::Reason;
use reasons::{Found, reasons};
use remedies::{Remedies, remedies};

/// Explanation of a task: the reasons why it has no plan, and what would give it one.
#[derive(Serialize, JsonSchema)]
pub struct TaskExplanation {
    /// The name of the task.
    task: String,
    /// Whether there is a plan.
    verdict: Verdict,
    /// Number of actions of a plan, replayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    /// The method that found the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'static str>,
    /// The limit, if it is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The reasons, the shortest first.
    reasons: Vec<Reason>,
    #[serde(flatten)]
    remedies: Option<Remedies>,
    /// Wall time.
    seconds: Seconds,
}

/// Whether there is a plan.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    /// There is a plan, replayed.
    Solved,
    /// There is none.
    Infeasible,
    /// It is not known.
    Undecided,
}

impl TaskExplanation {
    /// Looks for reasons and remedies within the limits of the settings.
    ///
    /// # Errors
    /// [`enum@Error`] if one of our own parts contradicts another, or every backend failed.
    pub fn new(task: &PlanningTask, settings: &Settings) -> Result<Self, Error> {
        let began = Instant::now();
        let mut explanation = Self {
            task: task.name().to_owned(),
            verdict: Verdict::Solved,
            length: None,
            method: None,
            reason: None,
            reasons: Vec::new(),
            remedies: None,
            seconds: Seconds::since(began),
        };
        match reasons(task, settings)? {
            Found::Plan { length, method } => {
                (explanation.length, explanation.method) = (Some(length), Some(method));
            }
            Found::Reasons(reasons, why) => {
                if reasons.iter().any(|reason| reason.refutes) {
                    explanation.verdict = Verdict::Infeasible;
                    explanation.remedies = Some(remedies(task, settings)?);
                } else {
                    let why = settings.stop.stop_reason().unwrap_or(why);
                    explanation.verdict = Verdict::Undecided;
                    explanation.reason = Some(why.name());
                }
                explanation.reasons = reasons;
            }
        }
        explanation.seconds = Seconds::since(began);
        Ok(explanation)
    }

    /// The exit status of the contract.
    pub fn exit_status(&self) -> u8 {
        match self.verdict {
            Verdict::Undecided => status::UNDECIDED,
            Verdict::Solved | Verdict::Infeasible => status::SOLVED,
        }
    }

    /// The text for people, with escape sequences for colours.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = self.write_text(&mut text);
        text
    }
}
