//! Cells, jumps and moves. A cell is a place on the grid of a picture, with or without a hole. A jump goes from cell to
//! cell. A move is one or more consecutive jumps of the same peg. A move of n jumps is called an n-sweep.
//!
//! Cells count from 0, `x` from the left and `y` from the top of the picture. Only
//! [`super::notation`] converts them to Lucas's numbers, which count from 1 and from the bottom.

use serde::{Deserialize, Serialize};

/// A place on the grid: column from the left and row from the top, both from 0.
///
/// In JSON, a cell is `[x, y]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "[i16; 2]", into = "[i16; 2]")]
pub struct Cell {
    /// Row from the top. This is the first field, so that cells are sorted row by row, in reading
    /// order.
    pub y: i16,
    /// Column from the left.
    pub x: i16,
}

impl From<[i16; 2]> for Cell {
    fn from([x, y]: [i16; 2]) -> Self {
        Self::new(x, y)
    }
}

impl From<Cell> for [i16; 2] {
    fn from(Cell { y, x }: Cell) -> Self {
        [x, y]
    }
}

impl Cell {
    /// Creates the cell in column `x` and row `y`.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { y, x }
    }

    #[must_use]
    /// Returns the cell `times` steps away in a direction.
    pub const fn step(self, (dx, dy): (i16, i16), times: i16) -> Self {
        Self::new(self.x + dx * times, self.y + dy * times)
    }

    /// Returns the two cells that represent the hand if the peg in hand was taken from this cell. The nearer cell comes
    /// first.
    ///
    /// Both cells are in the row of this cell, farther away than the width of any board. So no line of the board
    /// meets them. Their distance is 1 modulo 6. Therefore all properties that depend on columns and
    /// rows modulo 2 or 3 (parity classes, the three colours) are the same for a put-back as for a
    /// jump to the left.
    pub const fn reserve_cells(self) -> [Self; 2] {
        const FAR: i16 = 6 * 683 + 1;
        [
            Self::new(self.x.saturating_add(FAR), self.y),
            Self::new(self.x.saturating_add(2 * FAR), self.y),
        ]
    }
}

/// A jump: the peg at `from` leaps over the peg at `over` into the vacancy at `to`, and the peg
/// jumped over is removed.
///
/// A value of this type is only a claim, for example in a plan. The jump may leave the board or
/// skip two cells. Only [`crate::simulate`] decides whether the jump is legal.
///
/// In JSON, a jump is `{"from", "over", "to"}`, and `over` is optional in input. A put-back of a peg is `{"put_back"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "WrittenJump", into = "WrittenJump")]
pub struct Jump {
    /// Cell of the jumping peg.
    pub from: Cell,
    /// Cell of the peg that is removed.
    pub over: Cell,
    /// Cell where the jumping peg lands.
    pub to: Cell,
}

impl Jump {
    /// Returns the jump from one cell to another over the cell halfway. If there is no cell
    /// halfway, the middle is rounded, and the simulator rejects the jump.
    pub const fn between(from: Cell, to: Cell) -> Self {
        let over = Cell::new(i16::midpoint(from.x, to.x), i16::midpoint(from.y, to.y));
        Self { from, over, to }
    }

    /// Returns the put-back of the peg in hand into this cell, by the old French rule. The put-back is a jump from the
    /// spur of [`Board::with_put_back`](super::Board::with_put_back). It does not depend on the board.
    pub const fn put_back(cell: Cell) -> Self {
        let [over, from] = cell.reserve_cells();
        Self {
            from,
            over,
            to: cell,
        }
    }

    /// Whether this jump has the form of a put-back. The put-back may be illegal, like every jump.
    pub fn is_put_back(self) -> bool {
        self == Self::put_back(self.to)
    }

    /// Returns the jump with each of its cells mapped by `change`.
    #[must_use]
    pub fn map(self, change: impl Fn(Cell) -> Cell) -> Self {
        let [from, over, to] = [self.from, self.over, self.to].map(change);
        Self { from, over, to }
    }

    /// Returns `to` minus `over`, which is the direction of a jump along a line of the board.
    pub const fn direction(self) -> (i16, i16) {
        (self.to.x - self.over.x, self.to.y - self.over.y)
    }
}

/// The fields of a jump in JSON, each of which may be missing.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct WrittenJump {
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Cell>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<Cell>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<Cell>,
    #[serde(skip_serializing_if = "Option::is_none")]
    put_back: Option<Cell>,
}

impl TryFrom<WrittenJump> for Jump {
    type Error = &'static str;

    fn try_from(written: WrittenJump) -> Result<Self, &'static str> {
        if let Some(cell) = written.put_back {
            let others = [written.from, written.over, written.to];
            return if others == [None; 3] {
                Ok(Self::put_back(cell))
            } else {
                Err("an entry cannot be both a jump and a `put_back`")
            };
        }
        let from = written.from.ok_or("missing field `from`")?;
        let between = Self::between(from, written.to.ok_or("missing field `to`")?);
        let over = written.over.unwrap_or(between.over);
        Ok(Self { over, ..between })
    }
}

impl From<Jump> for WrittenJump {
    fn from(jump: Jump) -> Self {
        if jump.is_put_back() {
            return Self {
                put_back: Some(jump.to),
                ..Self::default()
            };
        }
        Self {
            from: Some(jump.from),
            over: Some(jump.over),
            to: Some(jump.to),
            put_back: None,
        }
    }
}

/// Serialization of a jump by its two ends, `{"from", "to"}`, for `#[serde(with)]`.
pub mod by_ends {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Jump, WrittenJump};

    /// Serializes the ends of a jump.
    ///
    /// # Errors
    /// The error of the serializer.
    pub fn serialize<S: Serializer>(jump: &Jump, written: S) -> Result<S::Ok, S::Error> {
        let ends = WrittenJump {
            from: Some(jump.from),
            to: Some(jump.to),
            ..WrittenJump::default()
        };
        ends.serialize(written)
    }

    /// Deserializes a jump from its ends.
    ///
    /// # Errors
    /// The error of the deserializer.
    pub fn deserialize<'de, D: Deserializer<'de>>(written: D) -> Result<Jump, D::Error> {
        let jump = Jump::deserialize(written)?;
        Ok(Jump::between(jump.from, jump.to))
    }
}

/// One or more consecutive jumps of one peg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The jumps. There is at least one, and each starts where the previous one landed.
    jumps: Vec<Jump>,
}

impl Move {
    /// Whether this is a put-back of a peg, by the old French rule, and not a move.
    pub fn is_put_back(&self) -> bool {
        self.jumps[0].is_put_back()
    }

    /// Returns the jumps of the move. There is at least one.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// Returns the cells that the peg visits, from first to last.
    pub fn stops(&self) -> impl Iterator<Item = Cell> + '_ {
        std::iter::once(self.jumps[0].from).chain(self.jumps.iter().map(|jump| jump.to))
    }
}

/// Groups jumps into moves. A jump extends the previous move if it starts in the cell in which that
/// move ended. A put-back of a peg is a separate entry of the list, but does not count as a move.
pub fn moves(jumps: &[Jump]) -> Vec<Move> {
    jumps
        .chunk_by(|before, after| before.to == after.from && !before.is_put_back())
        .map(|jumps| Move {
            jumps: jumps.to_vec(),
        })
        .collect()
}

/// Length of a game in jumps and in moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameLength {
    /// Number of jumps.
    pub jumps: usize,
    /// Number of moves.
    pub moves: usize,
    /// Number of pegs put back, by the old French rule.
    pub put_backs: usize,
}

impl GameLength {
    /// Returns the length of a game of these jumps.
    pub fn of(jumps: &[Jump]) -> Self {
        let put_backs = jumps.iter().filter(|jump| jump.is_put_back()).count();
        Self {
            jumps: jumps.len() - put_backs,
            moves: moves(jumps).len() - put_backs,
            put_backs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Jump};

    #[test]
    fn the_cell_jumped_over_may_be_left_out_but_not_the_others() {
        let jump: Jump = serde_json::from_str(r#"{"from":[0,2],"to":[2,2]}"#).unwrap();
        assert_eq!(jump.over, Cell::new(1, 2));
        assert!(serde_json::from_str::<Jump>(r#"{"from":[0,2]}"#).is_err());
        let both = r#"{"from":[0,2],"to":[2,2],"put_back":[2,2]}"#;
        assert!(serde_json::from_str::<Jump>(both).is_err());
    }

    #[test]
    fn a_peg_put_back_is_a_separate_entry() {
        let text = r#"{"put_back":[3,0]}"#;
        let jump: Jump = serde_json::from_str(text).unwrap();
        assert_eq!(jump, Jump::put_back(Cell::new(3, 0)));
        assert_eq!(serde_json::to_string(&jump).unwrap(), text);
    }
}
