//! Rejected: why a certificate proves nothing.

use thiserror::Error;

use saut_base::stop::StopReason;
use saut_task::CheckError;

/// Faults of a certificate.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RejectedCertificate {
    /// A limit ended the check; the certificate may hold or not.
    #[error("the check was not finished ({})", .0.name())]
    Unfinished(StopReason),
    /// An exhaustive search that, done again, finds something else.
    #[error("{0}")]
    Search(String),
    /// The empty plan solves the puzzle.
    #[error("the start already is as the goal wants it")]
    AlreadySolved,
    /// What the reason says is not so; what is so instead.
    #[error("{0}")]
    NotSo(&'static str),
    /// Numbers that cannot be of this puzzle, or are too many or too large to be checked.
    #[error("{0}")]
    Malformed(String),
    /// A jump that changes or raises the weight, that the board does not have, or that a plan may begin with and that is
    /// left out.
    #[error("{0}")]
    Jump(String),
    /// The goal does not outweigh the start.
    #[error("{0}")]
    NoGap(String),
    /// Some position of the goal agrees with the start in everything that the certificate keeps.
    #[error("a position of the goal agrees with the start in everything that is kept")]
    Agrees,
    /// The proof is about an encoding or a horizon that says nothing about plans of all lengths.
    #[error(
        "a refutation of {encoding} at horizon {horizon} says nothing about this puzzle: {wanted}"
    )]
    OtherFormula {
        /// The encoding named.
        encoding: &'static str,
        /// The horizon named.
        horizon: usize,
        /// Value that it should have.
        wanted: String,
    },
    /// The proof is not accepted.
    #[error(transparent)]
    Drat(CheckError),
}

impl RejectedCertificate {
    /// Refuses a list that is empty or longer than it may be.
    pub(super) fn unless_counted(given: usize, most: usize) -> Result<(), Self> {
        if given == 0 || given > most {
            let fact = format!("{given} parity sums or weightings; 1 to {most} can be checked");
            return Err(Self::Malformed(fact));
        }
        Ok(())
    }

    /// A jump that the board does not have.
    pub(super) fn no_such_jump(name: &str) -> Self {
        Self::Jump(format!("the board has no jump {name}"))
    }
}

impl From<CheckError> for RejectedCertificate {
    fn from(rejected: CheckError) -> Self {
        match rejected {
            CheckError::Stopped(why) => Self::Unfinished(why),
            other @ CheckError::Rejected(_) => Self::Drat(other),
        }
    }
}
