//! Pieces: what the plan of a large board is made of, block removals and other jumps around a core.
//!
//! The core is where the last jumps are played, or the first: as many of them as touch few holes. Of the
//! other jumps those in block removals belong to these, the rest are single. A hole belongs to the core if
//! a jump there touches it, and else to what has cleared it.

use std::collections::HashSet;
use std::ops::Range;

use super::{Block, blocks};
use saut_peg::peg::{Board, Hole, Jump, Position};

/// Numbers of pieces of a plan, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Construction {
    /// Block removals outside the core.
    pub packages: usize,
    /// Jumps outside the core that belong to none of them.
    pub single_jumps: usize,
    /// Number of holes that are touched in the core.
    pub core_holes: usize,
    /// Number of jumps in the core: the last ones of the plan, or the first.
    pub core_jumps: usize,
}

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
}

/// As many of the last jumps, or of the first, as touch no more holes than this are the core.
const CORE: usize = 40;

/// A board with no more holes is searched as a whole and has no pieces.
const WHOLE: usize = 64;

/// The jumps of a plan, divided.
struct Divided {
    core: Range<usize>,
    core_holes: HashSet<Hole>,
    around: Range<usize>,
    /// The block removals that are wholly outside the core.
    packages: Vec<Block>,
}

impl Divided {
    fn new(board: &Board, start: &Position, jumps: &[Jump]) -> Self {
        let within = |jumps: &mut dyn Iterator<Item = &Jump>| -> (usize, HashSet<Hole>) {
            let mut core = (0, HashSet::new());
            let mut touched = HashSet::new();
            for (number, jump) in jumps.enumerate() {
                touched.extend(holes_of(board, jump));
                if touched.len() > CORE {
                    break;
                }
                core = (number + 1, touched.clone());
            }
            core
        };
        let last = within(&mut jumps.iter().rev());
        let first = within(&mut jumps.iter());
        let size = |core: &(usize, HashSet<Hole>)| (core.0, core.1.len());
        let is_last = size(&last) >= size(&first);
        let (number, core_holes) = if is_last { last } else { first };
        let (core, around) = if is_last {
            let begin = jumps.len() - number;
            (begin..jumps.len(), 0..begin)
        } else {
            (0..number, number..jumps.len())
        };
        let mut packages = blocks(board, start, jumps);
        packages.retain(|block| {
            around.contains(&block.first) && block.first + block.jumps <= around.end
        });
        Self {
            core,
            core_holes,
            around,
            packages,
        }
    }
}

fn holes_of(board: &Board, jump: &Jump) -> impl Iterator<Item = Hole> {
    let holes = [jump.from, jump.over, jump.to].map(|cell| board.hole(cell));
    holes.into_iter().flatten()
}

/// Numbers of pieces of a plan. The jumps must be playable from the start.
pub fn construction(board: &Board, start: &Position, jumps: &[Jump]) -> Construction {
    let divided = Divided::new(board, start, jumps);
    let in_packages: usize = divided.packages.iter().map(|block| block.jumps).sum();
    Construction {
        packages: divided.packages.len(),
        single_jumps: divided.around.len() - in_packages,
        core_holes: divided.core_holes.len(),
        core_jumps: divided.core.len(),
    }
}

impl Pieces {
    /// The number of colours that [`Pieces::colours`] may need.
    pub const COLOURS: usize = 7;

    /// The pieces of a plan; `None` if the board is so small that there are none. The jumps must be
    /// playable from the start.
    pub fn of(board: &Board, start: &Position, jumps: &[Jump]) -> Option<Self> {
        if board.len() <= WHOLE {
            return None;
        }
        let divided = Divided::new(board, start, jumps);
        let mut of = vec![None; board.len()];
        for number in divided.around {
            for hole in holes_of(board, &jumps[number]) {
                of[hole] = Some(Piece::SingleJump);
            }
        }
        for (number, block) in divided.packages.iter().enumerate() {
            for hole in block.cleared.iter().filter_map(|&cell| board.hole(cell)) {
                of[hole] = Some(Piece::Package(number));
            }
        }
        for hole in divided.core_holes {
            of[hole] = Some(Piece::Core);
        }
        Some(Self { of })
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
        let packages = self.of.iter().filter_map(number).max();
        let mut colour_of: Vec<Option<usize>> = vec![None; packages.map_or(0, |last| last + 1)];
        for package in 0..colour_of.len() {
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
    use super::{Piece, Pieces, construction};
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
        let made_of = construction(&board, &start, &jumps);
        assert_eq!((made_of.packages, made_of.core_jumps), (0, 3));
        let pieces = Pieces::of(&board, &start, &jumps).unwrap();
        let core = (0..board.len()).filter(|&hole| pieces.at(hole) == Some(Piece::Core));
        assert_eq!(core.count(), made_of.core_holes);
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
