//! Shapes: boards with a known outline and at least a given number of holes. Holes can be cut out of a board.
//!
//! A shape is a set of cells that grows with its size. The board has the smallest size with enough cells. Random boards
//! grow cell by cell, preferably next to several existing cells, so they are ragged but playable. [`single_vacancies`]
//! returns the puzzles on a board that the position class does not refute; they may still be infeasible.

use std::collections::HashSet;
use std::num::NonZeroU16;
use std::sync::Arc;

use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use crate::decide::sort_from_middle;
use saut_base::bad_input::BadInput;
use saut_base::named::Named;
use saut_base::random::Random;
use saut_criteria::certify::class::by_hole;
use saut_peg::peg::{Board, Cell, Geometry, Hole, Puzzle};

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
    /// A square ring, four cells wide.
    Ring,
    /// Rows of 1, 2, 3, … cells.
    Triangle,
    /// A ragged shape, grown at random.
    Random,
    /// A rectangle; if its width is given, the length follows from the number of holes.
    Rectangle,
    /// A capital letter, drawn in squares.
    Letter,
    /// A random convex polygon.
    Convex,
}

/// The default widths of the arms of a cross and of a ring.
const WIDTH_OF_CROSS: i16 = 3;
const WIDTH_OF_RING: i16 = 4;

impl std::str::FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::parsed("shape", text)
    }
}

/// Parameters of a board.
#[derive(Clone, Copy, Debug)]
pub struct ShapedBoard {
    /// The outline of the board.
    pub shape: Shape,
    /// Minimum number of holes, before holes are cut out.
    pub holes: usize,
    /// Number of cells that are cut out at random.
    pub cut_out: usize,
    /// The width of a rectangle, of the arms of a cross, or of a ring.
    pub width: Option<NonZeroU16>,
    /// The letter; `None` for a random letter.
    pub letter: Option<Letter>,
    /// The geometry of the lines.
    pub geometry: Geometry,
    /// The seed of all random choices.
    pub seed: u64,
}

impl ShapedBoard {
    /// Makes a board with these parameters.
    ///
    /// # Errors
    /// [`BadInput`] if the board would have too many holes or none, or if a width or a letter is given for an outline
    /// without one.
    pub fn board(&self) -> Result<Board, BadInput> {
        let bad = |fact: String| BadInput::new("--holes", fact);
        if self.holes > Board::MOST_HOLES {
            let most = Board::MOST_HOLES;
            return Err(bad(format!("{} holes are too many", self.holes))
                .remedy(format!("a board has at most {most} holes")));
        }
        let has_width = matches!(self.shape, Shape::Rectangle | Shape::Cross | Shape::Ring);
        if self.width.is_some() && !has_width {
            let fact = format!("a {} has no width", self.shape);
            return Err(BadInput::new("--width", fact)
                .remedy("only rectangles, crosses and rings have a width"));
        }
        if self.letter.is_some() && self.shape != Shape::Letter {
            let fact = format!("a {} is not a letter", self.shape);
            return Err(BadInput::new("--letter", fact).remedy("add --shape letter"));
        }
        let mut random = Random::new(self.seed);
        let mut cells = if self.shape == Shape::Random {
            grown(self.holes, &mut random)
        } else {
            let (mut chosen, mut sides) = (*self, Vec::new());
            match self.shape {
                Shape::Letter if self.letter.is_none() => {
                    chosen.letter = Some(Letter::any(&mut random));
                }
                Shape::Convex => sides = random_sides(&mut random),
                _ => {}
            }
            let all = (0..i16::MAX).map(|size| chosen.cells(size, &sides));
            let mut large = all.skip_while(|cells| cells.len() < self.holes.max(1));
            large.next().unwrap_or_default()
        };
        if self.cut_out > 0 && self.cut_out >= cells.len() {
            let fact = format!("none of the {} holes would be left", cells.len());
            return Err(BadInput::new("--cut-out", fact).remedy("cut out fewer holes"));
        }
        for _ in 0..self.cut_out {
            cells.swap_remove(random.below(cells.len()));
        }
        Board::new(self.geometry, cells).map_err(|error| bad(error.to_owned()))
    }

    /// Returns the given width, or the default width of a cross or ring; otherwise `None`.
    fn columns(&self) -> Option<i16> {
        let given = self.width.map(|width| i16::try_from(width.get()));
        given
            .map(|width| width.unwrap_or(i16::MAX))
            .or(match self.shape {
                Shape::Cross => Some(WIDTH_OF_CROSS),
                Shape::Ring => Some(WIDTH_OF_RING),
                _ => None,
            })
    }

    /// Returns the cells within the outline of this size. Only a convex outline has `sides`.
    fn cells(&self, size: i16, sides: &[PolygonSide]) -> Vec<Cell> {
        let (columns, rows) = match (self.shape, self.columns()) {
            (Shape::Rectangle, Some(width)) => (0..=width - 1, 0..=size),
            // Every second size has one more row than columns.
            (Shape::Rectangle, None) => (0..=size / 2, 0..=size / 2 + size % 2),
            // If the width of the arms is even, the number of columns is even, too.
            (Shape::Cross, Some(width)) => {
                let last = size - 1 + width % 2;
                (-size..=last, -size..=last)
            }
            (Shape::Letter, _) => (0..=5 * size - 1, 0..=7 * size - 1),
            _ => (-size..=size, -size..=size),
        };
        let all = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        let inside = all.filter(|&(x, y)| self.is_inside(size, sides, x, y));
        inside.map(|(x, y)| Cell::new(x, y)).collect()
    }

    fn is_inside(&self, size: i16, sides: &[PolygonSide], x: i16, y: i16) -> bool {
        let width = self.columns().unwrap_or(0);
        match self.shape {
            Shape::Disc => {
                let [x, y, size] = [x, y, size].map(i32::from);
                4 * (x * x + y * y) <= (2 * size + 1) * (2 * size + 1)
            }
            Shape::Diamond => x.abs() + y.abs() <= size,
            Shape::Octagon => x.abs() + y.abs() <= size + size / 2,
            Shape::Triangle => x >= 0 && y >= 0 && x <= y,
            Shape::Heart => {
                let [x, y, size] = [x, -y, size].map(f64::from);
                let (x, y) = (1.3 * x / size.max(1.0), 1.3 * y / size.max(1.0));
                (x * x + y * y - 1.0).powi(3) <= x * x * y * y * y
            }
            Shape::Cross => {
                let arm = -(width / 2)..width - width / 2;
                arm.contains(&x) || arm.contains(&y)
            }
            Shape::Ring => x.abs().max(y.abs()) > size - width,
            Shape::Letter => self.letter.is_some_and(|it| it.has(x / size, y / size)),
            Shape::Convex => sides.iter().all(|&side| is_beside(side, size, x, y)),
            Shape::Rectangle | Shape::Random => true,
        }
    }
}

/// A side of a polygon around the origin: a normal vector (column, row), and the distance from the origin. The unit of
/// the distance is the size of the shape divided by [`PARTS`].
type PolygonSide = ([i16; 2], i16);

/// Number of units in the size of a shape, for distances of sides.
const PARTS: i16 = 64;

/// Returns the sides of a random polygon. Each eighth of a full turn has one normal vector, but every second eighth
/// only with probability 1/2.
fn random_sides(random: &mut Random) -> Vec<PolygonSide> {
    const LONG: i16 = 16;
    let mut below = |limit: i16| {
        let chosen = random.below(usize::from(limit.unsigned_abs()));
        i16::try_from(chosen).unwrap_or(0)
    };
    let mut sides = Vec::new();
    for eighth in 0..8 {
        let (slope, nearer) = (below(LONG + 1), below(PARTS / 2));
        let is_odd = eighth % 2 == 1;
        if is_odd && below(2) == 0 {
            continue;
        }
        let first = if is_odd { [slope, LONG] } else { [LONG, slope] };
        let quarter_turns = 0..eighth / 2;
        let normal = quarter_turns.fold(first, |[a, b], _| [-b, a]);
        sides.push((normal, PARTS - nearer));
    }
    sides
}

/// Whether a cell and the origin are on the same side of the line through this side.
fn is_beside(([a, b], distance): PolygonSide, size: i16, x: i16, y: i16) -> bool {
    let [a, b, x, y] = [a, b, x, y].map(f64::from);
    let distance = f64::from(size) * f64::from(distance) / f64::from(PARTS);
    a * x + b * y <= distance * (a * a + b * b).sqrt()
}

/// Returns this number of cells, grown from one cell, preferably next to several existing cells.
fn grown(number: usize, random: &mut Random) -> Vec<Cell> {
    /// Probability that a cell is added, in twentieths, by the number of its neighbours.
    const CHANCES: [usize; 9] = [1, 1, 3, 10, 16, 20, 20, 20, 20];
    let around = Geometry::SquareDiagonal.directions();
    let (mut cells, mut known) = (vec![Cell::new(0, 0)], HashSet::from([Cell::new(0, 0)]));
    while cells.len() < number {
        let from = cells[random.below(cells.len())];
        let cell = from.step(around[random.below(4)], 1);
        let neighbours = around
            .iter()
            .filter(|&&step| known.contains(&cell.step(step, 1)));
        let chance = CHANCES[neighbours.count()];
        if random.below(20) < chance && known.insert(cell) {
            cells.push(cell);
        }
    }
    cells
}

/// A capital letter from A to Z, drawn on five columns and seven rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter(char);

/// The pictures of the letters from A to Z, row by row.
const PICTURES: [&str; 26] = [
    "ooooo o...o o...o ooooo o...o o...o o...o",
    "oooo. o..o. o..o. ooooo o...o o...o ooooo",
    "ooooo o.... o.... o.... o.... o.... ooooo",
    "oooo. o..oo o...o o...o o...o o..oo oooo.",
    "ooooo o.... o.... oooo. o.... o.... ooooo",
    "ooooo o.... o.... oooo. o.... o.... o....",
    "ooooo o.... o.... o.ooo o...o o...o ooooo",
    "o...o o...o o...o ooooo o...o o...o o...o",
    "ooooo ..o.. ..o.. ..o.. ..o.. ..o.. ooooo",
    "..ooo ...o. ...o. ...o. ...o. o..o. oooo.",
    "o..oo o.oo. ooo.. oo... ooo.. o.oo. o..oo",
    "o.... o.... o.... o.... o.... o.... ooooo",
    "o...o oo.oo ooooo o.o.o o...o o...o o...o",
    "o...o oo..o ooo.o ooooo o.ooo o..oo o...o",
    ".ooo. oo.oo o...o o...o o...o oo.oo .ooo.",
    "ooooo o...o o...o ooooo o.... o.... o....",
    "ooooo o...o o...o o...o o.ooo o..oo ooooo",
    "ooooo o...o o...o ooooo o.oo. o..oo o...o",
    "ooooo o.... o.... ooooo ....o ....o ooooo",
    "ooooo ..o.. ..o.. ..o.. ..o.. ..o.. ..o..",
    "o...o o...o o...o o...o o...o oo.oo .ooo.",
    "o...o o...o o...o oo.oo .o.o. .ooo. ..o..",
    "o...o o...o o...o o.o.o ooooo oo.oo o...o",
    "o...o oo.oo .ooo. ..o.. .ooo. oo.oo o...o",
    "o...o oo.oo .ooo. ..o.. ..o.. ..o.. ..o..",
    "ooooo ...oo ..ooo .ooo. ooo.. oo... ooooo",
];

const COLUMNS: usize = 5;

impl Letter {
    /// Creates a random letter.
    pub fn any(random: &mut Random) -> Self {
        let letter = ('A'..='Z').nth(random.below(PICTURES.len()));
        Self(letter.unwrap_or('A'))
    }

    /// Whether the picture of the letter has a cell in this column and row.
    pub fn has(self, column: i16, row: i16) -> bool {
        let [column, row] = [column, row].map(|at| usize::from(at.unsigned_abs()));
        let mut pictures = ('A'..='Z').zip(PICTURES);
        let picture = pictures.find(|(letter, _)| *letter == self.0);
        let place = row * (COLUMNS + 1) + column;
        picture.is_some_and(|(_, picture)| picture.as_bytes().get(place) == Some(&b'o'))
    }
}

impl std::str::FromStr for Letter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<char>() {
            Ok(letter) if letter.is_ascii_alphabetic() => Ok(Self(letter.to_ascii_uppercase())),
            _ => Err(format!("\"{text}\" is not a letter from A to Z")),
        }
    }
}

impl std::fmt::Display for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns the complement problems of a board that the position class admits, beginning with the vacancy nearest to the
/// middle. The start is full except for one hole, and the goal is one peg in this hole. If the class admits no such
/// problem, or if `anywhere` is set, the goal is one peg anywhere. Empty if the class does not admit this either.
pub fn single_vacancies(board: &Arc<Board>, anywhere: bool) -> impl Iterator<Item = Puzzle> {
    let of_hole = by_hole(board);
    let full = of_hole.iter().fold(0, |sum, class| sum ^ class);
    // The last peg has the class of the start exactly if the classes of the last peg and of the vacancy together are
    // the class of the full board. In the same hole, they cancel.
    let is_same = !anywhere && full == 0;
    let of_any: HashSet<u16> = of_hole.iter().copied().collect();
    let is_admitted = move |&hole: &Hole| is_same || of_any.contains(&(full ^ of_hole[hole]));
    let puzzle = move |hole: Hole| {
        let last = is_same.then_some(hole);
        Puzzle::single_vacancy("shape", Arc::clone(board), hole, last).ok()
    };
    let all: Vec<Hole> = (0..board.len()).collect();
    let mut holes = all.clone();
    sort_from_middle(board, &all, &mut holes);
    let holes = holes.into_iter().filter(is_admitted);
    holes.filter_map(puzzle)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::num::NonZeroU16;
    use std::sync::Arc;

    use super::{Letter, Shape, ShapedBoard, single_vacancies};
    use saut_criteria::certify;
    use saut_peg::peg::{Cell, Geometry, Puzzle, boards, picture};
    use strum::VariantArray;

    fn shaped(shape: Shape, holes: usize, cut_out: usize, seed: u64) -> ShapedBoard {
        ShapedBoard {
            shape,
            holes,
            cut_out,
            width: None,
            letter: None,
            geometry: Geometry::Square,
            seed,
        }
    }

    fn drawn(board: &ShapedBoard) -> String {
        let board = board.board().unwrap();
        picture::draw_position(&board, &board.full())
    }

    #[test]
    fn every_shape_has_enough_holes_and_fewer_with_cut_outs() {
        for &shape in Shape::VARIANTS {
            let board = shaped(shape, 100, 0, 1).board().unwrap();
            assert!((100..190).contains(&board.len()), "{shape} {}", board.len());
            let cut = shaped(shape, 100, 9, 1).board().unwrap();
            assert_eq!(cut.len(), board.len() - 9, "{shape}");
        }
        assert!(shaped(Shape::Disc, 5000, 0, 1).board().is_err());
        assert!(shaped(Shape::Random, 9, 9, 1).board().is_err());
    }

    #[test]
    fn a_seed_gives_the_same_board_and_another_a_different_one() {
        for shape in [Shape::Random, Shape::Convex] {
            let drawn = |seed| drawn(&shaped(shape, 60, 0, seed));
            assert_eq!(drawn(1), drawn(1));
            assert_ne!(drawn(1), drawn(2));
        }
    }

    #[test]
    fn letters_rectangles_crosses_and_rings_are_as_they_are_drawn() {
        let letter = ShapedBoard {
            letter: Some("L".parse().unwrap()),
            ..shaped(Shape::Letter, 44, 0, 1)
        };
        let thin = ["oo"; 12].into_iter().chain(["oooooooooo"; 2]);
        assert_eq!(
            drawn(&letter).trim_end(),
            thin.collect::<Vec<_>>().join("\n")
        );
        for letter in 'A'..='Z' {
            let letter = Some(Letter(letter));
            let drawn = ShapedBoard {
                letter,
                ..shaped(Shape::Letter, 95, 0, 1)
            };
            let board = Arc::new(drawn.board().unwrap());
            let puzzle = Puzzle::single_vacancy("letter", board, 0, None).unwrap();
            assert_eq!(
                saut_formats::in_words::oddities(&puzzle),
                None,
                "{letter:?} is one piece"
            );
        }
        let of_width = |shape, holes, width| ShapedBoard {
            width: NonZeroU16::new(width),
            ..shaped(shape, holes, 0, 1)
        };
        let long = of_width(Shape::Rectangle, 29, 3);
        assert_eq!(drawn(&long).trim_end(), ["ooo"; 10].join("\n"));
        let cross = of_width(Shape::Cross, 12, 2);
        assert_eq!(drawn(&cross).trim_end(), " oo\noooo\noooo\n oo");
        let ring = of_width(Shape::Ring, 16, 1);
        assert_eq!(drawn(&ring).trim_end(), "ooooo\no   o\no   o\no   o\nooooo");
        // As close to a square as possible.
        let square = shaped(Shape::Rectangle, 50, 0, 1).board().unwrap();
        assert_eq!((square.width(), square.height()), (7, 8));
    }

    #[test]
    fn a_width_or_letter_is_rejected_for_other_shapes() {
        let with = |shape, width, letter: Option<&str>| {
            let letter = letter.map(|letter| letter.parse().unwrap());
            let width = NonZeroU16::new(width);
            let board = ShapedBoard {
                width,
                letter,
                ..shaped(shape, 60, 0, 1)
            };
            board.board().map(|board| board.len())
        };
        assert!(with(Shape::Disc, 3, None).is_err());
        assert!(with(Shape::Disc, 0, Some("A")).is_err());
        assert!(with(Shape::Rectangle, u16::MAX, None).is_err());
        assert_eq!(with(Shape::Cross, 3, None), Ok(69));
        assert!("7".parse::<Letter>().is_err() && "AB".parse::<Letter>().is_err());
    }

    #[test]
    fn convex_boards_have_no_gap_in_any_row_or_column() {
        for seed in 0..20 {
            let board = shaped(Shape::Convex, 60 + 10 * seed, 0, seed as u64);
            let board = board.board().unwrap();
            let along = |of: fn(&Cell) -> (i16, i16)| {
                let mut lines = BTreeMap::<i16, Vec<i16>>::new();
                for (line, at) in board.cells().iter().map(of) {
                    lines.entry(line).or_default().push(at);
                }
                lines.into_values()
            };
            let rows = along(|cell| (cell.y, cell.x));
            for mut line in rows.chain(along(|cell| (cell.x, cell.y))) {
                line.sort_unstable();
                assert!(line.windows(2).all(|pair| pair[1] == pair[0] + 1));
            }
        }
    }

    #[test]
    fn only_vacancies_that_the_class_admits_are_given() {
        let puzzles = |shape, holes| {
            let board = Arc::new(shaped(shape, holes, 0, 1).board().unwrap());
            (
                single_vacancies(&board, false).collect::<Vec<_>>(),
                board.len(),
            )
        };
        let (of_cross, holes) = puzzles(Shape::Cross, 57);
        assert_eq!((of_cross.len(), holes), (57, 57));
        let is_admitted = |puzzle: &Puzzle| certify::class::find(puzzle).is_none();
        assert!(of_cross.iter().all(is_admitted));
        // The French board has no feasible complement problem.
        let (of_octagon, holes) = puzzles(Shape::Octagon, 37);
        assert_eq!(holes, 37);
        assert!(of_octagon.iter().all(|puzzle| puzzle.goal().is_one_peg()));
        assert!(of_octagon.len() < 37 && of_octagon.iter().all(is_admitted));
        let english = Arc::new(boards::named("english").unwrap());
        let anywhere: Vec<_> = single_vacancies(&english, true).collect();
        assert_eq!(anywhere.len(), 33);
        assert!(anywhere.iter().all(|puzzle| puzzle.goal().is_one_peg()));
    }
}
