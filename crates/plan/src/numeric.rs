//! Engines for tasks with numbers ([`NumericTask`](saut_numeric::NumericTask)), and the table of them.
//!
//! - `cheapest`: plans by which the metric is small.
//! - [`formulas`]: horizon after horizon, for a program that solves linear arithmetic.
//! - `search`: greedy best-first search with a heuristic of numbers (`relaxation`); it needs no program.
//! - `serial`: such searches for one part of the goal after the other.
//! - `strategy`: the table, with the engines that claim that the goal is out of reach, of ranges or of all states.
//! - [`weights`]: no plan, and bounds of the metric, by weights of facts and functions, checked on what was read.

mod cheapest;
pub mod formulas;
mod relaxation;
mod search;
mod serial;
mod strategy;
pub mod weights;

pub use cheapest::cheapest_numeric;
pub use saut_numeric::NumericProblem;
pub use saut_numeric::encode::{Growing, NumericEncoding};
pub use strategy::{numeric_encoding, plan_numeric};
