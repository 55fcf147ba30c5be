//! The symmetry group of a board: the automorphisms of its grid that map holes to holes.
//!
//! The candidates are the 2×2 integer matrices with entries −1, 0 and 1 that permute the directions of the geometry:
//! eight for the square geometries, twelve for the triangle. After each matrix, a shift moves the corner of the
//! picture back to (0, 0). Under the old French rule, a symmetry must also fix the hole from which the peg in hand was
//! taken. It then fixes the holes of the hand.
//!
//! Figures are classified by kinds of symmetry: four axes, two axes, two diagonals, and so on. The names are from the
//! French literature on the 37-hole board, in which figures have been collected by symmetry since the nineteenth
//! century. A kind is a group of turns and reflections about the middle of the board. A figure *has* the symmetry if
//! every element of the group maps the figure to itself. A figure may have more symmetries.

use std::str::FromStr;

use itertools::iproduct;
use saut_base::lists::distinct;
use saut_base::named::Named;
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use super::{Board, Cell, Geometry, Hole, Jump, Position, Puzzle};

/// A board automorphism, acting on holes, positions, jumps and plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    matrix: [i16; 4],
    shift: (i16, i16),
    image: Vec<Hole>,
}

impl Symmetry {
    /// Returns the image of a cell.
    pub fn cell(&self, cell: Cell) -> Cell {
        let (x, y) = apply(self.matrix, (cell.x, cell.y));
        Cell::new(x + self.shift.0, y + self.shift.1)
    }

    /// Returns the image of each hole, in the order of the holes.
    pub fn image(&self) -> &[Hole] {
        &self.image
    }

    /// Returns the image of a jump.
    pub fn jump(&self, jump: Jump) -> Jump {
        if jump.is_put_back() {
            return Jump::put_back(self.cell(jump.to));
        }
        jump.map(|cell| self.cell(cell))
    }

    /// Returns the image of a position.
    pub fn position(&self, position: &Position) -> Position {
        position.mapped(&self.image)
    }

    /// Returns the list in which the image of each hole has the value that `values` has for the hole itself.
    pub fn values<T: Copy>(&self, values: &[T]) -> Vec<T> {
        let mut moved = values.to_vec();
        for (&value, &image) in values.iter().zip(&self.image) {
            moved[image] = value;
        }
        moved
    }

    /// Returns 1 for a rotation, −1 for a reflection.
    fn determinant(&self) -> i16 {
        let [a, b, c, d] = self.matrix;
        a * d - b * c
    }

    /// Whether the symmetry maps every hole to itself.
    pub fn is_identity(&self) -> bool {
        self.image
            .iter()
            .enumerate()
            .all(|(hole, &image)| hole == image)
    }

    /// Returns the name of the symmetry. On a triangle, the only names are "identity", "turn" and "reflection".
    pub fn name(&self, board: &Board) -> &'static str {
        match board.geometry() {
            _ if self.is_identity() => "identity",
            Geometry::Triangle if self.determinant() == 1 => "turn",
            Geometry::Triangle => "reflection",
            _ => word(self.matrix),
        }
    }
}

impl Board {
    /// Returns all symmetries of the board, the identity first.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let mut group: Vec<Symmetry> = matrices(self.geometry())
            .filter_map(|matrix| self.symmetry(matrix))
            .collect();
        group.sort_by_key(|symmetry| !symmetry.is_identity());
        group.dedup_by(|a, b| a.image == b.image);
        group
    }

    /// Returns the symmetries that map each of these positions to itself, the identity first.
    pub fn symmetries_fixing(&self, fixed: &[Position]) -> Vec<Symmetry> {
        let mut all = self.symmetries();
        all.retain(|symmetry| fixed.iter().all(|one| symmetry.position(one) == *one));
        all
    }

    /// Returns the reflections of the board, without a reflection that fixes every hole. Such a reflection exists on a
    /// board of a single row.
    pub fn axes(&self) -> Vec<Symmetry> {
        if self.geometry() == Geometry::Triangle {
            let mut all = self.symmetries();
            all.retain(|one| one.determinant() == -1);
            return all;
        }
        let axes = AXES.iter().filter_map(|&axis| self.symmetry(axis));
        axes.filter(|axis| !axis.is_identity()).collect()
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

impl Puzzle {
    /// Returns the symmetries of the board that fix start and goal, the identity first.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let fixed = [self.start(), self.goal().pegs(), self.goal().open()];
        self.board().symmetries_fixing(&fixed.map(Position::clone))
    }

    /// Returns the orbits of the holes under these symmetries, in the order of their first holes.
    pub fn orbits(&self) -> Vec<Vec<Hole>> {
        orbits(&self.symmetries(), self.board()).collect()
    }
}

/// Returns the orbits of the holes under a group, in the order of their first holes.
fn orbits(group: &[Symmetry], board: &Board) -> impl Iterator<Item = Vec<Hole>> {
    (0..board.len()).filter_map(|hole| {
        let images = distinct(group.iter().map(|symmetry| symmetry.image()[hole]));
        (images[0] == hole).then_some(images)
    })
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

/// Returns the axes of a square board whose reflections fix a position, as a sum from 0 to 15. The level axis counts 1,
/// the upright axis 2, the rising diagonal (from bottom left to top right) 4, and the falling diagonal 8. `None` for
/// triangular boards.
pub fn axes(board: &Board, position: &Position) -> Option<u32> {
    if board.geometry() == Geometry::Triangle {
        return None;
    }
    let fixes = |&axis: &[i16; 4]| {
        let axis = board.symmetry(axis);
        axis.is_some_and(|axis| axis.position(position) == *position)
    };
    let bits = AXES.iter().zip(0..);
    Some(bits.map(|(axis, bit)| u32::from(fixes(axis)) << bit).sum())
}

/// A kind of symmetry of figures.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum SymmetryKind {
    /// All symmetries of the board: mostly four axes on square boards, three axes on a triangle.
    All,
    /// Both axes and both diagonals.
    FourAxes,
    /// The upright and the level axis.
    TwoAxes,
    /// Both diagonals.
    TwoDiagonals,
    /// Quarter turns; on a triangle, turns by a third.
    Turns,
    /// The half turn.
    Centre,
    /// The upright axis (on a triangle, one of the three).
    OneAxis,
    /// The falling diagonal.
    OneDiagonal,
    /// No symmetry: any figure.
    None,
}

const IDENTITY: [i16; 4] = [1, 0, 0, 1];
const HALF_TURN: [i16; 4] = [-1, 0, 0, -1];
const QUARTER_TURN: [i16; 4] = [0, -1, 1, 0];
const THREE_QUARTER_TURN: [i16; 4] = [0, 1, -1, 0];
const UPRIGHT: [i16; 4] = [-1, 0, 0, 1];
const LEVEL: [i16; 4] = [1, 0, 0, -1];
const FALLING: [i16; 4] = [0, 1, 1, 0];
const RISING: [i16; 4] = [0, -1, -1, 0];

/// The axes, in the order in which a French study of the 37-hole board numbers them.
const AXES: [[i16; 4]; 4] = [LEVEL, UPRIGHT, RISING, FALLING];

/// Returns the name of the symmetry with this matrix.
const fn word(matrix: [i16; 4]) -> &'static str {
    match matrix {
        IDENTITY => "identity",
        QUARTER_TURN => "quarter turn",
        HALF_TURN => "half turn",
        THREE_QUARTER_TURN => "three-quarter turn",
        UPRIGHT => "reflection in the upright axis",
        LEVEL => "reflection in the level axis",
        FALLING => "reflection in the falling diagonal",
        RISING => "reflection in the rising diagonal",
        _ => "another symmetry",
    }
}

impl SymmetryKind {
    /// All kinds, the largest groups first.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the group of the kind on this board, or `None` if the board lacks one of its
    /// symmetries.
    pub fn group(self, board: &Board) -> Option<Vec<Symmetry>> {
        let mut group = board.symmetries();
        let triangle = board.geometry() == Geometry::Triangle;
        let wanted: &[[i16; 4]] = match (self, triangle) {
            (Self::All, _) => return Some(group),
            (Self::None, _) => &[IDENTITY],
            (Self::Turns, true) => {
                group.retain(|symmetry| symmetry.determinant() == 1);
                return (group.len() > 1).then_some(group);
            }
            (Self::OneAxis, true) => {
                let axis = board.axes().into_iter().next()?;
                group.truncate(1);
                group.push(axis);
                return Some(group);
            }
            (Self::Centre, _) => &[IDENTITY, HALF_TURN],
            (_, true) => return None,
            (Self::FourAxes, _) => {
                return (group.len() == 8).then_some(group);
            }
            (Self::TwoAxes, _) => &[IDENTITY, UPRIGHT, LEVEL, HALF_TURN],
            (Self::TwoDiagonals, _) => &[IDENTITY, FALLING, RISING, HALF_TURN],
            (Self::Turns, _) => &[IDENTITY, QUARTER_TURN, HALF_TURN, THREE_QUARTER_TURN],
            (Self::OneAxis, _) => &[IDENTITY, UPRIGHT],
            (Self::OneDiagonal, _) => &[IDENTITY, FALLING],
        };
        wanted
            .iter()
            .map(|&matrix| board.symmetry(matrix))
            .collect()
    }

    /// Returns the orbits of the holes under the group of this kind, in the order of their first holes. `None` if
    /// the board lacks the symmetry. A figure has the symmetry if and only if it is a union of orbits.
    pub fn orbits(self, board: &Board) -> Option<Vec<Position>> {
        let group = self.group(board)?;
        let position = |holes| Position::from_holes(board.len(), holes);
        Some(orbits(&group, board).map(position).collect())
    }

    /// Returns the kinds of symmetry that a board has.
    pub fn of(board: &Board) -> Vec<Self> {
        let has = |kind: &Self| kind.group(board).is_some();
        Self::ALL.iter().copied().filter(has).collect()
    }
}

impl FromStr for SymmetryKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::parsed("symmetry", text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Named, SymmetryKind, axes};
    use crate::peg::{Position, boards};

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

    #[test]
    fn every_symmetry_of_the_english_board_has_its_own_name() {
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

    #[test]
    fn kinds_have_the_orbits_that_figures_are_counted_by() {
        for (board, kind, orbits) in [
            ("french", SymmetryKind::FourAxes, 8),
            ("english", SymmetryKind::FourAxes, 7),
            ("english", SymmetryKind::TwoAxes, 12),
            ("english", SymmetryKind::TwoDiagonals, 10),
            ("english", SymmetryKind::Turns, 9),
            ("english", SymmetryKind::Centre, 17),
            ("english", SymmetryKind::OneAxis, 20),
            ("english", SymmetryKind::OneDiagonal, 18),
            ("english", SymmetryKind::None, 33),
            ("triangle-5", SymmetryKind::All, 4),
            ("triangle-5", SymmetryKind::Turns, 5),
            ("triangle-5", SymmetryKind::OneAxis, 9),
        ] {
            let board = boards::named(board).unwrap();
            assert_eq!(kind.orbits(&board).unwrap().len(), orbits, "{kind}");
        }
    }

    #[test]
    fn a_board_without_the_symmetry_has_no_orbits() {
        let rectangle = boards::named("rectangle-4x3").unwrap();
        assert!(SymmetryKind::FourAxes.orbits(&rectangle).is_none());
        assert!(SymmetryKind::OneDiagonal.orbits(&rectangle).is_none());
        assert!(SymmetryKind::TwoAxes.orbits(&rectangle).is_some());
        let triangle = boards::named("triangle-5").unwrap();
        assert!(SymmetryKind::Centre.orbits(&triangle).is_none());
    }

    #[test]
    fn every_kind_is_called_by_its_name() {
        for &kind in SymmetryKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        assert!("five-axes".parse::<SymmetryKind>().is_err());
    }
}
