//! Internal errors: contradictions between parts of the program, which are never reported as answers.

use std::any::Any;
use std::fmt::Display;

use thiserror::Error;

/// A contradiction between parts of the program: for example, the simulator rejects the plan of an engine, a check
/// rejects a certificate, or a worker panicked.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("internal error: {0}; trust no answer of this run, and please report it")]
pub struct Internal(pub String);

impl Internal {
    /// Creates the error from the rejected object and the reason for the rejection.
    pub fn new(what: impl Display, refused: impl Display) -> Self {
        Self(format!("{what}: {refused}"))
    }

    /// Creates the error for a worker that panicked.
    pub fn panicked(worker: &str, cause: &(dyn Any + Send)) -> Self {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
        Self::new(
            format_args!("{worker} panicked"),
            text.unwrap_or("no message"),
        )
    }
}
