//! The outcome of a check: its line for people, its document, and its exit status.

use std::process::ExitCode;

use saut_base::stop::StopReason;
use saut_task::claims::FalseClaim;
use serde_json::{Value, json};

/// Outcome of checking a document.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds; with what it shows, and the names of its claims that were not checked.
    Accepted(String, Vec<String>),
    /// It does not; with what is wrong.
    Refused(String),
    /// A limit ended the check, which says nothing about the document.
    Unfinished(StopReason),
}

impl From<FalseClaim> for Outcome {
    fn from(claim: FalseClaim) -> Self {
        Self::Refused(claim.to_string())
    }
}

impl Outcome {
    /// The document that `--json` prints (`schemas/saut-check.json`).
    fn document(&self) -> Value {
        match self {
            Self::Accepted(fact, unverified) => {
                json!({"outcome": "accepted", "fact": fact, "unverified": unverified})
            }
            Self::Refused(fact) => json!({"outcome": "refused", "fact": fact}),
            Self::Unfinished(why) => json!({"outcome": "unfinished", "reason": why.name()}),
        }
    }

    /// Tells it, as a document or for people, and gives its exit status.
    pub fn print(&self, as_json: bool) -> ExitCode {
        match self {
            _ if as_json => println!("{}", self.document()),
            Self::Accepted(fact, unverified) => {
                println!("accepted: {fact}");
                if !unverified.is_empty() {
                    println!("not verified here: {}", unverified.join(", "));
                }
            }
            Self::Refused(fact) => println!("refused: {fact}"),
            Self::Unfinished(why) => println!("not finished ({})", why.name()),
        }
        match self {
            Self::Accepted(..) => ExitCode::SUCCESS,
            Self::Refused(_) => ExitCode::from(1),
            Self::Unfinished(_) => ExitCode::from(30),
        }
    }
}
