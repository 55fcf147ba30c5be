#![doc = include_str!("../README.md")]

pub mod attempt;
pub mod backend;
mod bucket_queue;
pub mod clauses;
pub mod cost;
pub mod cubing;
pub mod decision;
pub mod engine;
mod error;
pub mod gbfs;
pub mod invariant;
pub mod numeric;
pub mod planning;
pub mod portfolio;
#[cfg(unix)]
pub mod process;
pub mod race;
#[cfg(test)]
#[path = "../../task/tests/common/random_task.rs"]
#[expect(dead_code, reason = "only the tests of saut-task use some of it")]
mod random_task;
pub mod refute;
mod relaxed_task;
pub mod settings;
pub mod shortest;
pub mod solve;
pub mod unsolvable;
pub mod weights;
mod width;
pub mod work;

pub use decision::{Decision, Method, StageSpend, UnprovedRefutation, Verdict};
pub use error::Error;
pub use planning::plan_task;
pub use settings::{EncodingChoice, Horizon, MethodChoice, Minimise, Schedule, Settings};
pub use solve::solve;
