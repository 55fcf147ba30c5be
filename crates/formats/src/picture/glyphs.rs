//! Lines of a text as glyphs: one character each, with the columns that it takes.
//!
//! A full-width letter takes two columns, a circle of Unicode one or two: which, depends on who drew
//! it, so each glyph has a column by both counts: every character one column, or the wide ones two.

use itertools::Itertools as _;
use saut_base::bad_input::BadInput;

use crate::place::at;

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
