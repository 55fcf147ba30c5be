//! Counts solutions, games and boards exactly, by dynamic programming over levels of positions up to symmetry.
//!
//! A stored position represents all its images. Its count is the number of jump sequences to *all* images together. So
//! a position adds its count to every successor, once for each jump, and the sizes of the two orbits do not matter.

mod games;
mod growth;
mod growth_table;
mod matrix;
mod solutions;
mod successors;

pub use crate::search::limits::CountError;
pub use games::{GamesLevel, games};
pub use growth::{LevelCount, boards_on_solutions, boards_with, leading_to, reachable};
pub use growth_table::{GrowthLevel, growth_levels};
pub use matrix::{Paths, PositionGraph, Relation};
pub use solutions::{SolutionCount, solutions};
pub use successors::{MostSuccessors, most_successors};
