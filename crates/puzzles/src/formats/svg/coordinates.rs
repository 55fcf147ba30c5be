//! The numbers of rows and columns, small in the margin around the holes.

use std::fmt::Write;

use super::layout::{Layout, Point};
use crate::peg::{Board, Cell, Geometry, notation};

/// The height of the numbers, and from the middle of a hole to that of its number.
const SIZE: i32 = 5;
const AWAY: i32 = 12;

/// Draws the number of every row to its left, and of every column beneath it. On a triangle the
/// places of a row are counted from the left, and only rows have numbers.
pub(super) fn draw(body: &mut String, board: &Board, layout: &Layout<'_>) {
    let is_triangle = board.geometry() == Geometry::Triangle;
    for (y, label) in (0..board.height()).zip(notation::row_labels(board)) {
        let first = if is_triangle {
            let mut in_row = board.cells().iter().filter(|cell| cell.y == y);
            in_row.next().copied().unwrap_or(Cell::new(0, y))
        } else {
            Cell::new(0, y)
        };
        let Point { x, y } = layout.centre(first);
        number(body, x - AWAY, y + SIZE * 7 / 20, &label);
    }
    if is_triangle {
        return;
    }
    for (x, label) in (0..board.width()).zip(notation::column_labels(board)) {
        let Point { x, y } = layout.centre(Cell::new(x, board.height() - 1));
        number(body, x, y + AWAY + SIZE * 7 / 20, &label);
    }
}

fn number(body: &mut String, x: i32, y: i32, label: &str) {
    let _ = writeln!(
        body,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{SIZE}\">{label}</text>"
    );
}
