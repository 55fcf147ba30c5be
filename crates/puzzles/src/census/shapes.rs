//! Shapes: boards of so many holes as people draw them, with and without holes cut out.
//!
//! A shape is a set of cells that grows with a number; the smallest that has enough cells is taken.
//! Random boards grow cell by cell, and rather where they have neighbours, so that they are ragged
//! and yet playable. Whether a puzzle on such a board has a plan is not known beforehand: only the
//! position class is looked at.

use std::collections::HashSet;
use std::sync::Arc;

use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use crate::certify;
use crate::peg::{Board, Cell, Geometry, Goal, Hole, Position, Puzzle};
use saut_plan::bad_input::BadInput;
use saut_plan::named::Named;
use saut_plan::random::Random;

/// The outline of a board.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Shape {
    /// All cells within a circle.
    Disc,
    /// A square on its corner.
    Diamond,
    /// Four arms, three cells wide.
    Cross,
    /// A square without its corners.
    Octagon,
    /// A heart.
    Heart,
    /// A square, four cells wide around a void.
    Ring,
    /// Rows of 1, 2, 3, … cells.
    Triangle,
    /// Grown at random.
    Random,
}

impl std::str::FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::by_name(text).ok_or_else(|| {
            let names = Self::names();
            format!("no shape is called \"{text}\"; there are {names}")
        })
    }
}

/// Boards to be made.
#[derive(Clone, Copy, Debug)]
pub struct ShapedBoard {
    /// Their outline.
    pub shape: Shape,
    /// Least number of holes, before any are cut out.
    pub holes: usize,
    /// Number of cells that are cut out at random.
    pub cut_out: usize,
    /// Their lines.
    pub geometry: Geometry,
    /// The seed of what is random.
    pub seed: u64,
}

impl ShapedBoard {
    /// The board.
    ///
    /// # Errors
    /// [`BadInput`] if it has more holes than a board may have, or all are cut out.
    pub fn board(&self) -> Result<Board, BadInput> {
        let bad = |fact: String| BadInput::new("--holes", fact);
        if self.holes > Board::MOST_HOLES {
            let most = Board::MOST_HOLES;
            return Err(bad(format!("{} are too many", self.holes))
                .remedy(format!("a board has at most {most} holes")));
        }
        let mut random = Random::new(self.seed);
        let mut cells = if self.shape == Shape::Random {
            grown(self.holes, &mut random)
        } else {
            let sizes = 0..i16::MAX;
            let all = sizes.map(|size| self.shape.cells(size));
            let mut large = all.skip_while(|cells| cells.len() < self.holes.max(1));
            large.next().unwrap_or_default()
        };
        for _ in 0..self.cut_out.min(cells.len()) {
            cells.swap_remove(random.below(cells.len()));
        }
        Board::new(self.geometry, cells).map_err(|error| bad(error.to_string()))
    }
}

impl Shape {
    /// The cells of a size.
    fn cells(self, size: i16) -> Vec<Cell> {
        let range = || -size..=size;
        let all = range().flat_map(|y| range().map(move |x| (x, y)));
        let inside = all.filter(|&(x, y)| self.is_inside(size, x, y));
        inside.map(|(x, y)| Cell::new(x, y)).collect()
    }

    fn is_inside(self, size: i16, x: i16, y: i16) -> bool {
        let (far, near) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
        match self {
            Self::Disc => {
                let [x, y, size] = [x, y, size].map(i32::from);
                4 * (x * x + y * y) <= (2 * size + 1) * (2 * size + 1)
            }
            Self::Diamond => x.abs() + y.abs() <= size,
            Self::Cross => near <= 1,
            Self::Octagon => x.abs() + y.abs() <= size + size / 2,
            Self::Ring => far > size - 4,
            Self::Triangle => x >= 0 && y >= 0 && x <= y,
            Self::Heart => {
                let [x, y, size] = [x, -y, size].map(f64::from);
                let (x, y) = (1.3 * x / size.max(1.0), 1.3 * y / size.max(1.0));
                (x * x + y * y - 1.0).powi(3) <= x * x * y * y * y
            }
            Self::Random => true,
        }
    }
}

/// Cells that grow from one, rather where there are neighbours.
fn grown(number: usize, random: &mut Random) -> Vec<Cell> {
    const AROUND: [(i16, i16); 8] = [
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
        (1, 1),
        (-1, -1),
        (1, -1),
        (-1, 1),
    ];
    /// Of twenty, by the number of neighbours.
    const CHANCES: [usize; 9] = [1, 1, 3, 10, 16, 20, 20, 20, 20];
    let (mut cells, mut known) = (vec![Cell::new(0, 0)], HashSet::from([Cell::new(0, 0)]));
    while cells.len() < number {
        let from = cells[random.below(cells.len())];
        let cell = from.step(AROUND[random.below(4)], 1);
        let neighbours = AROUND
            .iter()
            .filter(|&&step| known.contains(&cell.step(step, 1)));
        let chance = CHANCES[neighbours.count()];
        if random.below(20) < chance && known.insert(cell) {
            cells.push(cell);
        }
    }
    cells
}

/// The puzzles on a board that is full but for one hole, to be left with one peg in the same hole:
/// those that the position class admits, the nearest to the middle first. Where it admits none, one
/// peg anywhere; none if it admits not even that.
pub fn single_vacancies(board: &Arc<Board>) -> Vec<Puzzle> {
    let same = |hole: Hole| Goal::exactly(Position::from_holes(board.len(), [hole]));
    let to_the_same = admitted(board, &same);
    if to_the_same.is_empty() {
        admitted(board, &|_| Goal::one_peg(board))
    } else {
        to_the_same
    }
}

fn admitted(board: &Arc<Board>, goal: &dyn Fn(Hole) -> Goal) -> Vec<Puzzle> {
    let number = i64::try_from(board.len()).unwrap_or(1);
    let cells = || board.cells().iter();
    let x: i64 = cells().map(|cell| i64::from(cell.x)).sum();
    let y: i64 = cells().map(|cell| i64::from(cell.y)).sum();
    let mut holes: Vec<Hole> = (0..board.len()).collect();
    holes.sort_by_key(|&hole| {
        let cell = board.cell(hole);
        let (dx, dy) = (
            i64::from(cell.x) * number - x,
            i64::from(cell.y) * number - y,
        );
        dx * dx + dy * dy
    });
    let puzzles = holes.into_iter().filter_map(|hole| {
        let start = Position::from_holes(board.len(), [hole]).complement();
        Puzzle::new("shape", Arc::clone(board), start, goal(hole)).ok()
    });
    puzzles
        .filter(|puzzle| certify::class::find(puzzle).is_none())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Shape, ShapedBoard, single_vacancies};
    use crate::certify;
    use crate::peg::Geometry;
    use strum::VariantArray;

    fn shaped(shape: Shape, holes: usize, cut_out: usize, seed: u64) -> ShapedBoard {
        ShapedBoard {
            shape,
            holes,
            cut_out,
            geometry: Geometry::Square,
            seed,
        }
    }

    #[test]
    fn every_shape_has_enough_holes_and_fewer_where_some_are_cut_out() {
        for &shape in Shape::VARIANTS {
            let board = shaped(shape, 100, 0, 1).board().unwrap();
            assert!((100..170).contains(&board.len()), "{shape} {}", board.len());
            let cut = shaped(shape, 100, 9, 1).board().unwrap();
            assert_eq!(cut.len(), board.len() - 9, "{shape}");
        }
        assert!(shaped(Shape::Disc, 5000, 0, 1).board().is_err());
        assert!(shaped(Shape::Random, 9, 9, 1).board().is_err());
    }

    #[test]
    fn a_seed_gives_the_same_board_and_another_a_different_one() {
        let cells = |seed| {
            shaped(Shape::Random, 60, 0, seed)
                .board()
                .unwrap()
                .cells()
                .to_vec()
        };
        assert_eq!(cells(1), cells(1));
        assert_ne!(cells(1), cells(2));
    }

    #[test]
    fn only_vacancies_that_the_class_admits_are_given() {
        let puzzles = |shape, holes| {
            let board = Arc::new(shaped(shape, holes, 0, 1).board().unwrap());
            (single_vacancies(&board), board.len())
        };
        let (of_cross, holes) = puzzles(Shape::Cross, 57);
        assert_eq!((of_cross.len(), holes), (57, 57));
        assert!(
            of_cross
                .iter()
                .all(|puzzle| certify::class::find(puzzle).is_none())
        );
        // The French board: in no hole is the last peg the first vacancy.
        let (of_octagon, holes) = puzzles(Shape::Octagon, 37);
        assert_eq!(holes, 37);
        assert!(of_octagon.iter().all(|puzzle| puzzle.goal().is_one_peg()));
        assert!(of_octagon.len() < 37);
    }
}
