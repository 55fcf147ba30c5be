//! Readings: the pictures that blocks can be, once their signs have meanings.

use std::collections::BTreeSet;

use super::block::Block;
use super::frame::{Agreement, agreement};
use super::glyphs::{Glyph, Width};
use super::lattice::{self, Lattice, Marks};
use super::signs::{Assignment, Given, Meaning};
use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{Cell, Geometry};

/// Choices that flags make beside the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The directions of jumps.
    pub geometry: Option<Geometry>,
    /// Signs with their meanings.
    pub given: Given,
}

impl From<Geometry> for Choice {
    fn from(geometry: Geometry) -> Self {
        Self {
            geometry: Some(geometry),
            ..Self::default()
        }
    }
}

/// Pictures that have one meaning: a start, and perhaps a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The directions of jumps.
    pub geometry: Geometry,
    /// The first picture.
    pub start: Picture,
    /// The second picture.
    pub goal: Option<Picture>,
}

/// Pictures that a text can mean, by the meanings of its signs.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The pictures.
    pub drawn: Drawn,
    /// Signs with the meanings that they have by it.
    pub given: Given,
    /// The walls drawn among the holes of the start, by its cells.
    pub walls: BTreeSet<Cell>,
    /// Whether the fields of a table say where the holes stand.
    pub is_table: bool,
    /// Agreement of the walls drawn in start and goal.
    pub agreement: Agreement,
}

/// A picture on a lattice, and the walls on it.
struct Placed {
    geometry: Geometry,
    picture: Picture,
    walls: BTreeSet<Cell>,
    is_table: bool,
}

impl Candidate {
    /// Whether start and goal can be those of a puzzle at all.
    pub fn is_playable(&self) -> bool {
        let count = |picture: &Picture, wanted| {
            picture
                .contents()
                .iter()
                .filter(|hole| hole.1 == wanted)
                .count()
        };
        let start = &self.drawn.start;
        let pegs = count(start, Content::Peg);
        let wanted = self
            .drawn
            .goal
            .as_ref()
            .map_or(0, |goal| count(goal, Content::Peg));
        let fits = self
            .drawn
            .goal
            .as_ref()
            .is_none_or(|goal| start.cells().eq(goal.cells()));
        pegs > 0 && wanted <= pegs && count(start, Content::Open) == 0 && fits
    }
}

/// All pictures that the blocks can be with these meanings of signs.
pub(super) fn pictures(blocks: &[&Block], way: &Assignment, choice: Choice) -> Vec<Candidate> {
    let placed: Vec<Vec<Placed>> = blocks
        .iter()
        .map(|block| placed(block, way, choice))
        .collect();
    let given = way.given();
    let agreement = agreement(blocks, way);
    let reading = |start: &Placed, goal: Option<&Placed>| Candidate {
        drawn: Drawn {
            geometry: start.geometry,
            start: start.picture.clone(),
            goal: goal.map(|goal| goal.picture.clone()),
        },
        given,
        walls: start.walls.clone(),
        is_table: start.is_table,
        agreement,
    };
    match &placed[..] {
        [starts] => {
            let mut readings: Vec<Candidate> =
                starts.iter().map(|start| reading(start, None)).collect();
            let is_full = !way.has_vacancy();
            match choice.given.vacancy {
                Some(' ') => fill(&mut readings),
                None if is_full && choice.given.wall != Some(' ') => ask_of_gaps(&mut readings),
                _ => {}
            }
            readings
        }
        [starts, goals] => {
            let mut readings = Vec::new();
            for start in starts {
                for goal in goals {
                    if start.geometry == goal.geometry
                        && start.picture.cells().eq(goal.picture.cells())
                    {
                        readings.push(reading(start, Some(goal)));
                    }
                }
            }
            if readings.is_empty()
                && let (Some(start), Some(goal)) = (starts.first(), goals.first())
            {
                // Of different shapes: the reader of pairs says where.
                readings.push(reading(start, Some(goal)));
            }
            readings
        }
        _ => Vec::new(),
    }
}

/// A block on each lattice that it may stand on.
fn placed(block: &Block, way: &Assignment, choice: Choice) -> Vec<Placed> {
    let content = |glyph: &Glyph| match way.meaning(glyph.symbol) {
        Some(Meaning::Peg) => Some(Content::Peg),
        Some(Meaning::Vacancy) => Some(Content::Vacancy),
        Some(Meaning::Open) => Some(Content::Open),
        _ => None,
    };
    let drawn: Vec<(usize, &Glyph, Content)> = block
        .marks()
        .filter_map(|(y, glyph)| Some((y, glyph, content(glyph)?)))
        .collect();
    if drawn.is_empty() {
        return Vec::new();
    }
    let drawn_walls = block.walls(way);
    let has_field = |pair: &[(usize, &Glyph, Content)]| {
        pair[0].0 != pair[1].0 || pair[0].1.field != pair[1].1.field
    };
    let is_table = block.is_table && drawn.windows(2).all(has_field);
    let count = |model: usize| {
        let at = |y: usize, glyph: &Glyph| -> lattice::Mark {
            let whole = |value: usize| i64::try_from(value).unwrap_or(i64::MAX / 4);
            let column = if is_table {
                glyph.field
            } else {
                glyph.columns[model]
            };
            (whole(column), whole(y))
        };
        let holes: Vec<lattice::Mark> = drawn.iter().map(|&(y, glyph, _)| at(y, glyph)).collect();
        let walls: Vec<lattice::Mark> =
            drawn_walls.iter().map(|&(y, glyph)| at(y, glyph)).collect();
        let columns = block
            .columns
            .as_deref()
            .filter(|_| model == 0 && block.is_table == is_table);
        let marks = Marks {
            holes: &holes,
            walls: &walls,
            geometry: choice.geometry,
            columns,
        };
        if is_table {
            marks.of_fields()
        } else {
            marks.lattices()
        }
    };
    let is_wide = drawn.iter().any(|(_, glyph, _)| glyph.width == Width::Two);
    let is_narrow = is_table || drawn.iter().all(|(_, glyph, _)| glyph.width == Width::One);
    let (first, second) = if is_wide && !is_table { (1, 0) } else { (0, 1) };
    let mut found = count(first);
    if !is_narrow && block.columns.is_none() && !matches!(&found[..], [only] if is_symmetric(only))
    {
        let whole = |lattice: &Lattice| lattice.pieces == 1;
        let others = count(second);
        if others.iter().any(whole) && !found.iter().any(whole) {
            found = others;
        } else {
            found.extend(others.into_iter().filter(whole));
        }
    }
    let contents = || drawn.iter().map(|&(_, _, content)| content);
    let picture = |lattice: &Lattice| {
        let cells = lattice.cells.iter().copied().zip(contents());
        let left = lattice.cells.iter().map(|cell| cell.x).min().unwrap_or(0);
        let top = lattice.cells.iter().map(|cell| cell.y).min().unwrap_or(0);
        let moved = |wall: &Cell| Cell::new(wall.x - left, wall.y - top);
        Placed {
            geometry: lattice.geometry,
            picture: Picture::of(cells),
            walls: lattice.walls.iter().map(moved).collect(),
            is_table,
        }
    };
    found.iter().map(picture).collect()
}

/// Whether left and right are mirror images, or rows are shifted, which only one count of columns gives.
fn is_symmetric(lattice: &Lattice) -> bool {
    let cells = lattice::shifted(&lattice.cells);
    let right = cells.iter().map(|cell| cell.x).max().unwrap_or(0);
    let mirrored: Vec<Cell> = cells
        .iter()
        .map(|cell| Cell::new(right - cell.x, cell.y))
        .collect();
    lattice.geometry == Geometry::Triangle || lattice::shifted(&mirrored) == cells
}

/// The blank places between two holes of a row.
pub(super) fn gaps(picture: &Picture, walls: &BTreeSet<Cell>) -> Vec<Cell> {
    let cells: Vec<Cell> = picture.cells().collect();
    cells
        .windows(2)
        .filter(|pair| pair[0].y == pair[1].y)
        .flat_map(|pair| (pair[0].x + 1..pair[1].x).map(|x| Cell::new(x, pair[0].y)))
        .filter(|place| !walls.contains(place))
        .collect()
}

fn filled(picture: &Picture, walls: &BTreeSet<Cell>) -> Picture {
    let more = gaps(picture, walls)
        .into_iter()
        .map(|cell| (cell, Content::Vacancy));
    Picture::of(picture.contents().iter().copied().chain(more))
}

/// Takes all gaps for vacancies.
fn fill(readings: &mut [Candidate]) {
    for reading in readings {
        reading.drawn.start = filled(&reading.drawn.start, &reading.walls);
    }
}

/// If nothing drawn is a vacancy, a gap in a row can be one: both readings are possible.
fn ask_of_gaps(readings: &mut Vec<Candidate>) {
    let mut with_vacancies = Vec::new();
    for reading in &mut *readings {
        if !gaps(&reading.drawn.start, &reading.walls).is_empty() {
            let mut other = reading.clone();
            other.drawn.start = filled(&other.drawn.start, &other.walls);
            other.given.vacancy = Some(' ');
            with_vacancies.push(other);
            reading.given.wall = reading.given.wall.or(Some(' '));
        }
    }
    readings.append(&mut with_vacancies);
}
