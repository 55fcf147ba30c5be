//! Questions: a text with several readings, all drawn, each with the flags that choose it.

use itertools::Itertools as _;
use saut_base::bad_input::BadInput;

use super::candidates::{Candidate, Choice, Drawn, candidates};
use super::signs::Given;
use saut_peg::peg::Board;
use saut_peg::peg::picture::{Picture, draw, placed_rows};

/// What helps with every picture.
pub(super) const REDRAW: &str = "draw pegs as o and vacancies as ., one character a hole";

/// The most readings that one message draws.
const MOST_DRAWN: usize = 4;

/// One of several meanings of a text. Flags belong to a reading only if the text has been read with them, and
/// then has this meaning alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The pictures by this reading.
    pub drawn: Drawn,
    /// The choice that leaves it alone, with the flags to add to those that were given.
    flags: Option<(Choice, String)>,
}

impl Reading {
    /// The choice that leaves this reading alone, if flags make one.
    pub fn choice(&self) -> Option<Choice> {
        self.flags.as_ref().map(|(choice, _)| *choice)
    }

    /// The readings that candidates are. One whose flags give another board is none: its signs would mean one thing in
    /// some lines and another in others.
    pub(super) fn all(
        text: &str,
        first_line: usize,
        asked: Choice,
        found: &[Candidate],
    ) -> Result<Understood, BadInput> {
        let mut all: Vec<Self> = Vec::new();
        for candidate in found {
            let mut is_open = false;
            let mut chosen = choices(candidate, found, asked)
                .into_iter()
                .filter_map(|choice| {
                    let mut read = candidates(text, first_line, choice).ok()?;
                    is_open |= read.len() > 1 && read.iter().any(|it| it.drawn == candidate.drawn);
                    let only = read.pop().filter(|_| read.is_empty())?;
                    Some(Self {
                        drawn: only.drawn,
                        flags: Some((choice, words(choice, asked))),
                    })
                });
            let chosen = chosen.next();
            let unchosen = || Self {
                drawn: candidate.drawn.clone(),
                flags: None,
            };
            let Some(reading) = chosen.or_else(|| is_open.then(unchosen)) else {
                continue;
            };
            match all.iter_mut().find(|known| known.drawn == reading.drawn) {
                Some(known) => known.flags = known.flags.take().or(reading.flags),
                None => all.push(reading),
            }
        }
        match &all[..] {
            [] => {
                let fact = "the signs of the picture have no meanings that agree in all lines";
                Err(BadInput::new("", fact).remedy(REDRAW))
            }
            [only] => Ok(Understood::One(only.drawn.clone())),
            _ => Ok(Understood::Several(all)),
        }
    }
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
    let chosen = readings.iter().filter(|reading| reading.flags.is_some());
    let remedy = match chosen.count() {
        0 => REDRAW.to_owned(),
        all if all == readings.len() => "choose one by its flags".to_owned(),
        _ => format!("choose one by its flags, or {REDRAW}"),
    };
    BadInput::new("", fact + "\n").remedy(remedy)
}

/// A reading in our own signs, the goal below the start.
fn drawing(drawn: &Drawn) -> String {
    let one = |picture: &Picture| -> String {
        let Ok(board) = Board::new(drawn.geometry, picture.cells()) else {
            return "  a board that is too large\n".to_owned();
        };
        let contents = picture.contents();
        let rows = placed_rows(&board, &draw(&board, |hole| contents[hole].1));
        rows.iter()
            .flat_map(|row| ["  ", row.as_str(), "\n"])
            .collect()
    };
    let goal = drawn.goal.as_ref().map(|goal| format!("\n{}", one(goal)));
    let text = one(&drawn.start) + &goal.unwrap_or_default();
    text.trim_end().to_owned()
}

/// Flags that may choose a candidate, added to those that were given: what it does not share with the others, then
/// all of its signs, then its geometry too.
fn choices(candidate: &Candidate, all: &[Candidate], asked: Choice) -> [Choice; 3] {
    let own = candidate.given.signs();
    let has_geometries = all
        .iter()
        .any(|other| other.drawn.geometry != candidate.drawn.geometry);
    [
        (has_geometries, false),
        (has_geometries, true),
        (true, true),
    ]
    .map(|(geometry, whole)| {
        let sign = |kind: usize| {
            let is_wanted = whole
                || all
                    .iter()
                    .any(|other| other.given.signs()[kind] != own[kind]);
            asked.given.signs()[kind].or(own[kind].filter(|_| is_wanted))
        };
        let geometry = geometry.then_some(candidate.drawn.geometry);
        Choice {
            geometry: asked.geometry.or(geometry),
            given: Given::of([0, 1, 2].map(sign)),
        }
    })
}

/// The flags of a choice that were not given.
fn words(choice: Choice, asked: Choice) -> String {
    let geometry = choice.geometry.filter(|_| asked.geometry.is_none());
    let geometry = geometry.map(|geometry| format!("--geometry {geometry}"));
    let mut signs = choice.given.flags().collect::<Vec<_>>();
    signs.retain(|&flag| asked.given.flags().all(|known| known != flag));
    let signs = signs.into_iter().map(|(name, sign)| match sign {
        '\'' => format!("{name} \"'\""),
        _ if sign.is_alphanumeric() || "._-+:@".contains(sign) || !sign.is_ascii() => {
            format!("{name} {sign}")
        }
        _ => format!("{name} '{sign}'"),
    });
    geometry.into_iter().chain(signs).join(" ")
}
