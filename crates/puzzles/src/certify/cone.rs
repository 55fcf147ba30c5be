//! Integer cone: infeasibility because no numbers of jumps add up to the difference.
//!
//! A plan plays every jump a whole number of times, in some order. Forget the order, and what is
//! left is a system of linear equations in non-negative integers: the holes gain and lose as many
//! pegs as the jumps say. If it has no solution, no plan exists. Where it has none in fractions
//! either, a pagoda function says so; this criterion goes further, by halving: some jump occurs
//! at most k times, or at least k + 1 times, and so on, until each part is refuted by weights.
//!
//! Kiyomi and Matsui, *Integer programming based algorithms for peg solitaire problems* (2001).
//! They stop at the answer of a solver; here the tree of parts is kept, with integer weights at
//! its leaves, so that a few lines of integer arithmetic can check it.

mod bounds;
mod branch;
mod fewest_jumps;
mod jump_bounds;
mod leaf;
mod parts;
pub mod relaxed;

use std::fmt::Write;

pub use bounds::Bounds;
pub use branch::{ConeResult, MOST_DEPTH, leaf, limit, search};
pub use fewest_jumps::{FewestJumps, fewest_jumps};
pub use jump_bounds::{JumpBound, jump_bound, jump_bounds};
pub use leaf::Leaf;
pub use parts::{DRAWN, Part};

/// A tree of more parts is summed up.
const MOST_EXPLAINED: usize = 16;

use super::RejectedCertificate;
use super::drawing::{draw, jump_name};
use crate::peg::{Jump, Puzzle, Symmetry};

/// A refutation in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// A part refuted by weights.
    Leaf(Leaf),
    /// A part cut in two.
    Split {
        /// The jump that is counted.
        jump: Jump,
        /// It occurs ≤ `most` times in the first part, ≥ `most + 1` times in the other.
        most: u32,
        /// The first part.
        few: Box<Self>,
        /// The other part.
        many: Box<Self>,
    },
}

/// What is assumed of a jump in one half of a part cut in two.
struct Assumption {
    jump: Jump,
    most: u32,
    /// Whether it occurs ≥ `most + 1` times; else ≤ `most` times.
    is_more: bool,
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
    fn walk<'a>(
        &'a self,
        puzzle: &Puzzle,
        bounds: &Bounds,
        assumed: &mut Vec<Assumption>,
        visit: &mut impl FnMut(&'a Leaf, &Bounds, &[Assumption]) -> Result<(), RejectedCertificate>,
    ) -> Result<(), RejectedCertificate> {
        match self {
            Self::Leaf(leaf) => visit(leaf, bounds, assumed),
            Self::Split { .. } if assumed.len() >= MOST_DEPTH => {
                Err(RejectedCertificate::TooDeep { most: MOST_DEPTH })
            }
            &Self::Split {
                jump,
                most,
                ref few,
                ref many,
            } => {
                let Some([fewer, more]) = bounds.split(puzzle, jump, most) else {
                    let jump = jump_name(puzzle.board(), jump);
                    return Err(RejectedCertificate::NoSuchJump { jump });
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

    /// The reason for people: the cuts, and the weights of the first few parts.
    pub fn explanation(&self, puzzle: &Puzzle) -> String {
        let mut text = String::from(
            "No whole numbers of jumps, in whatever order, take away and bring just the pegs that \
             the goal wants.\n",
        );
        let parts = self.parts(puzzle);
        // Of many parts each has a dozen assumptions, and a few of them show nothing.
        if parts.len() > MOST_EXPLAINED {
            let _ = writeln!(
                text,
                "By cases, how often some jumps are played: {} parts, each refuted by weights of its own.",
                parts.len()
            );
            return text;
        }
        for part in parts.iter().take(DRAWN) {
            let _ = writeln!(text, "{}, these weights refute it:", part.assumed);
            text += &draw(puzzle.board(), |hole| part.leaf.weights[hole]);
            let _ = writeln!(
                text,
                "Start and jumps come to at most {}, the goal weighs {}.",
                part.start, part.goal
            );
        }
        if parts.len() > DRAWN {
            let _ = writeln!(text, "And so on, in {} parts.", parts.len());
        }
        text
    }
}

#[cfg(test)]
mod tests;
