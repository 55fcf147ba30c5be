//! Pieces: what the plan of a large board is made of, block removals and other jumps around a core.
//!
//! The core is where the last jumps are played, or the first: as many of them as touch few holes. Of the
//! other jumps those in block removals belong to these, the rest are single. A hole belongs to the core if
//! a jump there touches it, and else to what has cleared it.

use std::collections::HashSet;

use super::blocks;
use saut_peg::peg::{Board, Hole, Jump, Position};

/// Piece of a plan to which a hole belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The core.
    Core,
    /// A jump that is part of no block removal.
    SingleJump,
    /// The block removal of this number, from 0, in the order of the plan.
    Package(usize),
}

/// The pieces of a plan by the holes of its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    of: Vec<Option<Piece>>,
    /// Number of block removals outside the core.
    pub packages: usize,
    /// Number of jumps outside the core that belong to no block removal.
    pub single_jumps: usize,
    /// Number of holes that are touched in the core.
    pub core_holes: usize,
    /// Number of jumps in the core: the last ones of the plan, or the first.
    pub core_jumps: usize,
}

/// As many of the last jumps, or of the first, as touch no more holes than this are the core.
const CORE: usize = 40;

/// A board with no more holes is searched as a whole and has no pieces.
const WHOLE: usize = 64;

/// As many of these jumps, from the first on, as may be the core: their number, and the holes that they touch.
fn core<'a>(board: &Board, jumps: impl Iterator<Item = &'a Jump>) -> (usize, HashSet<Hole>) {
    let (mut core, mut touched) = ((0, HashSet::new()), HashSet::new());
    for (number, jump) in jumps.enumerate() {
        touched.extend(board.holes_of(*jump));
        if touched.len() > CORE {
            break;
        }
        core = (number + 1, touched.clone());
    }
    core
}

impl Pieces {
    /// The number of colours that [`Pieces::colours`] may need.
    pub const COLOURS: usize = 7;

    /// The pieces of a plan; `None` if the board is so small that there are none. The jumps must be
    /// playable from the start.
    pub fn of(board: &Board, start: &Position, jumps: &[Jump]) -> Option<Self> {
        (board.len() > WHOLE).then(|| Self::new(board, start, jumps))
    }

    /// The pieces of a plan on a board of any size. The jumps must be playable from the start.
    pub fn new(board: &Board, start: &Position, jumps: &[Jump]) -> Self {
        let last = core(board, jumps.iter().rev());
        let first = core(board, jumps.iter());
        let size = |core: &(usize, HashSet<Hole>)| (core.0, core.1.len());
        let ((core_jumps, core_holes), around) = if size(&last) >= size(&first) {
            let begin = jumps.len() - last.0;
            (last, 0..begin)
        } else {
            let end = first.0;
            (first, end..jumps.len())
        };
        let mut packages = blocks(board, start, jumps);
        packages.retain(|block| {
            around.contains(&block.first) && block.first + block.jumps <= around.end
        });
        let in_packages: usize = packages.iter().map(|block| block.jumps).sum();
        let mut of = vec![None; board.len()];
        for hole in jumps[around.clone()]
            .iter()
            .flat_map(|&jump| board.holes_of(jump))
        {
            of[hole] = Some(Piece::SingleJump);
        }
        for (number, block) in packages.iter().enumerate() {
            for hole in block.cleared.iter().filter_map(|&cell| board.hole(cell)) {
                of[hole] = Some(Piece::Package(number));
            }
        }
        for &hole in &core_holes {
            of[hole] = Some(Piece::Core);
        }
        Self {
            of,
            packages: packages.len(),
            single_jumps: around.len() - in_packages,
            core_holes: core_holes.len(),
            core_jumps,
        }
    }

    /// Piece to which a hole belongs; `None` if no jump touches it.
    pub fn at(&self, hole: Hole) -> Option<Piece> {
        self.of[hole]
    }

    /// A colour for each hole: 0 in the core, 1 for single jumps, and from 2 on for block removals, of
    /// which no two that touch each other have the same if that can be had with few.
    pub fn colours(&self, board: &Board) -> Vec<Option<usize>> {
        let number = |piece: &Option<Piece>| match piece {
            Some(Piece::Package(number)) => Some(*number),
            _ => None,
        };
        let mut colour_of: Vec<Option<usize>> = vec![None; self.packages];
        for package in 0..self.packages {
            let own = (0..self.of.len()).filter(|&hole| number(&self.of[hole]) == Some(package));
            let beside = own.flat_map(|hole| {
                let steps = board.geometry().directions().iter();
                steps.filter_map(move |&step| board.hole(board.cell(hole).step(step, 1)))
            });
            let taken: HashSet<usize> = beside
                .filter_map(|hole| colour_of[number(&self.of[hole])?])
                .collect();
            let free = (2..Self::COLOURS).find(|colour| !taken.contains(colour));
            let any = 2 + package % (Self::COLOURS - 2);
            colour_of[package] = Some(free.unwrap_or(any));
        }
        let colour = |piece: &Option<Piece>| match (*piece)? {
            Piece::Core => Some(0),
            Piece::SingleJump => Some(1),
            Piece::Package(number) => colour_of[number],
        };
        self.of.iter().map(colour).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, Pieces};
    use saut_peg::peg::{Cell, Jump, Position, boards};

    /// A square with one vacancy, and the triple removal that it lets play.
    fn removal() -> (saut_peg::peg::Board, Position, Vec<Jump>) {
        let board = boards::named("square-12").unwrap();
        let vacancy = board.hole(Cell::new(5, 5)).unwrap();
        let start = Position::from_holes(board.len(), [vacancy]).complement();
        let jump = |from: (i16, i16), to: (i16, i16)| {
            Jump::between(Cell::new(from.0, from.1), Cell::new(to.0, to.1))
        };
        let jumps = vec![
            jump((7, 5), (5, 5)),
            jump((6, 3), (6, 5)),
            jump((5, 5), (7, 5)),
        ];
        (board, start, jumps)
    }

    #[test]
    fn jumps_that_touch_few_holes_are_all_core() {
        let (board, start, jumps) = removal();
        let pieces = Pieces::of(&board, &start, &jumps).unwrap();
        assert_eq!((pieces.packages, pieces.core_jumps), (0, 3));
        let core = (0..board.len()).filter(|&hole| pieces.at(hole) == Some(Piece::Core));
        assert_eq!(core.count(), pieces.core_holes);
        let colours = pieces.colours(&board);
        assert!(
            colours
                .iter()
                .all(|colour| matches!(colour, None | Some(0)))
        );
    }

    #[test]
    fn a_small_board_has_no_pieces() {
        let board = boards::named("english").unwrap();
        assert_eq!(Pieces::of(&board, &board.full(), &[]), None);
    }
}
