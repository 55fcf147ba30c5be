//! Engines for numeric tasks ([`NumericTask`](saut_numeric::NumericTask)), and their table.
//!
//! - `cheapest`: plans with a small value of the metric.
//! - [`formulas`]: formulas for one horizon after the other, for a solver of linear arithmetic.
//! - `search`: greedy best-first search with a numeric heuristic (`relaxation`). It needs no external solver.
//! - `serial`: one such search for each part of the goal, one after the other.
//! - `strategy`: the table, and the engines that claim that the goal is unreachable (by ranges or by all states).
//! - [`weights`]: unsolvability, and bounds of the metric, by weights of facts and functions, checked on the input
//!   files.

mod cheapest;
pub mod formulas;
mod relaxation;
mod search;
mod serial;
mod strategy;
pub mod weights;

pub use cheapest::cheapest_numeric;
pub use saut_numeric::NumericProblem;
pub use saut_numeric::encode::{IncrementalScript, NumericEncoding};
pub use strategy::{numeric_encoding, plan_numeric};
