//! Engines for tasks with numbers ([`NumericTask`](saut_numeric::NumericTask)), and the table of them.
//!
//! - [`search`]: greedy best-first search with a heuristic of numbers (`relaxation`); it needs no program.

mod relaxation;
pub mod search;
mod strategy;

pub use strategy::plan_numeric;
