//! Exploring the solutions of a puzzle: how many begin with which jump, the fewest moves, the
//! longest sweep, samples, and plans that a person can remember.
//!
//! All of it rests on one structure, [`SolutionGraph`]: every position on some solution, up to the
//! symmetries of the goal, level by level. A level is worked out from the level below it, once,
//! so that no search is needed, and no bound has to be guessed.

mod distinct;
mod fewest_moves;
mod longest_sweep;
pub mod merson;
mod most_times;
mod random_play;
mod solution_graph;

pub use distinct::Distinct;
pub use fewest_moves::{FewestMoves, Lengths, OfLengths, Rest, SweepLengths};
pub use longest_sweep::LongestSweep;
pub use most_times::MostTimes;
pub use random_play::{Chance, RandomGames};
pub use solution_graph::{Draw, SolutionGraph, Solutions};
