//! Errors: reasons why a task could not be processed. They are never answers.

use saut_task::Internal;
use thiserror::Error;

use crate::backend;
use saut_base::bad_input::BadInput;

/// Reason why a task could not be processed.
#[derive(Clone, Debug, Error)]
pub enum Error {
    /// A backend is missing or faulty, and no other backend is left.
    #[error(transparent)]
    Backend(#[from] backend::BackendError),
    /// The settings are invalid; for example, a backend does not exist.
    #[error(transparent)]
    Settings(#[from] BadInput),
    /// Two parts of the program contradict each other.
    #[error(transparent)]
    Internal(#[from] Internal),
}

impl Error {
    /// Creates an internal error: `what` was rejected, with the message `refused`.
    pub fn internal(what: impl std::fmt::Display, refused: impl std::fmt::Display) -> Self {
        Internal::new(what, refused).into()
    }

    /// Creates an error for a worker that panicked.
    pub fn panicked(worker: &str, cause: &(dyn std::any::Any + Send)) -> Self {
        Internal::panicked(worker, cause).into()
    }
}
