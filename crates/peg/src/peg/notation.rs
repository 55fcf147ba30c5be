//! The usual notations of cells and moves.
//!
//! Lucas (*Récréations mathématiques*, 1882) writes a cell as two digits: the column from the left,
//! then the row from the bottom, both counted from 1. A jump is `45/47`. Other authors put the row
//! first, counted from the top, and write sweeps with a cross, `75x73x53`. Bergholt's solution is
//! printed in this notation. Both notations require a board of at most nine columns and rows. On larger
//! boards, a cell is `(x,y)`, as in JSON. Both numbers count from 0, from the left and from the top.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::{Board, Cell, Geometry, Hole, Jump, Move};

/// Order of the two digits in the name of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Digits {
    /// Column from the left, then row from below (Lucas).
    #[default]
    ColumnFirst,
    /// Row from the top, then column.
    RowFirst,
}

/// Whether the cells of this board have two-digit names.
pub fn has_digits(board: &Board) -> bool {
    board.width() <= 9 && board.height() <= 9
}

/// Returns the name of a cell: Lucas's two digits, or `(x,y)` on a large board. The two cells of the hand are `hand`
/// and `hand'`. Every other cell outside the grid of the board is `(x,y)`.
pub fn cell_name(board: &Board, cell: Cell) -> String {
    if let Some(hole) = board.put_back() {
        let names = board
            .cell(hole)
            .reserve_cells()
            .into_iter()
            .zip(["hand", "hand'"]);
        if let Some((_, name)) = names.into_iter().find(|&(spur, _)| spur == cell) {
            return name.to_owned();
        }
    }
    let on_grid = (0..board.width()).contains(&cell.x) && (0..board.height()).contains(&cell.y);
    if has_digits(board) && on_grid {
        format!("{}{}", cell.x + 1, board.height() - cell.y)
    } else {
        format!("({},{})", cell.x, cell.y)
    }
}

/// Returns the names of the cells of some holes.
pub fn hole_names(board: &Board, holes: impl IntoIterator<Item = Hole>) -> Vec<String> {
    let names = holes.into_iter();
    names
        .map(|hole| cell_name(board, board.cell(hole)))
        .collect()
}

/// Returns the row numbers that the names of cells use, from the top row down.
pub fn row_labels(board: &Board) -> Vec<String> {
    let below = has_digits(board).then(|| board.height());
    let number = |y| below.map_or(y, |height| height - y);
    (0..board.height()).map(|y| number(y).to_string()).collect()
}

/// Returns the column numbers that the names of cells use, from left to right.
pub fn column_labels(board: &Board) -> Vec<String> {
    let first = i16::from(has_digits(board));
    let labels = (first..first + board.width()).map(|x| x.to_string());
    labels.collect()
}

/// Returns the names of the first and the last cell of every row, from the top. For a row without cells, both names are
/// empty. The names label the edges of boards with slanted columns, because column numbers at the bottom would not be
/// aligned with these columns.
pub fn row_ends(board: &Board) -> Vec<[String; 2]> {
    let ends = (0..board.height()).map(|y| {
        let row: Vec<Cell> = board
            .drawn()
            .iter()
            .copied()
            .filter(|cell| cell.y == y)
            .collect();
        let name = |cell: Option<&Cell>| cell.map_or(String::new(), |&cell| cell_name(board, cell));
        [name(row.first()), name(row.last())]
    });
    ends.collect()
}

/// One-line explanations of the names of cells: for two digits and for pairs, then for both with the labels of a
/// triangle.
pub const LEGENDS: [&str; 4] = [
    "cells are named column, then row from below",
    "cells are (column, row), from 0, from the left and the top",
    "cells are named column, then row from below; each row is labelled with its first and last cell",
    "cells are (column, row), from 0, from the left and the top; each row is labelled with its first and last cell",
];

/// Returns the one-line explanation of the names of the cells of a board.
pub fn legend(board: &Board) -> &'static str {
    LEGENDS[usize::from(!has_digits(board))]
}

/// Returns the one-line explanation below a board that is drawn as text. On a triangle, it also explains the labels.
pub fn legend_of_text(board: &Board) -> &'static str {
    let is_triangle = board.geometry() == Geometry::Triangle;
    LEGENDS[usize::from(!has_digits(board)) + if is_triangle { 2 } else { 0 }]
}

/// Parses a cell. The text is two digits (on a board of at most nine columns and rows), a letter for the column and the
/// row from the top (`d2`), or `(x,y)`. Returns `None` for any other text. The cell may be off the board, which the
/// simulator checks.
pub fn read_cell(board: &Board, text: &str, digits: Digits) -> Option<Cell> {
    if let Some(inner) = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        let (x, y) = inner.split_once(',')?;
        return Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?));
    }
    // Beasley and Bell use this notation.
    if let Some((column, row)) = text.split_at_checked(1)
        && let [letter] = column.as_bytes()
        && letter.is_ascii_alphabetic()
        && !row.starts_with(['0', '+'])
        && let Ok(row) = row.parse::<u8>()
    {
        let column = letter.to_ascii_lowercase() - b'a';
        return Some(Cell::new(column.into(), i16::from(row) - 1));
    }
    let [first, second] = text.as_bytes() else {
        return None;
    };
    if !has_digits(board) || !first.is_ascii_digit() || !second.is_ascii_digit() {
        return None;
    }
    let (first, second) = (i16::from(first - b'0'), i16::from(second - b'0'));
    Some(match digits {
        Digits::ColumnFirst => Cell::new(first - 1, board.height() - second),
        Digits::RowFirst => Cell::new(second - 1, first - 1),
    })
}

/// Returns a jump in Lucas's notation, `45/47`, or a put-back of a peg, `+44`.
pub fn jump_name(board: &Board, jump: Jump) -> String {
    let to = cell_name(board, jump.to);
    if jump.is_put_back() {
        return format!("+{to}");
    }
    format!("{}/{to}", cell_name(board, jump.from))
}

/// Returns a move in Lucas's notation: `45/47`, or for a sweep `75/73/53`.
pub fn move_name(board: &Board, sweep: &Move) -> String {
    move_name_in(Digits::ColumnFirst, board, sweep)
}

/// Returns a move with this order of digits: `45/47`, or `34x14` with a cross if the row comes first. On a board
/// without two-digit names, a move is a list of pairs with slashes in both cases.
pub fn move_name_in(digits: Digits, board: &Board, sweep: &Move) -> String {
    if sweep.is_put_back() {
        return jump_name(board, sweep.jumps()[0]);
    }
    let stops = sweep.stops();
    if digits == Digits::RowFirst && has_digits(board) {
        let name = |cell: Cell| format!("{}{}", cell.y + 1, cell.x + 1);
        return stops.map(name).collect::<Vec<_>>().join("x");
    }
    let names = stops.map(|cell| cell_name(board, cell));
    names.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::{Digits, cell_name, column_labels, read_cell, row_ends, row_labels};
    use crate::peg::{Cell, boards};

    #[test]
    fn lucas_counts_columns_from_the_left_and_rows_from_below() {
        let english = boards::named("english").unwrap();
        assert_eq!(cell_name(&english, Cell::new(2, 0)), "37");
        for (text, digits) in [
            ("37", Digits::ColumnFirst),
            ("13", Digits::RowFirst),
            ("(2,0)", Digits::RowFirst),
        ] {
            assert_eq!(read_cell(&english, text, digits), Some(Cell::new(2, 0)));
        }
        assert_eq!(read_cell(&english, "3", Digits::ColumnFirst), None);
    }

    #[test]
    fn labels_are_the_digits_of_the_names() {
        for name in ["english", "square-11", "triangle-5"] {
            let board = boards::named(name).unwrap();
            let (rows, columns) = (row_labels(&board), column_labels(&board));
            for &cell in board.cells() {
                let at = |index: i16| usize::try_from(index).unwrap();
                let (column, row) = (&columns[at(cell.x)], &rows[at(cell.y)]);
                let name = cell_name(&board, cell);
                assert!(name == format!("{column}{row}") || name == format!("({column},{row})"));
            }
        }
    }

    #[test]
    fn rows_end_at_their_first_and_last_cell() {
        let triangle = boards::named("triangle-3").unwrap();
        assert_eq!(
            row_ends(&triangle),
            [["13", "13"], ["12", "22"], ["11", "31"]]
        );
    }

    #[test]
    fn large_boards_write_cells_as_pairs() {
        let square = boards::named("square-11").unwrap();
        assert_eq!(cell_name(&square, Cell::new(10, 2)), "(10,2)");
        assert_eq!(read_cell(&square, "11", Digits::ColumnFirst), None);
    }
}
