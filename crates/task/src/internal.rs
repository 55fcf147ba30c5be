//! Contradictions between our own parts: never an answer.

use std::any::Any;
use std::fmt::Display;

use thiserror::Error;

/// One of our own parts contradicts another: a plan of ours that the simulator refuses, a certificate of ours that
/// its check refuses, a worker that panicked.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("internal error, and no answer can be trusted: {0}; please report it")]
pub struct Internal(pub String);

impl Internal {
    /// Error about what we made, and what refused it.
    pub fn new(what: impl Display, refused: impl Display) -> Self {
        Self(format!("{what}: {refused}"))
    }

    /// A worker that panicked.
    pub fn panicked(worker: &str, cause: &(dyn Any + Send)) -> Self {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
        Self::new(
            format_args!("{worker} panicked"),
            text.unwrap_or("no message"),
        )
    }
}
