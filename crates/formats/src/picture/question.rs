//! Questions: a text with several readings, all drawn, each with the flags that choose it.

use saut_base::bad_input::BadInput;

use super::candidates::{Choice, Drawn};
use saut_peg::peg::Board;
use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::picture::{draw, placed_rows};

/// The most readings that one message draws.
const MOST_DRAWN: usize = 4;

/// One of several meanings of a text. Flags belong to a reading only if the text has been read with them, and
/// then has this meaning alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The pictures by this reading.
    pub drawn: Drawn,
    /// The choice that leaves it alone, with the flags to add to those that were given.
    pub(super) flags: Option<(Choice, String)>,
}

/// Meaning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Understood {
    /// These pictures.
    One(Drawn),
    /// One of these: a question.
    Several(Vec<Reading>),
}

impl Understood {
    /// The only reading.
    ///
    /// # Errors
    /// There are several: the message draws them, each below the flags that choose it.
    pub fn only(self) -> Result<Drawn, BadInput> {
        match self {
            Self::One(drawn) => Ok(drawn),
            Self::Several(readings) => Err(question(&readings)),
        }
    }
}

fn question(readings: &[Reading]) -> BadInput {
    let title = |reading: &Reading| {
        let flags = reading.flags.as_ref().map(|(_, words)| words.as_str());
        flags.unwrap_or("chosen by no flag").to_owned()
    };
    let mut fact = format!("the picture can be read in {} ways", readings.len());
    for reading in readings.iter().take(MOST_DRAWN) {
        fact = format!("{fact}\n\n{}:\n{}", title(reading), drawing(&reading.drawn));
    }
    if readings.len() > MOST_DRAWN {
        let more: Vec<String> = readings[MOST_DRAWN..].iter().map(title).collect();
        fact = format!("{fact}\n\nand by {}", more.join("; or by "));
    }
    let redraw = "draw pegs as o and vacancies as ., one character a hole";
    let chosen = readings.iter().filter(|reading| reading.flags.is_some());
    let remedy = match chosen.count() {
        0 => redraw.to_owned(),
        all if all == readings.len() => "choose one by its flags".to_owned(),
        _ => format!("choose one by its flags, or {redraw}"),
    };
    BadInput::new("", fact + "\n").remedy(remedy)
}

/// A reading in our own signs, the goal below the start.
fn drawing(drawn: &Drawn) -> String {
    let one = |picture: &Picture| -> String {
        let Ok(board) = Board::new(drawn.geometry, picture.cells()) else {
            return "  a board that is too large\n".to_owned();
        };
        let contents: Vec<Content> = picture
            .contents()
            .iter()
            .map(|&(_, content)| content)
            .collect();
        let rows = placed_rows(&board, &draw(&board, |hole| contents[hole]));
        rows.iter()
            .flat_map(|row| ["  ", row.as_str(), "\n"])
            .collect()
    };
    let mut text = one(&drawn.start);
    if let Some(goal) = &drawn.goal {
        text.push('\n');
        text.push_str(&one(goal));
    }
    text.trim_end().to_owned()
}
