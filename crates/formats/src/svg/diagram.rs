//! One board with pegs, labels and arrows; and a sheet of many, each with its caption.

use std::fmt::Write;

use super::document::{self, INK, document};
use super::layout::{Layout, MARGIN, Point};
use crate::markup::escaped;
use saut_peg::peg::picture::Content;
use saut_peg::peg::{Board, Goal, Hole, Jump, Position};

/// The colours of weights on pegs and of arrows: those of the pages (card, accent).
const CARD: &str = "#ffffff";
pub(super) const ARROW: &str = "#0b6b7f";

/// One board as it is to be drawn.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    board: &'a Board,
    contents: Vec<Content>,
    labels: Vec<String>,
    caption: String,
    /// Jumps that are drawn as arrows over the rest.
    pub(super) arrows: Vec<Jump>,
    /// The colours of rings around holes, by hole.
    pub(super) tints: Vec<Option<&'static str>>,
    has_names: bool,
}

impl<'a> Diagram<'a> {
    fn new(board: &'a Board, content: impl FnMut(Hole) -> Content) -> Self {
        Self {
            board,
            contents: (0..board.len()).map(content).collect(),
            labels: Vec::new(),
            caption: String::new(),
            arrows: Vec::new(),
            tints: Vec::new(),
            has_names: false,
        }
    }

    /// A board with a position.
    pub fn of_position(board: &'a Board, position: &Position) -> Self {
        Self::new(board, |hole| Content::in_position(position, hole))
    }

    /// A board with a goal; holes left open are dashed.
    pub fn of_goal(board: &'a Board, goal: &Goal) -> Self {
        Self::new(board, |hole| Content::in_goal(goal, hole))
    }

    /// This diagram with a short text in every hole: a weight, a colour, a letter.
    #[must_use]
    pub fn labelled<T: ToString>(mut self, mut label: impl FnMut(Hole) -> T) -> Self {
        let holes = 0..self.board.len();
        self.labels = holes.map(|hole| label(hole).to_string()).collect();
        self
    }

    /// This diagram with a caption, broken into lines where it is too wide.
    #[must_use]
    pub fn captioned(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }

    /// This diagram with the names of columns and rows along the edges.
    #[must_use]
    pub(super) fn named(mut self) -> Self {
        self.has_names = true;
        self
    }

    /// The drawing as a standalone document; title and description are for those who cannot see
    /// it, and for the page's tooltip.
    pub fn document(&self, title: &str, description: &str) -> String {
        let size = self.size();
        document(title, description, size, |body| {
            self.draw(body, (0, 0), size.0);
        })
    }

    fn layout(&self) -> Layout<'a> {
        Layout::new(self.board, self.has_names)
    }

    fn caption_lines(&self) -> Vec<String> {
        document::wrapped(&self.caption, self.layout().size().0)
    }

    /// The size with the caption.
    pub(super) fn size(&self) -> Point {
        let (x, y) = self.layout().size();
        let lines = self.caption_lines();
        let widest = lines.iter().map(|line| document::width(line)).max();
        let wide = x.max(widest.unwrap_or(0) + MARGIN);
        (wide, y + document::height(lines.len()))
    }

    /// Draws into a place of this width, with the board in its middle.
    pub(super) fn draw(&self, body: &mut String, (x, y): Point, width: i32) {
        let layout = self.layout();
        let (wide, high) = layout.size();
        let left = x + (width - wide) / 2;
        let _ = writeln!(body, "<g transform=\"translate({left} {y})\">");
        layout.draw_wood(body);
        let holes = self.board.cells().iter().map(|&cell| layout.centre(cell));
        for (hole, ((x, y), content)) in holes.clone().zip(&self.contents).enumerate() {
            if let Some(Some(tint)) = self.tints.get(hole) {
                let _ = writeln!(
                    body,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"9.6\" fill=\"{tint}\"/>"
                );
            }
            let name = match content {
                Content::Peg => "peg",
                Content::Vacancy => "vacancy",
                Content::Open => "open",
            };
            let _ = writeln!(body, "<use href=\"#saut-{name}\" x=\"{x}\" y=\"{y}\"/>");
        }
        if self.has_names {
            layout.draw_names(body);
        }
        for ((centre, &content), label) in holes.zip(&self.contents).zip(&self.labels) {
            draw_label(body, centre, content, label);
        }
        for jump in &self.arrows {
            draw_arrow(body, layout.centre(jump.from), layout.centre(jump.to));
        }
        body.push_str("</g>\n");
        document::draw_lines(body, (x + width / 2, y + high), &self.caption_lines());
    }
}

fn draw_label(body: &mut String, (x, y): Point, content: Content, label: &str) {
    let fill = match content {
        Content::Peg => CARD,
        Content::Vacancy | Content::Open => INK,
    };
    let size = match label.chars().count() {
        0 => return,
        1 | 2 => 10,
        3 => 8,
        4 => 6,
        _ => 5,
    };
    let (base, label) = (y + size * 7 / 20, escaped(label));
    let _ = writeln!(
        body,
        "<text x=\"{x}\" y=\"{base}\" fill=\"{fill}\" font-size=\"{size}\">{label}</text>"
    );
}

/// A line with a head of two strokes, ending short of the middle of the hole landed in. A light seam
/// sets it off against pegs.
fn draw_arrow(body: &mut String, (x, y): Point, to: Point) {
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
    for (colour, width) in [(CARD, "4.4"), (ARROW, "2.4")] {
        let _ = writeln!(
            body,
            "<path d=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        );
    }
}

/// Draws a sheet of boards in `columns` columns (at least one), with its title on top and a legend of its marks, if
/// there is one, at the foot. The first line of the title is its name for readers of screens.
///
/// All places are as large as the largest board with its caption.
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
    let heading = document::wrapped(title, wide - MARGIN);
    let top = document::height(heading.len());
    let rows = count(diagrams.len().div_ceil(columns));
    let foot = top + place_y.saturating_mul(rows);
    let legend = document::wrapped(legend, wide - MARGIN);
    let high = foot + document::height(legend.len());
    let name = title.lines().next().unwrap_or_default();
    document(name, description, (wide, high), |body| {
        document::draw_lines(body, (wide / 2, MARGIN / 2), &heading);
        for (index, diagram) in diagrams.iter().enumerate() {
            let (x, y) = (count(index % columns), count(index / columns));
            diagram.draw(body, (place_x * x, top + place_y * y), place_x);
        }
        document::draw_lines(body, (wide / 2, foot), &legend);
    })
}
