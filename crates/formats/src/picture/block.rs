//! Lines of a text as glyphs: one character each, with the columns that it takes; a picture as its rows stand in the
//! text, and the frame around its holes.
//!
//! A full-width letter takes two columns, a circle of Unicode one or two: which, depends on who drew
//! it, so each glyph has a column by both counts: every character one column, or the wide ones two.

use itertools::{Itertools as _, iproduct};
use saut_base::bad_input::BadInput;

use super::signs::{Assignment, Given, Meaning};
use crate::place::at;

/// Arrows between two pictures that stand side by side, or one below the other.
pub(super) const ARROWS: [&str; 10] = ["->", "-->", "--->", "=>", "==>", "→", "⇒", "⟶", "➜", "➔"];

/// A picture with its rows from the top.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Block {
    pub rows: Vec<Line>,
    /// The columns of the labels above or below it, where there are such; of a table, the fields.
    pub columns: Option<Vec<usize>>,
    /// Whether there are labels of rows or columns.
    pub is_labelled: bool,
    /// Whether its rows are lists of values.
    pub is_list: bool,
    /// Whether holes stand in the columns of their fields.
    pub is_table: bool,
    /// Whether bars stand between its holes or around them.
    pub has_bars: bool,
    /// Part that a caption names: the goal, or the start.
    pub is_goal: Option<bool>,
}

impl Block {
    /// All that is drawn, with the number of its row.
    pub fn marks(&self) -> impl Iterator<Item = (usize, &Glyph)> + Clone {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(y, row)| row.glyphs.iter().map(move |glyph| (y, glyph)))
    }

    /// The column of a glyph; in a table, its field.
    pub fn column(&self, glyph: &Glyph) -> usize {
        if self.is_table {
            glyph.field
        } else {
            glyph.columns[0]
        }
    }

    pub fn remove_bars(&mut self, given: Given) {
        let is_list = self.is_list;
        let is_bar = |symbol| is_bar(symbol) || (is_list && symbol == ';');
        for row in &mut self.rows {
            let mut bars = 0;
            row.glyphs.retain_mut(|glyph| {
                let is_removed = is_bar(glyph.symbol) && given.meaning(glyph.symbol).is_none();
                bars += usize::from(is_removed);
                glyph.bars = bars;
                !is_removed
            });
            self.has_bars |= bars > 0;
        }
    }

    /// The walls that stand at places of the board, with the number of their row. In a table, where bars stand
    /// around each hole, those beside a hole are floor or filling, and several in one cell are one wall in
    /// its middle.
    pub fn walls<'a>(&'a self, way: &Assignment) -> Vec<(usize, &'a Glyph)> {
        let is_wall = |glyph: &Glyph| way.meaning(glyph.symbol) == Some(Meaning::Wall);
        let rows = self.rows.iter().enumerate();
        let cells: Vec<(usize, &[Glyph])> = rows
            .flat_map(|(y, row)| {
                let cells = row.glyphs.chunk_by(|one, next| one.bars == next.bars);
                cells.map(move |cell| (y, cell))
            })
            .collect();
        let holes = |cell: &[Glyph]| cell.iter().filter(|glyph| !is_wall(glyph)).count();
        let has_columns = cells.windows(2).any(|pair| pair[0].0 == pair[1].0);
        if !has_columns || cells.iter().any(|(_, cell)| holes(cell) > 1) {
            return self.marks().filter(|(_, glyph)| is_wall(glyph)).collect();
        }
        let are_walls = |cell: &[Glyph]| holes(cell) == 0 && cell.len() % 2 == 1;
        cells
            .into_iter()
            .filter(|(_, cell)| are_walls(cell))
            .map(|(y, cell)| (y, &cell[cell.len() / 2]))
            .collect()
    }

    /// Column by this count and row of every sign, and whether it is a wall.
    fn places(&self, count: usize, is_wall: impl Fn(char) -> bool) -> Vec<([usize; 2], bool)> {
        let place =
            |(y, glyph): (usize, &Glyph)| ([glyph.columns[count], y], is_wall(glyph.symbol));
        self.marks().map(place).collect()
    }

    /// Whether a sign frames the holes: each stands beside all other signs of its row, or above or below
    /// all those of its column. A letter is a usual mark too, so it frames only from all four corners.
    /// Wide signs take one column or two.
    pub fn is_framed_by(&self, sign: char) -> bool {
        [0, 1].into_iter().any(|count| {
            let places = self.places(count, |symbol| symbol == sign);
            let walls = || places.iter().filter(|it| it.1).map(|it| it.0);
            let is_outside = |wall: [usize; 2], along: usize| {
                let across = 1 - along;
                let beside = places
                    .iter()
                    .filter(|(at, is_wall)| !is_wall && at[across] == wall[across]);
                let mut others = beside.map(|(at, _)| at[along]);
                others.clone().all(|other| other < wall[along])
                    || others.all(|other| other > wall[along])
            };
            let are_outside = walls().all(|wall| is_outside(wall, 0) || is_outside(wall, 1));
            let ends = |along: usize| {
                let ends = places
                    .iter()
                    .map(|(at, _)| at[along])
                    .minmax()
                    .into_option();
                ends.map_or([0; 2], <[usize; 2]>::from)
            };
            let mut corners = iproduct!(ends(0), ends(1));
            let has_corners = corners.all(|(x, y)| walls().contains(&[x, y]));
            walls().next().is_none() || (are_outside && (is_block(sign) || has_corners))
        })
    }

    /// For columns and for rows of a picture with walls: how many there are, and how many before its holes.
    fn framed(&self, way: &Assignment) -> Option<[(usize, usize); 2]> {
        let places = self.places(0, |sign| way.meaning(sign) == Some(Meaning::Wall));
        let ends = |along: usize| {
            let all = places.iter().map(|(at, _)| at[along]).minmax();
            let (first, last) = all.into_option()?;
            let holes = places.iter().filter(|it| !it.1);
            let hole = holes.map(|(at, _)| at[along]).min()?;
            Some((last - first, hole - first))
        };
        let has_walls = places.iter().any(|it| it.1);
        Some([ends(0)?, ends(1)?]).filter(|_| has_walls)
    }
}

/// Agreement of the walls around two pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Agreement {
    /// The holes stand at the same places between them, or only one picture has walls.
    Full,
    /// One picture is wider or higher than the other.
    OtherSize,
    /// The pictures are equally large, and the holes stand at other places in them.
    OtherPlaces,
}

/// Agreement of the walls of these pictures.
pub(super) fn agreement(start: &Block, goal: &Block, way: &Assignment) -> Agreement {
    match (start.framed(way), goal.framed(way)) {
        (Some(start), Some(goal)) if start.map(|it| it.0) != goal.map(|it| it.0) => {
            Agreement::OtherSize
        }
        (Some(start), Some(goal)) if start != goal => Agreement::OtherPlaces,
        _ => Agreement::Full,
    }
}

/// Whether a sign fills its place and so is no mark.
fn is_block(sign: char) -> bool {
    "#■⬛▪◾◼█▓▒░".contains(sign)
}

/// Whether a character stands between holes or around them and is none.
fn is_bar(symbol: char) -> bool {
    "|¦‖[](){},\"'".contains(symbol) || is_box(symbol)
}

pub(super) fn is_box(symbol: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&symbol)
}

/// Number of columns that a character takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    One,
    /// One in most of the world and two in East Asia.
    OneOrTwo,
    Two,
}

/// A character that is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    pub symbol: char,
    /// Columns before it if every character takes one, and if wide ones take two.
    pub columns: [usize; 2],
    pub width: Width,
    /// Its place in the line, from 1.
    pub place: usize,
    /// The number of bars before it, once they are removed.
    pub bars: usize,
    /// The number of separators of fields before it.
    pub field: usize,
}

/// A line: its number in the text from 1, and what is drawn on it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub number: usize,
    pub glyphs: Vec<Glyph>,
}

impl Line {
    /// The words of the line with the index of their first glyph.
    pub fn words(&self) -> Vec<(usize, String)> {
        let chunks = self
            .glyphs
            .chunk_by(|one, next| one.columns[0] + 1 == next.columns[0]);
        let words = chunks.scan(0, |index, word| {
            *index += word.len();
            let letters = word.iter().map(|glyph| glyph.symbol).collect();
            Some((*index - word.len(), letters))
        });
        words.collect()
    }

    pub fn text(&self) -> String {
        self.words().into_iter().map(|(_, word)| word).join(" ")
    }
}

/// The lines of a text; the first has this number.
///
/// # Errors
/// A tab, or a character that controls a terminal, with its place.
pub(super) fn lines(text: &str, first_line: usize) -> Result<Vec<Line>, BadInput> {
    let numbered = text.lines().zip(first_line..);
    numbered.map(|(text, number)| line(text, number)).collect()
}

fn line(text: &str, number: usize) -> Result<Line, BadInput> {
    let mut glyphs = Vec::new();
    let mut columns = [0_usize; 2];
    for (symbol, place) in text.trim_end().chars().zip(1..) {
        if is_silent(symbol) {
            continue;
        }
        if symbol == '\t' {
            let fact = "a tab stands in the picture, and how wide it is cannot be known";
            return Err(BadInput::new(at((number, place)), fact)
                .remedy("write spaces instead, as many as there are columns"));
        }
        let (symbol, width) = plain(symbol);
        if symbol != ' ' {
            if symbol.is_control() {
                return Err(odd_character(symbol, number, place, text));
            }
            glyphs.push(Glyph {
                symbol,
                columns,
                width,
                place,
                bars: 0,
                field: 0,
            });
        }
        columns[0] += 1;
        columns[1] += if width == Width::One { 1 } else { 2 };
    }
    Ok(Line { number, glyphs })
}

/// Characters that take no column.
fn is_silent(symbol: char) -> bool {
    matches!(symbol, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

/// The character without its width, and its width.
fn plain(symbol: char) -> (char, Width) {
    let code = u32::from(symbol);
    match code {
        0x3000 => (' ', Width::Two),
        0xff01..=0xff5e => (char::from_u32(code - 0xfee0).unwrap_or(symbol), Width::Two),
        0xa0 | 0x2000..=0x200a | 0x202f | 0x205f => (' ', Width::One),
        0x1f300..=0x1faff | 0x26aa | 0x26ab | 0x2b1b | 0x2b1c | 0x25fd | 0x25fe => {
            (symbol, Width::Two)
        }
        0x2010..=0x24ff | 0x2580..=0x2bff | 0xb7 | 0xd7 => (symbol, Width::OneOrTwo),
        _ => (symbol, Width::One),
    }
}

/// A message about a line.
pub(super) fn on_line(number: usize, fact: impl Into<String>) -> BadInput {
    BadInput::new(format!("line {number}"), fact)
}

/// Said of a character that means nothing.
pub(super) fn odd_character(odd: char, line: usize, column: usize, text: &str) -> BadInput {
    let shown: String = text.chars().take(60).collect();
    let shown = shown.escape_debug();
    let fact = format!("{odd:?} means nothing in a picture (\"{shown}\")");
    BadInput::new(at((line, column)), fact).remedy(
        "a peg is o, a vacancy is ., a hole left open in a goal is ?, and a space is no hole",
    )
}
