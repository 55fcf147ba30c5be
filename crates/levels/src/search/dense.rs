//! Bit maps of the positions of a position class, for boards with small classes.
//!
//! If start and goal have no symmetry, lists of positions become long: a level of the corsair game on 37 holes has
//! hundreds of millions of positions. The positions of a class are numbered, and a bit map has one bit for each number.
//! A bit map always takes the same memory, and one instruction plays a jump in 64 positions.

mod bitmap;
mod class_index;
mod expansion;
mod orbits;

use std::sync::{Arc, Mutex};

pub use bitmap::{Bitmap, RankedBitmap};
pub use class_index::ClassIndex;
pub use orbits::FixedPositions;

use super::bit_board::{BitBoard, Direction, bits_of};
use super::limits::{CountError, SearchLimits, locked};
use saut_peg::peg::Board;

/// The common data of the bit maps of a position class.
#[derive(Debug)]
pub struct Maps {
    /// The numbering of the positions of the class.
    pub index: ClassIndex,
    /// The jumps of the board, without symmetries.
    pub plain: BitBoard,
    /// All holes of the board, one bit each.
    pub board: u64,
    /// Bit maps that can be reused.
    spare: Mutex<Vec<Bitmap>>,
}

impl Maps {
    /// Prepares the bit maps of the class of the position `member`. `None` if the class is too large.
    pub fn new(board: &Board, member: u64) -> Option<Arc<Self>> {
        let plain = BitBoard::fixing(board, &[])?.without_symmetries();
        let board = bits_of(&board.full());
        let index = ClassIndex::new(&plain, board, member);
        index.is_handy().then(|| {
            Arc::new(Self {
                index,
                plain,
                board,
                spare: Mutex::default(),
            })
        })
    }

    /// Returns an empty bit map; reuses a spare map if there is one.
    ///
    /// # Errors
    /// [`CountError`] if the memory limit was reached.
    pub fn empty(&self, odd_pegs: bool, limits: &SearchLimits) -> Result<Bitmap, CountError> {
        let spare = locked(&self.spare).pop();
        let Some(mut map) = spare else {
            return Bitmap::empty(self.index.bits, odd_pegs, limits);
        };
        map.clear(odd_pegs);
        Ok(map)
    }

    /// Stores a bit map that is no longer needed, so that [`Maps::empty`] can reuse it.
    pub fn recycle(&self, map: Bitmap) {
        const MOST: usize = 2;
        let mut spare = locked(&self.spare);
        if spare.len() < MOST {
            spare.push(map);
        }
    }

    /// Returns all positions after one jump (or reverse jump) from the positions of a bit map.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn step(
        &self,
        map: &Bitmap,
        direction: Direction,
        limits: &SearchLimits,
    ) -> Result<Bitmap, CountError> {
        let next = self.empty(!map.odd_pegs, limits)?;
        if map.has_few() {
            map.expand_few(next, &self.plain, &self.index, direction, limits)
        } else {
            map.expand_many(next, &self.index, direction, limits)
        }
    }
}
