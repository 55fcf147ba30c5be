//! Questions: a text with several readings, all drawn, each with the flags that choose it.

use saut_task::bad_input::BadInput;

use super::reader::{Drawn, Reading, Understood};
use super::{Board, Content, Picture, draw, placed_rows};

/// The most readings that one message draws.
const MOST_DRAWN: usize = 4;

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
    let flags: Vec<String> = readings.iter().map(|one| flags(one, readings)).collect();
    let mut fact = format!("the picture can be read in {} ways", readings.len());
    for (reading, flags) in readings.iter().zip(&flags).take(MOST_DRAWN) {
        fact.push_str("\n\n");
        fact.push_str(if flags.is_empty() {
            "as it stands"
        } else {
            flags
        });
        fact.push_str(":\n");
        fact.push_str(&drawing(&reading.drawn));
    }
    if readings.len() > MOST_DRAWN {
        let more: Vec<&str> = flags[MOST_DRAWN..].iter().map(String::as_str).collect();
        fact = format!("{fact}\n\nand by {}", more.join("; or by "));
    }
    let different = |one: &String| flags.iter().filter(|other| *other == one).count() == 1;
    let remedy = if flags.iter().all(different) {
        "choose one by its flags"
    } else {
        "draw pegs as o and vacancies as ., one character a hole"
    };
    BadInput::new("", fact + "\n").remedy(remedy)
}

/// The flags that choose a reading among others.
fn flags(reading: &Reading, all: &[Reading]) -> String {
    let mut words = Vec::new();
    if all
        .iter()
        .any(|other| other.drawn.geometry != reading.drawn.geometry)
    {
        words.push(format!("--geometry {}", reading.drawn.geometry));
    }
    let mine: Vec<(&str, char)> = reading.given.flags().collect();
    if all.iter().any(|other| other.given != reading.given) {
        let is_everywhere = |flag: &(&str, char)| {
            all.iter()
                .all(|other| other.given.flags().any(|it| it == *flag))
        };
        for flag in mine.iter().filter(|flag| !is_everywhere(flag)) {
            let (name, sign) = flag;
            let is_plain = sign.is_alphanumeric() || "._-+:@".contains(*sign) || !sign.is_ascii();
            words.push(if is_plain {
                format!("{name} {sign}")
            } else {
                format!("{name} '{sign}'")
            });
        }
    }
    words.join(" ")
}

/// A reading in our own signs, the goal below the start.
fn drawing(drawn: &Drawn) -> String {
    let one = |picture: &Picture| -> String {
        let Ok(board) = Board::new(drawn.geometry, picture.cells()) else {
            return "  a board that is too large\n".to_owned();
        };
        let contents: Vec<Content> = picture.0.iter().map(|&(_, content)| content).collect();
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
