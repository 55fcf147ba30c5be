//! Compiles a puzzle into a planning task, and a plan of the task into moves of the game. In the planning literature,
//! "compilation" is the translation of one problem into another.

pub mod baseball;
mod peg;

pub use baseball::{BaseballDomain, baseball_plan, baseball_task};
pub use peg::{PegDomain, peg_plan, peg_task, peg_task_ending_in, peg_task_named};
