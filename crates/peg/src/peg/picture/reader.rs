//! Pictures as people type and paste them: which board they mean, or which boards they can mean.
//!
//! A text is cut into pictures (`page`), its signs get their meanings together (`signs`), and the holes of
//! each picture a lattice (`lattice`). Whatever remains possible after that is a reading of its own, and a text
//! with two readings is a question and never an answer.

use saut_base::bad_input::BadInput;

use super::candidates::candidates;
use super::goal_in_words::{self, Told};
use super::signs::Given;
use super::{Board, Picture, page};

pub use super::listing::{Reading, Understood};
pub use super::readings::{Choice, Drawn};

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
