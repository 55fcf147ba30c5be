//! A reason why a task has no plan, or what came of the look for it.

use std::time::Duration;

use saut_base::stop::{Stop, StopReason};
use saut_pddl::{PlanningDomain, PlanningTask};
use saut_plan::Error;
use saut_task::{Certificate, Checked, Problem as _};
use serde_json::{Value, json};

use super::words;
use crate::task::{out_of_reach, why_not};

/// A certificate that was accepted.
pub type Certified = Checked<saut_pddl::Reason>;

/// The longest look for one reason beside one that was found.
pub const BESIDE: Duration = Duration::from_secs(3);

/// A kind of reason, and what came of it.
pub struct Reason {
    pub name: &'static str,
    pub outcome: Outcome,
}

/// Outcome of the look for a reason.
pub enum Outcome {
    /// It refutes.
    Refutes(Box<Certified>, String),
    /// It does not refute, for this reason.
    Silent(&'static str),
    /// Not settled, for this reason.
    Open(&'static str),
}

/// Result of the look for reasons.
pub enum Found {
    /// A plan of so many actions.
    Plan { length: usize, method: &'static str },
    /// Reasons, and what ended the look where none refutes.
    Reasons(Vec<Reason>, StopReason),
}

impl Reason {
    /// A reason about the ground task.
    pub fn of(domain: &PlanningDomain<'_>, name: &'static str, checked: Certified) -> Self {
        let words = match checked.certificate() {
            Certificate::ClosedSet(set) if set.kind() == "invariant" => {
                words::invariant(domain.task(), set)
            }
            _ => why_not(None, &checked),
        };
        let outcome = Outcome::Refutes(Box::new(checked), words);
        Self { name, outcome }
    }

    /// The reason that the relaxation does not reach the goal.
    fn out_of_reach(name: &'static str, checked: Certified, note: Option<&str>) -> Self {
        let words = why_not(note, &checked);
        let outcome = Outcome::Refutes(Box::new(checked), words);
        Self { name, outcome }
    }

    pub const fn refutes(&self) -> bool {
        matches!(self.outcome, Outcome::Refutes(..))
    }

    /// Length of the reason: what a reader has to follow.
    pub fn size(&self) -> usize {
        self.length().map_or(usize::MAX, |(size, _)| size)
    }

    /// The same and of what; `None` if there is none that a reader could follow.
    pub fn length(&self) -> Option<(usize, &'static str)> {
        let Outcome::Refutes(checked, _) = &self.outcome else {
            return None;
        };
        checked.certificate().length(|reason| match reason {
            saut_pddl::Reason::NumericStates { states, .. } => Some(((*states)?, "state")),
            saut_pddl::Reason::NumericWeights { weights, .. } => {
                Some((weights.facts.len() + weights.functions.len(), "weight"))
            }
            _ => Some((1, "fact")),
        })
    }

    /// The order among reasons of one size: what is easiest to follow first.
    pub fn rank(&self) -> usize {
        let order = [
            "relaxed-reachability",
            "pairs",
            "invariant",
            "pagoda",
            "lattice",
        ];
        let place = order.iter().position(|name| *name == self.name);
        place.unwrap_or(order.len())
    }

    pub fn document(&self) -> Value {
        match &self.outcome {
            Outcome::Refutes(checked, words) => {
                let mut entry = json!({
                    "name": self.name, "refutes": true, "settled": true, "size": self.size(), "why": words,
                });
                // A proof and closed states lie in files of their own: saut plan --proof writes them.
                let is_large = match checked.certificate() {
                    Certificate::ClosedSet(set) => set.listing().is_some(),
                    Certificate::Proof(_) => true,
                    Certificate::Own(_) => false,
                };
                if !is_large && let Ok(certificate) = serde_json::to_value(checked.certificate()) {
                    entry["certificate"] = certificate;
                }
                entry
            }
            Outcome::Silent(why) => {
                json!({"name": self.name, "refutes": false, "settled": true, "why": why})
            }
            Outcome::Open(why) => {
                json!({"name": self.name, "refutes": false, "settled": false, "why": why})
            }
        }
    }
}

/// The reason for what the grounder says of the goal.
pub fn goal_unreachable(task: &PlanningTask, note: &str, stop: &Stop) -> Result<Found, Error> {
    Ok(match out_of_reach(task, stop)? {
        Ok(checked) => {
            let one = Reason::out_of_reach(checked.certificate().word(), checked, Some(note));
            Found::Reasons(vec![one], StopReason::NothingLeft)
        }
        Err(why) => Found::Reasons(Vec::new(), why),
    })
}
