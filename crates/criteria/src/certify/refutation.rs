//! Refutations: what each criterion says of itself, beside its theorem.
//!
//! A criterion is a type in a file of its own that implements [`Refutation`]; its lines in `certificate.rs` make it
//! known everywhere.

use thiserror::Error;

use saut_base::stop::{Stop, StopReason};
use saut_peg::peg::Puzzle;
use saut_task::CheckError;

/// A criterion with what it needs: a claim that a puzzle is infeasible.
pub trait Refutation {
    /// Looks for one that refutes the puzzle, until it is time to stop; it may use floating point or luck.
    fn look(puzzle: &Puzzle, stop: &Stop) -> Result<Self, NotRefuted>
    where
        Self: Sized;

    /// Checks that it refutes the puzzle, in integers.
    fn check(&self, puzzle: &Puzzle) -> Result<(), RejectedCertificate>;

    /// The reason for people.
    fn explanation(&self, puzzle: &Puzzle) -> String;

    /// Numbers on the board, if they say something.
    fn weighings(&self, _: &Puzzle) -> Vec<Weighing> {
        Vec::new()
    }
}

/// Text for people, and the numbers that were compared.
type Explanation = (String, Vec<Weighing>);

/// Outcome of a criterion that found no refutation.
pub struct NotRefuted {
    /// Whether it ran to completion; if not, it may refute or not.
    pub is_settled: bool,
    /// The reason for people, worked out where it is asked for.
    pub explain: Box<dyn FnOnce(&Puzzle) -> Explanation>,
}

impl NotRefuted {
    /// A criterion that ran to completion.
    pub fn settled(explain: impl FnOnce(&Puzzle) -> Explanation + 'static) -> Self {
        Self {
            is_settled: true,
            explain: Box::new(explain),
        }
    }

    /// The same, in words for any puzzle.
    pub fn words(words: &'static str) -> Self {
        Self::settled(|_| (words.to_owned(), Vec::new()))
    }

    /// A criterion that a limit stopped.
    pub fn open(words: &'static str) -> Self {
        Self {
            is_settled: false,
            ..Self::words(words)
        }
    }
}

/// A number in every hole, with what start and goal come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighing {
    /// Meaning of the numbers.
    pub title: String,
    /// By hole.
    pub weights: Vec<i64>,
    /// The sum of the start, reduced where sums are counted modulo a number.
    pub start: String,
    /// The least sum of a position of the goal.
    pub goal: String,
}

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
