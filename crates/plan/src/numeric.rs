//! Engines for numeric tasks ([`NumericTask`](saut_numeric::NumericTask)), and their table.
//!
//! - `cheapest`: plans with a small value of the metric.
//! - [`formulas`]: formulas for one horizon after another, for a solver of linear arithmetic.
//! - `search`: greedy best-first search with a numeric heuristic (`relaxation`). It needs no external solver.
//! - `serial`: a sequence of such searches, one for each part of the goal.
//! - `strategy`: the table, and the engines that claim that the goal is unreachable (by ranges, weights or all states).
//! - [`weights`]: proofs of unsolvability, and bounds on the metric, by weights of facts and functions. They are
//!   checked on the input files.

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
