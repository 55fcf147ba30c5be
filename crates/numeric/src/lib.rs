#![doc = include_str!("../README.md")]

pub mod domain;
pub mod encode;
mod exact;
pub mod line;
pub mod rational;
mod state;
pub mod task;
pub mod weights;

pub use domain::NumericProblem;
pub use exact::Exact;
pub use rational::Rational;
pub use state::NumericState;
pub use task::{Change, Conditions, Linear, NumericAction, NumericTask, Refused, Relation, Test};
