//! Puzzle files in TOML: `[[puzzle]]` with two pictures, or their shorthand on a bundled board.
//!
//! `instances/README.md` describes the fields. An unknown field is an error, so that a
//! misspelt one is never silently ignored.

mod baseball;
mod shorthand;
mod write;

use std::collections::HashSet;

use serde::Deserialize;
use toml::Spanned;

use crate::bad_input::BadInput;
use crate::peg::picture::Picture;
use crate::peg::{Board, Expectation, Geometry, Goal, Puzzle, boards};

use super::place::{at, line_column, shown};
use super::{Entry as AnyEntry, pair, plan_file};

pub use write::{write_entries, write_toml};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    puzzle: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Spanned<String>,
    title: Option<String>,
    why: Option<String>,
    source: Option<String>,
    #[serde(default)]
    expect: Expect,
    #[serde(rename = "game")]
    _game: Option<String>,
    board: Option<Spanned<String>>,
    geometry: Option<Spanned<String>>,
    start: Spanned<String>,
    goal: Spanned<String>,
    plan: Option<Spanned<String>>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Expect {
    Solvable,
    Infeasible,
    #[default]
    Open,
}

/// Reads all puzzles of a file, which are of peg solitaire; `file` names it in messages.
///
/// # Errors
/// As [`read_entries`], or they are of another game.
pub fn read_toml(text: &str, file: &str) -> Result<Vec<Puzzle>, BadInput> {
    let entries = read_entries(text, file)?;
    let puzzles = entries.into_iter().map(AnyEntry::peg);
    puzzles
        .collect::<Result<_, _>>()
        .map_err(|bad: BadInput| bad.within(file))
}

/// Reads all puzzles of a file of any one game; `file` names it in messages.
///
/// # Errors
/// Not TOML, an unknown or missing field, the same name twice, no puzzle at all, puzzles of two
/// games, or a pair of start and goal that makes no puzzle.
pub fn read_entries(text: &str, file: &str) -> Result<Vec<AnyEntry>, BadInput> {
    let game = game(text).map_err(|bad| bad.within(file))?;
    let entries = match game {
        Game::Peg => {
            let read = parsed::<File>(text).map_err(|bad| bad.within(file))?;
            named(
                text,
                file,
                &read.puzzle,
                |entry| &entry.name,
                |text, entry| puzzle(text, entry).map(AnyEntry::from),
            )
        }
        Game::Baseball => {
            let read = parsed::<baseball::File>(text).map_err(|bad| bad.within(file))?;
            named(
                text,
                file,
                &read.puzzle,
                |entry| &entry.name,
                |text, entry| baseball::puzzle(text, entry).map(AnyEntry::from),
            )
        }
    }?;
    if entries.is_empty() {
        return Err(BadInput::new(file, "there is no puzzle in it")
            .remedy("a puzzle begins with a line [[puzzle]]"));
    }
    Ok(entries)
}

/// Makes a puzzle of every entry; no two may have the same name.
fn named<E>(
    text: &str,
    file: &str,
    entries: &[E],
    name: impl Fn(&E) -> &Spanned<String>,
    make: impl Fn(&str, &E) -> Result<AnyEntry, BadInput>,
) -> Result<Vec<AnyEntry>, BadInput> {
    let mut names = HashSet::new();
    let mut puzzles = Vec::new();
    for entry in entries {
        let (spanned, name) = (name(entry), name(entry).get_ref());
        let bad_name = |fact: String| {
            BadInput::new(at(line_column(text, spanned.span().start)), fact).within(file)
        };
        if name.trim().is_empty() {
            return Err(bad_name("the name is empty".to_owned()));
        }
        if !names.insert(name) {
            return Err(
                bad_name(format!("a second puzzle is called \"{}\"", shown(name)))
                    .remedy("names choose a puzzle and must differ"),
            );
        }
        let place = format!("{file}: \"{}\"", shown(name));
        puzzles.push(make(text, entry).map_err(|bad| bad.within(place))?);
    }
    Ok(puzzles)
}

/// A file of one game's entries.
fn parsed<F: serde::de::DeserializeOwned>(text: &str) -> Result<F, BadInput> {
    toml::from_str(text).map_err(|bad: toml::de::Error| {
        let place = bad.span().map(|span| at(line_column(text, span.start)));
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
fn game(text: &str) -> Result<Game, BadInput> {
    #[derive(Deserialize)]
    struct Games {
        #[serde(default)]
        puzzle: Vec<Named>,
    }
    #[derive(Deserialize)]
    struct Named {
        game: Option<Spanned<String>>,
    }
    let games: Vec<Named> = toml::from_str::<Games>(text).map_or_else(|_| Vec::new(), |g| g.puzzle);
    let mut found = None;
    for entry in &games {
        let (game, place) = match &entry.game {
            None => (Game::Peg, String::new()),
            Some(name) => {
                let place = at(line_column(text, name.span().start));
                match name.get_ref().as_str() {
                    "peg" => (Game::Peg, place),
                    "baseball" => (Game::Baseball, place),
                    other => {
                        let fact = format!("the game is \"{}\"", shown(other));
                        return Err(BadInput::new(place, fact)
                            .remedy("there are peg (the default) and baseball"));
                    }
                }
            }
        };
        if *found.get_or_insert(game) != game {
            return Err(BadInput::new(place, "the file has puzzles of two games")
                .remedy("put them into two files"));
        }
    }
    Ok(found.unwrap_or(Game::Peg))
}

fn puzzle(text: &str, entry: &Entry) -> Result<Puzzle, BadInput> {
    let geometry = entry
        .geometry
        .as_ref()
        .map(|name| geometry(text, name))
        .transpose()?;
    let name = entry.name.get_ref();
    let mut puzzle = match &entry.board {
        None => {
            let start = picture(text, &entry.start)?;
            let one_peg = shorthand::is_one_peg(entry.goal.get_ref());
            let goal = if one_peg {
                None
            } else {
                Some(picture(text, &entry.goal)?)
            };
            pair::drawn(name, geometry.unwrap_or_default(), &start, goal.as_ref())?
        }
        Some(board) => on_board(text, entry, named_board(text, board, geometry)?)?,
    };
    puzzle.title.clone_from(&entry.title);
    puzzle.why.clone_from(&entry.why);
    puzzle.source.clone_from(&entry.source);
    puzzle.expect = match entry.expect {
        Expect::Solvable => Expectation::Solvable,
        Expect::Infeasible => Expectation::Infeasible,
        Expect::Open => Expectation::Open,
    };
    if let Some(listed) = &entry.plan {
        let plan = plan_file::read_plan(puzzle.board(), listed.get_ref(), None);
        let plan = plan.map_err(|bad| {
            let place = at(line_column(text, listed.span().start));
            bad.within("plan").within(place)
        })?;
        puzzle.plan = Some(plan.actions().copied().collect());
    }
    Ok(puzzle)
}

/// A puzzle on a named board: each side drawn or in shorthand.
fn on_board(text: &str, entry: &Entry, board: Board) -> Result<Puzzle, BadInput> {
    let listed = |side: &Spanned<String>| {
        shorthand::position(&board, side.get_ref())
            .map_err(|bad| bad.within(at(line_column(text, side.span().start))))
    };
    let start = if shorthand::is_drawn(entry.start.get_ref()) {
        pair::start_position(&board, &picture(text, &entry.start)?)?
    } else {
        listed(&entry.start)?
    };
    let goal = if shorthand::is_one_peg(entry.goal.get_ref()) {
        Goal::one_peg(&board)
    } else if shorthand::is_drawn(entry.goal.get_ref()) {
        pair::drawn_goal(&board, &picture(text, &entry.goal)?, "the board")?
    } else {
        Goal::exactly(listed(&entry.goal)?)
    };
    pair::puzzle(entry.name.get_ref(), board, start, goal)
}

fn named_board(
    text: &str,
    name: &Spanned<String>,
    geometry: Option<Geometry>,
) -> Result<Board, BadInput> {
    let bad = |fact: String| BadInput::new(at(line_column(text, name.span().start)), fact);
    let board = boards::named(name.get_ref()).ok_or_else(|| {
        bad(format!("no board is called \"{}\"", shown(name.get_ref())))
            .remedy(format!("there are {}", boards::NAMES.join(", ")))
    })?;
    match geometry {
        Some(geometry) if geometry != board.geometry() => {
            Board::new(geometry, board.cells().iter().copied()).map_err(|no| bad(no.to_string()))
        }
        _ => Ok(board),
    }
}

fn geometry(text: &str, name: &Spanned<String>) -> Result<Geometry, BadInput> {
    name.get_ref().parse().map_err(|_| {
        let place = at(line_column(text, name.span().start));
        BadInput::new(
            place,
            format!("no geometry is called \"{}\"", shown(name.get_ref())),
        )
        .remedy("there are square, triangle and square-diagonal")
    })
}

/// Reads a picture; lines and columns in messages are those of the file.
fn picture(text: &str, drawn: &Spanned<String>) -> Result<Picture, BadInput> {
    let (line, column) = line_column(text, drawn.span().start);
    let raw = text.get(drawn.span()).unwrap_or_default();
    let rows = drawn.get_ref();
    let read = if let Some(inside) = raw.strip_prefix("\"\"\"").or(raw.strip_prefix("'''")) {
        Picture::read(rows, line + usize::from(inside.starts_with(['\n', '\r'])))
    } else {
        let odd = rows.chars().position(|symbol| !" o.?".contains(symbol));
        Picture::read(rows, line).map_err(|bad| match odd {
            Some(odd) => BadInput {
                place: at((line, column + 1 + odd)),
                ..bad
            },
            None => bad,
        })
    };
    read.map_err(|bad| {
        let bad = if bad.place.is_empty() {
            bad.within(at((line, column)))
        } else {
            bad
        };
        if shorthand::is_drawn(rows) {
            return bad;
        }
        bad.remedy(
            "draw a picture (o peg, . vacancy, ? open in a goal, space no hole), or name a board \
             (board = \"english\") and list cells",
        )
    })
}

#[cfg(test)]
mod tests;
