//! Exact numbers: solutions, games, boards by level. No search, only dynamic programming over
//! levels, on positions up to symmetry.
//!
//! A position that stands for its images carries the number of jump sequences to *all* of them
//! together: so a parent simply adds its number to every child, once for each jump, whatever the
//! sizes of the two orbits.

mod games;
mod growth;
mod growth_table;
mod matrix;
mod solutions;
mod successors;

pub use games::{Games, GamesLevel, games};
pub use growth::{LevelCount, backward, boards_on_solutions, boards_with, leading_to, reachable};
pub use growth_table::{GrowthLevel, Steps, growth_levels};
pub use matrix::{Paths, PositionGraph, Relation};
pub use solutions::{SolutionCount, solutions};
pub use successors::{MostSuccessors, most_successors};

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
