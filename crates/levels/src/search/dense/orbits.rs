//! Counts the positions of a bit map up to symmetry.
//!
//! By the theorem of Cauchy and Frobenius (Burnside's lemma), the number of orbits is the mean, over the symmetries, of
//! the number of positions that each symmetry fixes. Only few positions are fixed, because one hole of each cycle
//! determines a fixed position. They are listed once for all levels.

use super::bitmap::Bitmap;
use super::class_index::ClassIndex;
use crate::search::bit_board::BitBoard;

/// The positions of a class that symmetries fix.
#[derive(Clone, Debug)]
pub struct FixedPositions {
    order: u64,
    /// The numbers of the fixed positions by number of pegs, once for each symmetry except the identity.
    by_pegs: Vec<Vec<u64>>,
}

impl FixedPositions {
    /// Maximum number of cycles of holes of a symmetry. With more cycles, there are too many fixed positions.
    const MAX_CYCLES: usize = 24;

    /// Lists the fixed positions of a board under the symmetries. `None` if there are too many of them.
    pub fn new(board: u64, symmetries: &BitBoard, index: &ClassIndex) -> Option<Self> {
        let mut by_pegs = vec![Vec::new(); board.count_ones() as usize + 1];
        for symmetry in 0..symmetries.order() {
            let cycles = cycles(board, |holes| symmetries.image(symmetry, holes));
            if cycles.len() == by_pegs.len() - 1 {
                // The identity fixes all positions.
                continue;
            }
            if cycles.len() > Self::MAX_CYCLES {
                return None;
            }
            let mut position = 0_u64;
            // The unions of cycles in the order of a Gray code: consecutive unions differ in one cycle.
            for step in 1..=1_u64 << cycles.len() {
                let pegs = position.count_ones();
                let number = index.number(position);
                if index.position(number, pegs % 2 == 1) == position {
                    by_pegs[pegs as usize].push(number);
                }
                let next = cycles.get(step.trailing_zeros() as usize);
                position ^= next.copied().unwrap_or(0);
            }
        }
        Some(Self {
            order: symmetries.order() as u64,
            by_pegs,
        })
    }

    /// Returns the number of positions of a level of `pegs` pegs, up to symmetry. The symmetries
    /// must map the level to itself.
    pub fn up_to_symmetry(&self, level: &Bitmap, pegs: usize) -> u64 {
        let fixed = self.by_pegs[pegs].iter();
        let fixed = fixed.filter(|&&number| level.has(number)).count();
        (level.len() + fixed as u64) / self.order
    }
}

/// Returns the cycles of a permutation of holes.
fn cycles(mut holes: u64, image: impl Fn(u64) -> u64) -> Vec<u64> {
    let mut cycles = Vec::new();
    while holes != 0 {
        let first = holes & holes.wrapping_neg();
        let (mut cycle, mut at) = (first, image(first));
        while at != first {
            cycle |= at;
            at = image(at);
        }
        cycles.push(cycle);
        holes &= !cycle;
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::FixedPositions;
    use crate::search::bit_board::{BitBoard, Direction, bits_of};
    use crate::search::dense::{Bitmap, ClassIndex, Maps};
    use crate::search::limits::SearchLimits;
    use saut_base::stop::Stop;
    use saut_peg::peg::boards;

    #[test]
    fn orbits_are_as_many_as_least_images() {
        for (name, vacant) in [("triangle-5", 4), ("square-5", 12), ("rectangle-4x6", 0)] {
            let board = boards::named(name).unwrap();
            let full = bits_of(&board.full());
            let start = full & !(1 << vacant);
            let symmetries = BitBoard::fixing(&board, &[start]).unwrap();
            let maps = Maps::new(&board, start).unwrap();
            let index = &maps.index;
            let fixed = FixedPositions::new(full, &symmetries, index).unwrap();
            let limits = SearchLimits::new(&Stop::default(), 2);
            let mut pegs = start.count_ones() as usize;
            let mut level = Bitmap::empty(index.bits, pegs % 2 == 1, &limits).unwrap();
            level.insert(index.number(start));
            let mut fewer = 0;
            while !level.is_empty() {
                let odd_pegs = pegs % 2 == 1;
                let positions = level.iter().map(|at| index.position(at, odd_pegs));
                let least = positions.filter(|&at| symmetries.is_canonical(at));
                let least = least.count() as u64;
                assert_eq!(fixed.up_to_symmetry(&level, pegs), least, "{name}");
                fewer += usize::from(least < level.len());
                level = maps.step(&level, Direction::Forward, &limits).unwrap();
                pegs -= 1;
            }
            assert!(fewer > 0 || symmetries.order() == 1, "{name}");
        }
    }

    #[test]
    fn too_many_fixed_positions_are_not_listed() {
        let board = boards::named("square-7").unwrap();
        let full = bits_of(&board.full());
        let symmetries = BitBoard::fixing(&board, &[]).unwrap();
        let index = ClassIndex::new(&symmetries, full, full);
        assert!(FixedPositions::new(full, &symmetries, &index).is_none());
    }
}
