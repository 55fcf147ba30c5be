//! Exhaustive search from both ends, for boards of at most 64 holes.
//!
//! Every jump removes a peg, so the positions reachable from the start fall into levels by
//! number of pegs, and so do those from which the goal can be reached. Both sides grow, the
//! smaller first, until they meet or one of them dies out. The result is either a plan or the numbers
//! of boards at each level, which a check counts again.
//!
//! Idea after Bell, *Solving peg solitaire* (the 33-hole board by levels up to symmetry).

pub mod bit_board;
mod class;
mod complement;
pub mod dense;
mod exhaustive;
pub mod goal_mask;
mod group_relaxation;
pub mod index;
pub mod kept_levels;
mod landing;
pub mod level;
pub mod limits;
mod meetings;
mod on_solutions;
mod parallel;
mod pattern_database;
mod permutation;
mod playable;
mod pruning;
mod survivors;
mod table;
mod trace;
mod two_ended;

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

pub use exhaustive::{ExhaustiveLevels, ExhaustiveResult, NotRedone, exhaustive, redo};
pub(crate) use parallel::each;
pub use pruning::PruningFunctions;
pub(crate) use pruning::{Ends, Pruning};
pub use survivors::{SurvivorSearch, survivors};
pub use table::{Batch, Count, PositionTable};
pub(crate) use two_ended::{GrowthEnd, TwoEnded};

use saut_plan::progress::LevelDone;
use saut_plan::stop::{Stop, resident_mib};

/// Limits and helps of a search.
#[derive(Clone, Default)]
pub struct SearchSettings {
    /// When to give up; its memory limit bounds the tables.
    pub stop: Stop,
    /// The number of threads; 0 for as many as the machine has.
    pub threads: usize,
    /// What prunes positions. Weights that are no pagoda function of the board are left out, and
    /// so are regions that do not divide it.
    pub pruning: PruningFunctions,
    /// Called after each level.
    pub progress: Option<Arc<dyn Fn(LevelProgress) + Send + Sync>>,
}

impl fmt::Debug for SearchSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchSettings")
            .field("stop", &self.stop)
            .field("threads", &self.threads)
            .field("pruning", &self.pruning)
            .finish_non_exhaustive()
    }
}

impl SearchSettings {
    /// Reports a level that was begun at `since`.
    pub(crate) fn report(
        &self,
        direction: bit_board::Direction,
        pegs: usize,
        boards: u64,
        since: Instant,
    ) {
        if let Some(progress) = &self.progress {
            #[expect(clippy::cast_precision_loss, reason = "a rate, for people")]
            let boards_per_second = boards as f64 / since.elapsed().as_secs_f64().max(1e-9);
            progress(LevelProgress {
                direction,
                pegs,
                boards,
                boards_per_second,
                resident_mib: resident_mib(std::process::id()).unwrap_or(0),
            });
        }
    }
}

impl From<LevelProgress> for LevelDone {
    fn from(level: LevelProgress) -> Self {
        Self {
            from_goal: level.direction == bit_board::Direction::Backward,
            pegs: level.pegs,
            boards: level.boards,
            boards_per_second: level.boards_per_second,
            resident_mib: level.resident_mib,
        }
    }
}

/// A level that has just been finished.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelProgress {
    /// From which end it was reached.
    pub direction: bit_board::Direction,
    /// The pegs of its positions.
    pub pegs: usize,
    /// How many positions it has, up to symmetry.
    pub boards: u64,
    /// How many new positions a second were found.
    pub boards_per_second: f64,
    /// The memory of this process, in MiB.
    pub resident_mib: u64,
}
