//! Named criteria: reasons that have a name of their own in the literature.

use serde::{Deserialize, Serialize};

use super::RejectedCertificate;
use super::cone::{Bounds, Tree};
use super::corner::Corner;
use super::golden::GoldenRatio;
use super::playable::Playable;
use crate::peg::Puzzle;

/// A named criterion with what it needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Criterion {
    /// A parity class would have to gain pegs.
    Playable(Playable),
    /// Pegs in corners cannot get out.
    Corner(Corner),
    /// The golden ratio weighs the start less than the goal.
    #[serde(rename = "golden-ratio")]
    Golden(GoldenRatio),
    /// No whole numbers of jumps add up to the difference.
    IntegerCone {
        /// The parts, each refuted by weights.
        tree: Tree,
    },
}

impl Criterion {
    /// The name used in results.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Playable(_) => "playable",
            Self::Corner(_) => "corner",
            Self::Golden(_) => "golden-ratio",
            Self::IntegerCone { .. } => "integer-cone",
        }
    }

    /// Checks that the criterion refutes the puzzle.
    pub(super) fn check(&self, puzzle: &Puzzle) -> Result<(), RejectedCertificate> {
        match self {
            Self::Playable(playable) => playable.check(puzzle),
            Self::Corner(corner) => corner.check(puzzle),
            Self::Golden(golden) => golden.check(puzzle).map(|_| ()),
            Self::IntegerCone { tree } => {
                tree.check(puzzle, &Bounds::none(puzzle.board().jumps().len()))
            }
        }
    }

    /// The reason for people.
    pub fn explanation(&self, puzzle: &Puzzle) -> String {
        match self {
            Self::Playable(playable) => playable.explanation(puzzle),
            Self::Corner(corner) => corner.explanation(puzzle),
            Self::Golden(golden) => golden.explanation(puzzle),
            Self::IntegerCone { tree } => tree.explanation(puzzle),
        }
    }
}
