//! The next level of a bit map with few positions, one position at a time.
//!
//! Playing a jump in 64 positions at once costs as much where only one of them is there. Levels
//! near the start, near the goal, and most of what lies on solutions are so thin that it is cheaper to ask of
//! each position which jumps it allows.

use std::sync::{Mutex, PoisonError};

use super::bitmap::{Bitmap, first_place, numbers};
use super::class_index::ClassIndex;
use crate::search::bit_board::{BitBoard, Direction};
use crate::search::limits::{Halt, SearchLimits};
use crate::search::parallel::each;

/// Words for each position, from which on a level has few.
const WORDS_EACH: u64 = 8;

/// Number of blocks that a thread takes at a time.
const PIECE: usize = 16;

impl Bitmap {
    /// Whether it has few positions.
    pub(super) fn has_few(&self) -> bool {
        self.len() < self.words().len() as u64 / WORDS_EACH
    }

    /// All children of its positions by jumps or un-jumps, in a map that is empty.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub(super) fn expand_few(
        &self,
        next: Self,
        compact: &BitBoard,
        index: &ClassIndex,
        direction: Direction,
        limits: &SearchLimits,
    ) -> Result<Self, Halt> {
        let next = Mutex::new(next);
        let steps = index.steps(direction);
        let pieces = self.blocks().chunks(PIECE).zip(self.occupied.chunks(PIECE));
        let pieces = pieces.enumerate();
        let occupied = pieces.filter(|(_, (_, occupied))| occupied.contains(&true));
        each(limits.threads(), occupied, |(piece, (blocks, _))| {
            limits.check()?;
            let mut children = Vec::new();
            let words = (first_place((piece * PIECE) as u64)..).zip(blocks.as_flattened());
            for number in words.flat_map(|(place, &word)| numbers(place, word)) {
                let position = index.position(number, self.odd_pegs);
                compact.each_playable(direction, position, |jump| {
                    children.push(number ^ steps[jump].flip);
                });
            }
            let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
            for child in children {
                next.insert(child);
            }
            Ok(())
        })?;
        Ok(next.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
