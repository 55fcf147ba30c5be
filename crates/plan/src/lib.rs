#![doc = include_str!("../README.md")]

pub mod attempt;
pub mod backend;
pub mod bad_input;
pub mod decision;
pub mod decode;
pub mod domain;
pub mod encode;
mod error;
pub mod formula;
pub mod model;
pub mod named;
pub mod plan;
pub mod portfolio;
pub mod process;
pub mod progress;
pub mod proof;
pub mod random;
pub mod refute;
pub mod settings;
pub mod shortest;
pub mod solve;
pub mod stop;
pub mod task;

pub use bad_input::BadInput;
pub use decision::{Decision, Method, Verdict};
pub use domain::{Domain, Refused};
pub use error::Error;
pub use plan::Plan;
pub use progress::Progress;
pub use settings::{EncodingChoice, Horizon, MethodChoice, Minimise, Settings};
pub use solve::solve;
