//! Compiles a puzzle into a planning task, and a plan of the task into moves of the game. "Compilation" is the term of
//! the planning literature for the translation of one problem into another.
//!
//! Only this module depends on both the games and the planner.

pub mod baseball;
mod peg;

pub use baseball::{BaseballDomain, baseball_plan, baseball_task};
pub use peg::{PegDomain, peg_plan, peg_task, peg_task_ending_in, peg_task_named};
