//! Exhaustive search from both ends, for boards of at most 64 holes.
//!
//! Every jump removes a peg, so the positions reachable from the start fall into levels by
//! number of pegs, and so do those from which the goal can be reached. Both sides grow, the
//! smaller first, until they meet or one of them dies out. What is found is either a plan or the
//! numbers of boards at each level, which whoever doubts them can have counted again.
//!
//! Idea after Bell, *Solving peg solitaire* (the 33-hole board by levels up to symmetry).

mod class;
pub mod compact;
mod complement;
pub mod dense;
mod exhaustive;
pub mod index;
mod landing;
pub mod level;
pub mod limits;
mod loss;
mod parallel;
mod permutation;
mod pruning;
mod regions;
mod survivors;
mod table;
mod trace;
mod two_ended;
pub mod wanted;
mod winning;

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

pub use exhaustive::{ExhaustiveLevels, Found, NotRedone, exhaustive, redo};
pub(crate) use parallel::each;
pub use pruning::Cuts;
pub(crate) use pruning::{Ends, Pruning, turned, weigh};
pub use survivors::{Survey, survivors};
pub use table::{Batch, Table, Tally};
pub(crate) use two_ended::{End, TwoEnded};

use saut_plan::progress::LevelDone;
use saut_plan::stop::{Stop, resident_mib};

/// Limits and helps of a search.
#[derive(Clone, Default)]
pub struct SearchSettings {
    /// When to give up; its memory limit bounds the tables.
    pub stop: Stop,
    /// The number of threads; 0 for as many as the machine has.
    pub threads: usize,
    /// What cuts off positions. Weights that are no pagoda function of the board are left out, and
    /// so are regions that do not divide it.
    pub cuts: Cuts,
    /// Called after each level.
    pub progress: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
}

impl fmt::Debug for SearchSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchSettings")
            .field("stop", &self.stop)
            .field("threads", &self.threads)
            .field("cuts", &self.cuts)
            .finish_non_exhaustive()
    }
}

impl SearchSettings {
    /// Tells of a level that was begun at `since`.
    pub(crate) fn tell(
        &self,
        direction: compact::Direction,
        pegs: usize,
        boards: u64,
        since: Instant,
    ) {
        if let Some(progress) = &self.progress {
            #[expect(clippy::cast_precision_loss, reason = "a rate, for people")]
            let boards_per_second = boards as f64 / since.elapsed().as_secs_f64().max(1e-9);
            progress(Progress {
                direction,
                pegs,
                boards,
                boards_per_second,
                resident_mib: resident_mib(std::process::id()).unwrap_or(0),
            });
        }
    }
}

impl From<Progress> for LevelDone {
    fn from(level: Progress) -> Self {
        Self {
            from_goal: level.direction == compact::Direction::Backward,
            pegs: level.pegs,
            boards: level.boards,
            boards_per_second: level.boards_per_second,
            resident_mib: level.resident_mib,
        }
    }
}

/// A level that has just been finished.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// From which end it was reached.
    pub direction: compact::Direction,
    /// The pegs of its positions.
    pub pegs: usize,
    /// How many positions it has, up to symmetry.
    pub boards: u64,
    /// How many new positions a second were found.
    pub boards_per_second: f64,
    /// The memory of this process, in MiB.
    pub resident_mib: u64,
}
