//! A goal: the required position, which may leave holes open.

use super::{Board, Hole, Position};

/// A condition on the final position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    pegs: Position,
    open: Position,
    one_peg: bool,
}

impl Goal {
    /// Returns the goal that is met only by this position.
    pub fn exactly(pegs: Position) -> Self {
        Self {
            open: Position::new(pegs.len()),
            pegs,
            one_peg: false,
        }
    }

    /// Returns the goal with pegs in the holes of `pegs`, arbitrary contents in the holes of
    /// `open`, and vacancies elsewhere. A hole in both sets counts as open.
    pub fn partial(pegs: &Position, open: Position) -> Self {
        let pegs = Position::from_holes(pegs.len(), pegs.holes().filter(|&hole| !open.has(hole)));
        Self {
            pegs,
            open,
            one_peg: false,
        }
    }

    /// Returns the goal of one peg anywhere on the board.
    pub fn one_peg(board: &Board) -> Self {
        Self {
            pegs: board.empty(),
            open: board.full(),
            one_peg: true,
        }
    }

    /// Returns the goal of one peg in one of these holes. With a single hole, the goal is exactly that position.
    pub fn one_peg_in(holes: Position) -> Self {
        if holes.pegs() == 1 {
            return Self::exactly(holes);
        }
        Self {
            pegs: Position::new(holes.len()),
            open: holes,
            one_peg: true,
        }
    }

    /// Returns this goal on a board from [`Board::with_put_back`]. The holes of the hand, which come last, must be
    /// vacant. The goal of one peg anywhere already implies this, because a peg in hand counts as two pegs.
    pub(super) fn with_empty_hand(&self, board: &Board) -> Self {
        if self.is_one_peg_anywhere() {
            return Self::one_peg(board);
        }
        let widened = |holes: &Position| Position::from_holes(board.len(), holes.holes());
        Self {
            pegs: widened(&self.pegs),
            open: widened(&self.open),
            one_peg: self.one_peg,
        }
    }

    /// Whether the goal is exactly one peg, in any of its open holes. All holes or only some holes may be open.
    pub fn is_one_peg(&self) -> bool {
        self.one_peg
    }

    /// Whether the goal is one peg anywhere on the board.
    pub fn is_one_peg_anywhere(&self) -> bool {
        self.one_peg && self.open.pegs() == self.open.len()
    }

    /// Returns the only position that meets the goal, or `None` if the goal leaves holes open.
    pub fn position(&self) -> Option<&Position> {
        self.open.is_empty().then_some(&self.pegs)
    }

    /// Returns the required content of a hole: `Some(true)` for a peg, `Some(false)` for a vacancy,
    /// `None` for either.
    pub fn wants(&self, hole: Hole) -> Option<bool> {
        (!self.open.has(hole)).then(|| self.pegs.has(hole))
    }

    /// Returns the holes that must have pegs.
    pub fn pegs(&self) -> &Position {
        &self.pegs
    }

    /// Returns the open holes.
    pub fn open(&self) -> &Position {
        &self.open
    }

    /// Returns the smallest and the largest number of pegs of a position that meets the goal.
    pub fn peg_range(&self) -> (usize, usize) {
        if self.one_peg {
            (1, 1)
        } else {
            (self.pegs.pegs(), self.pegs.pegs() + self.open.pegs())
        }
    }

    /// Returns a description of the goal if a picture does not suffice. A picture shows open holes in the same way
    /// whether the goal requires exactly one peg or allows any number.
    pub fn in_words(&self) -> Option<&'static str> {
        if self.is_one_peg_anywhere() {
            Some("one peg, anywhere")
        } else if self.one_peg {
            Some("one peg, in one of the holes with ?")
        } else if self.open.is_empty() {
            None
        } else if self.open.pegs() == self.open.len() {
            Some("any position: every hole may have a peg or none")
        } else {
            Some("holes with ? may have a peg or none")
        }
    }

    /// Whether a position meets the goal.
    pub fn is_met_by(&self, position: &Position) -> bool {
        (!self.one_peg || position.pegs() == 1)
            && (0..position.len())
                .all(|hole| self.wants(hole).is_none_or(|peg| peg == position.has(hole)))
    }
}
