//! Shorthand for positions on a named board: `full`, `full - 44 45`, `44 45 46`, `one peg`.

use crate::formats::place::shown;
use crate::peg::notation::{Digits, has_digits, read_cell};
use crate::peg::{Board, Position};
use saut_plan::bad_input::BadInput;

/// Whether this means one peg anywhere.
pub(super) fn is_one_peg(text: &str) -> bool {
    text.split_whitespace().eq(["one", "peg"])
}

/// Whether this is a picture and not shorthand: shorthand has a digit or the word `full`.
pub(super) fn is_drawn(text: &str) -> bool {
    !text.contains(|symbol: char| {
        symbol.is_ascii_digit() || symbol.is_ascii_lowercase() && symbol != 'o'
    })
}

/// The position that shorthand means.
pub(super) fn position(board: &Board, text: &str) -> Result<Position, BadInput> {
    let text = text.trim();
    let Some(rest) = text.strip_prefix("full") else {
        return cells(board, text);
    };
    let rest = rest.trim_start();
    if rest.is_empty() {
        return Ok(board.full());
    }
    let listed = rest.strip_prefix('-').ok_or_else(|| {
        BadInput::new(
            "",
            format!("\"{}\" cannot follow the word full", shown(rest)),
        )
        .remedy("write \"full - 44\" for all holes but 44")
    })?;
    Ok(cells(board, listed)?.complement())
}

/// The position with pegs in the listed cells.
pub(in crate::formats) fn cells(board: &Board, text: &str) -> Result<Position, BadInput> {
    let mut position = board.empty();
    for name in names(text) {
        let remedy = if has_digits(board) {
            "a cell is two digits, column from the left and row from below, both from 1"
        } else {
            "on a board this large a cell is (x,y), from the left and the top, both from 0"
        };
        let bad = |fact: &str| BadInput::new("", format!("\"{}\" {fact}", shown(name)));
        let cell = read_cell(board, name, Digits::ColumnFirst)
            .ok_or_else(|| bad("is no cell").remedy(remedy))?;
        let hole = board
            .hole(cell)
            .ok_or_else(|| bad("is no hole of the board").remedy(remedy))?;
        if position.has(hole) {
            return Err(bad("is listed twice"));
        }
        position.set(hole, true);
    }
    if position.is_empty() {
        return Err(BadInput::new("", "no cell is listed").remedy("list cells, as in \"44 45\""));
    }
    Ok(position)
}

/// The words between spaces and commas; a comma inside brackets belongs to its word.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.split(move |symbol: char| {
        match symbol {
            '(' => inside = true,
            ')' => inside = false,
            _ => {}
        }
        !inside && (symbol.is_whitespace() || symbol == ',')
    })
    .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{is_drawn, is_one_peg, position};
    use crate::peg::boards::named;

    #[test]
    fn cells_are_listed_or_left_out_of_the_full_board() {
        let english = named("english").unwrap();
        assert_eq!(position(&english, "full - 44, 45").unwrap().pegs(), 31);
        assert_eq!(position(&english, " full ").unwrap().pegs(), 33);
        assert_eq!(position(&english, "44 45 (3,4)").unwrap().pegs(), 3);
        let large = named("square-11").unwrap();
        assert_eq!(
            position(&large, "full - (0, 2),(10,10)").unwrap().pegs(),
            119
        );
    }

    #[test]
    fn what_is_no_hole_of_the_board_is_refused() {
        let english = named("english").unwrap();
        for (text, message) in [
            ("11", "\"11\" is no hole of the board"),
            ("full - 444", "\"444\" is no cell"),
            ("full 44", "\"44\" cannot follow the word full"),
            ("44 44", "\"44\" is listed twice"),
            ("full -", "no cell is listed"),
        ] {
            let bad = position(&english, text).unwrap_err();
            assert_eq!(bad.fact, message);
        }
    }

    #[test]
    fn pictures_and_shorthand_are_told_apart() {
        assert!(is_drawn("  ooo\no.?X\n") && is_drawn(""));
        assert!(!is_drawn("full - 44") && !is_drawn("44") && !is_drawn("one peg"));
        assert!(is_one_peg(" one  peg ") && !is_one_peg("one"));
    }
}
