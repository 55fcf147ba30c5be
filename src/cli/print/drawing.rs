//! Boards with characters: triangles as triangles, and coordinates at the edges.

use saut::peg::{Board, Geometry, notation};

/// A board as lines of the same width, with the numbers of rows and columns.
pub struct Drawing {
    /// The lines from the top; the last ones are the numbers of the columns.
    pub lines: Vec<String>,
    /// The number of lines that show rows of the board.
    pub rows: usize,
    /// The width of every line, in characters.
    pub width: usize,
}

/// Draws a picture of the board with its coordinates.
pub fn drawn(board: &Board, picture: &str) -> Drawing {
    let labels = notation::row_labels(board);
    let wide = labels.iter().map(String::len).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    for (y, row) in picture.lines().enumerate() {
        let label = labels.get(y).map_or("", String::as_str);
        lines.push(format!("{label:>wide$}  {}", placed(board, y, row)));
    }
    let rows = lines.len();
    if board.geometry() != Geometry::Triangle {
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

/// A row of the picture as it stands on the board: on a triangle half a place to the right of the
/// row below it.
fn placed(board: &Board, y: usize, row: &str) -> String {
    if board.geometry() != Geometry::Triangle {
        return row.to_owned();
    }
    let height = usize::try_from(board.height()).unwrap_or(0);
    let before = " ".repeat(height.saturating_sub(y + 1));
    let symbols: Vec<String> = row.chars().map(String::from).collect();
    format!("{before}{}", symbols.join(" "))
        .trim_end()
        .to_owned()
}
