//! Coordinates: the names of columns and rows along the edges of a board, as cells are named. Where the columns lean,
//! the names of the first and the last cell of every row.
//!
//! Lucas's digits where the board has them, else column and row from 0, from the left and the top;
//! see [`saut_peg::peg::notation`].

use std::fmt::Write;

use super::layout::{Layout, Point};
use saut_peg::peg::notation::{cell_name, column_labels, has_digits, row_labels};
use saut_peg::peg::{Board, Cell, Geometry};

/// The height of letters, and from the middle of a hole to the name beside it.
const SIZE: i32 = 7;
const BESIDE: i32 = 20;

/// Distance, from the middle of a hole, that pairs reach beyond digits.
const PAIR: i32 = 8;

/// The grey of names, as on the pages (`faint`).
const FAINT: &str = "#6a6257";

/// The space that the names take at the sides and beneath.
pub fn space(board: &Board) -> i32 {
    if has_pairs(board) { 8 + 2 * PAIR } else { 8 }
}

/// Whether pairs stand at the edges.
fn has_pairs(board: &Board) -> bool {
    board.geometry() == Geometry::Triangle && !has_digits(board)
}

/// Writes the names.
pub fn draw(body: &mut String, board: &Board, layout: &Layout<'_>) {
    let mut write = |Point { x, y }: Point, name: &str| {
        let base = y + SIZE * 7 / 20;
        let _ = writeln!(
            body,
            "<text x=\"{x}\" y=\"{base}\" fill=\"{FAINT}\" font-size=\"{SIZE}\">{name}</text>"
        );
    };
    if board.geometry() == Geometry::Triangle {
        let beside = BESIDE + if has_pairs(board) { PAIR } else { 0 };
        for y in 0..board.height() {
            let row = || board.cells().iter().filter(|cell| cell.y == y);
            for (end, beside) in [(row().next(), -beside), (row().next_back(), beside)] {
                if let Some(&cell) = end {
                    let at = layout.centre(cell);
                    write(
                        Point {
                            x: at.x + beside,
                            ..at
                        },
                        &cell_name(board, cell),
                    );
                }
            }
        }
        return;
    }
    for (y, name) in (0..).zip(row_labels(board)) {
        if board.cells().iter().any(|cell| cell.y == y) {
            let first = layout.centre(Cell::new(0, y));
            write(
                Point {
                    x: first.x - BESIDE,
                    ..first
                },
                &name,
            );
        }
    }
    for (x, name) in (0..).zip(column_labels(board)) {
        if board.cells().iter().any(|cell| cell.x == x) {
            let last = layout.centre(Cell::new(x, board.height() - 1));
            write(
                Point {
                    y: last.y + BESIDE,
                    ..last
                },
                &name,
            );
        }
    }
}
