//! Candidates: all meanings that a text can have with the given flags.

use std::collections::BTreeSet;

use itertools::{Itertools as _, iproduct};
use saut_base::bad_input::BadInput;
use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{Board, Cell, Geometry, Position};

use super::block::{Agreement, Block, Glyph, Width, agreement, odd_character, on_line};
use super::lattice::{self, Lattice, Mark, Marks};
use super::page::{self, Page};
use super::signs::{self, Assignment, GivenSigns, Meaning};

/// Choices made by flags that are given with the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The directions of jumps.
    pub geometry: Option<Geometry>,
    /// Signs with their meanings.
    pub given: GivenSigns,
}

impl From<Geometry> for Choice {
    fn from(geometry: Geometry) -> Self {
        Self {
            geometry: Some(geometry),
            ..Self::default()
        }
    }
}

/// Pictures with one meaning: a start and, optionally, a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The directions of jumps.
    pub geometry: Geometry,
    /// The picture of the start.
    pub start: Picture,
    /// The picture of the goal.
    pub goal: Option<Picture>,
}

/// One possible meaning of a text: its pictures by one assignment of meanings to its signs.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub drawn: Drawn,
    /// The meanings of the signs in this candidate.
    pub given: GivenSigns,
    /// Cells of the walls drawn among the holes of the start.
    walls: BTreeSet<Cell>,
    /// Whether the fields of a table determine the columns of the holes.
    is_table: bool,
    agreement: Agreement,
}

impl Candidate {
    /// Whether start and goal can belong to a puzzle.
    fn is_playable(&self) -> bool {
        let Drawn { start, goal, .. } = &self.drawn;
        let pegs = start.cells_with(Content::Peg).count();
        let fits = |goal: &Picture| {
            start.cells().eq(goal.cells()) && goal.cells_with(Content::Peg).count() <= pegs
        };
        let is_whole = start.cells_with(Content::Open).next().is_none();
        pegs > 0 && is_whole && goal.as_ref().is_none_or(fits)
    }

    /// Returns the blank places between two holes of a row of the start.
    fn gaps(&self) -> Vec<Cell> {
        let pairs = self.drawn.start.cells().tuple_windows();
        let places = pairs.filter(|(one, next)| one.y == next.y);
        places
            .flat_map(|(one, next)| (one.x + 1..next.x).map(move |x| Cell::new(x, one.y)))
            .filter(|place| !self.walls.contains(place))
            .collect()
    }

    /// Returns this candidate with a vacancy in every gap.
    fn filled(&self) -> Self {
        let gaps = self.gaps().into_iter();
        let gaps = gaps.map(|cell| (cell, Content::Vacancy));
        let mut other = self.clone();
        let start = self.drawn.start.contents().iter().copied();
        other.drawn.start = Picture::of(start.chain(gaps));
        other
    }

    /// Returns this candidate with pegs and vacancies exchanged, but only if the drawn start has no jump and the
    /// exchanged start has a jump. For example, if a person draws 32 dots and one O, the dots are pegs.
    fn exchanged(&self) -> Option<Self> {
        let start = &self.drawn.start;
        if self.given.peg.is_none() || self.given.vacancy.is_none() || self.drawn.goal.is_some() {
            return None;
        }
        let board = start.board(self.drawn.geometry).ok()?;
        let pegs = start.holes(&board, Content::Peg)?;
        let plays = |position: &Position| {
            let mut jumps = board.jumps().iter();
            jumps.any(|&jump| board.can_play(position, jump))
        };
        if plays(&pegs) || !plays(&pegs.complement()) {
            return None;
        }
        let mut other = self.clone();
        let contents = start.contents().iter();
        other.drawn.start = Picture::of(contents.map(|&(cell, content)| match content {
            Content::Peg => (cell, Content::Vacancy),
            Content::Vacancy => (cell, Content::Peg),
            Content::Open => (cell, Content::Open),
        }));
        (other.given.peg, other.given.vacancy) = (self.given.vacancy, self.given.peg);
        Some(other)
    }
}

/// Returns all candidates of a text. There is at least one.
pub(super) fn candidates(
    text: &str,
    first_line: usize,
    choice: Choice,
) -> Result<Vec<Candidate>, BadInput> {
    let page = page::read(text, first_line, choice.given)?;
    let blocks = in_order(&page)?;
    let marks = blocks.iter().flat_map(|block| block.marks());
    let signs: BTreeSet<char> = marks.map(|(_, glyph)| glyph.symbol).collect();
    refuse_absent(&signs, choice.given)?;
    let has_bars = blocks.iter().any(|block| block.has_bars);
    let frames = |sign| blocks.iter().all(|block| block.is_framed_by(sign));
    let ways = signs::assignments(&signs, choice.given, has_bars, frames).map_err(|odd| {
        let mut rows = blocks.iter().flat_map(|block| &block.rows);
        let found = rows.find_map(|row| {
            let glyph = row.glyphs.iter().find(|glyph| glyph.symbol == odd)?;
            Some(odd_character(odd, row.number, glyph.place, &row.text()))
        });
        found.unwrap_or_else(|| odd_character(odd, first_line, 1, ""))
    })?;
    let mut readings: Vec<Candidate> = Vec::new();
    for way in &ways {
        for reading in pictures(&blocks, way, choice) {
            if !readings.iter().any(|known| known.drawn == reading.drawn) {
                readings.push(reading);
            }
        }
    }
    // A playable candidate rules out the other candidates only if its walls agree in start and goal. Otherwise the
    // shapes may be equal only because the walls are at other places.
    let is_sure = |one: &Candidate| one.is_playable() && one.agreement == Agreement::Full;
    if readings.iter().any(is_sure) {
        readings.retain(Candidate::is_playable);
    }
    let only = match &readings[..] {
        [only] => only,
        [] => return Err(unread(&blocks)),
        _ => return Ok(readings),
    };
    if only.is_playable() && only.agreement == Agreement::OtherPlaces {
        let fact =
            "start and goal have walls, but their holes are in different places between the walls";
        return Err(BadInput::new("", fact).remedy("draw the same holes in both pictures"));
    }
    refuse_side_by_side(only)?;
    if choice.geometry.is_none() && !only.is_table {
        refuse_uneven(only)?;
    }
    if choice.given.peg.is_none() && !signs::are_ours(only.given) {
        let other = only.exchanged();
        readings.extend(other);
    }
    Ok(readings)
}

/// Returns the message for pictures without a lattice.
fn unread(blocks: &[&Block]) -> BadInput {
    let rows = blocks.iter().map(|block| block.rows.len()).max();
    if rows > Some(Board::MOST_HOLES) {
        let fact = format!("the picture is larger than {} rows", Board::MOST_HOLES);
        return BadInput::new("", fact);
    }
    BadInput::new("", "the holes of the picture are not on a common lattice")
        .remedy("draw pegs as o and vacancies as ., one character per hole")
}

/// Returns the start and the goal of a page.
fn in_order(page: &Page) -> Result<Vec<&Block>, BadInput> {
    let bad = |fact: &str| BadInput::new("", fact);
    let blocks: Vec<&Block> = page.blocks.iter().collect();
    match &blocks[..] {
        [] => Err(bad("the picture has no holes").remedy("draw pegs as o and vacancies as .")),
        [only] if only.is_goal == Some(true) => {
            Err(bad("there is a picture of the goal, but not of the start")
                .remedy("draw the start above the goal"))
        }
        [first, second] if first.is_goal == Some(true) && second.is_goal != Some(true) => {
            Ok(vec![second, first])
        }
        [_] | [_, _] => Ok(blocks),
        [_, _, third, ..] => Err(on_line(
            third.rows[0].number,
            "expected at most two pictures (start and goal), found a third picture",
        )
        .remedy(
            "blank lines separate pictures; a board with a row without holes, or several \
             puzzles, need a TOML file",
        )),
    }
}

/// Returns an error if a flag names a sign that is not drawn.
fn refuse_absent(signs: &BTreeSet<char>, given: GivenSigns) -> Result<(), BadInput> {
    let mut seen = BTreeSet::new();
    for (flag, sign) in given.flags() {
        if sign != ' ' && !signs.contains(&sign) {
            let there: Vec<String> = signs.iter().map(char::to_string).collect();
            let fact = format!("no {sign} is drawn in the picture");
            let remedy = format!("the signs in the picture are {}", there.join(" "));
            return Err(BadInput::new(flag, fact).remedy(remedy));
        }
        if !seen.insert(sign) {
            let fact = format!("another flag gives {sign:?} another meaning");
            return Err(BadInput::new(flag, fact).remedy("give each sign one meaning"));
        }
    }
    Ok(())
}

/// Returns all readings of the blocks as pictures, with these meanings of signs.
fn pictures(blocks: &[&Block], way: &Assignment, choice: Choice) -> Vec<Candidate> {
    let placed = |block: &Block| placed(block, way, choice);
    let (start, goal) = match blocks {
        [start] => return with_gaps(placed(start), way, choice.given),
        [start, goal] => (start, goal),
        _ => return Vec::new(),
    };
    let agreement = agreement(start, goal, way);
    let fits = |(start, goal): &(Candidate, Candidate)| {
        start.drawn.geometry == goal.drawn.geometry
            && start.drawn.start.cells().eq(goal.drawn.start.cells())
    };
    let pairs = iproduct!(placed(start), placed(goal));
    let (mut fitting, others): (Vec<_>, Vec<_>) = pairs.partition(fits);
    if fitting.is_empty() {
        // The shapes differ: the parser of start and goal reports the place.
        fitting.extend(others.into_iter().next());
    }
    let joined = |(mut start, goal): (Candidate, Candidate)| {
        start.drawn.goal = Some(goal.drawn.start);
        start.agreement = agreement;
        start
    };
    fitting.into_iter().map(joined).collect()
}

/// Returns the readings with vacancies in their gaps, if a flag makes a space a vacancy. If no drawn sign is a vacancy,
/// gaps in rows can be vacancies, and the readings with and without them are returned.
fn with_gaps(mut readings: Vec<Candidate>, way: &Assignment, given: GivenSigns) -> Vec<Candidate> {
    if given.vacancy == Some(' ') {
        return readings.iter().map(Candidate::filled).collect();
    }
    if given.vacancy.is_some() || way.has_vacancy() || given.wall == Some(' ') {
        return readings;
    }
    let mut filled = Vec::new();
    for reading in readings.iter_mut().filter(|one| !one.gaps().is_empty()) {
        let mut other = reading.filled();
        other.given.vacancy = Some(' ');
        filled.push(other);
        reading.given.wall.get_or_insert(' ');
    }
    readings.append(&mut filled);
    readings
}

/// Returns the candidates of a block, one for each possible lattice.
fn placed(block: &Block, way: &Assignment, choice: Choice) -> Vec<Candidate> {
    let content = |glyph: &Glyph| match way.meaning(glyph.symbol)? {
        Meaning::Peg => Some(Content::Peg),
        Meaning::Vacancy => Some(Content::Vacancy),
        Meaning::Open => Some(Content::Open),
        Meaning::Wall => None,
    };
    let drawn: Vec<(usize, &Glyph, Content)> = block
        .marks()
        .filter_map(|(y, glyph)| Some((y, glyph, content(glyph)?)))
        .collect();
    if drawn.is_empty() {
        return Vec::new();
    }
    let drawn_walls = block.walls(way);
    let mut fields = drawn
        .iter()
        .map(|(y, glyph, _)| (y, glyph.field))
        .tuple_windows();
    let is_table = block.is_table && fields.all(|(one, next)| one != next);
    let count = |model: usize| {
        let at = |y: usize, glyph: &Glyph| -> Mark {
            let x = if is_table {
                glyph.field
            } else {
                glyph.columns[model]
            };
            [x, y]
                .map(|value| i64::try_from(value).unwrap_or(i64::MAX / 4))
                .into()
        };
        let holes: Vec<Mark> = drawn.iter().map(|&(y, glyph, _)| at(y, glyph)).collect();
        let walls: Vec<Mark> = drawn_walls.iter().map(|&(y, glyph)| at(y, glyph)).collect();
        let columns = block.columns.as_deref();
        let marks = Marks {
            holes: &holes,
            walls: &walls,
            geometry: choice.geometry,
            columns: columns.filter(|_| model == 0 && block.is_table == is_table),
        };
        marks.lattices(is_table)
    };
    let has = |width| drawn.iter().any(|(_, glyph, _)| glyph.width == width);
    let is_wide = has(Width::Two) && !is_table;
    let may_be_wide = !is_table && (is_wide || has(Width::OneOrTwo));
    let mut found = count(usize::from(is_wide));
    if may_be_wide && block.columns.is_none() && !matches!(&found[..], [only] if is_symmetric(only))
    {
        let whole = |lattice: &Lattice| lattice.pieces == 1;
        let others = count(usize::from(!is_wide));
        if others.iter().any(whole) && !found.iter().any(whole) {
            found = others;
        } else {
            found.extend(others.into_iter().filter(whole));
        }
    }
    let candidate = |lattice: &Lattice| {
        let contents = drawn.iter().map(|&(_, _, content)| content);
        let (left, top) = lattice::corner(&lattice.cells);
        let moved = |wall: &Cell| Cell::new(wall.x - left, wall.y - top);
        Candidate {
            drawn: Drawn {
                geometry: lattice.geometry,
                start: Picture::of(lattice.cells.iter().copied().zip(contents)),
                goal: None,
            },
            given: way.given(),
            walls: lattice.walls.iter().map(moved).collect(),
            is_table,
            agreement: Agreement::Full,
        }
    };
    found.iter().map(candidate).collect()
}

/// Whether the picture is symmetric left to right, or its rows are shifted. Such a picture shows that the columns were
/// counted correctly.
fn is_symmetric(lattice: &Lattice) -> bool {
    let cells = lattice::shifted(&lattice.cells);
    let mirrored = cells.iter().map(|cell| Cell::new(-cell.x, cell.y));
    let mirrored: Vec<Cell> = mirrored.collect();
    lattice.geometry == Geometry::Triangle || lattice::shifted(&mirrored) == cells
}

/// Returns an error if a picture without a goal consists of two equal pieces side by side, each with at least three
/// holes. There is no error if walls fill all places between the pieces.
fn refuse_side_by_side(reading: &Candidate) -> Result<(), BadInput> {
    let drawn = &reading.drawn;
    if !reading.walls.is_empty() && reading.gaps().is_empty() {
        return Ok(());
    }
    let cells: Vec<Cell> = drawn.start.cells().collect();
    let pieces = lattice::pieces(drawn.geometry, &cells);
    let [one, other] = &pieces[..] else {
        return Ok(());
    };
    if drawn.goal.is_some() || one.len() < 3 || lattice::shifted(one) != lattice::shifted(other) {
        return Ok(());
    }
    let are_apart = |along: fn(&Cell) -> i16| {
        let before = |one: &[Cell], other: &[Cell]| {
            one.iter().map(along).max() < other.iter().map(along).min()
        };
        before(one, other) || before(other, one)
    };
    let fact = if are_apart(|cell| cell.x) {
        "two equal pictures side by side can be a start and a goal, or one board in two parts"
    } else if reading.is_table && are_apart(|cell| cell.y) {
        "two equal pictures, separated by empty fields, can be a start and a goal, or one board in two parts"
    } else {
        return Ok(());
    };
    Err(BadInput::new("", fact).remedy(
        "put -> between them, or put the goal below the start after a blank line; one board in two parts needs a \
         TOML file",
    ))
}

/// Returns an error if most holes have one empty column between them, others are adjacent, and the board is not
/// connected. In such a picture, a space is missing or superfluous.
fn refuse_uneven(reading: &Candidate) -> Result<(), BadInput> {
    let drawn = &reading.drawn;
    let cells: Vec<Cell> = drawn.start.cells().collect();
    if lattice::pieces(drawn.geometry, &cells).len() < 2 {
        return Ok(());
    }
    let (mut neighbours, mut apart) = (0, 0);
    for (one, next) in cells
        .iter()
        .tuple_windows()
        .filter(|(one, next)| one.y == next.y)
    {
        match next.x - one.x {
            1 => neighbours += 1,
            2 if !reading.walls.contains(&Cell::new(one.x + 1, one.y)) => apart += 1,
            _ => {}
        }
    }
    if apart > 0 && apart >= neighbours {
        let fact = "the holes are spaced unevenly, so they are not connected on any lattice";
        return Err(BadInput::new("", fact).remedy(
            "is a space missing or superfluous? --geometry square reads the picture as it is",
        ));
    }
    Ok(())
}
