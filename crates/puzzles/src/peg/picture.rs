//! Pictures: a board and what its holes hold, drawn with characters.
//!
//! `o` is a peg, `.` a vacancy, `?` a hole that a goal leaves open, and a space is no hole. Read are
//! also the characters that people use elsewhere: `O ● * 1 X #` for pegs, `○ _ 0 ·` for vacancies,
//! and tabs between columns (`symbols` has the list). Blank lines around a picture and spaces at the ends of its
//! lines mean nothing.

mod symbols;

use super::{Board, Cell, Geometry, Goal, Position};
use saut_plan::bad_input::BadInput;

/// What a picture says of one hole.
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
pub struct Picture(Vec<(Cell, Content)>);

impl Picture {
    /// Reads a picture; `first_line` is the number of its first line in the file it stands in,
    /// for messages.
    ///
    /// # Errors
    /// An odd character (with line and column), or nothing drawn at all.
    pub fn read(text: &str, first_line: usize) -> Result<Self, BadInput> {
        let mut drawn = Vec::new();
        let mut alphabet = symbols::Alphabet::default();
        let tabs = symbols::Tabs::of(text);
        for (y, line) in text.lines().enumerate() {
            for (at, (x, symbol)) in tabs.columns(line.trim_end()).enumerate() {
                if symbol == ' ' {
                    continue;
                }
                let Some(content) = symbols::content(symbol) else {
                    return Err(odd_character(symbol, y + first_line, at + 1, line));
                };
                alphabet.meet(symbol, content).map_err(|bad| {
                    bad.within(format!("line {}, column {}", y + first_line, at + 1))
                })?;
                let (Ok(x), Ok(y)) = (i16::try_from(x), i16::try_from(y)) else {
                    return Err(BadInput::new(
                        format!("line {}", y + first_line),
                        format!("the picture is larger than {} rows or columns", i16::MAX),
                    ));
                };
                drawn.push((Cell::new(x, y), content));
            }
        }
        let left = drawn.iter().map(|(cell, _)| cell.x).min();
        let top = drawn.iter().map(|(cell, _)| cell.y).min();
        let (Some(left), Some(top)) = (left, top) else {
            return Err(BadInput::new("", "the picture is empty: it shows no hole")
                .remedy("draw pegs as o and vacancies as ."));
        };
        for (cell, _) in &mut drawn {
            *cell = Cell::new(cell.x - left, cell.y - top);
        }
        Ok(Self(drawn))
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

fn odd_character(odd: char, line: usize, column: usize, text: &str) -> BadInput {
    let shown: String = text.chars().take(60).collect();
    BadInput::new(
        format!("line {line}, column {column}"),
        format!(
            "{odd:?} means nothing in a picture (\"{}\")",
            shown.escape_debug()
        ),
    )
    .remedy("a peg is o, a vacancy is ., a hole left open in a goal is ?, and a space is no hole")
}

/// Whether this character means something in a picture.
pub fn is_drawn(symbol: char) -> bool {
    matches!(symbol, ' ' | '\t') || symbols::content(symbol).is_some()
}

/// Draws a board with what `content` says of each hole, one line a row, no spaces at the ends.
pub fn draw(board: &Board, content: impl Fn(super::Hole) -> Content) -> String {
    let mut rows = vec![String::new(); usize::try_from(board.height()).unwrap_or(0)];
    for (hole, cell) in board.drawn().iter().enumerate() {
        let row = &mut rows[cell.y.unsigned_abs() as usize];
        while row.len() < usize::from(cell.x.unsigned_abs()) {
            row.push(' ');
        }
        row.push(content(hole).symbol());
    }
    rows.join("\n") + "\n"
}

/// Draws a position.
pub fn draw_position(board: &Board, position: &Position) -> String {
    draw(board, |hole| {
        if position.has(hole) {
            Content::Peg
        } else {
            Content::Vacancy
        }
    })
}

/// Draws a goal; "one peg" is all holes open.
pub fn draw_goal(board: &Board, goal: &Goal) -> String {
    draw(board, |hole| match goal.wants(hole) {
        Some(true) => Content::Peg,
        Some(false) => Content::Vacancy,
        None => Content::Open,
    })
}
