//! Compiling: a puzzle of a game as a planning task, and a plan of the task as moves of the game. Planning
//! calls it so when one problem is translated into another.
//!
//! The only place that knows both a game and the planner.

pub mod baseball;
mod peg;

pub use baseball::{BaseballDomain, baseball_plan, baseball_task};
pub use peg::{PegDomain, PegNames, peg_plan, peg_task, peg_task_ending_in, peg_task_named};
