//! Reading the puzzle that a person asks for: a bundled name, a file, one of a file, or `-`.
//!
//! A name without `/`, `\` and `.` that is bundled means the bundled puzzle; write `./central`
//! for a file called so. Files ending in `.toml` and `.pddl` are what they say; in others, and on
//! standard input, the first line that is no comment tells.

mod asked;
mod bytes;
mod format;
mod found;

use std::io::Read;
use std::path::Path;

use saut_base::bad_input::BadInput;
use saut_base::read_limited::unmarked;
use saut_base::visible::visible;
use saut_peg::peg::{BadBoard, Puzzle, boards};

use crate::place::{line, shown};
use crate::{
    Entry, aliases, bundled, nearest, pddl, picture, shown as printed, state_list, text_kind,
    text_kind::TextKind, toml_file,
};

pub use asked::Asked;
use asked::{agreeing, on_geometry, refuse_board};
use format::Format;
pub use found::Found;

/// Name of the standard input in messages.
const STANDARD_INPUT: &str = "standard input";

/// The most names that one message lists.
const NAMES_SHOWN: usize = 20;

/// Whether a text of this kind may be a puzzle, or is refused with a reason of its own.
fn may_be_a_puzzle(kind: TextKind) -> bool {
    use TextKind::{Domain, Hint, Printed, Problem, PuzzleToml};
    matches!(kind, PuzzleToml | Printed | Problem | Domain | Hint)
}

/// Reads exactly one puzzle of peg solitaire; see [`read_entry`].
///
/// # Errors
/// As [`read_entry`], or it is of another game.
pub fn read_puzzle(
    argument: &str,
    standard_input: impl Read,
    asked: impl Into<Asked>,
) -> Result<Puzzle, BadInput> {
    read_entry(argument, standard_input, asked)?.peg()
}

/// Reads puzzles of peg solitaire; see [`read_entries`].
///
/// # Errors
/// As [`read_entries`], or one is of another game.
pub fn read_puzzles(
    argument: &str,
    standard_input: impl Read,
    asked: impl Into<Asked>,
) -> Result<Vec<Puzzle>, BadInput> {
    let entries = read_entries(argument, standard_input, asked)?;
    entries.into_iter().map(Entry::peg).collect()
}

/// Reads exactly one puzzle of any game; see [`read_entries`].
///
/// # Errors
/// As [`read_entries`], or there are several and none is chosen.
pub fn read_entry(
    argument: &str,
    standard_input: impl Read,
    asked: impl Into<Asked>,
) -> Result<Entry, BadInput> {
    let puzzles = read_entries(argument, standard_input, asked)?;
    one_of(argument, puzzles)
}

/// The only puzzle that an argument gave.
fn one_of(argument: &str, puzzles: Vec<Entry>) -> Result<Entry, BadInput> {
    if argument == "-" {
        only(puzzles, STANDARD_INPUT, |_| "give just one".to_owned())
    } else {
        only(puzzles, argument, |first| {
            format!("choose one, as in {argument}:{first}")
        })
    }
}

/// Reads the one puzzle of a text that came from somewhere else than a file; `place` names it in messages.
///
/// # Errors
/// No puzzle or several, or what the reader of the format says.
pub fn read_entry_of_text(text: &str, place: &str) -> Result<Entry, BadInput> {
    let asked = Asked::default();
    let found = entries_of_bytes(text.as_bytes(), place, &asked)?;
    only(found.entries, place, |_| "give just one".to_owned())
}

/// The only one of some puzzles; `remedy` is told the first of several.
fn only(
    mut puzzles: Vec<Entry>,
    place: &str,
    remedy: impl Fn(&str) -> String,
) -> Result<Entry, BadInput> {
    match (puzzles.pop(), &puzzles[..]) {
        (Some(only), []) => Ok(only),
        (last, others) => {
            let names: Vec<&str> = others.iter().chain(&last).map(Entry::name).collect();
            let more = if names.len() > NAMES_SHOWN {
                ", …"
            } else {
                ""
            };
            let fact = format!(
                "there are {} puzzles in it: {}{more}",
                names.len(),
                names[..names.len().min(NAMES_SHOWN)].join(", ")
            );
            let none = || "give just one".to_owned();
            let remedy = names.first().map_or_else(none, |first| remedy(first));
            Err(BadInput::new(place, fact).remedy(remedy))
        }
    }
}

/// Reads the puzzles that an argument means: a bundled name, a path, `PATH.toml:NAME`, or `-` for
/// the standard input, which is otherwise not touched. What is asked decides between the readings of a
/// bare picture; a geometry gives a bundled puzzle other lines, and a file that says another one is an error.
///
/// # Errors
/// There is no such puzzle or file, it cannot be read, or what it holds cannot be used.
pub fn read_entries(
    argument: &str,
    standard_input: impl Read,
    asked: impl Into<Asked>,
) -> Result<Vec<Entry>, BadInput> {
    find_entries(argument, standard_input, &asked.into()).map(|found| found.entries)
}

/// Reads as [`read_entry`], and says how.
///
/// # Errors
/// As [`read_entry`].
pub fn find_entry(
    argument: &str,
    standard_input: impl Read,
    asked: &Asked,
) -> Result<Found, BadInput> {
    let found = find_entries(argument, standard_input, asked)?;
    let only = one_of(argument, found.entries)?;
    Ok(Found {
        entries: vec![only],
        ..found
    })
}

/// Reads as [`read_entries`], and says how.
///
/// # Errors
/// As [`read_entries`].
pub fn find_entries(
    argument: &str,
    standard_input: impl Read,
    asked: &Asked,
) -> Result<Found, BadInput> {
    if argument == "-" {
        let bytes = bytes::read(standard_input, STANDARD_INPUT)?;
        return entries_of_bytes(&bytes, STANDARD_INPUT, asked);
    }
    if !argument.contains(['/', '\\', '.']) && !argument.is_empty() {
        match bundled::entry_named(argument) {
            Ok(puzzle) => return on_geometry(puzzle, asked),
            Err(unknown) if !Path::new(argument).exists() => {
                if let Some(meant) = aliases::entry(argument) {
                    return on_geometry(meant, asked);
                }
                if boards::is_too_large(argument) {
                    return Err(BadInput::new(argument, BadBoard::TooLarge.to_string()));
                }
                let fact = format!(
                    "\"{}\" is neither a bundled puzzle nor a file",
                    shown(argument)
                );
                return Err(BadInput { fact, ..unknown });
            }
            Err(_) => {}
        }
    }
    match argument
        .find(".toml:")
        .map(|dot| argument.split_at(dot + ".toml".len()))
    {
        Some((path, name)) if !Path::new(argument).exists() => {
            let name = &name[1..];
            let found = read_file(path, asked)?;
            let puzzles = &found.entries;
            let chosen = puzzles.iter().find(|puzzle| puzzle.name() == name).cloned();
            let chosen = chosen.map(|puzzle| vec![puzzle]).ok_or_else(|| {
                let names: Vec<&str> = puzzles.iter().map(Entry::name).collect();
                let more = if names.len() > NAMES_SHOWN {
                    ", …"
                } else {
                    ""
                };
                let shown_names = names[..names.len().min(NAMES_SHOWN)].join(", ");
                let all = format!("it has {shown_names}{more}");
                BadInput::new(
                    path,
                    format!("no puzzle in it is called \"{}\"", shown(name)),
                )
                .remedy(nearest::remedy(name, names, &all))
            });
            chosen.map(|entries| Found { entries, ..found })
        }
        _ => read_file(argument, asked),
    }
}

/// Reads puzzles of peg solitaire from the bytes of a file; see [`read_entries`].
///
/// # Errors
/// No UTF-8, nothing at all, what the reader of the format says, or another game.
pub fn read_bytes(
    bytes: &[u8],
    place: &str,
    asked: impl Into<Asked>,
) -> Result<Vec<Puzzle>, BadInput> {
    let entries = entries_of_bytes(bytes, place, &asked.into())?.entries;
    let puzzles: Result<Vec<Puzzle>, BadInput> = entries.into_iter().map(Entry::peg).collect();
    puzzles.map_err(|bad| bad.within(place))
}

/// Reads puzzles from the bytes of a file; `place` names it in messages, and its ending, if it
/// has one that is known, tells the format.
///
/// # Errors
/// No UTF-8, nothing at all, or what the reader of the format says.
fn entries_of_bytes(bytes: &[u8], place: &str, asked: &Asked) -> Result<Found, BadInput> {
    let text = std::str::from_utf8(bytes).map_err(|bad| {
        let line = line(&bytes[..bad.valid_up_to()]);
        BadInput::new(format!("{place}: line {line}"), "the text is not UTF-8")
            .remedy("is it a text file? Save it as UTF-8")
    })?;
    let text = unmarked(text);
    if text.trim().is_empty() {
        return Err(
            BadInput::new(place, "the file is empty: there is no puzzle in it")
                .remedy("it should hold a picture, [[puzzle]] entries, or a PDDL problem"),
        );
    }
    let within = |bad: BadInput| bad.within(place);
    if let Some(other) = text_kind::other_than(text, "a puzzle", may_be_a_puzzle) {
        let remedy =
            "give a picture, a list of cells, a TOML file or a PDDL problem of peg solitaire";
        return Err(within(other).remedy(remedy));
    }
    let named = || {
        let stem = Path::new(place)
            .file_stem()
            .map(|stem| stem.to_string_lossy());
        visible(stem.as_deref().unwrap_or(place)).into_owned()
    };
    let format = Format::of(place, text);
    let is_bare = format == Format::Picture && asked.board.is_some() && state_list::is_bare(text);
    let bracketed = is_bare.then(|| format!("[{text}]"));
    let (format, text) = match &bracketed {
        Some(list) => (Format::States, list.as_str()),
        None => (format, text),
    };
    let is_drawn = matches!(format, Format::Picture | Format::States);
    if !is_drawn && let Some((flag, _)) = asked.picture.given.flags().next() {
        return Err(within(BadInput::new(
            flag,
            "the signs of this file are fixed by its format",
        ))
        .remedy("give signs with bare pictures only"));
    }
    let mut warnings = Vec::new();
    let entries = match format {
        Format::Toml => toml_file::read_entries(text, place)?,
        Format::Pddl => vec![pddl::read_problem(text, place)?.into()],
        Format::States => {
            let board = asked.board.as_deref();
            vec![
                state_list::puzzle(text, &named(), board)
                    .map_err(within)?
                    .into(),
            ]
        }
        Format::Picture => {
            let puzzle = if let Some(puzzle) = printed::read(text, &named()) {
                puzzle
            } else {
                let puzzle = picture::read_puzzle(text, &named(), asked.picture);
                let unread = picture::unread_words(text, asked.picture.given);
                warnings = unread.map_err(within)?.into_iter().map(within).collect();
                puzzle
            };
            vec![puzzle.map_err(within)?.into()]
        }
    };
    refuse_board(asked, format == Format::States).map_err(within)?;
    agreeing(&entries, asked.picture.geometry).map_err(within)?;
    Ok(Found {
        entries,
        is_bundled: false,
        is_drawn,
        warnings,
    })
}

fn read_file(path: &str, asked: &Asked) -> Result<Found, BadInput> {
    entries_of_bytes(&bytes::read_file(path)?, path, asked)
}

#[cfg(test)]
mod tests;
