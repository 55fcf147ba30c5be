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
mod integer_cone;
mod jump_bounds;
mod leaf;
mod parts;
pub mod relaxed;
mod tree;

pub use bounds::Bounds;
pub use branch::{ConeResult, leaf, limit, search};
pub use fewest_jumps::{FewestJumps, fewest_jumps};
pub use integer_cone::IntegerCone;
pub use jump_bounds::{JumpBound, jump_bound, jump_bounds};
pub use leaf::Leaf;
pub use parts::Part;
pub use tree::{MOST_DEPTH, Tree};

#[cfg(test)]
mod tests;
