//! The parts of a text with pictures: glyphs (a character with its columns), lines of glyphs, blocks (the rows of a
//! picture), and the frame around the holes.
//!
//! A full-width letter takes two columns. A circle of Unicode takes one column or two columns, depending on the font.
//! So each glyph has two column numbers. The first number counts every character as one column. The second number
//! counts a wide character as two columns.

use itertools::{Itertools as _, iproduct};
use saut_base::bad_input::BadInput;

use super::signs::{Assignment, GivenSigns, Meaning};
use crate::place::at;

/// Arrows between two pictures, side by side or one below the other.
pub(super) const ARROWS: [&str; 10] = ["->", "-->", "--->", "=>", "==>", "→", "⇒", "⟶", "➜", "➔"];

/// A picture with its rows from the top.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the properties are independent"
)]
pub(super) struct Block {
    pub rows: Vec<PictureLine>,
    /// The columns of the labels above or below the picture, if it has labels. In a table, the numbers of the fields.
    pub columns: Option<Vec<usize>>,
    pub is_labelled: bool,
    /// Whether the rows are lists of values.
    pub is_list: bool,
    /// Whether the column of a hole is the number of its field.
    pub is_table: bool,
    /// Whether bars are between or around the holes.
    pub has_bars: bool,
    /// Whether the caption names the goal (true) or the start (false).
    pub is_goal: Option<bool>,
}

impl Block {
    /// Returns all drawn signs, each with the number of its row.
    pub fn marks(&self) -> impl Iterator<Item = (usize, &Glyph)> + Clone {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(y, row)| row.glyphs.iter().map(move |glyph| (y, glyph)))
    }

    /// Returns the column of a glyph, or its field in a table.
    pub fn column(&self, glyph: &Glyph) -> usize {
        if self.is_table {
            glyph.field
        } else {
            glyph.columns[0]
        }
    }

    pub fn remove_bars(&mut self, given: GivenSigns) {
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

    /// Returns the walls at places of the board, with the number of their row. In a table with bars around each hole,
    /// walls in the cell of a hole are decoration and are ignored. Several walls that fill a cell without a hole count
    /// as one wall in its middle.
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

    /// Returns the column and the row of every sign, and whether the sign is a wall. `count` selects one of the two
    /// column numbers.
    fn places(&self, count: usize, is_wall: impl Fn(char) -> bool) -> Vec<([usize; 2], bool)> {
        let place =
            |(y, glyph): (usize, &Glyph)| ([glyph.columns[count], y], is_wall(glyph.symbol));
        self.marks().map(place).collect()
    }

    /// Whether a sign frames the holes: each occurrence is outside all other signs of its row, or above or below all
    /// other signs of its column. A sign that can also mark a hole is a frame only if it is in all four corners. Wide
    /// signs are tried with one column and with two.
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

    /// Returns, for the columns and for the rows, the distance from the first sign to the last sign, and from the first
    /// sign to the first hole. Returns `None` if the picture has no walls.
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
    /// The holes have the same places between the walls, or only one picture has walls.
    Full,
    /// One picture is wider or higher than the other.
    OtherSize,
    /// The pictures have the same size, and the holes have different places.
    OtherPlaces,
}

pub(super) fn agreement(start: &Block, goal: &Block, way: &Assignment) -> Agreement {
    match (start.framed(way), goal.framed(way)) {
        (Some(start), Some(goal)) if start.map(|it| it.0) != goal.map(|it| it.0) => {
            Agreement::OtherSize
        }
        (Some(start), Some(goal)) if start != goal => Agreement::OtherPlaces,
        _ => Agreement::Full,
    }
}

/// Whether a sign fills its place and so cannot be a mark.
fn is_block(sign: char) -> bool {
    "#■⬛▪◾◼█▓▒░".contains(sign)
}

/// Whether a character is a bar: it separates or surrounds holes and is not a hole.
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
    /// One column in most fonts and two in East Asian fonts.
    OneOrTwo,
    Two,
}

/// A visible character of a line, with its columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    pub symbol: char,
    /// Number of columns before the glyph: first if every character takes one column, then if wide characters take two.
    pub columns: [usize; 2],
    pub width: Width,
    /// The place of the glyph in the line, from 1.
    pub place: usize,
    /// Number of removed bars before the glyph.
    pub bars: usize,
    /// Number of separators of fields before the glyph.
    pub field: usize,
}

/// A line: its number in the text from 1, and its glyphs.
#[derive(Clone, Debug)]
pub(super) struct PictureLine {
    pub number: usize,
    pub glyphs: Vec<Glyph>,
}

impl PictureLine {
    /// Returns the words of the line, each with the index of its first glyph.
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

/// Returns the lines of a text. The first line has the number `first_line`.
///
/// # Errors
/// The text contains a tab or a control character. The message has its place.
pub(super) fn lines(text: &str, first_line: usize) -> Result<Vec<PictureLine>, BadInput> {
    let numbered = text.lines().zip(first_line..);
    numbered.map(|(text, number)| line(text, number)).collect()
}

fn line(text: &str, number: usize) -> Result<PictureLine, BadInput> {
    let mut glyphs = Vec::new();
    let mut columns = [0_usize; 2];
    for (symbol, place) in text.trim_end().chars().zip(1..) {
        if is_silent(symbol) {
            continue;
        }
        if symbol == '\t' {
            let fact = "the picture contains a tab, whose width is not known";
            return Err(BadInput::new(at((number, place)), fact).remedy("replace it with spaces"));
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
    Ok(PictureLine { number, glyphs })
}

/// Whether a character takes no column.
fn is_silent(symbol: char) -> bool {
    matches!(symbol, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

/// Returns the character in its usual form, and its width.
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

pub(super) fn on_line(number: usize, fact: impl Into<String>) -> BadInput {
    BadInput::new(format!("line {number}"), fact)
}

/// Returns the message about an unknown character.
pub(super) fn odd_character(odd: char, line: usize, column: usize, text: &str) -> BadInput {
    let shown: String = text.chars().take(60).collect();
    let shown = shown.escape_debug();
    let fact = format!("{odd:?} has no meaning in a picture (\"{shown}\")");
    BadInput::new(at((line, column)), fact).remedy(
        "a peg is o, a vacancy is ., a hole left open in a goal is ?, and a space is not a hole",
    )
}
