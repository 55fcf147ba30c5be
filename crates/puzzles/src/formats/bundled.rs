//! The bundled puzzles: the files of `instances/`, compiled in.

use crate::peg::Puzzle;
use saut_plan::bad_input::BadInput;

use super::{Entry, nearest, toml_file};

/// The bundled files with their texts, the most asked for first.
pub const FILES: [(&str, &str); 12] = [
    (
        "instances/classics.toml",
        include_str!("../../instances/classics.toml"),
    ),
    (
        "instances/singles.toml",
        include_str!("../../instances/singles.toml"),
    ),
    (
        "instances/army.toml",
        include_str!("../../instances/army.toml"),
    ),
    (
        "instances/pegsol.toml",
        include_str!("../../instances/pegsol.toml"),
    ),
    (
        "instances/twins.toml",
        include_str!("../../instances/twins.toml"),
    ),
    (
        "instances/catalogue.toml",
        include_str!("../../instances/catalogue.toml"),
    ),
    (
        "instances/hard-infeasible.toml",
        include_str!("../../instances/hard-infeasible.toml"),
    ),
    (
        "instances/baseball.toml",
        include_str!("../../instances/baseball.toml"),
    ),
    (
        "instances/figures-french.toml",
        include_str!("../../instances/figures-french.toml"),
    ),
    (
        "instances/figures-annex.toml",
        include_str!("../../instances/figures-annex.toml"),
    ),
    (
        "instances/figures-english.toml",
        include_str!("../../instances/figures-english.toml"),
    ),
    (
        "instances/lucas.toml",
        include_str!("../../instances/lucas.toml"),
    ),
];

/// Every bundled puzzle of peg solitaire, in the order of the files.
pub fn all() -> Vec<Puzzle> {
    let entries = entries().into_iter();
    entries.filter_map(|entry| entry.peg().ok()).collect()
}

/// The puzzles of peg solitaire in the bundled files of these names.
pub fn in_files(names: &[&str]) -> Vec<Puzzle> {
    let files = FILES.iter().filter(|(name, _)| names.contains(name));
    files
        .flat_map(file)
        .filter_map(|entry| entry.peg().ok())
        .collect()
}

/// Every bundled puzzle, in the order of the files.
pub fn entries() -> Vec<Entry> {
    FILES.iter().flat_map(file).collect()
}

/// The bundled puzzle of peg solitaire of that name.
///
/// # Errors
/// As [`entry_named`], or it is of another game.
pub fn named(name: &str) -> Result<Puzzle, BadInput> {
    entry_named(name)?.peg()
}

/// The bundled puzzle of that name.
///
/// # Errors
/// No puzzle is called so; the message offers the nearest names.
pub fn entry_named(name: &str) -> Result<Entry, BadInput> {
    let found = FILES
        .iter()
        .flat_map(file)
        .find(|entry| entry.name() == name);
    found.ok_or_else(|| unknown(name, &format!("no bundled puzzle is called \"{name}\"")))
}

/// The message for a name that nothing is called by.
pub(super) fn unknown(name: &str, fact: &str) -> BadInput {
    let entries = entries();
    let names = entries.iter().map(Entry::name);
    BadInput::new("", fact).remedy(nearest::remedy(name, names, "`saut list` shows all names"))
}

/// The puzzles of one file. A bundled file that cannot be read would give none; a test reads all.
fn file(&(place, text): &(&str, &str)) -> Vec<Entry> {
    toml_file::read_entries(text, place).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{FILES, all, entries, named};
    use crate::formats::toml_file::{read_entries, read_toml, write_entries, write_toml};

    #[test]
    fn every_bundled_file_can_be_read_and_names_are_unique() {
        let mut puzzles = 0;
        for (place, text) in FILES {
            puzzles += read_entries(text, place)
                .unwrap_or_else(|bad| panic!("{bad}"))
                .len();
        }
        let names: HashSet<String> = entries()
            .iter()
            .map(|entry| entry.name().to_owned())
            .collect();
        assert_eq!(names.len(), puzzles);
    }

    #[test]
    fn every_bundled_puzzle_survives_being_written() {
        let puzzles = all();
        assert_eq!(read_toml(&write_toml(&puzzles), "").unwrap(), puzzles);
        let mut games = entries();
        games.retain(|entry| entry.clone().baseball().is_ok());
        assert!(!games.is_empty());
        assert_eq!(read_entries(&write_entries(&games), "").unwrap(), games);
    }

    #[test]
    fn central_is_bundled_and_centrl_is_not() {
        assert_eq!(named("central").unwrap().start().pegs(), 32);
        let message = named("centrl").unwrap_err().to_string();
        assert!(
            message.starts_with("no bundled puzzle is called \"centrl\"; did you mean central")
        );
        assert!(
            message.ends_with("`saut list` shows all names"),
            "{message}"
        );
    }
}
