//! The symmetry group of a board: the automorphisms of its grid that map holes to holes.
//!
//! Of all 2×2 integer matrices with entries −1, 0 and 1 those count that permute the directions
//! of the geometry: eight for the square geometries, twelve for the triangle. Each is followed by
//! the shift that brings the picture's corner back to (0, 0). Under the old French rule only those count
//! that leave the hole in its place that the peg in hand belongs to; they leave the hand alone.

mod kind;
mod names;

use itertools::iproduct;

use super::{Board, Cell, Geometry, Hole, Jump, Position};

pub use kind::SymmetryKind;
pub use names::axes;

/// A board automorphism, acting on holes, positions, jumps and plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    matrix: [i16; 4],
    shift: (i16, i16),
    image: Vec<Hole>,
}

impl Symmetry {
    /// Image of a cell.
    pub fn cell(&self, cell: Cell) -> Cell {
        let (x, y) = apply(self.matrix, (cell.x, cell.y));
        Cell::new(x + self.shift.0, y + self.shift.1)
    }

    /// Image of each hole.
    pub fn image(&self) -> &[Hole] {
        &self.image
    }

    /// Image of a jump.
    pub fn jump(&self, jump: Jump) -> Jump {
        if jump.is_put_back() {
            return Jump::put_back(self.cell(jump.to));
        }
        Jump {
            from: self.cell(jump.from),
            over: self.cell(jump.over),
            to: self.cell(jump.to),
        }
    }

    /// Image of a position.
    pub fn position(&self, position: &Position) -> Position {
        position.mapped(&self.image)
    }

    /// 1 for a turn, −1 for a reflection.
    fn determinant(&self) -> i16 {
        let [a, b, c, d] = self.matrix;
        a * d - b * c
    }

    /// Whether it leaves every hole where it is.
    pub fn is_identity(&self) -> bool {
        self.image
            .iter()
            .enumerate()
            .all(|(hole, &image)| hole == image)
    }
}

impl Board {
    /// All symmetries of the board, the identity first.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let mut group: Vec<Symmetry> = matrices(self.geometry())
            .filter_map(|matrix| self.symmetry(matrix))
            .collect();
        group.sort_by_key(|symmetry| !symmetry.is_identity());
        group.dedup_by(|a, b| a.image == b.image);
        group
    }

    fn symmetry(&self, matrix: [i16; 4]) -> Option<Symmetry> {
        let turned = || {
            self.drawn()
                .iter()
                .map(|cell| apply(matrix, (cell.x, cell.y)))
        };
        let shift = (
            -turned().map(|(x, _)| x).min()?,
            -turned().map(|(_, y)| y).min()?,
        );
        let mut image = turned()
            .map(|(x, y)| self.hole(Cell::new(x + shift.0, y + shift.1)))
            .collect::<Option<Vec<Hole>>>()?;
        if self.put_back().is_some_and(|hole| image[hole] != hole) {
            return None;
        }
        image.extend(self.drawn().len()..self.len());
        Some(Symmetry {
            matrix,
            shift,
            image,
        })
    }
}

fn apply(matrix: [i16; 4], (x, y): (i16, i16)) -> (i16, i16) {
    (matrix[0] * x + matrix[1] * y, matrix[2] * x + matrix[3] * y)
}

fn matrices(geometry: Geometry) -> impl Iterator<Item = [i16; 4]> {
    iproduct!(-1..=1i16, -1..=1, -1..=1, -1..=1)
        .map(<[i16; 4]>::from)
        .filter(|matrix| (matrix[0] * matrix[3] - matrix[1] * matrix[2]).abs() == 1)
        .filter(move |&matrix| {
            let directions = geometry.directions();
            directions
                .iter()
                .all(|&step| directions.contains(&apply(matrix, step)))
        })
}

#[cfg(test)]
mod tests {
    use crate::peg::boards;

    #[test]
    fn groups_have_the_right_order_and_keep_jumps() {
        for (name, order) in [
            ("english", 8),
            ("french", 8),
            ("triangle-5", 6),
            ("square-3", 8),
            ("rectangle-7x1", 2),
            ("rectangle-4x3", 4),
        ] {
            let board = boards::named(name).unwrap();
            let group = board.symmetries();
            assert_eq!(group.len(), order, "{name}");
            assert!(group[0].is_identity());
            for symmetry in &group {
                for &jump in board.jumps() {
                    assert!(board.jumps().contains(&symmetry.jump(jump)), "{name}");
                }
            }
        }
    }
}
