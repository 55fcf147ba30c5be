//! The settings of a search, and progress reports on its levels.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use super::bit_board::Direction;
use super::checkpoints::{CheckpointStore, Checkpoints, WordCodec};
use super::pruning::PruningFunctions;
use saut_base::stop::{Stop, held_mib};
use saut_task::progress::LevelDone;

/// The limits and options of a search.
#[derive(Clone, Default)]
pub struct SearchSettings {
    /// Deadline, memory limit and interruption.
    pub stop: Stop,
    /// The number of threads; 0 for the number of cores.
    pub threads: usize,
    /// Functions that prune positions. The search ignores functions and partitions that are invalid for the board.
    pub pruning: PruningFunctions,
    /// Maximum number of positions of a list. With a longer list, the search ends with
    /// [`StopReason::TooLarge`](saut_base::stop::StopReason::TooLarge).
    pub widest: Option<usize>,
    /// Called after each level.
    pub progress: Option<Arc<dyn Fn(LevelDone) + Send + Sync>>,
    /// The store for the levels of counts and of searches for all solutions. A search resumes from the stored levels.
    pub checkpoints: Option<Arc<CheckpointStore>>,
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
    /// Returns the settings of a search within these limits, with this number of threads (0: the number of cores).
    pub fn new(stop: &Stop, threads: usize) -> Self {
        Self {
            stop: stop.clone(),
            threads,
            ..Self::default()
        }
    }

    /// Returns the store for the levels of one computation, if levels are stored.
    pub fn kept<T>(
        &self,
        stage: impl Into<String>,
        packing: WordCodec<T>,
    ) -> Option<Checkpoints<T>> {
        let store = Arc::clone(self.checkpoints.as_ref()?);
        Some(Checkpoints {
            store,
            stage: stage.into(),
            packing,
        })
    }

    /// Reports a level that was begun at `since`.
    pub fn report(&self, direction: Direction, pegs: usize, boards: u64, since: Instant) {
        if let Some(progress) = &self.progress {
            #[expect(clippy::cast_precision_loss, reason = "a rate for display")]
            let boards_per_second = boards as f64 / since.elapsed().as_secs_f64().max(1e-9);
            progress(LevelDone {
                from_goal: direction == Direction::Backward,
                pegs,
                boards,
                boards_per_second,
                resident_mib: held_mib().unwrap_or(0),
            });
        }
    }
}
