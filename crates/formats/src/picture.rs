//! Pictures as people type and paste them: which board they mean, or which boards they can mean.
//!
//! A text is cut into pictures (`page`), its signs get their meanings together (`signs`), and the holes of
//! each picture a lattice (`lattice`). Whatever remains possible after that is a reading of its own, and a text
//! with two readings is a question and never an answer. A single picture is a start whose goal is one peg
//! anywhere.

mod block;
mod candidates;
mod fields;
mod glyphs;
mod goal_in_words;
mod labels;
mod lattice;
mod page;
mod question;
mod signs;
mod words;

use saut_base::bad_input::BadInput;
use saut_peg::peg::picture::Picture;
use saut_peg::peg::{Board, Geometry, Puzzle};

use crate::pair;
use candidates::candidates;
use glyphs::odd_character;
use goal_in_words::Told;

pub use candidates::{Choice, Drawn};
pub use question::{Reading, Understood};

pub use signs::Given;

/// Reads a start and perhaps a goal.
///
/// # Errors
/// No picture or more than two, an odd character, several readings (all are drawn), two shapes, or positions
/// that make no puzzle.
pub fn read_puzzle(text: &str, name: &str, choice: impl Into<Choice>) -> Result<Puzzle, BadInput> {
    let drawn = read(text, 1, choice.into())?.only()?;
    pair::drawn(name, drawn.geometry, &drawn.start, drawn.goal.as_ref())
}

/// Reads a text with one picture or two; its first line has this number in messages.
///
/// # Errors
/// No picture or more than two, a tab, words that stand within a picture, a character that means nothing, or words
/// about the goal that are not understood.
pub fn read(text: &str, first_line: usize, choice: Choice) -> Result<Understood, BadInput> {
    let told = Told::of(&page::read(text, first_line, choice.given)?)?;
    let found = candidates(text, first_line, choice)?;
    let mut understood = match &found[..] {
        [only] => Understood::One(only.drawn.clone()),
        _ => Reading::all(text, first_line, choice, &found)?,
    };
    match &mut understood {
        Understood::One(drawn) => *drawn = told.apply(drawn.clone())?,
        // Words that fit to some readings choose none: that would be an answer to what is a question.
        Understood::Several(readings) => {
            for reading in readings {
                let drawn = told.apply(reading.drawn.clone());
                reading.drawn = drawn.map_err(|bad| {
                    bad.remedy(
                        "the picture has several readings, and the words do not fit to all: choose one by --geometry, \
                         --peg, --vacancy or --wall",
                    )
                })?;
            }
        }
    }
    Ok(understood)
}

/// Words of a text that are no part of the puzzle, for a reader of the answer.
///
/// # Errors
/// As [`read`].
pub fn unread_words(text: &str, given: Given) -> Result<Vec<BadInput>, BadInput> {
    page::read(text, 1, given).map(|page| goal_in_words::unread(&page))
}

/// Reads the picture of a puzzle file, of which the geometry may be known. In our own signs it means
/// what is drawn, one character a hole; in others it is read as people type.
///
/// # Errors
/// An odd character (with line and column), nothing drawn at all, or a picture with several readings.
pub(super) fn read_field(
    text: &str,
    first_line: usize,
    geometry: Option<Geometry>,
) -> Result<(Picture, Geometry), BadInput> {
    for (y, line) in text.lines().enumerate() {
        let odd = |&(_, symbol): &(usize, char)| symbol != '\t' && !is_drawn(symbol);
        if let Some((x, symbol)) = line.trim_end().chars().enumerate().find(odd) {
            return Err(odd_character(symbol, y + first_line, x + 1, line));
        }
    }
    if text.chars().all(|symbol| " \r\no.?".contains(symbol)) {
        let picture = Picture::read(text, first_line)?;
        return Ok((picture, geometry.unwrap_or_default()));
    }
    let choice = Choice {
        geometry,
        ..Choice::default()
    };
    match read(text, first_line, choice)?.only()? {
        Drawn {
            geometry,
            start,
            goal: None,
        } => Ok((start, geometry)),
        _ => Err(BadInput::new("", "two pictures stand where one is wanted")
            .remedy("a row without holes is drawn with o, . and spaces only")),
    }
}

/// Whether this character means something in a picture.
pub(super) fn is_drawn(symbol: char) -> bool {
    symbol == ' ' || signs::is_known(symbol)
}

/// Reads the picture of a position on a board: of several readings those count that are of this board.
///
/// # Errors
/// As [`read`], two pictures, or several readings of this board.
pub fn read_on(board: &Board, text: &str, given: Given) -> Result<Picture, BadInput> {
    let geometry = Some(board.geometry());
    let drawn = match read(text, 1, Choice { geometry, given })? {
        Understood::One(drawn) => drawn,
        Understood::Several(mut readings) => {
            let fits = |reading: &Reading| {
                reading
                    .drawn
                    .start
                    .cells()
                    .eq(board.drawn().iter().copied())
            };
            if readings.iter().any(fits) {
                readings.retain(fits);
            }
            match readings.len() {
                1 => readings.remove(0).drawn,
                _ => Understood::Several(readings).only()?,
            }
        }
    };
    match drawn.goal {
        None => Ok(drawn.start),
        Some(_) => {
            Err(BadInput::new("", "two pictures stand where one is wanted")
                .remedy("draw one position"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read_puzzle;
    use saut_peg::peg::{Geometry, Puzzle};

    fn read(text: &str) -> Result<Puzzle, String> {
        read_puzzle(text, "test", Geometry::Square).map_err(|bad| bad.to_string())
    }

    #[test]
    fn a_start_and_a_goal_are_read_whatever_their_indentation() {
        let puzzle = read("# a line\n\n\n  oo.\r\n\n\n..o\n\n").unwrap();
        assert_eq!(puzzle.start().holes().collect::<Vec<_>>(), [0, 1]);
        assert_eq!(puzzle.goal().pegs().holes().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_single_picture_wants_one_peg() {
        assert!(read(" o\no.\n").unwrap().goal().is_one_peg());
    }

    #[test]
    fn goals_may_be_partial_and_starts_may_not() {
        assert_eq!(read("oo.\n\n?.o").unwrap().goal().wants(0), None);
        assert_eq!(
            read("oo?\n\n..o").unwrap_err(),
            "the start leaves the hole in row 1 from the top, column 3 from the left open; \
             ? may stand in a goal only; draw a peg as o or a vacancy as ."
        );
    }
}
