//! Posing: a puzzle of a game as a planning task, and a plan of the task as moves of the game.
//!
//! The only place that knows both a game and the planner.

pub mod baseball;
mod peg;

pub use baseball::{baseball_plan, baseball_task};
pub use peg::{peg_plan, peg_task};
