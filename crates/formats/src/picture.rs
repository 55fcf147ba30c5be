//! Reads pictures that people type or paste: finds the board that a picture means, or all boards that it can mean.
//!
//! First, `page` cuts a text into pictures. Then `signs` finds the meanings of all signs together, and `lattice` places
//! the holes of each picture on a lattice. Each remaining possibility is a reading. A text with several readings is an
//! error: the message draws all of them, each with the flags that choose it. A single picture is a start whose goal is
//! one peg anywhere.

mod block;
mod candidates;
mod fields;
mod goal_in_words;
mod labels;
mod lattice;
mod page;
mod signs;
mod words;

use itertools::Itertools as _;
use saut_base::bad_input::BadInput;
use saut_peg::peg::picture::{Content, Picture, draw, placed_rows};
use saut_peg::peg::{Board, Cell, Geometry, Goal, Position, Puzzle};

use block::odd_character;
use candidates::{Candidate, candidates};
use goal_in_words::Statements;

pub use candidates::{Choice, Drawn};
pub use signs::GivenSigns;

/// Reads a picture of a start, optionally with a goal.
///
/// # Errors
/// There is no picture or there are more than two. A character is unknown. There are several readings, which the
/// message draws. Start and goal have different shapes, or they do not make a puzzle.
pub fn read_puzzle(text: &str, name: &str, choice: impl Into<Choice>) -> Result<Puzzle, BadInput> {
    puzzle_of(&only(read(text, 1, choice.into())?)?, name)
}

/// Returns the puzzle that one reading of a picture means.
///
/// # Errors
/// Start and goal have different shapes, or do not make a puzzle.
pub fn puzzle_of(drawn: &Drawn, name: &str) -> Result<Puzzle, BadInput> {
    let board = drawn.start.board(drawn.geometry)?;
    let start = start_position(&board, &drawn.start)?;
    let goal = match &drawn.goal {
        Some(picture) => drawn_goal(&board, picture, "the start")?,
        None => Goal::one_peg(&board),
    };
    Ok(Puzzle::new(name, board, start, goal)?)
}

/// Returns the start that a picture shows.
pub(crate) fn start_position(board: &Board, picture: &Picture) -> Result<Position, BadInput> {
    let [pegs, open] = holes(board, picture, "the start", "the board")?;
    let Some(hole) = open.holes().next() else {
        return Ok(pegs);
    };
    let place = place(board.cell(hole));
    let bad = BadInput::new("", format!("the start leaves the hole in {place} open"));
    Err(bad.remedy("? is only allowed in a goal; draw a peg as o or a vacancy as ."))
}

/// Returns the goal that a picture shows. Its shape must be the shape of the board. `other` is the name of the board's
/// picture in messages about another shape.
pub(crate) fn drawn_goal(board: &Board, picture: &Picture, other: &str) -> Result<Goal, BadInput> {
    let [pegs, open] = holes(board, picture, "the goal", other)?;
    Ok(Goal::partial(&pegs, open))
}

/// Returns the holes with pegs and the open holes.
fn holes(
    board: &Board,
    picture: &Picture,
    what: &str,
    other: &str,
) -> Result<[Position; 2], BadInput> {
    let [pegs, open] = [Content::Peg, Content::Open].map(|it| picture.holes(board, it));
    let both = pegs.zip(open).map(<[Position; 2]>::from);
    both.ok_or_else(|| other_shape(board, picture, what, other))
}

/// Returns the message that names a cell which is a hole in only one of the two shapes.
fn other_shape(board: &Board, picture: &Picture, what: &str, other: &str) -> BadInput {
    let drawn: Vec<Cell> = picture.cells().collect();
    let surplus = drawn.iter().find(|&&cell| board.hole(cell).is_none());
    let missing = board
        .cells()
        .iter()
        .find(|cell| drawn.binary_search(cell).is_err());
    let fact = match (surplus, missing) {
        (Some(&cell), absent) if absent.is_none_or(|&absent| cell < absent) => {
            format!("{} is a hole in {what} but not in {other}", place(cell))
        }
        (_, Some(&cell)) => format!("{} is a hole in {other} but not in {what}", place(cell)),
        _ => format!("{what} and {other} differ"),
    };
    let fact = format!("{other} and {what} have different shapes: {fact}");
    BadInput::new("", fact)
        .remedy("both must show the same holes; draw vacancies as ., not as spaces")
}

/// Returns a cell as row and column of a picture, for messages.
fn place(cell: Cell) -> String {
    let (row, column) = (cell.y + 1, cell.x + 1);
    format!("row {row} from the top, column {column} from the left")
}

/// Reads a text with one or two pictures and returns all readings. The first line of the text has the number
/// `first_line` in messages.
///
/// # Errors
/// There is no picture or there are more than two. The text has a tab or an unknown character. A picture has words in
/// it, or words about the goal are not understood.
pub fn read(text: &str, first_line: usize, choice: Choice) -> Result<Vec<Reading>, BadInput> {
    let told = Statements::of(&page::read(text, first_line, choice.given)?)?;
    let found = candidates(text, first_line, choice)?;
    let mut readings = match &found[..] {
        [only] => vec![Reading::unchosen(only)],
        _ => Reading::all(text, first_line, choice, &found)?,
    };
    let is_question = readings.len() > 1;
    for reading in &mut readings {
        let drawn = told.apply(reading.drawn.clone());
        reading.drawn = drawn.map_err(|bad| {
            if !is_question {
                return bad;
            }
            // If words fit only some of the readings, they do not select these readings. The user must choose a
            // reading.
            bad.remedy(
                "the picture can be read in several ways, and the words do not fit all of them; choose one with \
                 --geometry, --peg, --vacancy or --wall",
            )
        })?;
    }
    Ok(readings)
}

/// Returns the pictures of the only reading.
///
/// # Errors
/// There are several readings: the message draws them, each below the flags that choose it.
pub fn only(readings: Vec<Reading>) -> Result<Drawn, BadInput> {
    let only = <[Reading; 1]>::try_from(readings);
    let [reading] = only.map_err(|several| question(&several))?;
    Ok(reading.drawn)
}

/// Returns the warnings about words of a text that are not part of the puzzle.
///
/// # Errors
/// Same as [`read`].
pub fn unread_words(text: &str, given: GivenSigns) -> Result<Vec<BadInput>, BadInput> {
    page::read(text, 1, given).map(|page| goal_in_words::unread(&page))
}

/// Reads the picture of a puzzle file, whose geometry may be known. A picture of the signs `o`, `.` and `?` has one
/// character per hole. A picture in other signs is read like any pasted text, with all styles of [`read`].
///
/// # Errors
/// A character is unknown (the message has its line and column), or the picture is empty or has several readings.
pub(super) fn read_field(
    text: &str,
    first_line: usize,
    geometry: Option<Geometry>,
) -> Result<(Picture, Geometry), BadInput> {
    for (y, line) in text.lines().enumerate() {
        let odd = |&(_, symbol): &(usize, char)| symbol != '\t' && !is_drawn(symbol);
        if let Some((x, symbol)) = line.trim_end().chars().enumerate().find(odd) {
            return Err(odd_character(symbol, y + first_line, x + 1, line));
        }
    }
    if text.chars().all(|symbol| " \r\no.?".contains(symbol)) {
        let picture = Picture::read(text, first_line)?;
        return Ok((picture, geometry.unwrap_or_default()));
    }
    let choice = Choice {
        geometry,
        ..Choice::default()
    };
    match only(read(text, first_line, choice)?)? {
        Drawn {
            geometry,
            start,
            goal: None,
        } => Ok((start, geometry)),
        _ => Err(BadInput::new("", "expected one picture, found two")
            .remedy("draw a row without holes only with o, . and spaces")),
    }
}

/// Whether this character has a meaning in a picture.
pub(super) fn is_drawn(symbol: char) -> bool {
    symbol == ' ' || signs::is_known(symbol)
}

/// Reads the picture of a position on a board. Readings that mean another board are dropped.
///
/// # Errors
/// The errors of [`read`]. It is also an error if there are two pictures, or several readings for this board.
pub fn read_on(board: &Board, text: &str, given: GivenSigns) -> Result<Picture, BadInput> {
    let geometry = Some(board.geometry());
    let mut readings = read(text, 1, Choice { geometry, given })?;
    let fits = |reading: &Reading| {
        let cells = reading.drawn.start.cells();
        cells.eq(board.drawn().iter().copied())
    };
    if readings.iter().any(fits) {
        readings.retain(fits);
    }
    let drawn = only(readings)?;
    match drawn.goal {
        None => Ok(drawn.start),
        Some(_) => {
            Err(BadInput::new("", "expected one picture, found two").remedy("draw one position"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read_puzzle;
    use saut_peg::peg::{Geometry, Puzzle};

    fn read(text: &str) -> Result<Puzzle, String> {
        read_puzzle(text, "test", Geometry::Square).map_err(|bad| bad.to_string())
    }

    #[test]
    fn a_start_and_a_goal_are_read_whatever_their_indentation() {
        let puzzle = read("# a line\n\n\n  oo.\r\n\n\n..o\n\n").unwrap();
        assert_eq!(puzzle.start().holes().collect::<Vec<_>>(), [0, 1]);
        assert_eq!(puzzle.goal().pegs().holes().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_single_picture_has_the_goal_of_one_peg() {
        assert!(read(" o\no.\n").unwrap().goal().is_one_peg());
    }

    #[test]
    fn goals_may_be_partial_and_starts_may_not() {
        assert_eq!(read("oo.\n\n?.o").unwrap().goal().wants(0), None);
        assert_eq!(
            read("oo?\n\n..o").unwrap_err(),
            "the start leaves the hole in row 1 from the top, column 3 from the left open; \
             ? is only allowed in a goal; draw a peg as o or a vacancy as ."
        );
    }
}

/// A remedy that works for every picture.
const REDRAW: &str = "draw pegs as o and vacancies as ., one character per hole";

/// Maximum number of readings that one message draws.
const MAX_DRAWN: usize = 4;

/// A meaning of a text. A reading has flags only if the text, read with these flags, has exactly this meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The pictures as this reading understands them.
    pub drawn: Drawn,
    /// The choice for which this is the only reading, and the flags that the user has to add for this choice.
    flags: Option<(Choice, String)>,
}

impl Reading {
    /// Returns the choice for which this is the only reading, if flags can express this choice.
    pub fn choice(&self) -> Option<Choice> {
        self.flags.as_ref().map(|(choice, _)| *choice)
    }

    /// Converts a candidate to a reading that no flags can choose.
    fn unchosen(candidate: &Candidate) -> Self {
        Self {
            drawn: candidate.drawn.clone(),
            flags: None,
        }
    }

    /// Returns the readings of the candidates. A candidate whose flags give another board is dropped: its signs would
    /// mean different things in different lines.
    fn all(
        text: &str,
        first_line: usize,
        asked: Choice,
        found: &[Candidate],
    ) -> Result<Vec<Self>, BadInput> {
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
            let unchosen = || is_open.then(|| Self::unchosen(candidate));
            let Some(reading) = chosen.or_else(unchosen) else {
                continue;
            };
            match all.iter_mut().find(|known| known.drawn == reading.drawn) {
                Some(known) => known.flags = known.flags.take().or(reading.flags),
                None => all.push(reading),
            }
        }
        if all.is_empty() {
            let fact = "the signs of the picture have no meanings that agree in all lines";
            return Err(BadInput::new("", fact).remedy(REDRAW));
        }
        Ok(all)
    }
}

fn question(readings: &[Reading]) -> BadInput {
    let title = |reading: &Reading| {
        let flags = reading.flags.as_ref().map(|(_, words)| words.as_str());
        flags.unwrap_or("no flag chooses this reading").to_owned()
    };
    let mut fact = format!("the picture can be read in {} ways", readings.len());
    for reading in readings.iter().take(MAX_DRAWN) {
        fact = format!("{fact}\n\n{}:\n{}", title(reading), drawing(&reading.drawn));
    }
    if readings.len() > MAX_DRAWN {
        let more: Vec<String> = readings[MAX_DRAWN..].iter().map(title).collect();
        fact = format!("{fact}\n\nand by {}", more.join("; or by "));
    }
    let chosen = readings.iter().filter(|reading| reading.flags.is_some());
    let remedy = match chosen.count() {
        0 => REDRAW.to_owned(),
        all if all == readings.len() => "pick one by adding its flags".to_owned(),
        _ => format!("pick one by adding its flags, or {REDRAW}"),
    };
    BadInput::new("", fact + "\n").remedy(remedy)
}

/// Draws a reading in the signs of puzzle files, with the goal below the start.
fn drawing(drawn: &Drawn) -> String {
    let one = |picture: &Picture| -> String {
        let Ok(board) = Board::new(drawn.geometry, picture.cells()) else {
            return "  a board that is too large\n".to_owned();
        };
        let contents = picture.contents();
        let rows = placed_rows(&board, &draw(&board, |hole| contents[hole].1));
        rows.iter()
            .flat_map(|row| ["  ", row.as_str(), "\n"])
            .collect()
    };
    let goal = drawn.goal.as_ref().map(|goal| format!("\n{}", one(goal)));
    let text = one(&drawn.start) + &goal.unwrap_or_default();
    text.trim_end().to_owned()
}

/// Returns three choices that may select a candidate, in this order. Each choice also has the given flags. The first
/// choice has the signs and the geometry in which the candidate differs from the others. The second choice has all of
/// its signs. The third choice always has its geometry, too.
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
            given: GivenSigns::of([0, 1, 2].map(sign)),
        }
    })
}

/// Returns the flags of a choice that are not yet given.
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
    geometry.into_iter().chain(signs).join(" ")
}
