//! Names of symmetries, and the number that says which axes a position has.

use super::{Symmetry, kind};
use crate::peg::{Board, Geometry, Position};

impl Symmetry {
    /// Name of the symmetry. On a triangle only turns and reflections are told apart.
    pub fn name(&self, board: &Board) -> &'static str {
        match board.geometry() {
            _ if self.is_identity() => "identity",
            Geometry::Triangle if self.determinant() == 1 => "turn",
            Geometry::Triangle => "reflection",
            _ => kind::word(self.matrix),
        }
    }
}

impl Board {
    /// The reflections that the board has, without those that leave every hole where it is, as on a
    /// single row.
    pub fn axes(&self) -> Vec<Symmetry> {
        if self.geometry() == Geometry::Triangle {
            let mut all = self.symmetries();
            all.retain(|one| one.determinant() == -1);
            return all;
        }
        let axes = kind::AXES.iter().filter_map(|&axis| self.symmetry(axis));
        axes.filter(|axis| !axis.is_identity()).collect()
    }
}

/// Axes of a square board, of its four, that leave a position as it is: 1 for the level axis, 2 for the upright one, 4
/// for the rising (from bottom left to top right) and 8 for the falling diagonal, added up; from 0 to 15. `None` for
/// triangular boards.
pub fn axes(board: &Board, position: &Position) -> Option<u32> {
    if board.geometry() == Geometry::Triangle {
        return None;
    }
    let fixes = |&axis: &[i16; 4]| {
        let axis = board.symmetry(axis);
        axis.is_some_and(|axis| axis.position(position) == *position)
    };
    let bits = kind::AXES.iter().zip(0..);
    Some(bits.map(|(axis, bit)| u32::from(fixes(axis)) << bit).sum())
}

#[cfg(test)]
mod tests {
    use super::axes;
    use crate::peg::{Position, boards};

    #[test]
    fn every_symmetry_of_the_english_board_has_a_name_of_its_own() {
        let board = boards::named("english").unwrap();
        let mut names: Vec<&str> = board
            .symmetries()
            .iter()
            .map(|one| one.name(&board))
            .collect();
        assert_eq!(names[0], "identity");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 8);
    }

    #[test]
    fn the_axes_of_a_position_are_added_up() {
        let board = boards::named("square-3").unwrap();
        let of = |holes: &[usize]| axes(&board, &Position::from_holes(9, holes.iter().copied()));
        assert_eq!(board.axes().len(), 4);
        let line = boards::named("rectangle-3x1").unwrap();
        let identity = line.symmetries()[0].name(&line);
        assert_eq!((line.axes().len(), identity), (1, "identity"));
        assert_eq!(of(&[4]), Some(15));
        assert_eq!(of(&[1]), Some(2));
        assert_eq!(of(&[3, 5]), Some(3));
        assert_eq!(of(&[3]), Some(1));
        assert_eq!(of(&[2]), Some(4));
        assert_eq!(of(&[0]), Some(8));
        assert_eq!(of(&[0, 1]), Some(0));
        assert_eq!(
            axes(&boards::named("triangle-4").unwrap(), &Position::new(10)),
            None
        );
    }
}
