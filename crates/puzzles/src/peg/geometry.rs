//! Geometry: in which directions three holes stand in a line.

use std::fmt;
use std::str::FromStr;

/// The directions in which a peg may jump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

/// One step to the right, left, down, up, and along the diagonals ↘ ↖ ↗ ↙, in this order.
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

    /// The directions of a jump, each as one step `(dx, dy)` with `dy` downwards.
    pub const fn directions(self) -> &'static [(i16, i16)] {
        match self {
            Self::Square => STEPS.split_at(4).0,
            Self::Triangle => STEPS.split_at(6).0,
            Self::SquareDiagonal => &STEPS,
        }
    }

    /// The name used in puzzle files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Triangle => "triangle",
            Self::SquareDiagonal => "square-diagonal",
        }
    }
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Geometry {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|geometry| geometry.name() == text).ok_or_else(|| {
            format!("no geometry is called \"{text}\"; there are square, triangle and square-diagonal")
        })
    }
}
