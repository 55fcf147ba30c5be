//! Properties of all solutions of a puzzle: the number of solutions that begin with each jump, the fewest moves, the
//! longest sweep, random samples, and plans that a person can remember.
//!
//! Most properties are computed from [`SolutionGraph`]: all positions on solutions, up to the symmetries of the goal,
//! level by level. The values of a level are computed once, from the level below, without a search and without bounds.

mod distinct;
mod few_moves;
mod fewest_moves;
mod longest_sweep;
pub mod merson;
mod most_times;
mod random_play;
mod solution_graph;

pub use distinct::Distinct;
pub use few_moves::FewMoves;
pub use fewest_moves::{Continuation, FewestMoves, Lengths, OfLengths, SweepLengths};
pub use longest_sweep::longest_sweep;
pub use most_times::MostTimes;
pub use random_play::{Chance, interval, random_games};
pub use solution_graph::{SolutionGraph, Solutions};
