//! A board as a grid of bits with a margin, in which operations on words find a pattern at all places in parallel.
//!
//! The bounding box of a board is laid out row by row, with a margin that does not belong to the board. On a board of
//! any shape, a shift of the bits tests the hole that is a given number of columns and rows away. A pattern that does
//! not fit on the board ends in the margin. So a few operations on words find all jumps of a direction.

use saut_base::bits;
use saut_peg::peg::{Board, Cell, Position};

/// Columns and rows between two cells.
pub type Offset = (i16, i16);

/// Width of the margin in columns and rows. No pattern is longer.
pub const MARGIN: i16 = 4;

/// The layout of a board as bits.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The number of bits from a cell to the cell below.
    stride: usize,
    /// The bits of the holes; the margin has none.
    holes: Vec<u64>,
}

/// A position on a grid, as bits of pegs and bits of vacancies.
pub struct Bits<'a> {
    pegs: &'a [u64],
    vacancies: Vec<u64>,
}

impl Grid {
    pub fn new(board: &Board) -> Self {
        let margin = usize::from(MARGIN.unsigned_abs());
        let stride = usize::from(board.width().unsigned_abs()) + margin;
        let rows = usize::from(board.height().unsigned_abs()) + 2 * margin;
        let holes = vec![0; bits::words(stride * rows + 2 * margin)];
        let mut grid = Self { stride, holes };
        grid.holes = grid.bits(board, &board.full());
        grid
    }

    /// Returns the bits of all holes, in order.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        bits::iter(&self.holes)
    }

    pub const fn words(&self) -> usize {
        self.holes.len()
    }

    /// Returns the number of bits of a position, including the margin.
    pub const fn len(&self) -> usize {
        self.holes.len() * u64::BITS as usize
    }

    pub fn index(&self, cell: Cell) -> usize {
        let from_corner = |at: i16| usize::from((at + MARGIN).unsigned_abs());
        from_corner(cell.y) * self.stride + from_corner(cell.x)
    }

    /// # Panics
    /// Never for a hole of the board, whose column and row fit into 16 bits.
    pub fn cell(&self, index: usize) -> Cell {
        let place = |at: usize| i16::try_from(at).expect("a cell of a board") - MARGIN;
        Cell::new(place(index % self.stride), place(index / self.stride))
    }

    /// Returns the distance between the bits of two cells with this offset.
    pub fn shift(&self, (columns, rows): Offset) -> isize {
        isize::from(rows) * self.stride.cast_signed() + isize::from(columns)
    }

    pub fn bits(&self, board: &Board, position: &Position) -> Vec<u64> {
        let pegs = position.holes().map(|hole| self.index(board.cell(hole)));
        bits::row(self.len(), pegs)
    }

    /// Returns a position prepared for searching patterns.
    pub fn looked_through<'a>(&self, pegs: &'a [u64]) -> Bits<'a> {
        let vacancies = self.holes.iter().zip(pegs).map(|(all, pegs)| all & !pegs);
        Bits {
            pegs,
            vacancies: vacancies.collect(),
        }
    }
}

impl Bits<'_> {
    /// Whether a hole has the given content: a peg if `peg` is true, otherwise a vacancy.
    #[inline]
    pub fn holds(&self, index: usize, peg: bool) -> bool {
        bits::get(if peg { self.pegs } else { &self.vacancies }, index)
    }

    /// Writes the bits at which a pattern matches into `found`. The pattern has distances in bits, each with true for a
    /// peg or false for a vacancy.
    pub fn find(&self, wanted: &[(isize, bool)], found: &mut [u64]) {
        found.fill(u64::MAX);
        for &(shift, peg) in wanted {
            let source = if peg { self.pegs } else { &self.vacancies };
            let (words, bits) = (shift.div_euclid(64), shift.rem_euclid(64));
            let at = |word: usize, further: isize| {
                let word = word.checked_add_signed(words + further);
                word.and_then(|word| source.get(word)).copied().unwrap_or(0)
            };
            for (place, word) in found.iter_mut().enumerate() {
                if *word != 0 {
                    *word &= if bits == 0 {
                        at(place, 0)
                    } else {
                        at(place, 0) >> bits | at(place, 1) << (64 - bits)
                    };
                }
            }
        }
    }
}
