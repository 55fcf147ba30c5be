//! Listings: the readings of a text with several, each with the flags that choose it.

use saut_base::bad_input::BadInput;

use super::candidates::{Candidate, Choice, candidates};
use super::question::{Reading, Understood};

use super::signs::Given;

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
        match (all.pop(), &all[..]) {
            (None, _) => Err(BadInput::new(
                "",
                "the signs of the picture have no meanings that agree in all lines",
            )
            .remedy("draw pegs as o and vacancies as ., one character a hole")),
            (Some(only), []) => Ok(Understood::One(only.drawn)),
            (Some(last), _) => {
                all.push(last);
                Ok(Understood::Several(all))
            }
        }
    }
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
    let words: Vec<String> = geometry.into_iter().chain(signs).collect();
    words.join(" ")
}
