//! Why a task could not be worked on; never an answer.

use thiserror::Error;

use crate::backend;
use crate::bad_input::BadInput;

/// Why a task could not be worked on.
#[derive(Clone, Debug, Error)]
pub enum Error {
    /// A backend is missing or at fault, and there is no other to go on with.
    #[error(transparent)]
    Backend(#[from] backend::BackendError),
    /// The settings ask for something that is not.
    #[error(transparent)]
    Settings(#[from] BadInput),
    /// One of our own parts contradicts another: a plan of ours that the simulator refuses, a
    /// certificate of ours that its check refuses, a worker that panicked.
    #[error("internal error, and no answer can be trusted: {0}; please report it")]
    Internal(String),
}

impl Error {
    /// What we made, and what refused it.
    pub fn internal(what: impl std::fmt::Display, refused: impl std::fmt::Display) -> Self {
        Self::Internal(format!("{what}: {refused}"))
    }

    /// A worker that panicked.
    pub fn panicked(worker: &str, cause: &(dyn std::any::Any + Send)) -> Self {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
        Self::internal(
            format_args!("{worker} panicked"),
            text.unwrap_or("no message"),
        )
    }
}
