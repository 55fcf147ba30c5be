//! Layout: where a hole is drawn, in whole units.
//!
//! Holes of a row are 20 apart. On a triangle each row stands half a hole to the left of the one
//! above it and 17 below (20·√3/2, rounded), so that all six neighbours of a hole are equally far.

use saut_peg::peg::{Board, Cell, Geometry};

/// A place, or a size: right and down from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

/// From the middle of one hole to that of the next in the row.
pub const PITCH: i32 = 20;

/// From the edge of the picture to the middle of the nearest hole.
pub const MARGIN: i32 = 18;

/// Places of the holes of one board.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'a> {
    board: &'a Board,
    /// Distance of the next row, down and to the left.
    down: i32,
    left: i32,
    /// The leftmost middle of a hole, before it is shifted to the margin.
    least: i32,
    /// Space for the names of rows and columns: at the left, beneath, and, where rows end in names, at the
    /// right.
    edges: i32,
}

impl<'a> Layout<'a> {
    pub fn new(board: &'a Board) -> Self {
        let (down, left) = match board.geometry() {
            Geometry::Triangle => (17, PITCH / 2),
            Geometry::Square | Geometry::SquareDiagonal => (PITCH, 0),
        };
        let mut layout = Self {
            board,
            down,
            left,
            least: 0,
            edges: 0,
        };
        let columns = board.cells().iter().map(|&cell| layout.column(cell));
        layout.least = columns.min().unwrap_or(0);
        layout
    }

    /// This layout with `edges` left free for names.
    pub fn with_edges(self, edges: i32) -> Self {
        Self { edges, ..self }
    }

    fn column(&self, cell: Cell) -> i32 {
        PITCH * i32::from(cell.x) - self.left * i32::from(cell.y)
    }

    /// The middle of a hole (or of a cell that is none).
    pub fn centre(&self, cell: Cell) -> Point {
        Point {
            x: MARGIN + self.edges + self.column(cell) - self.least,
            y: MARGIN + self.down * i32::from(cell.y),
        }
    }

    /// The size of the board with its margins.
    pub fn size(&self) -> Point {
        let centres = || self.board.cells().iter().map(|&cell| self.centre(cell));
        let right = if self.left == 0 { 0 } else { self.edges };
        Point {
            x: MARGIN + right + centres().map(|centre| centre.x).max().unwrap_or(0),
            y: MARGIN + self.edges + centres().map(|centre| centre.y).max().unwrap_or(0),
        }
    }
}
