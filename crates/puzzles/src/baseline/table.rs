//! The table of boards seen: one of each class under the symmetries that keep the goal.
//!
//! The goal can be reached from all boards of a class or from none, so one of them will do: the least, hole by hole.

use rustc_hash::FxHashSet;

use super::game::Watch;
use super::random_play::images;
use saut_base::stop::StopReason;
use saut_levels::search::PositionTable;
use saut_levels::search::bit_board::{BitBoard, bits_of};
use saut_peg::peg::{Hole, Position, Puzzle};

/// A set of boards.
pub enum BaselineTable {
    /// Of at most 64 holes.
    Small(BitBoard, PositionTable<()>),
    /// With the symmetries other than the identity, as where each hole goes.
    Large(Vec<Vec<Hole>>, FxHashSet<Position>),
}

impl BaselineTable {
    /// An empty table for boards of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        match BitBoard::of_goal(puzzle) {
            Some((compact, ..)) => Self::Small(compact, PositionTable::default()),
            None => Self::Large(images(puzzle), FxHashSet::default()),
        }
    }

    /// Puts a board in; whether its class was not there.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the table would grow beyond the limit.
    pub fn insert(&mut self, board: &Position, watch: &Watch<'_>) -> Result<bool, StopReason> {
        match self {
            Self::Small(compact, table) => {
                let len = table.len();
                if table.growth(1) > 0 {
                    watch.allow(PositionTable::<()>::bytes(len + 1))?;
                }
                let added = table.add(compact.canonical(bits_of(board)), ());
                added.map_err(|_| StopReason::TooLarge)?;
                Ok(table.len() > len)
            }
            Self::Large(images, boards) => {
                if boards.len() == boards.capacity() {
                    let each = size_of::<Position>() + board.len() / 8;
                    watch.allow(2 * boards.capacity() * each)?;
                }
                let images = images.iter().map(|image| board.mapped(image));
                Ok(boards.insert(images.fold(board.clone(), Position::min)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BaselineTable;
    use crate::baseline::game::Watch;
    use saut_base::stop::{Stop, StopReason};
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    fn puzzle(board: &str, goal: impl IntoIterator<Item = usize>) -> Puzzle {
        let board = boards::named(board).unwrap();
        let goal = Goal::exactly(Position::from_holes(board.len(), goal));
        let start = board.full();
        Puzzle::new("test", board, start, goal).unwrap()
    }

    #[test]
    fn a_board_is_new_once_and_so_are_its_images_under_what_keeps_the_goal() {
        let stop = Stop::default();
        let watch = Watch::new(&stop, &|_| ());
        // The mirror image of the first board is the third.
        for (goal, mirror_is_new) in [(vec![4], false), (vec![1, 2], true)] {
            let mut table = BaselineTable::new(&puzzle("square-3", goal));
            let boards = [
                ([0, 1], true),
                ([0, 1], false),
                ([1, 2], mirror_is_new),
                ([0, 2], true),
            ];
            for (holes, is_new) in boards {
                let board = Position::from_holes(9, holes);
                assert_eq!(table.insert(&board, &watch), Ok(is_new), "{holes:?}");
            }
        }
    }

    #[test]
    fn a_table_keeps_what_it_has_when_it_grows_and_stops_at_the_limit() {
        let mut table = BaselineTable::new(&puzzle("rectangle-130x1", [0, 1, 7]));
        let board = |number: u64| {
            let holes = (0..64).filter(|hole| number >> hole & 1 == 1);
            Position::from_holes(130, holes.chain([129]))
        };
        let (free, tight) = (Stop::default(), Stop::new(None, Some(0)));
        for number in 1..5000 {
            let watch = Watch::new(&free, &|_| ());
            assert_eq!(table.insert(&board(number), &watch), Ok(true));
        }
        let watch = Watch::new(&tight, &|_| ());
        assert!((1..5000).all(|number| table.insert(&board(number), &watch) == Ok(false)));
        let full = (5000..100_000).find_map(|number| table.insert(&board(number), &watch).err());
        assert_eq!(full, Some(StopReason::Memory));
    }
}
