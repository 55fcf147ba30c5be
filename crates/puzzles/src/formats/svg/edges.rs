//! Coordinates: the names of columns and rows along the edges of a board, as cells are named.
//!
//! Lucas's digits where the board has them, else column and row from 0, from the left and the top;
//! see [`crate::peg::notation`].

use std::fmt::Write;

use super::layout::{Layout, Point};
use crate::peg::notation::has_digits;
use crate::peg::{Board, Cell};

/// The space that the names take at the left and beneath.
pub const SPACE: i32 = 8;

/// The height of letters, and from the middle of a hole to the name beside it.
const SIZE: i32 = 7;
const BESIDE: i32 = 15;

/// The grey of names, as on the pages (`faint`).
const FAINT: &str = "#6a6257";

/// Writes the names.
pub fn draw(body: &mut String, board: &Board, layout: &Layout<'_>) {
    let mut write = |Point { x, y }: Point, name: i16| {
        let base = y + SIZE * 7 / 20;
        let _ = writeln!(
            body,
            "<text x=\"{x}\" y=\"{base}\" fill=\"{FAINT}\" font-size=\"{SIZE}\">{name}</text>"
        );
    };
    let is_leaning = layout.lean() != 0;
    for y in 0..board.height() {
        let row = || board.cells().iter().filter(|cell| cell.y == y);
        let Some(leftmost) = row().map(|cell| cell.x).min() else {
            continue;
        };
        let first = layout.centre(Cell::new(if is_leaning { leftmost } else { 0 }, y));
        let x = first.x - BESIDE;
        let name = if has_digits(board) {
            board.height() - y
        } else {
            y
        };
        write(Point { x, ..first }, name);
    }
    for x in 0..board.width() {
        let column = || board.cells().iter().filter(|cell| cell.x == x);
        let Some(lowest) = column().map(|cell| cell.y).max() else {
            continue;
        };
        let last = layout.centre(Cell::new(
            x,
            if is_leaning {
                lowest
            } else {
                board.height() - 1
            },
        ));
        let below = Point {
            x: last.x - layout.lean() * BESIDE / 20,
            y: last.y + BESIDE,
        };
        write(below, if has_digits(board) { x + 1 } else { x });
    }
}
