//! Geometry: in which directions three holes stand in a line.

use std::str::FromStr;

use saut_base::named::Named;
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

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
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl FromStr for Geometry {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::by_name(text).ok_or_else(|| {
            let names = Self::names();
            format!("no geometry is called \"{text}\"; there are {names}")
        })
    }
}
