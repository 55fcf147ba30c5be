//! The wood of a board: a tile for each hole, or each run of holes in a row; their thick round strokes join
//! into one rounded shape. A darker one beneath it, a little lower, is its edge.

use std::fmt::Write;

use super::layout::{Layout, PITCH, Point};
use saut_peg::peg::{Board, Cell, Geometry};

/// The colours of the pages (`wood`, `wood-edge`).
const WOOD: &str = "#ead9ba";
const EDGE: &str = "#c4a878";

/// Draws the wood.
pub fn draw(body: &mut String, board: &Board, layout: &Layout<'_>) {
    let tiles = match board.geometry() {
        Geometry::Triangle => hexagons(board, layout),
        Geometry::Square | Geometry::SquareDiagonal => runs(board, layout),
    };
    body.push_str("<g stroke-width=\"9\" stroke-linejoin=\"round\">");
    for (colour, lower) in [(EDGE, " transform=\"translate(0 1.2)\""), (WOOD, "")] {
        let _ = write!(
            body,
            "<path d=\"{tiles}\" fill=\"{colour}\" stroke=\"{colour}\"{lower}/>"
        );
    }
    body.push_str("</g>\n");
}

/// A rectangle around every run of holes in a row.
fn runs(board: &Board, layout: &Layout<'_>) -> String {
    let mut tiles = String::new();
    let is_hole = |x: i16, y: i16| board.hole(Cell::new(x, y)).is_some();
    for &Cell { x, y } in board.cells() {
        if is_hole(x - 1, y) {
            continue;
        }
        let holes = (x..board.width()).take_while(|&x| is_hole(x, y)).count();
        let width = PITCH * i32::try_from(holes).unwrap_or(i32::MAX / PITCH);
        let centre = layout.centre(Cell::new(x, y));
        let _ = write!(
            tiles,
            "M{} {}h{width}v20h-{width}z",
            centre.x - 10,
            centre.y - 10
        );
    }
    tiles
}

fn hexagons(board: &Board, layout: &Layout<'_>) -> String {
    let mut tiles = String::new();
    for &cell in board.cells() {
        let Point { x, y } = layout.centre(cell);
        let _ = write!(tiles, "M{x} {}l10 6v12l-10 6l-10 -6v-12z", y - 12);
    }
    tiles
}
