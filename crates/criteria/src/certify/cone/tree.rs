//! The tree of parts: each is cut in two, or refuted by weights.

use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use super::leaf::Leaf;
use crate::certify::RejectedCertificate;
use crate::certify::drawing::jump_name;
use saut_peg::peg::{Jump, Puzzle, Symmetry, by_ends};

/// The deepest tree.
pub const MOST_DEPTH: usize = 64;

/// A refutation in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tree {
    /// A part refuted by weights.
    Leaf(Leaf),
    /// A part cut in two.
    Split {
        /// The jump that is counted.
        #[serde(flatten, with = "by_ends")]
        jump: Jump,
        /// It occurs ≤ `most` times in the first part, ≥ `most + 1` times in the other.
        most: u32,
        /// The first part.
        few: Box<Self>,
        /// The other part.
        many: Box<Self>,
    },
}

/// Assumption on a jump in one half of a part cut in two.
pub(super) struct Assumption {
    pub jump: Jump,
    pub most: u32,
    /// Whether it occurs ≥ `most + 1` times; else ≤ `most` times.
    pub is_more: bool,
}

impl Tree {
    /// Checks that under these bounds no numbers of jumps lead from the start into the goal.
    ///
    /// # Errors
    /// [`RejectedCertificate`] with what is wrong with a leaf, a jump that the board has not, or a tree
    /// deeper than [`MOST_DEPTH`].
    pub fn check(&self, puzzle: &Puzzle, bounds: &Bounds) -> Result<(), RejectedCertificate> {
        let mut check = |leaf: &Leaf, bounds: &Bounds, _: &[Assumption]| leaf.check(puzzle, bounds);
        self.walk(puzzle, bounds, &mut Vec::new(), &mut check)
    }

    /// Calls `visit` with each leaf from left to right, its bounds, and what is assumed there, until
    /// it is refused.
    pub(super) fn walk<'a>(
        &'a self,
        puzzle: &Puzzle,
        bounds: &Bounds,
        assumed: &mut Vec<Assumption>,
        visit: &mut impl FnMut(&'a Leaf, &Bounds, &[Assumption]) -> Result<(), RejectedCertificate>,
    ) -> Result<(), RejectedCertificate> {
        match self {
            Self::Leaf(leaf) => visit(leaf, bounds, assumed),
            Self::Split { .. } if assumed.len() >= MOST_DEPTH => {
                let fact = format!("the tree of parts is deeper than {MOST_DEPTH}");
                Err(RejectedCertificate::Malformed(fact))
            }
            &Self::Split {
                jump,
                most,
                ref few,
                ref many,
            } => {
                let Some([fewer, more]) = bounds.split(puzzle, jump, most) else {
                    let jump = jump_name(puzzle.board(), jump);
                    return Err(RejectedCertificate::no_such_jump(&jump));
                };
                for (part, bounds, is_more) in [(few, fewer, false), (many, more, true)] {
                    assumed.push(Assumption {
                        jump,
                        most,
                        is_more,
                    });
                    part.walk(puzzle, &bounds, assumed, visit)?;
                    assumed.pop();
                }
                Ok(())
            }
        }
    }

    /// The tree for the problem turned over by one of its symmetries.
    #[must_use]
    pub fn image(&self, symmetry: &Symmetry) -> Self {
        match self {
            Self::Leaf(Leaf { weights, charge }) => {
                let mut images = weights.clone();
                for (&weight, &image) in weights.iter().zip(symmetry.image()) {
                    images[image] = weight;
                }
                Self::Leaf(Leaf {
                    weights: images,
                    charge: *charge,
                })
            }
            Self::Split {
                jump,
                most,
                few,
                many,
            } => Self::Split {
                jump: symmetry.jump(*jump),
                most: *most,
                few: Box::new(few.image(symmetry)),
                many: Box::new(many.image(symmetry)),
            },
        }
    }

    /// The number of leaves.
    pub fn leaves(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Split { few, many, .. } => few.leaves() + many.leaves(),
        }
    }
}
