//! A board: its holes, and the jumps along its lines. A board has no pegs.

use std::str::FromStr;

use rustc_hash::FxHashMap;
use saut_base::lists::distinct;
use saut_base::named::Named;
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use super::{Cell, Hole, Jump, Position};

/// The directions in which a peg may jump.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Geometry {
    /// Four directions: along rows and columns.
    #[default]
    Square,
    /// Six directions. Rows are drawn left-aligned, so the third axis runs from top left to
    /// bottom right (↘) and back.
    Triangle,
    /// Eight directions: rows, columns and both diagonals.
    SquareDiagonal,
}

/// Right, left, down, up, and the diagonals ↘ ↖ ↗ ↙, in this order.
const STEPS: [(i16, i16); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
];

impl Geometry {
    /// All geometries, in the order in which they are documented.
    pub const ALL: [Self; 3] = [Self::Square, Self::Triangle, Self::SquareDiagonal];

    /// Returns the directions in which a peg may jump, as unit steps `(dx, dy)`. A positive `dy` points downwards.
    pub const fn directions(self) -> &'static [(i16, i16)] {
        match self {
            Self::Square => STEPS.split_at(4).0,
            Self::Triangle => STEPS.split_at(6).0,
            Self::SquareDiagonal => &STEPS,
        }
    }
}

impl FromStr for Geometry {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::parsed("geometry", text)
    }
}

/// The holes of a board and the jumps that its lines allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    geometry: Geometry,
    cells: Vec<Cell>,
    holes: FxHashMap<Cell, Hole>,
    jumps: Vec<Jump>,
    width: i16,
    height: i16,
    put_back: Option<Hole>,
}

impl Board {
    /// Maximum number of holes, rows or columns of a board.
    pub const MOST_HOLES: usize = 4096;
    /// Message for a board with more than [`Board::MOST_HOLES`] holes, columns or rows.
    pub const TOO_LARGE: &str = "the board is too large: at most 4096 holes, rows and columns";

    /// Creates a board with a hole in each of these cells. Order and repetition do not matter. The cells are shifted so
    /// that the leftmost column and the topmost row are 0.
    ///
    /// # Errors
    /// There is no cell, or the board is too large. The error is the message.
    pub fn new(
        geometry: Geometry,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Result<Self, &'static str> {
        let mut cells = distinct(cells);
        let left = cells
            .iter()
            .map(|cell| cell.x)
            .min()
            .ok_or("the board has no hole")?;
        let top = cells[0].y;
        let most = i16::try_from(Self::MOST_HOLES).unwrap_or(i16::MAX);
        if cells.len() > Self::MOST_HOLES
            || cells.iter().any(|cell| {
                cell.x.checked_sub(left).is_none_or(|x| x >= most)
                    || cell.y.checked_sub(top).is_none_or(|y| y >= most)
            })
        {
            return Err(Self::TOO_LARGE);
        }
        for cell in &mut cells {
            *cell = Cell::new(cell.x - left, cell.y - top);
        }
        let holes: FxHashMap<Cell, Hole> = cells.iter().copied().zip(0..).collect();
        let jumps = lines(geometry, &cells, &holes);
        let width = cells.iter().map(|cell| cell.x).max().unwrap_or(0) + 1;
        let height = cells.last().map_or(0, |cell| cell.y) + 1;
        Ok(Self {
            geometry,
            cells,
            holes,
            jumps,
            width,
            height,
            put_back: None,
        })
    }

    /// Returns this board under the old French rule. A peg was taken from `hole` into the hand before the first jump.
    /// The player may put this peg back into the hole once, at any time when the hole is vacant.
    ///
    /// The hand is modelled as a spur: two additional holes, which come last, and one additional jump, which leads from
    /// the spur into `hole`. While the peg is in hand, both holes of the spur have pegs. Putting the peg back is then
    /// an ordinary jump: one peg leaves the spur and the other peg is removed. So a method that is correct for every
    /// list of [`Board::jumps`] is correct for this board. Encodings, searches, counts and certificates need no special
    /// case for the rule. Only code that derives legality from coordinates has to use [`Board::put_back`].
    #[must_use]
    pub fn with_put_back(&self, hole: Hole) -> Self {
        let mut board = self.without_put_back();
        for cell in board.cells[hole].reserve_cells() {
            board.holes.insert(cell, board.cells.len());
            board.cells.push(cell);
        }
        board.jumps.push(Jump::put_back(board.cells[hole]));
        board.put_back = Some(hole);
        board
    }

    /// Returns this board under the modern rules.
    #[must_use]
    pub fn without_put_back(&self) -> Self {
        let mut board = self.clone();
        if board.put_back.take().is_some() {
            for cell in board.cells.split_off(self.drawn().len()) {
                board.holes.remove(&cell);
            }
            board.jumps.pop();
        }
        board
    }

    /// Returns the hole into which the peg in hand may be put back under the old French rule. `None` under the modern
    /// rules.
    pub fn put_back(&self) -> Option<Hole> {
        self.put_back
    }

    /// Returns the cells that a picture shows: all cells except the spur of the hand.
    pub fn drawn(&self) -> &[Cell] {
        let spur = if self.put_back.is_some() { 2 } else { 0 };
        &self.cells[..self.cells.len() - spur]
    }

    /// Returns the hole for which a peg in `hole` counts if pegs are counted by hole, or `None` if it does not count.
    /// The peg in hand, which occupies both holes of the spur, counts once, for the hole from which it was taken.
    pub fn counted_as(&self, hole: Hole) -> Option<Hole> {
        if hole < self.drawn().len() {
            return Some(hole);
        }
        // The peg in the last hole of the spur is put back; the peg in the other hole is removed.
        self.put_back.filter(|_| hole + 1 == self.len())
    }

    /// Returns the holes for which the pegs of a position count, by [`Board::counted_as`].
    pub fn counted<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = Hole> + 'a {
        position.holes().filter_map(|hole| self.counted_as(hole))
    }

    /// Returns the number of holes.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns false, because a board has at least one hole.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the directions of the lines.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Returns the number of columns of the picture.
    pub fn width(&self) -> i16 {
        self.width
    }

    /// Returns the number of rows of the picture.
    pub fn height(&self) -> i16 {
        self.height
    }

    /// Returns the cells of the holes, in the order of the holes.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the cell of a hole.
    pub fn cell(&self, hole: Hole) -> Cell {
        self.cells[hole]
    }

    /// Returns the hole at a cell, if there is one.
    pub fn hole(&self, cell: Cell) -> Option<Hole> {
        self.holes.get(&cell).copied()
    }

    /// Returns every jump that the lines allow, grouped by direction (in the order of
    /// [`Geometry::directions`]), then by the hole jumped from.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// Returns the index of a jump in [`Board::jumps`], if the jump is legal on this board.
    pub fn number(&self, jump: Jump) -> Option<usize> {
        self.jumps.iter().position(|&other| other == jump)
    }

    /// Returns the three holes of a jump of this board: `from`, `over` and `to`.
    ///
    /// # Panics
    /// If the jump is not one of [`Board::jumps`].
    pub fn holes_of(&self, jump: Jump) -> [Hole; 3] {
        [jump.from, jump.over, jump.to].map(|cell| self.holes[&cell])
    }

    /// Whether a position has the two pegs and the vacancy that a jump requires.
    ///
    /// # Panics
    /// If the jump is not one of [`Board::jumps`].
    pub fn can_play(&self, position: &Position, jump: Jump) -> bool {
        let [from, over, to] = self.holes_of(jump);
        position.has(from) && position.has(over) && !position.has(to)
    }

    /// Changes the three holes of a jump without checking the rules. If the jump leaves the board, the position remains
    /// unchanged and the function returns `false`.
    pub fn play(&self, position: &mut Position, jump: Jump) -> bool {
        let holes = [jump.from, jump.over, jump.to].map(|cell| self.hole(cell));
        let [Some(from), Some(over), Some(to)] = holes else {
            return false;
        };
        position.set(from, false);
        position.set(over, false);
        position.set(to, true);
        true
    }

    /// Returns the holes next to a hole, in the order of [`Geometry::directions`].
    pub fn neighbours(&self, hole: Hole) -> impl Iterator<Item = Hole> {
        let steps = self.geometry.directions().iter();
        steps.filter_map(move |&step| self.hole(self.cells[hole].step(step, 1)))
    }

    /// Returns the hole nearest to the centroid of all holes, as the board is drawn. If several holes are nearest, the
    /// last one is returned.
    pub fn middle(&self) -> Hole {
        self.distances_from_middle()
            .rev()
            .min_by_key(|&(_, distance)| distance)
            .map_or(0, |(hole, _)| hole)
    }

    /// Whether a hole is exactly at the centroid of all holes.
    pub fn is_centre(&self, hole: Hole) -> bool {
        self.distances_from_middle()
            .any(|(other, distance)| other == hole && distance == 0)
    }

    /// Returns the holes with the squares of their distances from the centroid of all holes. The unit depends on the
    /// board.
    fn distances_from_middle(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Hole, i64)> + ExactSizeIterator {
        // Each row of a triangle begins half a hole further left than the row above. The distance between rows is √3/2
        // of the distance between holes.
        let (lean, squared_height) = match self.geometry() {
            Geometry::Triangle => (1, 3),
            Geometry::Square | Geometry::SquareDiagonal => (0, 4),
        };
        let place = move |cell: &Cell| {
            let (x, y) = (i64::from(cell.x), i64::from(cell.y));
            (2 * x - lean * y, y)
        };
        let holes = i64::try_from(self.drawn().len()).unwrap_or(i64::MAX);
        let places = self.drawn().iter().map(place);
        let (across, down) = places.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let cells = self.drawn().iter().enumerate();
        cells.map(move |(hole, cell)| {
            let (x, y) = place(cell);
            let (x, y) = (holes * x - across, holes * y - down);
            (hole, x * x + squared_height * y * y)
        })
    }

    /// Returns the position with a peg in every hole.
    pub fn full(&self) -> Position {
        Position::from_holes(self.len(), 0..self.len())
    }

    /// Returns the position without a peg.
    pub fn empty(&self) -> Position {
        Position::new(self.len())
    }
}

fn lines(geometry: Geometry, cells: &[Cell], holes: &FxHashMap<Cell, Hole>) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for &direction in geometry.directions() {
        for &from in cells {
            let (over, to) = (from.step(direction, 1), from.step(direction, 2));
            if holes.contains_key(&over) && holes.contains_key(&to) {
                jumps.push(Jump { from, over, to });
            }
        }
    }
    jumps
}
