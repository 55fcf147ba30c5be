//! Reasons why something was not counted.

use thiserror::Error;

use crate::search::limits::Halt;
use saut_base::stop::StopReason;

/// Reasons why there is no number.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NotCounted {
    /// A limit was hit.
    #[error("not counted to the end ({})", .0.name())]
    Stopped(StopReason),
    /// The number is too large for 128 bits.
    #[error("the number has more than 128 bits")]
    TooLarge,
    /// Counting is not made for this puzzle; why.
    #[error("not counted: {0}")]
    NotApplicable(&'static str),
}

impl NotCounted {
    /// Said of moves, sweeps and what else is asked of all solutions together.
    pub(crate) const OLD_RULE: Self = Self::NotApplicable(
        "the puzzle is of the old French rule, and what is told of all solutions together is not made for a \
         peg put back; leave put_back out of the file, or count them with saut count",
    );

    /// Said of boards that do not fit into a word.
    pub const LARGE: Self = Self::NotApplicable("the board has more than 64 holes");
}

impl From<Halt> for NotCounted {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped(why) => Self::Stopped(why),
            Halt::TooLarge => Self::TooLarge,
        }
    }
}
