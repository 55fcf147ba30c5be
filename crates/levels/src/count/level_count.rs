//! The number of boards of one level.

use crate::search::bit_board::BitBoard;
use crate::search::level::Level;

/// The boards of one number of pegs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelCount {
    /// The pegs.
    pub pegs: usize,
    /// Number of boards.
    pub boards: u64,
    /// Number of boards up to the symmetries that fix what they are counted for.
    pub up_to_symmetry: u64,
}

pub(super) fn level_count(compact: &BitBoard, level: &Level<()>, pegs: usize) -> LevelCount {
    let boards = level
        .iter()
        .map(|(position, ())| compact.orbit(position))
        .sum();
    LevelCount {
        pegs,
        boards,
        up_to_symmetry: level.len() as u64,
    }
}
