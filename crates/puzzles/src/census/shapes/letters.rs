//! Capital letters, five columns by seven rows, as outlines of boards.

use saut_base::random::Random;

/// A capital letter from A to Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter(char);

/// From A on, row by row.
const PICTURES: [&str; 26] = [
    ".ooo. o...o o...o ooooo o...o o...o o...o",
    "oooo. o...o o...o oooo. o...o o...o oooo.",
    ".oooo o.... o.... o.... o.... o.... .oooo",
    "oooo. o...o o...o o...o o...o o...o oooo.",
    "ooooo o.... o.... oooo. o.... o.... ooooo",
    "ooooo o.... o.... oooo. o.... o.... o....",
    ".oooo o.... o.... o..oo o...o o...o .oooo",
    "o...o o...o o...o ooooo o...o o...o o...o",
    "ooooo ..o.. ..o.. ..o.. ..o.. ..o.. ooooo",
    "..ooo ...o. ...o. ...o. ...o. o..o. .ooo.",
    "o..oo o.oo. ooo.. oo... ooo.. o.oo. o..oo",
    "o.... o.... o.... o.... o.... o.... ooooo",
    "o...o oo.oo ooooo o.o.o o...o o...o o...o",
    "o...o oo..o ooo.o ooooo o.ooo o..oo o...o",
    ".ooo. oo.oo o...o o...o o...o oo.oo .ooo.",
    "oooo. o...o o...o oooo. o.... o.... o....",
    ".ooo. oo.oo o...o o...o o.o.o oo.oo .oooo",
    "oooo. o...o o...o oooo. ooo.. o.oo. o..oo",
    ".oooo o.... o.... .ooo. ....o ....o oooo.",
    "ooooo ..o.. ..o.. ..o.. ..o.. ..o.. ..o..",
    "o...o o...o o...o o...o o...o oo.oo .ooo.",
    "o...o o...o o...o oo.oo .o.o. .ooo. ..o..",
    "o...o o...o o...o o.o.o ooooo oo.oo o...o",
    "o...o oo.oo .ooo. ..o.. .ooo. oo.oo o...o",
    "o...o oo.oo .ooo. ..o.. ..o.. ..o.. ..o..",
    "ooooo ...oo ..ooo .ooo. ooo.. oo... ooooo",
];

/// Columns of a picture, and what is between two rows.
const COLUMNS: usize = 5;

impl Letter {
    /// One at random.
    pub fn any(random: &mut Random) -> Self {
        let letter = ('A'..='Z').nth(random.below(PICTURES.len()));
        Self(letter.unwrap_or('A'))
    }

    /// Whether it covers a place of its picture.
    pub fn has(self, column: i16, row: i16) -> bool {
        let [column, row] = [column, row].map(|at| usize::from(at.unsigned_abs()));
        let mut pictures = ('A'..='Z').zip(PICTURES);
        let picture = pictures.find(|(letter, _)| *letter == self.0);
        let place = row * (COLUMNS + 1) + column;
        picture.is_some_and(|(_, picture)| picture.as_bytes().get(place) == Some(&b'o'))
    }
}

impl std::str::FromStr for Letter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<char>() {
            Ok(letter) if letter.is_ascii_alphabetic() => Ok(Self(letter.to_ascii_uppercase())),
            _ => Err(format!("\"{text}\" is no letter from A to Z")),
        }
    }
}

impl std::fmt::Display for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
