//! Listings: the readings of a text with several, each with the flags that choose it.

use saut_base::bad_input::BadInput;

use super::candidates::candidates;
use super::readings::{Candidate, Choice, Drawn};
use super::signs::Given;

/// Meaning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Understood {
    /// These pictures.
    One(Drawn),
    /// One of these: a question.
    Several(Vec<Reading>),
}

/// One of several meanings of a text. Flags belong to a reading only if the text has been read with them, and
/// then has this meaning alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The pictures by this reading.
    pub drawn: Drawn,
    chosen_by: Option<Flags>,
}

/// Flags to add to those that were given.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Flags {
    choice: Choice,
    words: String,
}

impl Reading {
    /// The choice that leaves this reading alone, if flags make one.
    pub fn choice(&self) -> Option<Choice> {
        self.chosen_by.as_ref().map(|flags| flags.choice)
    }

    /// The flags that leave this reading alone, beside those that were given.
    pub(super) fn flags(&self) -> Option<&str> {
        self.chosen_by.as_ref().map(|flags| flags.words.as_str())
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
            let mut chosen = None;
            let (shortest, longest) = (
                distinguishing(candidate, found, asked),
                complete(candidate, asked),
            );
            let signs = Choice {
                given: longest.given,
                ..shortest
            };
            for choice in [shortest, signs, longest] {
                match candidates(text, first_line, choice) {
                    Ok(only) if only.len() == 1 => {
                        chosen = only.into_iter().next().map(|only| Self {
                            drawn: only.drawn,
                            chosen_by: Some(Flags {
                                choice,
                                words: words(choice, asked),
                            }),
                        });
                        break;
                    }
                    Ok(several) => {
                        is_open |= several.iter().any(|other| other.drawn == candidate.drawn);
                    }
                    Err(_) => {}
                }
            }
            let unchosen = || Self {
                drawn: candidate.drawn.clone(),
                chosen_by: None,
            };
            let Some(reading) = chosen.or_else(|| is_open.then(unchosen)) else {
                continue;
            };
            match all.iter_mut().find(|known| known.drawn == reading.drawn) {
                Some(known) => known.chosen_by = known.chosen_by.take().or(reading.chosen_by),
                None => all.push(reading),
            }
        }
        match all.pop() {
            None => Err(BadInput::new(
                "",
                "the signs of the picture have no meanings that agree in all lines",
            )
            .remedy("draw pegs as o and vacancies as ., one character a hole")),
            Some(only) if all.is_empty() => Ok(Understood::One(only.drawn)),
            Some(last) => {
                all.push(last);
                Ok(Understood::Several(all))
            }
        }
    }
}

/// The flags that the candidates do not share, added to those that were given.
fn distinguishing(candidate: &Candidate, all: &[Candidate], asked: Choice) -> Choice {
    let whole = complete(candidate, asked);
    let is_shared = |sign: Option<char>, of: fn(&Given) -> Option<char>| {
        all.iter().all(|other| of(&other.given) == sign)
    };
    let differs = |sign: Option<char>, asked: Option<char>, of: fn(&Given) -> Option<char>| {
        asked.or_else(|| sign.filter(|_| !is_shared(sign, of)))
    };
    let has_geometries = all
        .iter()
        .any(|other| other.drawn.geometry != candidate.drawn.geometry);
    Choice {
        geometry: asked
            .geometry
            .or_else(|| whole.geometry.filter(|_| has_geometries)),
        given: Given {
            peg: differs(whole.given.peg, asked.given.peg, |given| given.peg),
            vacancy: differs(whole.given.vacancy, asked.given.vacancy, |given| {
                given.vacancy
            }),
            wall: differs(whole.given.wall, asked.given.wall, |given| given.wall),
        },
    }
}

/// All flags that speak for a candidate.
fn complete(candidate: &Candidate, asked: Choice) -> Choice {
    Choice {
        geometry: asked.geometry.or(Some(candidate.drawn.geometry)),
        given: Given {
            peg: asked.given.peg.or(candidate.given.peg),
            vacancy: asked.given.vacancy.or(candidate.given.vacancy),
            wall: asked.given.wall.or(candidate.given.wall),
        },
    }
}

/// The flags of a choice that were not given.
fn words(choice: Choice, asked: Choice) -> String {
    let geometry = choice.geometry.filter(|_| asked.geometry.is_none());
    let mut words: Vec<String> = geometry
        .map(|geometry| format!("--geometry {geometry}"))
        .into_iter()
        .collect();
    for (name, sign) in choice.given.flags() {
        if asked.given.flags().any(|known| known == (name, sign)) {
            continue;
        }
        let is_plain = sign.is_alphanumeric() || "._-+:@".contains(sign) || !sign.is_ascii();
        words.push(match sign {
            _ if is_plain => format!("{name} {sign}"),
            '\'' => format!("{name} \"'\""),
            _ => format!("{name} '{sign}'"),
        });
    }
    words.join(" ")
}
