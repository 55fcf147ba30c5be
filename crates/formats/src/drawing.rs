//! Boards with characters: triangles as triangles, and coordinates at the edges.

use saut_peg::peg::{Board, Geometry, notation, picture};

/// A board as lines, with its coordinates.
pub struct Drawing {
    /// The lines from the top; the last ones are the numbers of the columns.
    pub lines: Vec<String>,
    /// The number of lines that show rows of the board.
    pub rows: usize,
    /// The width of the widest line, in characters.
    pub width: usize,
}

/// Draws a picture of the board with its coordinates: the numbers of rows and columns, or, where the columns lean, the
/// names of the first and the last cell of every row.
pub fn drawn(board: &Board, drawn: &str) -> Drawing {
    let placed = picture::placed_rows(board, drawn);
    let is_leaning = board.geometry() == Geometry::Triangle;
    let ends: Vec<[String; 2]> = if is_leaning {
        notation::row_ends(board)
    } else {
        let labels = notation::row_labels(board).into_iter();
        labels.map(|label| [label, String::new()]).collect()
    };
    let wide = ends.iter().map(|[left, _]| left.len()).max().unwrap_or(0);
    let rows = placed.iter().map(|row| row.chars().count());
    let row_wide = if is_leaning {
        rows.max().unwrap_or(0)
    } else {
        0
    };
    let mut lines: Vec<String> = Vec::new();
    for (row, [left, right]) in placed.iter().zip(&ends) {
        let line = format!("{left:>wide$}  {row:<row_wide$}  {right}");
        lines.push(line.trim_end().to_owned());
    }
    let rows = lines.len();
    if !is_leaning {
        let labels = notation::column_labels(board);
        let high = labels.iter().map(String::len).max().unwrap_or(0);
        for digit in 0..high {
            let digits = labels.iter().map(|label| {
                let before = high - label.len();
                let symbol = digit.checked_sub(before).map(|at| label.as_bytes()[at]);
                symbol.map_or(' ', char::from)
            });
            lines.push(format!("{:wide$}  {}", "", digits.collect::<String>()));
        }
    }
    let width = lines.iter().map(|line| line.chars().count()).max();
    Drawing {
        lines,
        rows,
        width: width.unwrap_or(0),
    }
}

/// The drawing of a position without colours, for messages.
pub fn plain_position(board: &Board, picture: &str) -> String {
    let lines = drawn(board, picture).lines;
    lines.iter().flat_map(|line| ["  ", line, "\n"]).collect()
}
