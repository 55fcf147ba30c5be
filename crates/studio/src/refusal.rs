//! Refusals: kinds of questions that get no answer, and a sentence that says why.

use saut_base::BadInput;
use saut_plan::Error;
use serde_json::json;

/// Reason why a question is not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of refusal.
    pub cause: Cause,
    /// The sentence.
    pub message: String,
}

/// Kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The question cannot be used.
    Bad,
    /// It is too large.
    Large,
    /// There is no such thing.
    Missing,
    /// Something went wrong here.
    Fault,
}

impl Refusal {
    /// The question cannot be used.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(Cause::Bad, message)
    }

    /// The question is too large.
    pub fn large(message: impl Into<String>) -> Self {
        Self::new(Cause::Large, message)
    }

    /// There is no such thing.
    pub fn missing(message: impl Into<String>) -> Self {
        Self::new(Cause::Missing, message)
    }

    /// Something went wrong here.
    pub fn fault(message: impl Into<String>) -> Self {
        Self::new(Cause::Fault, message)
    }

    fn new(cause: Cause, message: impl Into<String>) -> Self {
        Self {
            cause,
            message: message.into(),
        }
    }

    /// The refusal as a document.
    pub fn document(&self) -> String {
        json!({"error": self.message}).to_string()
    }
}

impl From<BadInput> for Refusal {
    fn from(bad: BadInput) -> Self {
        Self::bad(bad.to_string())
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Settings(bad) => bad.into(),
            fault @ (Error::Backend(_) | Error::Internal(_)) => Self::fault(fault.to_string()),
        }
    }
}
