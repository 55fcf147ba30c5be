//! The position class, for any board: what jumps keep modulo 2.
//!
//! Two positions can only be connected by jumps if their difference is a sum of jumps over the field
//! of two elements; Suremain de Missery and Reiss found this for the square boards.

use super::bit_board::BitBoard;
use saut_peg::gf2::Echelon;

impl BitBoard {
    /// The sums of jumps: all differences between positions of one class.
    pub fn sums_of_jumps(&self) -> Echelon<u64> {
        Echelon::spanned_by(self.masks().iter().map(|mask| mask.touched))
    }

    /// Whether two positions are in the same position class.
    pub fn same_class(&self, from: u64, to: u64) -> bool {
        self.sums_of_jumps().contains(from ^ to)
    }
}

#[cfg(test)]
mod tests {
    use crate::search::bit_board::{BitBoard, bits_of};
    use saut_peg::peg::boards;

    #[test]
    fn the_class_separates_what_no_jumps_connect() {
        let board = boards::named("english").unwrap();
        let compact = BitBoard::fixing(&board, &[]).unwrap();
        let start = bits_of(&board.full()) ^ 1 << 16;
        let ends = (0..33).filter(|&hole| compact.same_class(start, 1 << hole));
        assert_eq!(ends.collect::<Vec<_>>(), [1, 13, 16, 19, 31]);
    }
}
