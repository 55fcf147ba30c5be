//! Reasons why a task could not be worked on; never an answer.

use saut_task::Internal;
use thiserror::Error;

use crate::backend;
use saut_base::bad_input::BadInput;

/// Reason why a task could not be worked on.
#[derive(Clone, Debug, Error)]
pub enum Error {
    /// A backend is missing or at fault, and there is no other to go on with.
    #[error(transparent)]
    Backend(#[from] backend::BackendError),
    /// The settings ask for something that is not.
    #[error(transparent)]
    Settings(#[from] BadInput),
    /// One of our own parts contradicts another.
    #[error(transparent)]
    Internal(#[from] Internal),
}

impl Error {
    /// Error about what we made, and what refused it.
    pub fn internal(what: impl std::fmt::Display, refused: impl std::fmt::Display) -> Self {
        Internal::new(what, refused).into()
    }

    /// A worker that panicked.
    pub fn panicked(worker: &str, cause: &(dyn std::any::Any + Send)) -> Self {
        Internal::panicked(worker, cause).into()
    }
}
