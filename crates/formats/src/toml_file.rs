//! Puzzle files in TOML: `[[puzzle]]` with two pictures, or their shorthand on a bundled board.
//!
//! `instances/README.md` describes the fields. An unknown field is an error, so that a
//! misspelt one is never silently ignored.

mod baseball;
mod peg;
mod write;
mod written;

use std::collections::HashSet;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;

use saut_base::bad_input::BadInput;
use saut_base::visible::is_harmful;

use crate::Entry;
use crate::place::{Located, shown};
use written::Written;

pub use write::write_toml;

/// Reads all puzzles of a file of any one game; `file` names it in messages.
///
/// # Errors
/// Not TOML, an unknown or missing field, the same name twice, no puzzle at all, puzzles of two
/// games, or a pair of start and goal that makes no puzzle.
pub(crate) fn read(text: &str, file: &str) -> Result<Vec<Entry>, BadInput> {
    let text = &Located::new(text);
    let game = game(text).map_err(|bad| bad.within(file))?;
    let entries = match game {
        Game::Peg => entries_of::<peg::Entry>(text, file),
        Game::Baseball => entries_of::<baseball::Entry>(text, file),
    }?;
    if entries.is_empty() {
        return Err(BadInput::new(file, "there is no puzzle in it")
            .remedy("a puzzle begins with a line [[puzzle]]"));
    }
    Ok(entries)
}

/// A file of one game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<W> {
    #[serde(default = "Vec::new")]
    puzzle: Vec<W>,
}

/// Makes a puzzle of every entry; no two may have the same name.
fn entries_of<W: Written>(text: &Located<'_>, file: &str) -> Result<Vec<Entry>, BadInput> {
    let read: File<W> = parsed(text).map_err(|bad| bad.within(file))?;
    let mut names = HashSet::new();
    let mut puzzles = Vec::new();
    for entry in &read.puzzle {
        let (spanned, name) = (entry.name(), entry.name().get_ref());
        let bad_name =
            |fact: String| BadInput::new(text.at(spanned.span().start), fact).within(file);
        if name.trim().is_empty() {
            return Err(bad_name("the name is empty".to_owned())
                .remedy("a name chooses the puzzle, as in FILE.toml:NAME"));
        }
        if let Some(odd) = name
            .chars()
            .find(|&symbol| symbol == '\n' || is_harmful(symbol))
        {
            return Err(bad_name(format!(
                "the name \"{}\" has the control character {}",
                shown(name),
                odd.escape_unicode()
            ))
            .remedy("names are typed and printed: leave it out"));
        }
        if !names.insert(name) {
            return Err(
                bad_name(format!("a second puzzle is called \"{}\"", shown(name)))
                    .remedy("names choose a puzzle and must differ"),
            );
        }
        let place = format!("{file}: \"{}\"", shown(name));
        puzzles.push(entry.entry(text).map_err(|bad| bad.within(place))?);
    }
    Ok(puzzles)
}

/// A file of one game's entries.
fn parsed<F: DeserializeOwned>(text: &Located<'_>) -> Result<F, BadInput> {
    toml::from_str(text.text).map_err(|bad: toml::de::Error| {
        let place = bad.span().map(|span| text.at(span.start));
        let fact = bad.message().trim().replace('\n', ", ");
        BadInput::new(place.unwrap_or_default(), fact)
    })
}

/// The games of puzzle files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Game {
    Peg,
    Baseball,
}

/// The game that all entries are of. What is no TOML at all is left to the reader of that game.
fn game(text: &Located<'_>) -> Result<Game, BadInput> {
    #[derive(Deserialize)]
    struct Games {
        #[serde(default)]
        puzzle: Vec<Named>,
    }
    #[derive(Deserialize)]
    struct Named {
        game: Option<Spanned<String>>,
    }
    let games: Vec<Named> =
        toml::from_str::<Games>(text.text).map_or_else(|_| Vec::new(), |g| g.puzzle);
    let mut found = None;
    for entry in &games {
        let place = || {
            let name = entry.game.as_ref();
            name.map_or_else(String::new, |name| text.at(name.span().start))
        };
        let game = match entry.game.as_ref().map(|name| name.get_ref().as_str()) {
            None | Some("peg") => Game::Peg,
            Some("baseball") => Game::Baseball,
            Some(other) => {
                let fact = format!("the game is \"{}\"", shown(other));
                return Err(
                    BadInput::new(place(), fact).remedy("there are peg (the default) and baseball")
                );
            }
        };
        if *found.get_or_insert(game) != game {
            return Err(BadInput::new(place(), "the file has puzzles of two games")
                .remedy("put them into two files"));
        }
    }
    Ok(found.unwrap_or(Game::Peg))
}

#[cfg(test)]
mod tests;
