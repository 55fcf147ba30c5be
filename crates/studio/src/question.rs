//! Requests about puzzles and planning tasks in JSON, and errors. An error has the HTTP status of the response, and a
//! message with the reason.

use saut_base::BadInput;
use saut_peg::peg::Jump;
use saut_plan::Error;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Request about a puzzle. The path of the request determines which fields are used.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The name of a bundled puzzle, or the text of a puzzle, which has more than one line.
    pub puzzle: String,
    /// The jumps of a game so far.
    #[serde(default)]
    pub played: Vec<Jump>,
    /// The plan to draw.
    #[serde(default)]
    pub plan: Vec<Jump>,
    /// The plan to check, as text.
    #[serde(default)]
    pub text: String,
    /// Format of the download: `svg`, `animation`, `html`, `pddl`, `dimacs` or `smtlib`.
    #[serde(default)]
    pub what: String,
    /// Whether only results that are already known are requested.
    #[serde(default)]
    pub at_once: bool,
}

/// The register of a census, as the text of its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterText {
    /// The text, in the format of `saut census -o`.
    pub text: String,
}

/// Request about a planning task.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskQuestion {
    /// The text of the domain.
    pub domain: String,
    /// The text of the problem.
    pub problem: String,
    /// The quantity to minimise: `actions`, `steps`, `cost`, or empty.
    #[serde(default)]
    pub minimise: String,
    /// A plan as text, one step per line. Solving begins in the state after this plan.
    #[serde(default)]
    pub plan: String,
    /// Format of the downloaded formula: `dimacs` or `smtlib`.
    #[serde(default)]
    pub what: String,
}

/// Error that is returned instead of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiError {
    /// HTTP status of the answer.
    pub status: u16,
    /// Message with the reason.
    pub message: String,
    /// The positions of the errors in the texts of the request.
    places: Vec<Value>,
}

impl ApiError {
    /// Creates an error with this status.
    pub fn new(status: u16, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            places: Vec::new(),
        }
    }

    /// Creates the error for an invalid request.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(400, message)
    }

    /// Creates the error for a request that is too large.
    pub fn large(message: impl Into<String>) -> Self {
        Self::new(413, message)
    }

    /// Creates the error for a request that arrives while too many others are running.
    pub fn busy() -> Self {
        let message = "too many requests are running; try again when one has ended";
        Self::new(429, message)
    }

    /// Creates the error for a request whose computation failed.
    pub fn broken() -> Self {
        Self::new(500, "the search for an answer failed")
    }

    /// Adds the positions of the errors in the texts of the request, so that an editor can mark them.
    #[must_use]
    pub fn at(self, places: Vec<Value>) -> Self {
        Self { places, ..self }
    }

    /// Returns the error as JSON.
    pub fn document(&self) -> String {
        let mut document = json!({"error": self.message});
        if let Some(first) = self.places.first() {
            document["place"] = first.clone();
            document["places"] = self.places.clone().into();
        }
        document.to_string()
    }
}

impl From<BadInput> for ApiError {
    fn from(bad: BadInput) -> Self {
        Self::bad(bad.to_string())
    }
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        match error {
            Error::Settings(bad) => bad.into(),
            fault @ (Error::Backend(_) | Error::Internal(_)) => Self::new(500, fault.to_string()),
        }
    }
}
