//! Pictures: a board and the contents of its holes, drawn with characters.
//!
//! Each hole is one character: `o` is a peg, `.` a vacancy, and `?` a hole that a goal leaves open. A space is a cell
//! without a hole.

use std::fmt::Write;

use super::{Board, Cell, Geometry, Goal, Hole, Position};
use saut_base::bad_input::BadInput;

/// Content of one hole in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A peg, drawn as `o`.
    Peg,
    /// A vacancy, drawn as `.`.
    Vacancy,
    /// A hole that a goal leaves open, drawn as `?`.
    Open,
}

impl Content {
    /// Returns the content of a hole in a position.
    pub fn in_position(position: &Position, hole: Hole) -> Self {
        if position.has(hole) {
            Self::Peg
        } else {
            Self::Vacancy
        }
    }

    /// Returns the content of a hole in a goal. For the goal of one peg anywhere, all holes are
    /// open.
    pub fn in_goal(goal: &Goal, hole: Hole) -> Self {
        match goal.wants(hole) {
            Some(true) => Self::Peg,
            Some(false) => Self::Vacancy,
            None => Self::Open,
        }
    }

    /// Returns the character of this content in a picture.
    pub const fn symbol(self) -> char {
        match self {
            Self::Peg => 'o',
            Self::Vacancy => '.',
            Self::Open => '?',
        }
    }
}

/// A parsed picture: the drawn cells with their contents, in reading order, shifted so that the
/// leftmost column and the topmost row are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture(Vec<(Cell, Content)>);

impl Picture {
    /// Creates the picture with these holes.
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

    /// Parses a picture with one character per hole. `first_line` is the number of the picture's first line in its
    /// file. Messages use it to give line numbers.
    ///
    /// # Errors
    /// The picture has an unknown character, shows no hole, or is too large.
    pub fn read(text: &str, first_line: usize) -> Result<Self, BadInput> {
        let mut drawn = Vec::new();
        for (y, line) in text.lines().enumerate() {
            let place = || format!("line {}", y + first_line);
            for (x, symbol) in line.chars().enumerate() {
                let content = match symbol {
                    'o' => Content::Peg,
                    '.' => Content::Vacancy,
                    '?' => Content::Open,
                    ' ' | '\r' => continue,
                    _ => return Err(BadInput::new(place(), format!("{symbol:?} is not a hole"))),
                };
                let (Ok(x), Ok(row)) = (i16::try_from(x), i16::try_from(y)) else {
                    let fact = format!("the picture has more than {} rows or columns", i16::MAX);
                    return Err(BadInput::new(place(), fact));
                };
                drawn.push((Cell::new(x, row), content));
            }
        }
        if drawn.is_empty() {
            return Err(BadInput::new("", "the picture shows no hole")
                .remedy("draw pegs as o and vacancies as ."));
        }
        Ok(Self::of(drawn))
    }

    /// Returns the drawn cells.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().map(|&(cell, _)| cell)
    }

    /// Returns the cells with this content.
    pub fn cells_with(&self, content: Content) -> impl Iterator<Item = Cell> + '_ {
        let holes = self.0.iter().filter(move |hole| hole.1 == content);
        holes.map(|&(cell, _)| cell)
    }

    /// Returns the drawn cells with their contents.
    pub fn contents(&self) -> &[(Cell, Content)] {
        &self.0
    }

    /// Returns the board with the drawn holes.
    ///
    /// # Errors
    /// The picture shows no hole, or the board is too large.
    pub fn board(&self, geometry: Geometry) -> Result<Board, BadInput> {
        Board::new(geometry, self.cells()).map_err(|bad| BadInput::new("", bad))
    }

    /// Returns the holes with this content, or `None` if the picture does not have the shape of the board.
    pub fn holes(&self, board: &Board, content: Content) -> Option<Position> {
        if !self.cells().eq(board.cells().iter().copied()) {
            return None;
        }
        let holes = self.cells_with(content).filter_map(|cell| board.hole(cell));
        Some(Position::from_holes(board.len(), holes))
    }
}

/// Returns the rows of a picture with the holes placed as on the board. On a triangle, there are spaces between the
/// holes, and each row is shifted by half a hole to the right of the row below it.
pub fn placed_rows(board: &Board, picture: &str) -> Vec<String> {
    let height = usize::try_from(board.height()).unwrap_or(0);
    let place = |(y, row): (usize, &str)| {
        if board.geometry() != Geometry::Triangle {
            return row.to_owned();
        }
        let before = " ".repeat(height.saturating_sub(y + 1));
        let symbols: Vec<String> = row.chars().map(String::from).collect();
        format!("{before}{}", symbols.join(" "))
            .trim_end()
            .to_owned()
    };
    picture.lines().enumerate().map(place).collect()
}

/// Draws a board with a text for each hole and one line per row. The texts are right-aligned in columns of this width.
/// Lines have no trailing spaces.
pub fn draw_texts(board: &Board, width: usize, text: impl Fn(Hole) -> String) -> String {
    let mut rows = vec![String::new(); usize::from(board.height().unsigned_abs())];
    for (hole, cell) in board.drawn().iter().enumerate() {
        let row = &mut rows[usize::from(cell.y.unsigned_abs())];
        let end = width * (usize::from(cell.x.unsigned_abs()) + 1);
        let pad = end.saturating_sub(row.len());
        let text = text(hole);
        let _ = write!(row, "{text:>pad$}");
    }
    rows.join("\n") + "\n"
}

/// Draws a board with the content that `content` returns for each hole.
pub fn draw(board: &Board, content: impl Fn(Hole) -> Content) -> String {
    draw_texts(board, 1, |hole| content(hole).symbol().to_string())
}

/// Draws a position.
pub fn draw_position(board: &Board, position: &Position) -> String {
    draw(board, |hole| Content::in_position(position, hole))
}

/// Draws a goal. For the goal of one peg anywhere, all holes are open.
pub fn draw_goal(board: &Board, goal: &Goal) -> String {
    draw(board, |hole| Content::in_goal(goal, hole))
}
