//! The table of boards seen: one of each class under the symmetries that keep the goal.
//!
//! The goal can be reached from all boards of a class or from none, so one of them will do: the least, hole by hole.
//! Open addressing in one array of words; the board without a peg, which no jump can make, marks a free place.

use super::game::{Bits, has};
use super::symmetric::images;
use super::watch::Watch;
use saut_base::stop::StopReason;
use saut_peg::peg::{Hole, Puzzle};

/// The places of a new table.
const FIRST: usize = 1 << 10;

/// A set of boards.
pub struct BaselineTable {
    words: usize,
    places: Vec<u64>,
    len: usize,
    /// The symmetries other than the identity, as where each hole goes.
    images: Vec<Vec<Hole>>,
    least: Vec<u64>,
    image: Vec<u64>,
}

impl BaselineTable {
    /// An empty table for boards of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        let words = puzzle.board().len().div_ceil(64);
        Self {
            words,
            places: vec![0; FIRST * words],
            len: 0,
            images: images(puzzle),
            least: vec![0; words],
            image: vec![0; words],
        }
    }

    /// Puts a board in; whether its class was not there.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the table would grow beyond the limit.
    pub fn insert(&mut self, bits: &Bits, watch: &Watch<'_>) -> Result<bool, StopReason> {
        if 4 * self.len >= 3 * (self.places.len() / self.words) {
            watch.allow(2 * size_of_val(self.places.as_slice()))?;
            self.grow();
        }
        self.find_least(bits);
        let is_new = put(&mut self.places, &self.least);
        self.len += usize::from(is_new);
        Ok(is_new)
    }

    fn grow(&mut self) {
        let mut places = vec![0; 2 * self.places.len()];
        for board in self.places.chunks_exact(self.words) {
            if board.iter().any(|&word| word != 0) {
                put(&mut places, board);
            }
        }
        self.places = places;
    }

    /// The least of the images of a board, into `self.least`.
    fn find_least(&mut self, bits: &Bits) {
        self.least.copy_from_slice(bits);
        for image in &self.images {
            self.image.fill(0);
            for (hole, &to) in image.iter().enumerate() {
                self.image[to / 64] |= u64::from(has(bits, hole)) << (to % 64);
            }
            if self.image < self.least {
                self.least.copy_from_slice(&self.image);
            }
        }
    }
}

/// Puts a board into an array that has room; whether it was not there.
fn put(places: &mut [u64], board: &Bits) -> bool {
    let words = board.len();
    let mask = places.len() / words - 1;
    let mut place = hash(board) & mask;
    loop {
        let here = &mut places[place * words..(place + 1) * words];
        if here == board {
            return false;
        }
        if here.iter().all(|&word| word == 0) {
            here.copy_from_slice(board);
            return true;
        }
        place = (place + 1) & mask;
    }
}

/// Mixes the words of a board by the finisher of `SplitMix64` (Steele, Lea, Flood, 2014): every
/// hole has a say in every bit.
fn hash(board: &Bits) -> usize {
    let mix = |hash: u64, &word: &u64| {
        let mut mixed = hash ^ word;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let hash = board.iter().fold(0, mix);
    usize::try_from(hash & (usize::MAX as u64)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{BaselineTable, hash};
    use crate::baseline::watch::Watch;
    use saut_base::stop::{Stop, StopReason};
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    fn puzzle(board: &str, goal: impl IntoIterator<Item = usize>) -> Puzzle {
        let board = boards::named(board).unwrap();
        let goal = Goal::exactly(Position::from_holes(board.len(), goal));
        let start = board.full();
        Puzzle::new("test", board, start, goal).unwrap()
    }

    #[test]
    fn a_board_is_new_once_and_so_are_its_images_together() {
        let (stop, mut table) = (
            Stop::default(),
            BaselineTable::new(&puzzle("square-3", [4])),
        );
        let watch = Watch::new(&stop, None);
        let mut insert = |bits: u64| table.insert(&[bits], &watch).unwrap();
        assert!(insert(0b11) && !insert(0b11));
        assert!(!insert(0b110), "the mirror image");
        assert!(insert(0b101));
    }

    #[test]
    fn every_hole_has_a_say_in_where_a_board_goes() {
        for shift in [0, 20, 52] {
            let places: HashSet<usize> = (1..4096_u64)
                .map(|bits| hash(&[bits << shift]) % (1 << 20))
                .collect();
            assert!(places.len() > 4000, "{shift}: {}", places.len());
        }
    }

    #[test]
    fn symmetries_that_move_the_goal_do_not_count() {
        let (stop, mut table) = (
            Stop::default(),
            BaselineTable::new(&puzzle("square-3", [1, 2])),
        );
        let watch = Watch::new(&stop, None);
        assert_eq!(table.insert(&[0b11], &watch), Ok(true));
        assert_eq!(table.insert(&[0b110], &watch), Ok(true));
    }

    #[test]
    fn a_table_keeps_what_it_has_when_it_grows_and_stops_at_the_limit() {
        let mut table = BaselineTable::new(&puzzle("rectangle-130x1", [0, 1, 7]));
        let board = |number: u64| [number, !number, 1];
        let (free, tight) = (Stop::default(), Stop::new(None, Some(0)));
        for number in 1..5000 {
            let watch = Watch::new(&free, None);
            assert_eq!(table.insert(&board(number), &watch), Ok(true));
        }
        let watch = Watch::new(&tight, None);
        assert!((1..5000).all(|number| table.insert(&board(number), &watch) == Ok(false)));
        let full = (5000..100_000).find_map(|number| table.insert(&board(number), &watch).err());
        assert_eq!(full, Some(StopReason::Memory));
    }
}
