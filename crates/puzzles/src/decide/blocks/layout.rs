//! The layout: the core to which a rectangle is reduced, and the order in which the blocks around the core are cleared.
//!
//! First, a path is opened to the right of a vacancy: a band of three rows from the core to the border. From the path,
//! the strips at the right are cleared. The outermost strip is first, because the blocks in its corners need pegs next
//! to them. Then the strips below, above and at the left are cleared, each from its open end. A block is three pegs in
//! a line, or two adjacent lines at the end of a strip.

use itertools::{Itertools, iproduct};

use saut_peg::peg::{Board, Cell, Hole, Jump};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    pub left: i16,
    pub top: i16,
    pub width: i16,
    pub height: i16,
}

/// The width of a strip.
const STRIP: i16 = 3;

/// Minimum number of columns, and of rows, of a core.
const MIN: i16 = 4;

/// The number of holes of the cores that are easiest to solve.
const BEST: i16 = 49;

/// A core, and the vacancy from which the path is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreLayout {
    pub rectangle: Rectangle,
    /// The number of columns and the number of rows of the board.
    size: (i16, i16),
    vacancy: Cell,
    /// The first row of the path.
    corridor: i16,
}

impl Rectangle {
    pub const fn new(left: i16, top: i16, width: i16, height: i16) -> Self {
        Self {
            left,
            top,
            width,
            height,
        }
    }

    const fn right(self) -> i16 {
        self.left + self.width - 1
    }

    const fn bottom(self) -> i16 {
        self.top + self.height - 1
    }

    /// Returns the holes of a board in this rectangle, row by row.
    pub fn holes(self, board: &Board) -> Vec<Hole> {
        let rows = self.top..=self.bottom();
        let cells = rows.flat_map(|y| (self.left..=self.right()).map(move |x| Cell::new(x, y)));
        cells.filter_map(|cell| board.hole(cell)).collect()
    }

    /// Returns this rectangle with `by` additional columns and rows on every side, clipped to the board.
    pub fn widened(self, by: i16, board: &Board) -> Self {
        let (left, top) = ((self.left - by).max(0), (self.top - by).max(0));
        let right = (self.right() + by).min(board.width() - 1);
        let bottom = (self.bottom() + by).min(board.height() - 1);
        Self::new(left, top, right - left + 1, bottom - top + 1)
    }

    /// Returns the rectangle with rows and columns exchanged.
    const fn transposed(self) -> Self {
        Self::new(self.top, self.left, self.height, self.width)
    }
}

/// Returns the cores of a rectangular board that contain the cells `inside`, with at least one strip to the right of
/// the core.
pub fn cores(board: &Board, vacancy: Cell, inside: &[Cell]) -> Vec<CoreLayout> {
    let size = (board.width(), board.height());
    let xs = inside.iter().map(|cell| cell.x).minmax().into_option();
    let ys = inside.iter().map(|cell| cell.y).minmax().into_option();
    let (Some(xs), Some(ys)) = (xs, ys) else {
        return Vec::new();
    };
    let step = usize::from(STRIP.unsigned_abs());
    let starts = |(least, _): (i16, i16)| (0..=least).step_by(step);
    // Strips are three wide, so the ends differ from the border by a multiple of three.
    let ends = |(_, most): (i16, i16), size: i16| (most..size).rev().step_by(step);
    let mut cores = Vec::new();
    let rights = ends(xs, size.0).skip(1);
    for (left, top, right, bottom) in iproduct!(starts(xs), starts(ys), rights, ends(ys, size.1)) {
        let (width, height) = (right - left + 1, bottom - top + 1);
        let is_open = left == 0 || top > 0 || bottom + 1 < size.1;
        if width < MIN || height < MIN || !is_open {
            continue;
        }
        for corridor in [vacancy.y, vacancy.y - (STRIP - 1)] {
            let below = size.1 - STRIP - corridor;
            if corridor >= 0 && corridor != 1 && below >= 0 && below != 1 {
                cores.push(CoreLayout {
                    rectangle: Rectangle::new(left, top, width, height),
                    size,
                    vacancy,
                    corridor,
                });
            }
        }
    }
    cores
}

impl CoreLayout {
    /// Returns an estimate of the difficulty of the core. The estimate grows with the deviation from the best size and
    /// from a square, and with the number of jumps that open the path.
    pub fn difficulty(&self) -> i16 {
        let Rectangle { width, height, .. } = self.rectangle;
        (width * height - BEST).abs() + 4 * (width - height).abs() + 8 * self.distance()
    }

    /// Returns the number of columns of the core to the right of the vacancy.
    const fn distance(&self) -> i16 {
        self.rectangle.right() - self.vacancy.x
    }

    /// Returns the jumps that move the vacancy to the last column of the core, or to the column before it.
    pub fn opening(&self) -> Vec<Jump> {
        let jump = |number: i16| {
            let to = self.vacancy.step((1, 0), 2 * number);
            Jump::between(to.step((1, 0), 2), to)
        };
        (0..self.distance() / 2).map(jump).collect()
    }

    /// Returns the blocks in the order of clearing.
    pub fn blocks(&self) -> Vec<Rectangle> {
        let mut blocks = Vec::new();
        self.corridor(&mut blocks);
        let (columns, rows) = self.size;
        let inner = self.rectangle;
        for x in strips(inner.right() + 1, columns).rev() {
            blocks.extend(up(x, 0, self.corridor - 1));
            blocks.extend(down(x, self.corridor + STRIP, rows - 1));
        }
        let below = strips(inner.bottom() + 1, rows).rev();
        for y in below.chain(strips(0, inner.top)) {
            // From the rightmost column to the left.
            blocks.extend(up(y, 0, inner.right()).map(Rectangle::transposed));
        }
        for x in strips(0, inner.left) {
            if inner.top > 0 {
                blocks.extend(down(x, inner.top, inner.bottom()));
            } else {
                blocks.extend(up(x, inner.top, inner.bottom()));
            }
        }
        blocks
    }

    /// Adds the blocks of the path, a band of three rows from the core to the border. If the vacancy is next to the
    /// path, the first block is one line. If there is a column between them, the first block is two lines, or three
    /// lines if the path has only three columns.
    fn corridor(&self, blocks: &mut Vec<Rectangle>) {
        let (columns, row) = (self.size.0, self.corridor);
        let mut x = self.rectangle.right() + 1;
        let first = match (self.distance() % 2, columns - x) {
            (0, _) => 1,
            (_, STRIP) => STRIP,
            _ => 2,
        };
        for width in [first].into_iter().chain(std::iter::repeat(1)) {
            let width = if columns - x == 2 { 2 } else { width };
            if x >= columns {
                return;
            }
            blocks.push(Rectangle::new(x, row, width, STRIP));
            x += width;
        }
    }
}

/// Returns the first column or row of each strip, from `from` up to `to` (excluded).
fn strips(from: i16, to: i16) -> impl DoubleEndedIterator<Item = i16> {
    (0..(to - from) / STRIP).map(move |strip| from + STRIP * strip)
}

/// Returns the blocks of a vertical strip from the bottom up: one row each, but the two topmost rows together.
fn up(x: i16, top: i16, bottom: i16) -> impl Iterator<Item = Rectangle> {
    let rows = (top + 2..=bottom).rev();
    let rows = rows.map(move |y| Rectangle::new(x, y, STRIP, 1));
    rows.chain((bottom > top).then(|| Rectangle::new(x, top, STRIP, 2)))
}

/// Returns the blocks of a vertical strip from the top down: one row each, but the two lowest rows together.
fn down(x: i16, top: i16, bottom: i16) -> impl Iterator<Item = Rectangle> {
    let rows = (top..bottom - 1).map(move |y| Rectangle::new(x, y, STRIP, 1));
    rows.chain((bottom > top).then(|| Rectangle::new(x, bottom - 1, STRIP, 2)))
}
