//! A frame: a rectangle seen from one of eight sides, so that the way opens to the right.

use super::layout::Place;
use saut_peg::peg::{Board, Cell, Geometry, Jump};

/// A rectangle, perhaps turned over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Columns and rows as seen.
    size: (i16, i16),
    flipped: (bool, bool),
    transposed: bool,
}

impl Frame {
    /// The eight frames of a board; none if it is no rectangle with lines along rows and columns.
    pub fn all(board: &Board) -> Vec<Self> {
        let (width, height) = (board.width(), board.height());
        let cells = usize::try_from(i32::from(width) * i32::from(height));
        let is_full = cells == Ok(board.len()) && board.put_back().is_none();
        if board.geometry() != Geometry::Square || !is_full {
            return Vec::new();
        }
        let frame = |number: u8| {
            let transposed = number & 4 != 0;
            Self {
                size: if transposed {
                    (height, width)
                } else {
                    (width, height)
                },
                flipped: (number & 1 != 0, number & 2 != 0),
                transposed,
            }
        };
        (0..8).map(frame).collect()
    }

    /// Columns and rows as seen.
    pub const fn size(self) -> (i16, i16) {
        self.size
    }

    fn flip(self, (x, y): Place) -> Place {
        let (right, bottom) = (self.size.0 - 1, self.size.1 - 1);
        let (flip_x, flip_y) = self.flipped;
        (
            if flip_x { right - x } else { x },
            if flip_y { bottom - y } else { y },
        )
    }

    /// Place where a cell of the board is seen.
    pub fn place(self, cell: Cell) -> Place {
        self.flip(if self.transposed {
            (cell.y, cell.x)
        } else {
            (cell.x, cell.y)
        })
    }

    /// The cell that is seen at a place.
    pub fn cell(self, place: Place) -> Cell {
        let (x, y) = self.flip(place);
        if self.transposed {
            Cell::new(y, x)
        } else {
            Cell::new(x, y)
        }
    }

    /// The jump of the board that is seen so.
    pub fn jump(self, jump: [Place; 3]) -> Jump {
        let [from, over, to] = jump.map(|place| self.cell(place));
        Jump { from, over, to }
    }
}
