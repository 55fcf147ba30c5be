//! Content of a picture of a board: its cells and what they hold.

use crate::peg::{Board, Cell, Geometry, Position};
use saut_base::bad_input::BadInput;

/// Content of one hole in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// `o`
    Peg,
    /// `.`
    Vacancy,
    /// `?`, in goals only
    Open,
}

impl Content {
    /// The character that it is drawn with.
    pub const fn symbol(self) -> char {
        match self {
            Self::Peg => 'o',
            Self::Vacancy => '.',
            Self::Open => '?',
        }
    }
}

/// A picture as read: the cells drawn and what they hold, in reading order, shifted so that
/// column 0 and row 0 are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture(pub(super) Vec<(Cell, Content)>);

impl Picture {
    /// The picture of these holes.
    pub fn of(holes: impl IntoIterator<Item = (Cell, Content)>) -> Self {
        let mut holes: Vec<(Cell, Content)> = holes.into_iter().collect();
        let left = holes.iter().map(|(cell, _)| cell.x).min().unwrap_or(0);
        let top = holes.iter().map(|(cell, _)| cell.y).min().unwrap_or(0);
        for (cell, _) in &mut holes {
            *cell = Cell::new(cell.x - left, cell.y - top);
        }
        holes.sort_by_key(|&(cell, _)| cell);
        Self(holes)
    }

    /// The cells drawn.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().map(|&(cell, _)| cell)
    }

    /// The board that is drawn.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn board(&self, geometry: Geometry) -> Result<Board, BadInput> {
        Board::new(geometry, self.cells()).map_err(|bad| BadInput::new("", bad.to_string()))
    }

    /// The holes drawn with that content, if the picture has the shape of the board.
    pub fn holes(&self, board: &Board, content: Content) -> Option<Position> {
        if !self.cells().eq(board.cells().iter().copied()) {
            return None;
        }
        let holes = self
            .0
            .iter()
            .enumerate()
            .filter(|(_, (_, drawn))| *drawn == content);
        Some(Position::from_holes(
            board.len(),
            holes.map(|(hole, _)| hole),
        ))
    }
}
