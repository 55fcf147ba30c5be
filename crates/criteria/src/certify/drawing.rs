//! Drawings of certificates: one number a hole, laid out as the board.

use std::fmt::Write;

pub use saut_peg::peg::notation::jump_name;
use saut_peg::peg::picture::draw_texts;
use saut_peg::peg::{Board, Hole};

/// Draws a board with a number in every hole, in columns of one width.
pub fn draw(board: &Board, number: impl Fn(Hole) -> i64) -> String {
    let texts: Vec<String> = (0..board.drawn().len())
        .map(|hole| number(hole).to_string())
        .collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1) + 1;
    let mut text = draw_texts(board, width, |hole| texts[hole].clone());
    if board.put_back().is_some() {
        let (near, far) = (board.len() - 2, board.len() - 1);
        let _ = writeln!(text, "in hand: {}", number(near) + number(far));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::draw;
    use saut_peg::peg::boards;

    #[test]
    fn numbers_stand_in_the_columns_of_the_board() {
        let board = boards::named("triangle-2").unwrap();
        assert_eq!(draw(&board, |hole| [7, -1, 10][hole]), "  7\n -1 10\n");
    }
}
