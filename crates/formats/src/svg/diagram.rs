//! One board with pegs, labels and arrows.

use std::fmt::Write;

use super::document::{INK, document};
use super::layout::{self, Layout, Point};
use super::{edges, text, wood};
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
    arrows: Vec<Jump>,
    tints: Vec<Option<&'static str>>,
    caption: String,
    has_coordinates: bool,
}

impl<'a> Diagram<'a> {
    /// A board with what each hole holds.
    pub fn new(board: &'a Board, content: impl FnMut(Hole) -> Content) -> Self {
        Self {
            board,
            contents: (0..board.len()).map(content).collect(),
            labels: Vec::new(),
            arrows: Vec::new(),
            tints: Vec::new(),
            caption: String::new(),
            has_coordinates: false,
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
    pub fn labelled<T: ToString>(self, label: impl FnMut(Hole) -> T) -> Self {
        let labels = (0..self.board.len())
            .map(label)
            .map(|label| label.to_string())
            .collect();
        Self { labels, ..self }
    }

    /// This diagram with an arrow for each of these jumps, drawn over the rest.
    #[must_use]
    pub fn with_arrows(self, jumps: impl IntoIterator<Item = Jump>) -> Self {
        Self {
            arrows: jumps.into_iter().collect(),
            ..self
        }
    }

    /// This diagram with a ring of colour around some holes.
    #[must_use]
    pub fn tinted(self, tints: Vec<Option<&'static str>>) -> Self {
        Self { tints, ..self }
    }

    /// This diagram with the names of columns and rows along the edges.
    #[must_use]
    pub fn with_coordinates(self) -> Self {
        Self {
            has_coordinates: true,
            ..self
        }
    }

    /// This diagram with a caption, broken into lines where it is too wide.
    #[must_use]
    pub fn captioned(self, caption: impl Into<String>) -> Self {
        Self {
            caption: caption.into(),
            ..self
        }
    }

    /// The drawing as a standalone document; title and description are for those who cannot see
    /// it, and for the page's tooltip.
    pub fn document(&self, title: &str, description: &str) -> String {
        let size = self.size();
        document(title, description, size, |body| {
            self.draw(body, Point { x: 0, y: 0 }, size.x);
        })
    }

    fn layout(&self) -> Layout<'a> {
        let layout = Layout::new(self.board);
        if self.has_coordinates {
            layout.with_edges(edges::space(self.board))
        } else {
            layout
        }
    }

    fn caption_lines(&self) -> Vec<String> {
        text::wrapped(&self.caption, self.layout().size().x)
    }

    /// The size with the caption.
    pub(super) fn size(&self) -> Point {
        let board = self.layout().size();
        let lines = self.caption_lines();
        let widest = lines.iter().map(|line| text::width(line)).max();
        Point {
            x: board.x.max(widest.unwrap_or(0) + layout::MARGIN),
            y: board.y + text::height(lines.len()),
        }
    }

    /// Draws into a place of this width, with the board in its middle.
    pub(super) fn draw(&self, body: &mut String, at: Point, width: i32) {
        let layout = self.layout();
        let board = layout.size();
        let left = at.x + (width - board.x) / 2;
        let _ = writeln!(body, "<g transform=\"translate({left} {})\">", at.y);
        wood::draw(body, self.board, &layout);
        for hole in 0..self.board.len() {
            let centre = layout.centre(self.board.cell(hole));
            if let Some(Some(tint)) = self.tints.get(hole) {
                let Point { x, y } = centre;
                let _ = writeln!(
                    body,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"9.6\" fill=\"{tint}\"/>"
                );
            }
            draw_hole(body, centre, self.contents[hole]);
        }
        if self.has_coordinates {
            edges::draw(body, self.board, &layout);
        }
        for (hole, label) in self.labels.iter().enumerate() {
            let centre = layout.centre(self.board.cell(hole));
            draw_label(body, centre, self.contents[hole], label);
        }
        for &jump in &self.arrows {
            draw_arrow(body, layout.centre(jump.from), layout.centre(jump.to));
        }
        body.push_str("</g>\n");
        let below = Point {
            x: at.x + width / 2,
            y: at.y + board.y,
        };
        text::draw_lines(body, below, &self.caption_lines());
    }
}

fn draw_hole(body: &mut String, Point { x, y }: Point, content: Content) {
    let name = match content {
        Content::Peg => "peg",
        Content::Vacancy => "vacancy",
        Content::Open => "open",
    };
    let _ = writeln!(body, "<use href=\"#saut-{name}\" x=\"{x}\" y=\"{y}\"/>");
}

fn draw_label(body: &mut String, Point { x, y }: Point, content: Content, label: &str) {
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
    let base = y + size * 7 / 20;
    let _ = writeln!(
        body,
        "<text x=\"{x}\" y=\"{base}\" fill=\"{fill}\" font-size=\"{size}\">{}</text>",
        escaped(label)
    );
}

/// A line with a head of two strokes, ending short of the middle of the hole landed in. A light seam
/// sets it off against pegs.
fn draw_arrow(body: &mut String, from: Point, to: Point) {
    let along = |part: i32| Point {
        x: from.x + (to.x - from.x) * part / 10,
        y: from.y + (to.y - from.y) * part / 10,
    };
    let (tip, neck) = (along(9), along(7));
    let (across_x, across_y) = ((to.y - from.y) / 10, (to.x - from.x) / 10);
    let line = format!(
        "M{} {}L{} {}M{} {}L{} {}L{} {}",
        from.x,
        from.y,
        tip.x,
        tip.y,
        neck.x + across_x,
        neck.y - across_y,
        tip.x,
        tip.y,
        neck.x - across_x,
        neck.y + across_y,
    );
    for (colour, width) in [(CARD, "4.4"), (ARROW, "2.4")] {
        let _ = writeln!(
            body,
            "<path d=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        );
    }
}
