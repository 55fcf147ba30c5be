//! Pictures: a board and what its holes hold, drawn with characters.
//!
//! `o` is a peg, `.` a vacancy, `?` a hole that a goal leaves open, and a space is no hole, one character
//! a hole: that is how we draw, and how puzzle files are read. What people type and paste elsewhere, with spaces
//! between holes, other signs, frames, labels, rows of a triangle, is for [`reader`].

mod block;
mod candidates;
mod captions;
mod content;
mod fields;
mod frame;
mod glyphs;
mod goal_in_words;
mod labels;
mod lattice;
mod listing;
mod page;
mod question;
pub mod reader;
mod readings;
mod signs;
mod words;

pub use content::{Content, Picture};
pub use signs::{Given, Meaning};

use super::{Board, Cell, Geometry, Goal, Position};
use glyphs::odd_character;
use reader::{Choice, Drawn};
use saut_base::bad_input::BadInput;

impl Picture {
    /// Reads a picture; `first_line` is the number of its first line in the file it stands in,
    /// for messages.
    ///
    /// # Errors
    /// As [`Picture::read_in`].
    pub fn read(text: &str, first_line: usize) -> Result<Self, BadInput> {
        Self::read_in(text, first_line, None).map(|(picture, _)| picture)
    }

    /// Reads a picture of a puzzle file, of which the geometry may be known. In our own signs it means
    /// what stands there, one character a hole; in others it is read as people type, by [`reader::read`].
    ///
    /// # Errors
    /// An odd character (with line and column), nothing drawn at all, or a picture with several readings.
    pub fn read_in(
        text: &str,
        first_line: usize,
        geometry: Option<Geometry>,
    ) -> Result<(Self, Geometry), BadInput> {
        for (y, line) in text.lines().enumerate() {
            let odd = |&(_, symbol): &(usize, char)| symbol != '\t' && !is_drawn(symbol);
            if let Some((x, symbol)) = line.trim_end().chars().enumerate().find(odd) {
                return Err(odd_character(symbol, y + first_line, x + 1, line));
            }
        }
        if !text.chars().all(|symbol| " \r\no.?".contains(symbol)) {
            let choice = Choice {
                geometry,
                ..Choice::default()
            };
            return match reader::read(text, first_line, choice)?.only()? {
                Drawn {
                    geometry,
                    start,
                    goal: None,
                } => Ok((start, geometry)),
                _ => Err(BadInput::new("", "two pictures stand where one is wanted")
                    .remedy("a row without holes is drawn with o, . and spaces only")),
            };
        }
        let mut drawn = Vec::new();
        for (y, line) in text.lines().enumerate() {
            for (x, symbol) in line.chars().enumerate() {
                let content = match symbol {
                    'o' => Content::Peg,
                    '.' => Content::Vacancy,
                    '?' => Content::Open,
                    _ => continue,
                };
                let (Ok(x), Ok(row)) = (i16::try_from(x), i16::try_from(y)) else {
                    return Err(BadInput::new(
                        format!("line {}", y + first_line),
                        format!("the picture is larger than {} rows or columns", i16::MAX),
                    ));
                };
                drawn.push((Cell::new(x, row), content));
            }
        }
        if drawn.is_empty() {
            return Err(BadInput::new("", "the picture is empty: it shows no hole")
                .remedy("draw pegs as o and vacancies as ."));
        }
        Ok((Self::of(drawn), geometry.unwrap_or_default()))
    }
}

/// Whether this character means something in a picture.
pub fn is_drawn(symbol: char) -> bool {
    symbol == ' ' || signs::is_known(symbol)
}

/// The rows of a picture as they stand on the board: on a triangle with spaces between the holes, each half a
/// place to the right of the row below it.
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
