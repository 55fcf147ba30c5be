//! Engines for tasks with numbers ([`NumericTask`](saut_numeric::NumericTask)), and the table of them.
//!
//! - [`formulas`]: horizon after horizon, for a program that solves linear arithmetic.
//! - [`ranges`]: the goal is out of reach of ranges, checked on what was read.
//! - [`search`]: greedy best-first search with a heuristic of numbers (`relaxation`); it needs no program.

pub mod formulas;
pub mod ranges;
mod relaxation;
pub mod search;
mod strategy;

pub use strategy::{numeric_encoding, plan_numeric};
