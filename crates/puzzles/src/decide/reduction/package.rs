//! Packages: single jumps, and sequences of three jumps that clear three pegs and restore all other holes.
//!
//! A search finds the packages of a geometry on a board that is as wide as the longest package. There is no fixed list:
//! the same search finds the packages along rows, columns, diagonals and the axes of triangular boards.
//!
//! Berlekamp, Conway, Guy, *Winning Ways*, ch. 23; Beasley, *The Ins and Outs of Peg Solitaire*.

use std::collections::HashSet;

use super::grid::{MARGIN, Offset};
use saut_levels::packages::removals_of_three;
use saut_levels::search::bit_board::BitBoard;
use saut_peg::peg::{Board, Cell, Geometry, Jump};

/// A hole of a package, with its content before and after the package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackageHole {
    /// Offset from the hole in which the first jump starts.
    pub at: Offset,
    pub before: bool,
    pub after: bool,
}

/// A sequence of jumps. It can be played wherever the touched holes have their contents `before`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// The cells `from`, `over` and `to` of each jump. The first jump starts at the origin.
    jumps: Vec<[Offset; 3]>,
    pub touched: Vec<PackageHole>,
}

impl Package {
    /// Returns the single jumps of a geometry, and then its block removals of three jumps.
    ///
    /// # Panics
    /// Never: a square of a few cells is a board.
    pub fn all(geometry: Geometry) -> Vec<Self> {
        let cells = (0..=MARGIN).flat_map(|y| (0..=MARGIN).map(move |x| Cell::new(x, y)));
        let board = Board::new(geometry, cells).expect("a square");
        let compact = BitBoard::fixing(&board, &[]).expect("a small board");
        let package = |numbers: &[usize], touched: u64, before: u64, after: u64| {
            let jumps: Vec<Jump> = numbers.iter().map(|&jump| compact.jumps()[jump]).collect();
            let from = jumps[0].from;
            let at = |cell: Cell| (cell.x - from.x, cell.y - from.y);
            let holes = (0..board.len()).filter(|hole| touched >> hole & 1 == 1);
            let hole = |hole: usize| PackageHole {
                at: at(board.cell(hole)),
                before: before >> hole & 1 == 1,
                after: after >> hole & 1 == 1,
            };
            let jump = |jump: &Jump| [at(jump.from), at(jump.over), at(jump.to)];
            Self {
                jumps: jumps.iter().map(jump).collect(),
                touched: holes.map(hole).collect(),
            }
        };
        let singles = compact.masks().iter().enumerate();
        let singles =
            singles.map(|(jump, mask)| package(&[jump], mask.touched, mask.required, mask.target));
        let triples = removals_of_three(&compact).into_iter().map(|triple| {
            let after = triple.required & !triple.cleared;
            package(&triple.jumps, triple.touched, triple.required, after)
        });
        let mut known = HashSet::new();
        let all = singles.chain(triples);
        // Packages are equal if they touch the same holes with the same contents, up to a shift.
        all.filter(|package| known.insert(package.at_corner()))
            .collect()
    }

    /// Returns the number of jumps.
    pub const fn len(&self) -> usize {
        self.jumps.len()
    }

    /// Returns the direction of the first jump.
    pub fn begins_along(&self) -> Offset {
        self.jumps[0][1]
    }

    /// Returns the jumps of the package, with the first jump from `cell`.
    pub fn jumps_at(&self, cell: Cell) -> impl Iterator<Item = Jump> {
        self.jumps.iter().map(move |jump| {
            let [from, over, to] = jump.map(|at| cell.step(at, 1));
            Jump { from, over, to }
        })
    }

    /// Returns the touched holes, shifted so that the first of them is at the origin.
    fn at_corner(&self) -> Vec<PackageHole> {
        let (x, y) = self.touched[0].at;
        let moved = |hole: &PackageHole| PackageHole {
            at: (hole.at.0 - x, hole.at.1 - y),
            ..*hole
        };
        self.touched.iter().map(moved).collect()
    }
}
