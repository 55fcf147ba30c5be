//! Exhaustive search from both ends, for boards of at most 64 holes.
//!
//! Every jump removes a peg, so the positions that are reachable from the start form levels by number of pegs. The
//! positions from which the goal can be reached also form levels. The smaller side grows first, until the sides meet or
//! one side has no more positions. The result is a plan, or the numbers of boards at each level, which a check counts
//! again.
//!
//! The idea is from Bell, *Solving peg solitaire* (the 33-hole board by levels up to symmetry).

pub mod bit_board;
pub mod checkpoints;
pub mod dense;
mod exhaustive;
pub mod goal_mask;
mod group_relaxation;
pub mod layer;
pub mod layers;
pub mod level;
pub mod limits;
mod pattern_database;
mod pruning;
pub mod reversal;
mod settings;
mod table;
mod two_ended;
pub mod values;

pub use checkpoints::CheckpointStore;
pub use exhaustive::{ExhaustiveLevels, ExhaustiveResult, Survivors, exhaustive, redo, survivors};
pub use pruning::{Pruning, PruningFunctions};
pub use settings::SearchSettings;
pub use table::{Batch, Count, PositionTable, Value};
pub use two_ended::{GrowthEnd, TwoEnded};
