//! Draws one board with pegs, labels and arrows, or a sheet of boards with captions, and the document around them. The
//! document has a background, the definitions that all its boards use, and lines of text.
//!
//! The reader's font is unknown. Widths of text assume a wide sans-serif font, so that lines break too early rather
//! than too late.

use super::layout::{Layout, MARGIN, Point, text};
use crate::markup::escaped;
use saut_peg::peg::picture::Content;
use saut_peg::peg::{Board, Goal, Hole, Jump, Position};

/// The colours of weights on pegs and of arrows, as on the pages (`card`, `accent`).
const CARD: &str = "#ffffff";
pub(super) const ARROW: &str = "#0b6b7f";

/// A board with its contents, captions and labels, to be drawn.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    board: &'a Board,
    contents: Vec<Content>,
    labels: Vec<String>,
    caption: String,
    /// Jumps that are drawn as arrows on top.
    pub(super) arrows: Vec<Jump>,
    /// The colours of rings around holes, by hole.
    pub(super) tints: Vec<Option<&'static str>>,
    has_names: bool,
}

impl<'a> Diagram<'a> {
    fn new(board: &'a Board, content: impl FnMut(Hole) -> Content) -> Self {
        Self {
            board,
            contents: (0..board.drawn().len()).map(content).collect(),
            labels: Vec::new(),
            caption: String::new(),
            arrows: Vec::new(),
            tints: Vec::new(),
            has_names: false,
        }
    }

    /// Creates a drawing of a board with a position.
    pub fn of_position(board: &'a Board, position: &Position) -> Self {
        Self::new(board, |hole| Content::in_position(position, hole))
    }

    /// Creates a drawing of a board with a goal. Open holes are dashed.
    pub fn of_goal(board: &'a Board, goal: &Goal) -> Self {
        Self::new(board, |hole| Content::in_goal(goal, hole))
    }

    /// Returns this diagram with a short text in every hole: a weight, a colour, a letter.
    #[must_use]
    pub fn labelled<T: ToString>(mut self, mut label: impl FnMut(Hole) -> T) -> Self {
        let holes = 0..self.board.drawn().len();
        self.labels = holes.map(|hole| label(hole).to_string()).collect();
        self
    }

    /// Returns this diagram with a caption, wrapped to its width.
    #[must_use]
    pub fn captioned(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }

    /// Returns this diagram with the names of columns and rows along the edges.
    #[must_use]
    pub(super) fn named(mut self) -> Self {
        self.has_names = true;
        self
    }

    /// Returns the drawing as a standalone SVG document. Screen readers read title and description, and browsers show
    /// the title as a tooltip.
    pub fn document(&self, title: &str, description: &str) -> String {
        let size = self.size();
        document(title, description, size, &self.draw((0, 0), size.0))
    }

    fn layout(&self) -> Layout<'a> {
        Layout::new(self.board, self.has_names)
    }

    fn caption_lines(&self) -> Vec<String> {
        wrapped(&self.caption, self.layout().size().0)
    }

    /// Returns the size with the caption.
    pub(super) fn size(&self) -> Point {
        let (x, y) = self.layout().size();
        let lines = self.caption_lines();
        let widest = lines.iter().map(|line| width(line)).max();
        let wide = x.max(widest.unwrap_or(0) + MARGIN);
        (wide, y + height(lines.len()))
    }

    /// Draws the diagram with its top left corner at a point. The board is centred in this width.
    pub(super) fn draw(&self, (x, y): Point, width: i32) -> String {
        let layout = self.layout();
        let (wide, high) = layout.size();
        let left = x + (width - wide) / 2;
        let mut body = format!("<g transform=\"translate({left} {y})\">\n") + &layout.wood();
        let centres = self.board.drawn().iter().map(|&cell| layout.centre(cell));
        let holes = centres.zip(&self.contents);
        for (hole, (centre, &content)) in holes.clone().enumerate() {
            body += &draw_hole(centre, content, self.tints.get(hole).copied().flatten());
        }
        if self.has_names {
            body += &layout.names();
        }
        for ((centre, &content), label) in holes.zip(&self.labels) {
            body += &draw_label(centre, content, label);
        }
        for jump in self.arrows.iter().filter(|jump| !jump.is_put_back()) {
            body += &draw_arrow(layout.centre(jump.from), layout.centre(jump.to));
        }
        body + "</g>\n" + &draw_lines((x + width / 2, y + high), &self.caption_lines())
    }
}

/// Returns a hole by its content, within a ring of this colour.
fn draw_hole((x, y): Point, content: Content, tint: Option<&str>) -> String {
    let ring = |tint| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"9.6\" fill=\"{tint}\"/>\n");
    let ring = tint.map_or_else(String::new, ring);
    let name = match content {
        Content::Peg => "peg",
        Content::Vacancy => "vacancy",
        Content::Open => "open",
    };
    format!("{ring}<use href=\"#saut-{name}\" x=\"{x}\" y=\"{y}\"/>\n")
}

fn draw_label(centre: Point, content: Content, label: &str) -> String {
    let fill = match content {
        Content::Peg => CARD,
        Content::Vacancy | Content::Open => INK,
    };
    let size = match label.chars().count() {
        0 => return String::new(),
        1 | 2 => 10,
        3 => 8,
        4 => 6,
        _ => 5,
    };
    text(centre, fill, size, label)
}

/// Returns an arrow with a head of two strokes. It ends before the middle of the hole where the jump lands. A light
/// outline makes the arrow visible on pegs.
fn draw_arrow((x, y): Point, to: Point) -> String {
    let (wide, high) = (to.0 - x, to.1 - y);
    let along = |part: i32| (x + wide * part / 10, y + high * part / 10);
    let ((tip_x, tip_y), (neck_x, neck_y)) = (along(9), along(7));
    let (across_x, across_y) = (high / 10, wide / 10);
    let line = format!(
        "M{x} {y}L{tip_x} {tip_y}M{} {}L{tip_x} {tip_y}L{} {}",
        neck_x + across_x,
        neck_y - across_y,
        neck_x - across_x,
        neck_y + across_y,
    );
    let stroke = |(colour, width)| {
        format!(
            "<path d=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
        )
    };
    [(CARD, "4.4"), (ARROW, "2.4")].map(stroke).concat()
}

/// Draws a sheet of boards in `columns` columns (at least one), with its title at the top and, if there is one, a
/// legend of its marks at the bottom. The first line of the title is the name for screen readers.
///
/// All cells of the sheet are as large as the largest board with its caption.
pub fn sheet(
    title: &str,
    description: &str,
    columns: usize,
    diagrams: &[Diagram<'_>],
    legend: &str,
) -> String {
    let columns = columns.clamp(1, diagrams.len().max(1));
    let count = |number| i32::try_from(number).unwrap_or(i32::MAX);
    let sizes = || diagrams.iter().map(Diagram::size);
    let place_x = sizes().map(|(x, _)| x).max().unwrap_or(0) + MARGIN / 2;
    let place_y = sizes().map(|(_, y)| y).max().unwrap_or(0) + MARGIN / 2;
    let wide = place_x.saturating_mul(count(columns)).max(200);
    let heading = wrapped(title, wide - MARGIN);
    let top = height(heading.len());
    let rows = count(diagrams.len().div_ceil(columns));
    let foot = top + place_y.saturating_mul(rows);
    let legend = wrapped(legend, wide - MARGIN);
    let high = foot + height(legend.len());
    let name = title.lines().next().unwrap_or_default();
    let mut body = draw_lines((wide / 2, MARGIN / 2), &heading);
    for (index, diagram) in diagrams.iter().enumerate() {
        let (x, y) = (count(index % columns), count(index / columns));
        body += &diagram.draw((place_x * x, top + place_y * y), place_x);
    }
    body += &draw_lines((wide / 2, foot), &legend);
    document(name, description, (wide, high), &body)
}

/// The colours of the background and of text, as on the pages (`ground`, `ink`).
const GROUND: &str = "#faf8f4";
const INK: &str = "#26221c";

/// Peg, vacancy and open hole of a goal, as the studio draws them, around the point (0, 0).
const DEFINITIONS: &str = include_str!("definitions.svg");

/// The height of letters and of lines, and the width of a letter in hundredths.
const SIZE: i32 = 9;
const LINE: i32 = 12;
const LETTER: i32 = 540;

/// A line has at least this number of letters before it is broken, even if the board is narrow.
const MIN_LETTERS: i32 = 22;

/// Returns a whole document around a body of this size.
pub(super) fn document(title: &str, description: &str, (x, y): Point, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {x} {y}\" width=\"100%\" \
         role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n\
         {DEFINITIONS}<rect width=\"{x}\" height=\"{y}\" rx=\"6\" fill=\"{GROUND}\"/>\n\
         <g font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"{INK}\">\n{body}</g>\n</svg>\n",
        escaped(title),
        escaped(description),
    )
}

fn width(line: &str) -> i32 {
    let letters = i32::try_from(line.chars().count());
    letters.unwrap_or(i32::MAX).saturating_mul(LETTER) / 100
}

/// Returns the height of this number of lines, with the space beneath them.
fn height(lines: usize) -> i32 {
    match i32::try_from(lines) {
        Ok(0) => 0,
        Ok(lines) => LINE.saturating_mul(lines) + MARGIN / 2,
        Err(_) => i32::MAX,
    }
}

/// Returns the lines of about this width, broken at spaces and at the line ends of the text.
fn wrapped(text: &str, wide: i32) -> Vec<String> {
    let wide = wide.max(MIN_LETTERS * LETTER / 100);
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
fn draw_lines((x, y): Point, lines: &[String]) -> String {
    let line = |(line, number): (&String, i32)| {
        let (base, line) = (y + LINE * number - (LINE - SIZE), escaped(line));
        format!("<text x=\"{x}\" y=\"{base}\" font-size=\"{SIZE}\">{line}</text>\n")
    };
    lines.iter().zip(1..).map(line).collect()
}
