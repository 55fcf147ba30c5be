//! Colour baseball in puzzle files: `game = "baseball"`, a track, and tokens on bases as lists.

use serde::Deserialize;
use toml::Spanned;

use crate as formats;
use crate::place::{Located, shown};
use saut_base::bad_input::BadInput;
use saut_peg::baseball::{BadPuzzle, Configuration, Puzzle, Token, Track};

use super::written::Written;

/// The places of a base, if the file does not say.
const CAPACITY: usize = 2;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    name: Spanned<String>,
    title: Option<String>,
    why: Option<String>,
    source: Option<String>,
    expect: Option<Spanned<String>>,
    #[serde(rename = "game")]
    _game: String,
    track: Option<Spanned<String>>,
    capacity: Option<Spanned<usize>>,
    start: Spanned<Vec<Vec<i64>>>,
    goal: Option<Spanned<Vec<Vec<i64>>>>,
}

impl Written for Entry {
    fn name(&self) -> &Spanned<String> {
        &self.name
    }

    fn entry(&self, text: &Located<'_>) -> Result<formats::Entry, BadInput> {
        puzzle(text, self).map(formats::Entry::from)
    }
}

/// The puzzle of an entry.
fn puzzle(text: &Located<'_>, entry: &Entry) -> Result<Puzzle, BadInput> {
    let place = |byte: usize| text.at(byte);
    if let Some(expect) = entry
        .expect
        .as_ref()
        .filter(|expect| expect.get_ref() != "solvable")
    {
        let fact = format!("expect is \"{}\"", shown(expect.get_ref()));
        return Err(BadInput::new(place(expect.span().start), fact)
            .remedy("every game of colour baseball has a plan: leave it out"));
    }
    let track = match &entry.track {
        None => Track::Ring,
        Some(name) => name.get_ref().parse().map_err(|there_are: String| {
            let fact = format!("no track is called \"{}\"", shown(name.get_ref()));
            BadInput::new(place(name.span().start), fact).remedy(there_are)
        })?,
    };
    let capacity = entry
        .capacity
        .as_ref()
        .map_or(CAPACITY, |capacity| *capacity.get_ref());
    let configuration = |bases: &Spanned<Vec<Vec<i64>>>| {
        let token = |(base, token): (usize, i64)| {
            Token::try_from(token).map_err(|_| {
                let fact = format!("base {base} has a token {token}, which is no colour");
                BadInput::new(place(bases.span().start), fact)
                    .remedy("colours are the numbers of the bases, from 0")
            })
        };
        let tokens = |(base, tokens): (usize, &Vec<i64>)| {
            tokens
                .iter()
                .map(|&number| token((base, number)))
                .collect::<Result<Vec<_>, _>>()
        };
        let all = bases.get_ref().iter().enumerate().map(tokens);
        Ok::<_, BadInput>(Configuration::new(all.collect::<Result<Vec<_>, _>>()?))
    };
    let start = configuration(&entry.start)?;
    let goal = entry.goal.as_ref().map(configuration).transpose()?;
    // Whatever is wrong with the start alone is told at its place, the rest at the goal's.
    let name = entry.name.get_ref();
    let bad = |spanned: &Spanned<Vec<Vec<i64>>>, bad: BadPuzzle| {
        BadInput::new(place(spanned.span().start), bad.to_string()).remedy(remedy(bad))
    };
    let mut puzzle = Puzzle::new(name, track, capacity, start.clone(), None)
        .map_err(|wrong| bad(&entry.start, wrong))?;
    if let (Some(goal), Some(given)) = (goal, &entry.goal) {
        puzzle = Puzzle::new(name, track, capacity, start, Some(goal))
            .map_err(|wrong| bad(given, wrong))?;
    }
    puzzle.title.clone_from(&entry.title);
    puzzle.why.clone_from(&entry.why);
    puzzle.source.clone_from(&entry.source);
    Ok(puzzle)
}

fn remedy(bad: BadPuzzle) -> &'static str {
    match bad {
        BadPuzzle::Bases { .. } => "list the tokens of every base, as in [[1, 1], [0]]",
        BadPuzzle::Capacity { .. } => "two places are usual; leave capacity out for them",
        BadPuzzle::OtherSize { .. } => "start and goal must list the same bases",
        BadPuzzle::Crowded { .. } => "is capacity missing? It is 2 if it is not given",
        BadPuzzle::UnknownColour { .. } => "every colour is the number of a base",
        BadPuzzle::Holes { .. } => "all places but one have a token",
        BadPuzzle::WrongCount { .. } => {
            "every colour has as many tokens as a base has places, and colour 0 one less"
        }
    }
}
