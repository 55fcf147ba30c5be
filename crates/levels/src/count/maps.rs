//! Growing a level as bit maps, where lists have become too wide.

use std::time::Instant;

use super::LevelCount;
use crate::search::SearchSettings;
use crate::search::bit_board::{BitBoard, Direction};
use crate::search::dense::{Bitmap, FixedPositions, Numbering};
use crate::search::level::Level;
use crate::search::limits::{Halt, SearchLimits};

/// The numbers that the positions of a class have in bit maps.
#[derive(Debug)]
pub struct Maps<'a> {
    compact: &'a BitBoard,
    numbering: Numbering,
    board: u64,
}

impl<'a> Maps<'a> {
    /// Numbers of the class of the position `member`, on a board of these holes; `None` if it is too large.
    pub fn new(board: u64, compact: &'a BitBoard, member: u64) -> Option<Self> {
        let numbering = Numbering::new(compact, board, member);
        numbering.is_handy().then_some(Self {
            compact,
            numbering,
            board,
        })
    }

    /// Whether a level is better mapped than listed.
    pub fn are_better(&self, level: &Level<()>) -> bool {
        level.len() > self.numbering.widest_listed(self.compact.order())
    }

    /// Counts at most `most` levels after `level`, the first of which has `pegs` pegs.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn grow(
        &self,
        level: Level<()>,
        mut pegs: usize,
        (direction, most): (Direction, usize),
        settings: &SearchSettings,
        counts: &mut Vec<LevelCount>,
    ) -> Result<(), Halt> {
        let limits = SearchLimits::new(&settings.stop, settings.threads);
        let odd_pegs = level
            .iter()
            .next()
            .is_some_and(|(position, ())| position.count_ones() % 2 == 1);
        let mut map = Bitmap::empty(self.numbering.bits(), odd_pegs, &limits)?;
        for (position, ()) in level.iter() {
            for image in self.compact.images(position) {
                map.insert(self.numbering.number(image));
            }
        }
        drop(level);
        let fixed = FixedPositions::new(self.board, self.compact, &self.numbering);
        for _ in 0..most {
            let since = Instant::now();
            map = map.expand(self.compact, &self.numbering, direction, &limits)?;
            let boards = map.len();
            if boards == 0 {
                break;
            }
            let up_to_symmetry = if let Some(fixed) = &fixed {
                fixed.up_to_symmetry(&map, pegs)
            } else {
                let is_least = |position| self.compact.is_canonical(position);
                map.count(&self.numbering, &limits, is_least)?
            };
            counts.push(LevelCount {
                pegs,
                boards,
                up_to_symmetry,
            });
            settings.report(direction, pegs, up_to_symmetry, since);
            pegs = match direction {
                Direction::Forward => pegs - 1,
                Direction::Backward => pegs + 1,
            };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Maps;
    use crate::count::reachable;
    use crate::search::SearchSettings;
    use crate::search::bit_board::{BitBoard, Direction, bits_of};
    use crate::search::level::Level;
    use saut_peg::peg::{Position, boards};

    #[test]
    fn levels_grown_as_maps_are_those_grown_as_lists() {
        for (name, vacant) in [("triangle-5", 4), ("square-4", 5), ("rectangle-4x6", 1)] {
            let board = boards::named(name).unwrap();
            let holes = board.len();
            let start = Position::from_holes(holes, (0..holes).filter(|&hole| hole != vacant));
            let settings = SearchSettings::default();
            let listed = reachable(&board, &start, &settings).unwrap();
            let first = bits_of(&start);
            let compact = BitBoard::fixing(&board, &[first]).unwrap();
            let maps = Maps::new(bits_of(&board.full()), &compact, first).unwrap();
            let mut counts = vec![listed[0]];
            let direction = (Direction::Forward, usize::MAX);
            maps.grow(
                Level::of([(first, ())], 1),
                holes - 2,
                direction,
                &settings,
                &mut counts,
            )
            .unwrap();
            assert_eq!(counts, listed, "{name}");
            counts.truncate(1);
            maps.grow(
                Level::of([(first, ())], 1),
                holes - 2,
                (Direction::Forward, 2),
                &settings,
                &mut counts,
            )
            .unwrap();
            assert_eq!(counts, listed[..3], "{name}, two jumps");
        }
    }
}
