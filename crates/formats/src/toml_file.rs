//! Puzzle files in TOML. A `[[puzzle]]` has two pictures, or their shorthand on a bundled board. A game of colour
//! baseball has `game = "baseball"`, a track, and lists of the tokens on the bases.
//!
//! `docs/reference/puzzle-files.md` describes the fields. An unknown field is an error, so that a misspelt field is
//! never silently ignored. Files are written with pictures, and always with the same fields in the same order.

use std::collections::HashSet;

use itertools::Itertools as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use saut_base::bad_input::BadInput;
use saut_base::named::Named as _;
use saut_base::visible::is_harmful;
use saut_peg::baseball::{self, Configuration, Token, Track};
use saut_peg::peg::picture::{Picture, draw_goal, draw_position};
use saut_peg::peg::{Board, Expectation, Geometry, Goal, Puzzle, moves, notation};

use crate::picture::{self, drawn_goal, start_position};
use crate::place::{LineIndex, shown};
use crate::shorthand::{self, board_named};
use crate::{Entry, plan_file};

/// The number of places of a base, if the file does not give it.
const CAPACITY: usize = 2;

/// A file of one game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File<E> {
    #[serde(default = "Vec::new")]
    puzzle: Vec<E>,
}

/// An entry of peg solitaire: two pictures, or their shorthand on a named board.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PegEntry {
    name: Spanned<String>,
    title: Option<String>,
    why: Option<String>,
    source: Option<String>,
    #[serde(default)]
    expect: Expectation,
    fewest_moves: Option<usize>,
    #[serde(rename = "game")]
    _game: Option<String>,
    board: Option<Spanned<String>>,
    geometry: Option<Spanned<String>>,
    start: Spanned<String>,
    goal: Spanned<String>,
    put_back: Option<Spanned<String>>,
    plan: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackEntry {
    name: Spanned<String>,
    title: Option<String>,
    why: Option<String>,
    source: Option<String>,
    expect: Option<Spanned<String>>,
    #[serde(rename = "game")]
    _game: String,
    track: Option<Spanned<String>>,
    capacity: Option<usize>,
    start: Spanned<Vec<Vec<i64>>>,
    goal: Option<Spanned<Vec<Vec<i64>>>>,
}

/// Reads all puzzles of a file of either game. `file` names it in messages.
///
/// # Errors
/// The text is not TOML, has an unknown or missing field, a name twice, no puzzle, or puzzles of both games. A start
/// and its goal do not make a puzzle.
pub(crate) fn read(text: &str, file: &str) -> Result<Vec<Entry>, BadInput> {
    let text = &LineIndex::new(text);
    let entries = if is_baseball(text).map_err(|bad| bad.within(file))? {
        let puzzle = |entry: &TrackEntry| Ok(track_puzzle(text, entry)?.into());
        entries_of(text, file, |entry| &entry.name, puzzle)
    } else {
        let puzzle = |entry: &PegEntry| Ok(peg_puzzle(text, entry)?.into());
        entries_of(text, file, |entry| &entry.name, puzzle)
    }?;
    if entries.is_empty() {
        return Err(BadInput::new(file, "the file has no puzzle")
            .remedy("begin each puzzle with a line [[puzzle]]"));
    }
    Ok(entries)
}

/// Parses TOML. The place of an error is its line and column.
///
/// # Errors
/// The text is not TOML, or a key is unknown or has another type.
pub fn parse_toml<T: DeserializeOwned>(text: &str) -> Result<T, BadInput> {
    toml::from_str(text).map_err(|bad: toml::de::Error| {
        let place = bad.span().map(|span| LineIndex::new(text).at(span.start));
        let fact = bad.message().trim().replace('\n', ", ");
        BadInput::new(place.unwrap_or_default(), fact)
    })
}

/// Returns a message about a value, with its line and column in the file.
fn bad<T>(text: &LineIndex<'_>, value: &Spanned<T>, fact: impl Into<String>) -> BadInput {
    BadInput::new(text.at(value.span().start), fact)
}

/// Converts every entry to a puzzle. Two entries must not have the same name.
fn entries_of<E: DeserializeOwned>(
    text: &LineIndex<'_>,
    file: &str,
    name: impl Fn(&E) -> &Spanned<String>,
    puzzle: impl Fn(&E) -> Result<Entry, BadInput>,
) -> Result<Vec<Entry>, BadInput> {
    let read: File<E> = parse_toml(text.text).map_err(|bad| bad.within(file))?;
    let mut names = HashSet::new();
    let mut puzzles = Vec::new();
    for entry in &read.puzzle {
        let name = name(entry);
        let is_odd = |symbol| symbol == '\n' || is_harmful(symbol);
        let (name, bad) = (name.get_ref(), |fact| bad(text, name, fact).within(file));
        if name.trim().is_empty() {
            return Err(bad("the name is empty".to_owned())
                .remedy("names select a puzzle, as in FILE.toml:NAME"));
        }
        if let Some(odd) = name.chars().find(|&symbol| is_odd(symbol)) {
            let (name, odd) = (shown(name), odd.escape_unicode());
            let fact = format!("the name \"{name}\" has the control character {odd}");
            return Err(bad(fact).remedy("leave it out; names are typed and printed"));
        }
        if !names.insert(name) {
            let fact = format!("a second puzzle is called \"{}\"", shown(name));
            return Err(bad(fact).remedy("names select a puzzle and must differ"));
        }
        let place = format!("{file}: \"{}\"", shown(name));
        puzzles.push(puzzle(entry).map_err(|bad| bad.within(place))?);
    }
    Ok(puzzles)
}

/// Whether the entries are of colour baseball. Invalid TOML returns `false`: the parser for peg solitaire reports the
/// error.
fn is_baseball(text: &LineIndex<'_>) -> Result<bool, BadInput> {
    #[derive(Default, Deserialize)]
    struct Games {
        #[serde(default)]
        puzzle: Vec<Game>,
    }
    #[derive(Deserialize)]
    struct Game {
        game: Option<Spanned<String>>,
    }
    let games: Games = toml::from_str(text.text).unwrap_or_default();
    let mut found = None;
    for Game { game } in &games.puzzle {
        let name = game.as_ref().map_or("peg", |game| game.get_ref());
        let bad = |fact: String| match game {
            Some(game) => bad(text, game, fact),
            None => BadInput::new("", fact),
        };
        if !["peg", "baseball"].contains(&name) {
            let fact = format!("the game is \"{}\"", shown(name));
            return Err(bad(fact).remedy("games are peg (the default) and baseball"));
        }
        if *found.get_or_insert(name) != name {
            return Err(bad("the file has puzzles of two games".to_owned())
                .remedy("put the games into two files"));
        }
    }
    Ok(found == Some("baseball"))
}

fn peg_puzzle(text: &LineIndex<'_>, entry: &PegEntry) -> Result<Puzzle, BadInput> {
    let place = |value: &Spanned<String>| text.at(value.span().start);
    let geometry = entry.geometry.as_ref().map(|name| {
        name.get_ref().parse::<Geometry>().map_err(|_| {
            let fact = format!("no geometry is called \"{}\"", shown(name.get_ref()));
            bad(text, name, fact).remedy("geometries are square, triangle and square-diagonal")
        })
    });
    let geometry = geometry.transpose()?;
    let listed = |board: &Board, side: &Spanned<String>| {
        shorthand::position(board, side.get_ref()).map_err(|bad| bad.within(place(side)))
    };
    let is_drawn =
        |side: &Spanned<String>| entry.board.is_none() || shorthand::is_drawn(side.get_ref());
    let (board, start, origin) = match &entry.board {
        None => {
            let (start, geometry) = picture(text, &entry.start, geometry)?;
            let board = start.board(geometry)?;
            let start = start_position(&board, &start)?;
            (board, start, "the start")
        }
        Some(name) => {
            let mut board = board_named(name.get_ref(), place(name))?;
            if let Some(geometry) = geometry.filter(|&other| other != board.geometry()) {
                board = Board::new(geometry, board.cells().iter().copied())
                    .map_err(|no| bad(text, name, no.to_owned()))?;
            }
            let start = if is_drawn(&entry.start) {
                let (start, _) = picture(text, &entry.start, Some(board.geometry()))?;
                start_position(&board, &start)?
            } else {
                listed(&board, &entry.start)?
            };
            (board, start, "the board")
        }
    };
    let goal = if let Some(goal) = shorthand::one_peg(&board, entry.goal.get_ref()) {
        goal.map_err(|bad| bad.within(place(&entry.goal)))?
    } else if is_drawn(&entry.goal) {
        let (goal, _) = picture(text, &entry.goal, Some(board.geometry()))?;
        drawn_goal(&board, &goal, origin)?
    } else {
        Goal::exactly(listed(&board, &entry.goal)?)
    };
    let mut puzzle = Puzzle::new(entry.name.get_ref(), board, start, goal)?;
    if let Some(cell) = &entry.put_back {
        puzzle = under_old_rule(puzzle, cell.get_ref())
            .map_err(|bad| bad.within("put_back").within(place(cell)))?;
    }
    puzzle.title.clone_from(&entry.title);
    puzzle.why.clone_from(&entry.why);
    puzzle.source.clone_from(&entry.source);
    puzzle.expect = entry.expect;
    puzzle.fewest_moves = entry.fewest_moves;
    if let Some(listed) = &entry.plan {
        let plan = plan_file::read_plan(&puzzle, listed.get_ref(), None)
            .map_err(|bad| bad.within("plan").within(place(listed)))?;
        puzzle.plan = Some(plan.actions().copied().collect());
    }
    Ok(puzzle)
}

/// Returns the puzzle under the old French rule, with the peg of `cell` in hand.
///
/// # Errors
/// The cell is not a hole of the board or has a peg at the start, or `cell` names several cells.
pub fn under_old_rule(puzzle: Puzzle, cell: &str) -> Result<Puzzle, BadInput> {
    let listed = shorthand::cells(puzzle.board(), cell)?;
    let mut holes = listed.holes();
    let (Some(hole), None) = (holes.next(), holes.next()) else {
        let fact = "by the old French rule, one peg is in hand, but several cells are listed";
        return Err(
            BadInput::new("", fact).remedy("name only the cell from which the peg was taken")
        );
    };
    puzzle.with_put_back(hole).map_err(|bad| {
        let remedy = "leave this cell vacant at the start; the peg in hand is put back into it";
        BadInput::new("", format!("\"{}\": {bad}", shown(cell))).remedy(remedy)
    })
}

/// Reads a picture and its geometry. Messages give lines and columns of the file.
fn picture(
    text: &LineIndex<'_>,
    drawn: &Spanned<String>,
    geometry: Option<Geometry>,
) -> Result<(Picture, Geometry), BadInput> {
    let begin = drawn.span().start;
    let raw = text.text.get(drawn.span()).unwrap_or_default();
    let rows = drawn.get_ref();
    let inside = raw.strip_prefix("\"\"\"").or(raw.strip_prefix("'''"));
    let begins_below = inside.is_some_and(|inside| inside.starts_with(['\n', '\r']));
    let first = text.line(begin) + usize::from(begins_below);
    picture::read_field(rows, first, geometry).map_err(|mut bad| {
        let mut signs = rows.char_indices();
        let odd = signs.find(|&(_, symbol)| !picture::is_drawn(symbol));
        if let (None, Some((odd, _))) = (inside, odd) {
            bad.place = text.at(begin + 1 + odd);
        } else if bad.place.is_empty() {
            bad.place = text.at(begin);
        }
        if shorthand::is_drawn(rows) {
            return bad;
        }
        bad.remedy(
            "draw a picture (o peg, . vacancy, ? open in a goal, space no hole), or name a board \
             (board = \"english\") and list cells",
        )
    })
}

fn track_puzzle(
    text: &LineIndex<'_>,
    entry: &TrackEntry,
) -> Result<baseball::TrackPuzzle, BadInput> {
    if let Some(expect) = &entry.expect
        && expect.get_ref() != "solvable"
    {
        let fact = format!("expect is \"{}\"", shown(expect.get_ref()));
        return Err(bad(text, expect, fact)
            .remedy("leave it out; every game of colour baseball has a plan"));
    }
    let track = match &entry.track {
        None => Track::Ring,
        Some(name) => Track::by_name(name.get_ref()).ok_or_else(|| {
            let fact = format!("no track is called \"{}\"", shown(name.get_ref()));
            bad(text, name, fact).remedy(format!("choose one of {}", Track::names()))
        })?,
    };
    let configuration = |bases: &Spanned<Vec<Vec<i64>>>| {
        let token = |base, token: i64| {
            Token::try_from(token).map_err(|_| {
                let fact = format!("base {base} has a token {token}, which is not a colour");
                bad(text, bases, fact).remedy("colours are the numbers of the bases, from 0")
            })
        };
        let tokens = |(base, tokens): (usize, &Vec<i64>)| {
            let tokens = tokens.iter().map(|&number| token(base, number));
            tokens.collect::<Result<Vec<_>, _>>()
        };
        let all = bases.get_ref().iter().enumerate().map(tokens);
        all.collect::<Result<Vec<_>, _>>().map(Configuration::new)
    };
    let start = configuration(&entry.start)?;
    let goal = entry.goal.as_ref().map(configuration).transpose()?;
    // Errors of only the start are reported at the place of the start. All other errors are reported at the place of
    // the goal.
    let capacity = entry.capacity.unwrap_or(CAPACITY);
    let made = |goal, place: &Spanned<_>| {
        baseball::TrackPuzzle::new(entry.name.get_ref(), track, capacity, start.clone(), goal)
            .map_err(|bad| bad.within(text.at(place.span().start)))
    };
    let mut puzzle = made(None, &entry.start)?;
    if let Some(place) = &entry.goal {
        puzzle = made(goal, place)?;
    }
    puzzle.title.clone_from(&entry.title);
    puzzle.why.clone_from(&entry.why);
    puzzle.source.clone_from(&entry.source);
    Ok(puzzle)
}

/// Returns the puzzles as one file, from which the same puzzles are read.
pub fn write_toml(puzzles: &[Puzzle]) -> String {
    let puzzle = puzzles.iter().map(written).collect();
    // Writing strings and numbers cannot fail.
    toml::to_string_pretty(&File { puzzle }).unwrap_or_default()
}

fn written(puzzle: &Puzzle) -> PegEntry {
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let name_of = |hole| notation::cell_name(board, board.cell(hole));
    let spanned = |text: String| Spanned::new(0..0, text);
    PegEntry {
        name: spanned(puzzle.name().to_owned()),
        title: puzzle.title.clone(),
        why: puzzle.why.clone(),
        source: puzzle.source.clone(),
        expect: puzzle.expect,
        fewest_moves: puzzle.fewest_moves,
        _game: None,
        board: None,
        geometry: Some(spanned(board.geometry().to_string())),
        start: spanned(draw_position(board, puzzle.start())),
        goal: spanned(if goal.is_one_peg_anywhere() {
            "one peg".to_owned()
        } else if goal.is_one_peg() {
            format!(
                "one peg in [{}]",
                goal.open().holes().map(name_of).join(", ")
            )
        } else {
            draw_goal(board, goal)
        }),
        put_back: board.put_back().map(|hole| spanned(name_of(hole))),
        plan: puzzle.plan.as_ref().map(|plan| {
            let moves = moves(plan);
            let mut names = moves.iter().map(|sweep| notation::move_name(board, sweep));
            spanned(names.join(" "))
        }),
    }
}

#[cfg(test)]
mod tests;
