//! A jump as masks, and which way it is played.

/// Direction in which a level is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// By jumps, one peg less a level.
    Forward,
    /// By un-jumps, one peg more a level.
    Backward,
}

impl Direction {
    /// The other direction.
    #[must_use]
    pub const fn back(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// One jump as masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JumpMask {
    /// From, over and to: the holes that change.
    pub touched: u64,
    /// From and over: the holes that must have pegs.
    pub required: u64,
    /// To: the hole that must be vacant.
    pub target: u64,
}

impl JumpMask {
    /// Whether the jump (or its un-jump) can be played in a position.
    pub const fn applies(self, direction: Direction, position: u64) -> bool {
        let pattern = match direction {
            Direction::Forward => self.required,
            Direction::Backward => self.target,
        };
        position & self.touched == pattern
    }
}
