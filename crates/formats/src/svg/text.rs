//! Text in pictures: broken into lines, and its width guessed.
//!
//! The reader's font is not known here, so widths are those of a wide sans-serif, and lines are rather broken too
//! early.

use std::fmt::Write;

use super::layout::{MARGIN, Point};
use crate::markup::escaped;

/// The height of letters and of lines, and the width of a letter in hundredths.
const SIZE: i32 = 9;
const LINE: i32 = 12;
const LETTER: i32 = 540;

/// No line is broken below this number of letters, however narrow the board is.
const FEWEST_LETTERS: i32 = 22;

/// The width of a line.
pub fn width(line: &str) -> i32 {
    i32::try_from(line.chars().count())
        .unwrap_or(i32::MAX / LETTER)
        .saturating_mul(LETTER)
        / 100
}

/// The height of this number of lines, with the space beneath them.
pub fn height(lines: usize) -> i32 {
    match i32::try_from(lines) {
        Ok(0) => 0,
        Ok(lines) => LINE.saturating_mul(lines) + MARGIN / 2,
        Err(_) => i32::MAX,
    }
}

/// Lines of about this width, broken at spaces and where the text has line ends.
pub fn wrapped(text: &str, wide: i32) -> Vec<String> {
    let wide = wide.max(FEWEST_LETTERS * LETTER / 100);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && width(&line) + width(word) + LETTER / 100 > wide {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Draws lines of text centred beneath a point.
pub fn draw_lines(body: &mut String, Point { x, y }: Point, lines: &[String]) {
    for (line, number) in lines.iter().zip(1..) {
        let base = y + LINE * number - (LINE - SIZE);
        let _ = writeln!(
            body,
            "<text x=\"{x}\" y=\"{base}\" font-size=\"{SIZE}\">{}</text>",
            escaped(line)
        );
    }
}
