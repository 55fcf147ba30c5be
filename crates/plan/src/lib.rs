#![doc = include_str!("../README.md")]

pub mod attempt;
pub mod backend;
pub mod bad_input;
pub mod cubing;
pub mod decision;
pub mod decode;
pub mod digest;
pub mod domain;
pub mod encode;
mod error;
pub mod exhaustive;
pub mod formula;
pub mod gbfs;
mod lists;
pub mod model;
pub mod named;
mod packed;
pub mod parallel;
pub mod plan;
pub mod portfolio;
pub mod process;
pub mod progress;
pub mod proof;
pub mod random;
#[cfg(test)]
mod random_task;
pub mod read_limited;
pub mod refute;
pub mod settings;
pub mod shortest;
pub mod solve;
mod states;
pub mod stop;
pub mod task;
pub mod visible;
pub mod weights;

pub use bad_input::BadInput;
pub use decision::{Decision, Method, StageSpend, Verdict};
pub use domain::{Domain, RefusedReplay};
pub use error::Error;
pub use plan::Plan;
pub use progress::Progress;
pub use settings::{EncodingChoice, Horizon, MethodChoice, Minimise, Settings};
pub use solve::solve;
