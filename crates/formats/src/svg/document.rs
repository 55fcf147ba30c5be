//! A whole document: its ground, the definitions that all boards in it use, and lines of text.
//!
//! The reader's font is not known here, so widths of text are those of a wide sans-serif, and lines are rather broken
//! too early.

use std::fmt::Write;

use super::layout::{MARGIN, Point};
use crate::markup::escaped;

/// The ground and the colour of text: those of the pages (ground, ink).
const GROUND: &str = "#faf8f4";
pub(super) const INK: &str = "#26221c";

/// Peg, vacancy and open hole of a goal, as the studio draws them, around the point (0, 0).
const DEFINITIONS: &str = "<defs>\n\
    <radialGradient id=\"saut-sphere\" cx=\"0.36\" cy=\"0.3\" r=\"0.75\"><stop offset=\"0\" stop-color=\"#b3774a\"/>\
    <stop offset=\"0.55\" stop-color=\"#7a4a29\"/><stop offset=\"1\" stop-color=\"#452611\"/></radialGradient>\n\
    <circle id=\"saut-vacancy\" r=\"5.6\" fill=\"#cdb489\" stroke=\"#b3966a\" stroke-width=\"0.7\"/>\n\
    <g id=\"saut-peg\"><ellipse cx=\"0.7\" cy=\"1.5\" rx=\"7.3\" ry=\"7.1\" fill=\"#452611\" fill-opacity=\"0.3\"/>\
    <circle r=\"7\" fill=\"url(#saut-sphere) #7a4a29\"/>\
    <ellipse cx=\"-2.2\" cy=\"-2.7\" rx=\"1.9\" ry=\"1.3\" fill=\"#ffffff\" fill-opacity=\"0.28\"/></g>\n\
    <g id=\"saut-open\"><circle r=\"5.6\" fill=\"#cdb489\" stroke=\"#b3966a\" stroke-width=\"0.7\"/>\
    <circle r=\"8.4\" fill=\"none\" stroke=\"#0b6b7f\" stroke-width=\"0.9\" stroke-dasharray=\"2.4 2\"/></g>\n\
    </defs>\n";

/// The height of letters and of lines, and the width of a letter in hundredths.
const SIZE: i32 = 9;
const LINE: i32 = 12;
const LETTER: i32 = 540;

/// No line is broken below this number of letters, however narrow the board is.
const FEWEST_LETTERS: i32 = 22;

/// A whole document around a body of this size.
pub(super) fn document(
    title: &str,
    description: &str,
    (x, y): Point,
    draw: impl FnOnce(&mut String),
) -> String {
    let mut body = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {x} {y}\" width=\"100%\" \
         role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n\
         {DEFINITIONS}<rect width=\"{x}\" height=\"{y}\" rx=\"6\" fill=\"{GROUND}\"/>\n\
         <g font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"{INK}\">\n",
        escaped(title),
        escaped(description),
    );
    draw(&mut body);
    body.push_str("</g>\n</svg>\n");
    body
}

/// The width of a line.
pub(super) fn width(line: &str) -> i32 {
    let letters = i32::try_from(line.chars().count());
    letters.unwrap_or(i32::MAX).saturating_mul(LETTER) / 100
}

/// The height of this number of lines, with the space beneath them.
pub(super) fn height(lines: usize) -> i32 {
    match i32::try_from(lines) {
        Ok(0) => 0,
        Ok(lines) => LINE.saturating_mul(lines) + MARGIN / 2,
        Err(_) => i32::MAX,
    }
}

/// Lines of about this width, broken at spaces and where the text has line ends.
pub(super) fn wrapped(text: &str, wide: i32) -> Vec<String> {
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
pub(super) fn draw_lines(body: &mut String, (x, y): Point, lines: &[String]) {
    for (line, number) in lines.iter().zip(1..) {
        let (base, line) = (y + LINE * number - (LINE - SIZE), escaped(line));
        let _ = writeln!(
            body,
            "<text x=\"{x}\" y=\"{base}\" font-size=\"{SIZE}\">{line}</text>"
        );
    }
}
