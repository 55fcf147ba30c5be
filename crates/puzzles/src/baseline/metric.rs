//! Lengths on a board: squared, in integers, in the metric of its geometry.
//!
//! On a square board the squared length of (x, y) is x² + y². Triangles are drawn left-aligned
//! with the third axis along (1, 1), so there it is x² − xy + y², which is 1 for all six steps.

use saut_peg::peg::{Board, Geometry};

/// A vector or a sum of cells: column, row.
pub type Vector = (i128, i128);

/// The squared length of a vector on this board.
pub fn squared(board: &Board, (x, y): Vector) -> i128 {
    match board.geometry() {
        Geometry::Square | Geometry::SquareDiagonal => x * x + y * y,
        Geometry::Triangle => x * x - x * y + y * y,
    }
}

/// The cells of a board as vectors, by hole.
pub fn vectors(board: &Board) -> Vec<Vector> {
    let cells = board.cells().iter();
    cells
        .map(|cell| (i128::from(cell.x), i128::from(cell.y)))
        .collect()
}

/// The sum of vectors.
pub fn sum(vectors: impl IntoIterator<Item = Vector>) -> Vector {
    vectors
        .into_iter()
        .fold((0, 0), |(x, y), (dx, dy)| (x + dx, y + dy))
}

#[cfg(test)]
mod tests {
    use super::squared;
    use saut_peg::peg::boards;

    #[test]
    fn every_straight_step_has_length_one() {
        for name in ["english", "triangle-4"] {
            let board = boards::named(name).unwrap();
            for &(x, y) in board.geometry().directions() {
                assert_eq!(squared(&board, (x.into(), y.into())), 1, "{name} {x} {y}");
            }
            assert_ne!(squared(&board, (1, -1)), 1, "{name}");
        }
    }
}
