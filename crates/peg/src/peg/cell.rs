//! A cell: a place on the grid that a picture is drawn on, whether it is a hole or not.
//!
//! Cells count from 0, `x` from the left and `y` from the top of the picture. Only
//! [`super::notation`] turns them into Lucas's numbers, which count from 1 and from below.

/// A place of the grid: column from the left and row from the top, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Row from the top; first, so that cells sort row by row as a picture is read.
    pub y: i16,
    /// Column from the left.
    pub x: i16,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { y, x }
    }

    #[must_use]
    /// The cell `times` steps away in a direction.
    pub const fn step(self, (dx, dy): (i16, i16), times: i16) -> Self {
        Self::new(self.x + dx * times, self.y + dy * times)
    }

    /// The two cells that stand for the hand when a peg was taken from this cell, the nearer one first.
    ///
    /// They lie in the row of the cell, so far off that no other line meets them: farther than a
    /// board is wide. The step is 1 modulo 6, so that whatever is told by columns and rows modulo 2
    /// or 3 (parity classes, the three colours) is told of a put-back as of a jump to the left.
    pub const fn spur(self) -> [Self; 2] {
        const FAR: i16 = 6 * 683 + 1;
        [
            Self::new(self.x.saturating_add(FAR), self.y),
            Self::new(self.x.saturating_add(2 * FAR), self.y),
        ]
    }
}

/// A jump: the peg at `from` leaps over the peg at `over` into the vacancy at `to`, and the peg
/// jumped over is removed. The unit of the rules.
///
/// A value of this type is a claim like any other in a plan: it may leave the board or skip two
/// cells, and only [`crate::simulate`] says whether it may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Jump {
    /// Cell of the jumping peg.
    pub from: Cell,
    /// The peg that is removed.
    pub over: Cell,
    /// Cell where the jumping peg lands.
    pub to: Cell,
}

impl Jump {
    /// The jump from one cell to another, over the cell half way (rounded where there is none,
    /// which no simulator accepts).
    pub const fn between(from: Cell, to: Cell) -> Self {
        let over = Cell::new(half(from.x, to.x), half(from.y, to.y));
        Self { from, over, to }
    }

    /// The peg in hand put back into this cell, by the old French rule: a jump from the spur of
    /// [`Board::with_put_back`](super::Board::with_put_back), whatever the board.
    pub const fn put_back(cell: Cell) -> Self {
        let [over, from] = cell.spur();
        Self {
            from,
            over,
            to: cell,
        }
    }

    /// Whether it is written as the putting back of a peg. Like all that a jump says, a claim.
    pub fn is_put_back(self) -> bool {
        self == Self::put_back(self.to)
    }

    /// The direction as one step, `to - over`.
    pub const fn direction(self) -> (i16, i16) {
        (self.to.x - self.over.x, self.to.y - self.over.y)
    }
}

const fn half(a: i16, b: i16) -> i16 {
    i16::midpoint(a, b)
}
