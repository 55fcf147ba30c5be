//! Kinds of symmetry that figures are known by: four axes, two axes, two diagonals, and so on.
//!
//! The names are those of the French literature on the 37-hole board, where figures have been
//! collected by symmetry since the nineteenth century. A kind names a group of turns and
//! reflections about the middle of the board; a figure *has* the symmetry if the group leaves it
//! as it is, whatever more it may have.

use std::str::FromStr;

use saut_base::named::Named;
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use crate::peg::{Board, Geometry, Position};

use super::Symmetry;

/// A kind of symmetry of figures.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum SymmetryKind {
    /// Everything that the board has: on the square boards mostly four axes, on a triangle three.
    All,
    /// Both axes and both diagonals.
    FourAxes,
    /// The upright and the level axis.
    TwoAxes,
    /// Both diagonals.
    TwoDiagonals,
    /// Quarter turns, or on a triangle turns by a third.
    Turns,
    /// The half turn.
    Centre,
    /// The upright axis (on a triangle, one of the three).
    OneAxis,
    /// The falling diagonal.
    OneDiagonal,
    /// None: any figure.
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
pub(super) const AXES: [[i16; 4]; 4] = [LEVEL, UPRIGHT, RISING, FALLING];

/// Name of the map of a matrix.
pub(super) const fn word(matrix: [i16; 4]) -> &'static str {
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

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The symmetries of the board that make up the kind, or `None` if the board lacks one.
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
                let axis = group
                    .iter()
                    .find(|symmetry| symmetry.determinant() == -1)?
                    .clone();
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

    /// The orbits of the holes under a kind: figures with the symmetry are unions of them. In the
    /// order of their first holes; `None` if the board lacks the symmetry.
    pub fn orbits(self, board: &Board) -> Option<Vec<Position>> {
        let group = self.group(board)?;
        let mut orbits: Vec<Position> = Vec::new();
        for hole in 0..board.len() {
            if !orbits.iter().any(|orbit| orbit.has(hole)) {
                let images = group.iter().map(|symmetry| symmetry.image()[hole]);
                orbits.push(Position::from_holes(board.len(), images));
            }
        }
        Some(orbits)
    }

    /// The kinds that a board has.
    pub fn of(board: &Board) -> Vec<Self> {
        let has = |kind: &Self| kind.group(board).is_some();
        Self::ALL.iter().copied().filter(has).collect()
    }
}

impl FromStr for SymmetryKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::by_name(text).ok_or_else(|| {
            let names = Self::names();
            format!("no symmetry is called \"{text}\"; there are {names}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::SymmetryKind;
    use crate::peg::boards;

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
