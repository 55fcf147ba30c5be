//! The bundled puzzles: the files of `instances/`, compiled in.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use saut_base::bad_input::BadInput;
use saut_peg::peg::{Puzzle, boards};

use crate::census::{Figures, read_records};
use crate::{Entry, nearest, toml_file};

macro_rules! files {
    ($($name:literal: $theme:literal,)*) => {
        [$((
            concat!("instances/", $name),
            $theme,
            include_str!(concat!("../instances/", $name)),
        ),)*]
    };
}

/// The name, theme and text of each bundled file. The files that are used most often come first.
pub const FILES: [(&str, &str, &str); 14] = files! {
    "classics.toml": "classics",
    "singles.toml": "from one vacancy to one peg, on the classic boards",
    "army.toml": "Conway's army",
    "pegsol.toml": "boards of the planning competitions",
    "twins.toml": "twins: similar puzzles, one solvable and one not",
    "catalogue.toml": "the catalogue of figures",
    "hard-infeasible.toml": "infeasible puzzles, hard to refute",
    "hard-figures.toml": "infeasible puzzles, hard to refute",
    "baseball.toml": "colour baseball",
    "figures-french.toml": "named figures of the French board",
    "figures-annex.toml": "symmetric figures of the French board",
    "figures-english.toml": "named figures of the English board",
    "lucas.toml": "Lucas's games",
    "old-rule.toml": "the old French rule",
};

/// Returns short names for bundled puzzles, each with the name of the puzzle. The name of a board means its central
/// game or its best known classic.
pub fn aliases() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("aliases.txt")
        .lines()
        .filter_map(|line| line.split_once(' '))
}

/// Boards with a bundled census of their figures with four axes of symmetry, and the records of the census.
const CENSUSES: [(&str, &str); 2] = [
    ("french", include_str!("../census/french-four-axes.jsonl")),
    ("english", include_str!("../census/english-four-axes.jsonl")),
];

/// Returns the bundled census of a board: its figures with four axes of symmetry, to be played to one peg. Returns
/// `None` if there is no census of this board.
pub fn census(board: &str) -> Option<Figures> {
    let (_, text) = CENSUSES.iter().find(|(name, _)| *name == board)?;
    let entries = read_records(text).ok()?;
    let title = format!("{board} board, four axes: {} figures", entries.len());
    Some(Figures::new(title, boards::named(board)?, entries))
}

/// Difficulties of solvable puzzles. Each line has a name and the number of positions that blind play visits
/// (`census::Difficulty`, seed 0). Puzzles on boards with more than 64 holes are not measured. `SAUT_BLESS=1 cargo test
/// --test library difficulties` writes the file.
const DIFFICULTIES: &str = include_str!("../instances/difficulty.txt");

/// Returns the number of positions that blind play visits before it solves the bundled puzzle of this name, if this
/// number was measured.
pub fn difficulty(name: &str) -> Option<u64> {
    let mut fields = DIFFICULTIES.lines().filter_map(|line| line.split_once(' '));
    let (_, number) = fields.find(|(known, _)| *known == name)?;
    number.parse().ok()
}

/// Whether exactly this puzzle is bundled under its name.
pub fn has(puzzle: &Puzzle) -> bool {
    static ALL: LazyLock<HashMap<String, Puzzle>> = LazyLock::new(|| {
        let named = |puzzle: Puzzle| (puzzle.name().to_owned(), puzzle);
        all().into_iter().map(named).collect()
    });
    ALL.get(puzzle.name()) == Some(puzzle)
}

/// Returns every bundled puzzle of peg solitaire, in the order of the files.
pub fn all() -> Vec<Puzzle> {
    in_files(&FILES.map(|(name, ..)| name))
}

/// Returns the puzzles of peg solitaire in the bundled files of these names.
pub fn in_files(names: &[&str]) -> Vec<Puzzle> {
    let files = FILES.iter().filter(|(name, ..)| names.contains(name));
    let entries = files.flat_map(file);
    entries.filter_map(|entry| entry.peg().ok()).collect()
}

/// Returns every bundled puzzle, in the order of the files.
pub fn entries() -> Vec<Entry> {
    FILES.iter().flat_map(file).collect()
}

/// Returns the names of all bundled puzzles. The puzzles themselves are not parsed.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().flat_map(|(.., text)| names_of(text))
}

fn names_of(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines();
    lines.filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
}

/// Returns the bundled puzzles by theme: for each file its theme and its puzzles.
pub fn groups() -> Vec<(&'static str, Vec<Entry>)> {
    FILES.iter().map(|one| (one.1, file(one))).collect()
}

/// Returns the bundled puzzle of peg solitaire with this name.
///
/// # Errors
/// Same as [`entry_named`], or the puzzle is of another game.
pub fn named(name: &str) -> Result<Puzzle, BadInput> {
    entry_named(name)?.peg()
}

/// Returns the bundled puzzle of peg solitaire or colour baseball with this name.
///
/// # Errors
/// No puzzle has this name. The message suggests the most similar names.
pub fn entry_named(name: &str) -> Result<Entry, BadInput> {
    find(name).ok_or_else(|| unknown(name, &format!("no bundled puzzle is called \"{name}\"")))
}

/// Returns the bundled puzzle with this name. Only its file is parsed.
pub(super) fn find(name: &str) -> Option<Entry> {
    let is_there = |file: &&(&str, &str, &str)| names_of(file.2).any(|other| other == name);
    let entries = file(FILES.iter().find(is_there)?);
    entries.into_iter().find(|entry| entry.name() == name)
}

/// Returns the message for an unknown name. It suggests the most similar names of puzzles and boards, and short names.
pub(super) fn unknown(name: &str, fact: &str) -> BadInput {
    if let Some(other) = boards::by_number_of_holes(name) {
        let (_, number) = name.split_once('-').unwrap_or_default();
        let holes = boards::holes_of(name).unwrap_or_default();
        let fact = format!("{name} would be the board with side {number}, which has {holes} holes");
        return BadInput::new("", fact).remedy(format!("the board with {number} holes is {other}"));
    }
    let boards = boards::NAMES
        .into_iter()
        .filter(|board| !board.contains('-'));
    let aliases = aliases().map(|(alias, _)| alias);
    let names: BTreeSet<&str> = names().chain(aliases).chain(boards).collect();
    BadInput::new("", fact).remedy(nearest::remedy(name, names, "`saut list` shows all names"))
}

/// Returns the puzzles of one file. If the file cannot be parsed, the result is empty. A test parses all bundled files.
fn file(&(place, _, text): &(&str, &str, &str)) -> Vec<Entry> {
    toml_file::read(text, place).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Entry, FILES, all, entries, named};
    use crate::toml_file::{read, write_toml};

    #[test]
    fn every_bundled_file_can_be_read_and_names_are_unique() {
        let mut puzzles = 0;
        for (place, _, text) in FILES {
            puzzles += read(text, place)
                .unwrap_or_else(|bad| panic!("{bad}"))
                .len();
        }
        let entries = entries();
        let names: HashSet<&str> = entries.iter().map(Entry::name).collect();
        assert_eq!(names.len(), puzzles);
        let scanned: HashSet<&str> = super::names().collect();
        assert_eq!(scanned, names);
    }

    #[test]
    fn every_bundled_puzzle_survives_being_written() {
        let puzzles = all();
        let entries: Vec<Entry> = puzzles.iter().cloned().map(Entry::from).collect();
        assert_eq!(read(&write_toml(&puzzles), "").unwrap(), entries);
    }

    #[test]
    fn exactly_two_censuses_are_bundled() {
        let said = |board| super::census(board).map(|figures| figures.summary());
        assert_eq!(said("french").unwrap(), "30 can be solved, 226 cannot");
        assert_eq!(said("english").unwrap(), "13 can be solved, 115 cannot");
        assert_eq!(said("german"), None);
    }

    #[test]
    fn central_is_bundled_and_centrl_is_not() {
        assert_eq!(named("central").unwrap().start().pegs(), 32);
        let message = named("centrl").unwrap_err().to_string();
        assert!(
            message.starts_with("no bundled puzzle is called \"centrl\"; did you mean central")
        );
        let near = |name: &str| named(name).unwrap_err().to_string();
        assert!(near("euro").contains("did you mean european"));
        assert!(near("englsh").contains("did you mean english"));
        assert!(near("diamnd").contains("diamond") && !near("zzz").contains("mean"));
        assert!(
            message.ends_with("`saut list` shows all names"),
            "{message}"
        );
    }
}
