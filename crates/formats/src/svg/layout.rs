//! Layout of a board: the places of its holes, its wood and the names of its cells, as integers.
//!
//! Holes of a row are 20 apart. On a triangle, each row is half a hole to the left of the row above and 17 below it
//! (20·√3/2, rounded). So all six neighbours of a hole have about the same distance.

use crate::markup::escaped;
use saut_peg::peg::notation::{cell_name, column_labels, has_digits, row_labels};
use saut_peg::peg::{Board, Cell, Geometry};

/// A place or a size: distances to the right and down from the top left corner.
pub type Point = (i32, i32);

/// Distance between the centres of two neighbours in a row.
const PITCH: i32 = 20;

/// Distance from the edge of the picture to the centre of the nearest hole.
pub const MARGIN: i32 = 18;

/// The height of the letters of names, and the distance from the centre of a hole to its name.
const SIZE: i32 = 7;
const BESIDE: i32 = 20;

/// Additional distance from the centre of a hole to its name if names are pairs.
const PAIR: i32 = 8;

/// The colours of the pages: names (`faint`), wood and its edge (`wood`, `wood-edge`).
const FAINT: &str = "#6a6257";
const WOOD: &str = "#ead9ba";
const EDGE: &str = "#c4a878";

/// Places of the holes of one board.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'a> {
    board: &'a Board,
    /// Distance to the next row, downwards.
    down: i32,
    left: i32,
    /// The leftmost centre of a hole, before the board is shifted to the margin.
    least: i32,
    /// Space for the names of rows and columns: at the left, below, and, if rows end in names, at the right.
    edges: i32,
}

impl<'a> Layout<'a> {
    /// Creates the layout of a board, with or without space for the names of its rows and columns.
    pub fn new(board: &'a Board, has_names: bool) -> Self {
        let (down, left) = match board.geometry() {
            Geometry::Triangle => (17, PITCH / 2),
            Geometry::Square | Geometry::SquareDiagonal => (PITCH, 0),
        };
        let mut layout = Self {
            board,
            down,
            left,
            least: 0,
            edges: 0,
        };
        if has_names {
            layout.edges = 8 + 2 * layout.pair();
        }
        let columns = board.drawn().iter().map(|&cell| layout.column(cell));
        layout.least = columns.min().unwrap_or(0);
        layout
    }

    /// Returns the additional space that pairs need at the ends of rows.
    fn pair(&self) -> i32 {
        if self.left > 0 && !has_digits(self.board) {
            PAIR
        } else {
            0
        }
    }

    fn column(&self, cell: Cell) -> i32 {
        PITCH * i32::from(cell.x) - self.left * i32::from(cell.y)
    }

    /// Returns the centre of a hole or of any other cell.
    pub fn centre(&self, cell: Cell) -> Point {
        let x = MARGIN + self.edges + self.column(cell) - self.least;
        (x, MARGIN + self.down * i32::from(cell.y))
    }

    /// Returns the size of the board with its margins.
    pub fn size(&self) -> Point {
        let centres = self.board.drawn().iter().map(|&cell| self.centre(cell));
        let far = |(x, y): Point, (right, below): Point| (x.max(right), y.max(below));
        let (x, y) = centres.fold((0, 0), far);
        let right = if self.left == 0 { 0 } else { self.edges };
        (MARGIN + right + x, MARGIN + self.edges + y)
    }

    /// Returns the wood: a tile for each hole, or each run of holes in a row. Thick round strokes join the tiles into
    /// one rounded shape. A darker copy, slightly lower, is its edge.
    pub fn wood(&self) -> String {
        let is_hole = |x, y| self.board.hole(Cell::new(x, y)).is_some();
        let tile = |&cell: &Cell| {
            let (x, y) = self.centre(cell);
            if self.left > 0 {
                return Some(format!("M{x} {}l10 6v12l-10 6l-10 -6v-12z", y - 12));
            }
            let run = (cell.x..self.board.width()).take_while(|&x| is_hole(x, cell.y));
            let width = PITCH * i32::try_from(run.count()).unwrap_or(i32::MAX / PITCH);
            let is_first = !is_hole(cell.x - 1, cell.y);
            is_first.then(|| format!("M{} {}h{width}v20h-{width}z", x - 10, y - 10))
        };
        let tiles: String = self.board.drawn().iter().filter_map(tile).collect();
        let shape = |(colour, lower)| {
            format!("<path d=\"{tiles}\" fill=\"{colour}\" stroke=\"{colour}\"{lower}/>")
        };
        let shapes = [(EDGE, " transform=\"translate(0 1.2)\""), (WOOD, "")].map(shape);
        let shapes = shapes.concat();
        format!("<g stroke-width=\"9\" stroke-linejoin=\"round\">{shapes}</g>\n")
    }

    /// Returns the names of columns and rows along the edges. If columns are slanted, returns the names of the first
    /// and the last cell of every row instead.
    pub fn names(&self) -> String {
        let cells = self.board.drawn();
        let mut names = String::new();
        let mut add = |cell: Cell, (right, below): Point, name: &str| {
            let (x, y) = self.centre(cell);
            names += &text((x + right, y + below), FAINT, SIZE, name);
        };
        if self.left > 0 {
            let beside = BESIDE + self.pair();
            for row in cells.chunk_by(|cell, next| cell.y == next.y) {
                for (cell, beside) in [(row[0], -beside), (row[row.len() - 1], beside)] {
                    add(cell, (beside, 0), &cell_name(self.board, cell));
                }
            }
            return names;
        }
        for (row, name) in (0..).zip(row_labels(self.board)) {
            if cells.iter().any(|cell| cell.y == row) {
                add(Cell::new(0, row), (-BESIDE, 0), &name);
            }
        }
        let last = self.board.height() - 1;
        for (column, name) in (0..).zip(column_labels(self.board)) {
            if cells.iter().any(|cell| cell.x == column) {
                add(Cell::new(column, last), (0, BESIDE), &name);
            }
        }
        names
    }
}

/// Returns a short text with its middle at a point.
pub fn text((x, y): Point, fill: &str, size: i32, text: &str) -> String {
    let (base, text) = (y + size * 7 / 20, escaped(text));
    format!("<text x=\"{x}\" y=\"{base}\" fill=\"{fill}\" font-size=\"{size}\">{text}</text>\n")
}
