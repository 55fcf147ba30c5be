//! Reading the puzzle that a person asks for: a bundled name, a file, one of a file, or `-`.
//!
//! A name without `/`, `\` and `.` that is bundled means the bundled puzzle; write `./central`
//! for a file called so. Files ending in `.toml` and `.pddl` are what they say; in others, and on
//! standard input, the first line that is no comment tells.

mod bytes;
mod format;

use std::io::Read;
use std::path::Path;

use crate::peg::{Geometry, Puzzle};
use saut_plan::bad_input::BadInput;
use saut_plan::visible::visible;

use super::place::{line, shown};
use super::{Entry, aliases, bundled, nearest, pddl, picture_pair, toml_file};

use format::Format;

/// How messages name the standard input.
const STANDARD_INPUT: &str = "standard input";

/// The most names that one message lists.
const NAMES_SHOWN: usize = 20;

/// Reads exactly one puzzle of peg solitaire; see [`read_entry`].
///
/// # Errors
/// As [`read_entry`], or it is of another game.
pub fn read_puzzle(
    argument: &str,
    standard_input: impl Read,
    geometry: Option<Geometry>,
) -> Result<Puzzle, BadInput> {
    read_entry(argument, standard_input, geometry)?.peg()
}

/// Reads puzzles of peg solitaire; see [`read_entries`].
///
/// # Errors
/// As [`read_entries`], or one is of another game.
pub fn read_puzzles(
    argument: &str,
    standard_input: impl Read,
    geometry: Option<Geometry>,
) -> Result<Vec<Puzzle>, BadInput> {
    let entries = read_entries(argument, standard_input, geometry)?;
    entries.into_iter().map(Entry::peg).collect()
}

/// Reads exactly one puzzle of any game; see [`read_entries`].
///
/// # Errors
/// As [`read_entries`], or there are several and none is chosen.
pub fn read_entry(
    argument: &str,
    standard_input: impl Read,
    geometry: Option<Geometry>,
) -> Result<Entry, BadInput> {
    let puzzles = read_entries(argument, standard_input, geometry)?;
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
    let puzzles = entries_of_bytes(text.as_bytes(), place, None)?;
    only(puzzles, place, |_| "give just one".to_owned())
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
/// the standard input, which is otherwise not touched. `geometry` is for bare pictures, which do
/// not say theirs (the default is square); if a puzzle has another one, that is an error.
///
/// # Errors
/// There is no such puzzle or file, it cannot be read, or what it holds cannot be used.
pub fn read_entries(
    argument: &str,
    standard_input: impl Read,
    geometry: Option<Geometry>,
) -> Result<Vec<Entry>, BadInput> {
    if argument == "-" {
        let bytes = bytes::read(standard_input, STANDARD_INPUT)?;
        return entries_of_bytes(&bytes, STANDARD_INPUT, geometry);
    }
    if !argument.contains(['/', '\\', '.']) && !argument.is_empty() {
        match bundled::entry_named(argument) {
            Ok(puzzle) => return agreeing(vec![puzzle], geometry),
            Err(unknown) if !Path::new(argument).exists() => {
                if let Some(meant) = aliases::entry(argument) {
                    return agreeing(vec![meant], geometry);
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
            let puzzles = read_file(path, geometry)?;
            let chosen = puzzles.iter().find(|puzzle| puzzle.name() == name).cloned();
            chosen.map(|puzzle| vec![puzzle]).ok_or_else(|| {
                let names: Vec<&str> = puzzles.iter().map(Entry::name).collect();
                let more = if names.len() > NAMES_SHOWN {
                    ", …"
                } else {
                    ""
                };
                let shown_names = names[..names.len().min(NAMES_SHOWN)].join(", ");
                let all = format!("there are {shown_names}{more}");
                BadInput::new(
                    path,
                    format!("no puzzle in it is called \"{}\"", shown(name)),
                )
                .remedy(nearest::remedy(name, names, &all))
            })
        }
        _ => read_file(argument, geometry),
    }
}

/// Reads puzzles of peg solitaire from the bytes of a file; see [`read_entries`].
///
/// # Errors
/// No UTF-8, nothing at all, what the reader of the format says, or another game.
pub fn read_bytes(
    bytes: &[u8],
    place: &str,
    geometry: Option<Geometry>,
) -> Result<Vec<Puzzle>, BadInput> {
    let entries = entries_of_bytes(bytes, place, geometry)?.into_iter();
    let puzzles: Result<Vec<Puzzle>, BadInput> = entries.map(Entry::peg).collect();
    puzzles.map_err(|bad| bad.within(place))
}

/// Reads puzzles from the bytes of a file; `place` names it in messages, and its ending, if it
/// has one that is known, tells the format.
///
/// # Errors
/// No UTF-8, nothing at all, or what the reader of the format says.
fn entries_of_bytes(
    bytes: &[u8],
    place: &str,
    geometry: Option<Geometry>,
) -> Result<Vec<Entry>, BadInput> {
    let text = std::str::from_utf8(bytes).map_err(|bad| {
        let line = line(&bytes[..bad.valid_up_to()]);
        BadInput::new(format!("{place}: line {line}"), "the text is not UTF-8")
            .remedy("is it a text file? Save it as UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(
            BadInput::new(place, "the file is empty: there is no puzzle in it")
                .remedy("it should hold a picture, [[puzzle]] entries, or a PDDL problem"),
        );
    }
    let puzzles = match Format::of(place, text) {
        Format::Toml => toml_file::read_entries(text, place)?,
        Format::Pddl => vec![
            pddl::read_problem(text)
                .map_err(|bad| bad.within(place))?
                .into(),
        ],
        Format::Picture => {
            let name = Path::new(place)
                .file_stem()
                .map(|stem| stem.to_string_lossy());
            let name = visible(name.as_deref().unwrap_or(place)).into_owned();
            let puzzle = picture_pair::read_pictures(text, &name, geometry.unwrap_or_default());
            vec![puzzle.map_err(|bad| bad.within(place))?.into()]
        }
    };
    agreeing(puzzles, geometry).map_err(|bad| bad.within(place))
}

fn read_file(path: &str, geometry: Option<Geometry>) -> Result<Vec<Entry>, BadInput> {
    entries_of_bytes(&bytes::read_file(path)?, path, geometry)
}

fn agreeing(entries: Vec<Entry>, geometry: Option<Geometry>) -> Result<Vec<Entry>, BadInput> {
    let of = |puzzle: &Puzzle| puzzle.board().geometry();
    let mut pegs = entries.iter().filter_map(|entry| match entry {
        Entry::Peg(puzzle) | Entry::OldRule(puzzle) => Some(puzzle),
        Entry::Baseball(_) => None,
    });
    match geometry.and_then(|asked| pegs.find(|puzzle| of(puzzle) != asked)) {
        None => Ok(entries),
        Some(other) => Err(BadInput::new(
            format!("\"{}\"", shown(other.name())),
            format!("the puzzle says that its geometry is {}", of(other)),
        )
        .remedy("ask for a geometry with bare pictures only")),
    }
}

#[cfg(test)]
mod tests {
    use super::{read_bytes, read_entry_of_text, read_puzzle};
    use crate::peg::{Geometry, Puzzle};

    fn from_input(text: &str) -> Result<Puzzle, String> {
        read_puzzle("-", text.as_bytes(), None).map_err(|bad| bad.to_string())
    }

    #[test]
    fn the_standard_input_may_hold_any_format() {
        let toml = "# a\n[[puzzle]]\nname = \"t\"\nstart = \"oo.\"\ngoal = \"..o\"\n";
        let pddl = crate::formats::pddl::write_problem(
            &from_input(toml).unwrap(),
            crate::formats::pddl::PddlForm::Jumps,
        );
        for text in [toml, &pddl, "\u{feff}oo.\n\n..o\n"] {
            assert_eq!(from_input(text).unwrap().start().pegs(), 2);
        }
    }

    #[test]
    fn bundled_names_need_no_file_and_others_get_the_nearest() {
        assert_eq!(
            read_puzzle("central", std::io::empty(), None)
                .unwrap()
                .name(),
            "central"
        );
        let bad = read_puzzle("centrall", std::io::empty(), None)
            .unwrap_err()
            .to_string();
        assert!(
            bad.starts_with(
                "\"centrall\" is neither a bundled puzzle nor a file; did you mean central"
            ),
            "{bad}"
        );
    }

    #[test]
    fn a_geometry_is_for_bare_pictures() {
        let diagonal = Some(Geometry::SquareDiagonal);
        let read = read_bytes(b"oo.\n...\n", "x.txt", diagonal).unwrap();
        assert_eq!(
            (read[0].name(), read[0].board().geometry()),
            ("x", Geometry::SquareDiagonal)
        );
        let bad = read_puzzle("central", std::io::empty(), diagonal)
            .unwrap_err()
            .to_string();
        assert!(bad.starts_with("\"central\": the puzzle says that its geometry is square;"));
    }

    #[test]
    fn a_text_is_never_the_name_of_a_file() {
        let read = |text| read_entry_of_text(text, "pasted puzzle").map_err(|bad| bad.to_string());
        let picture = read("oo.\n\n..o\n").unwrap();
        assert_eq!(picture.name(), "pasted puzzle");
        for name in ["Cargo.toml", "central", "-"] {
            let bad = read(name).unwrap_err();
            assert!(bad.starts_with("pasted puzzle: "), "{bad}");
        }
        let two = "[[puzzle]]\nname = \"a\"\nstart = \"oo.\"\ngoal = \"..o\"\n";
        let two = two.to_owned() + &two.replace("\"a\"", "\"b\"");
        let bad = read(&two).unwrap_err();
        assert!(
            bad.ends_with("there are 2 puzzles in it: a, b; give just one"),
            "{bad}"
        );
    }

    #[test]
    fn endless_input_is_refused() {
        let bad = read_puzzle("-", std::io::repeat(b'o'), None)
            .unwrap_err()
            .to_string();
        assert_eq!(
            bad,
            "standard input: cannot be read: it has more than 16 MiB; is it the right file? \
             Nothing that long is meant to be read here"
        );
    }
}
