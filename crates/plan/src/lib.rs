#![doc = include_str!("../README.md")]

pub mod attempt;
pub mod backend;
pub mod cost;
pub mod cubing;
pub mod decision;
mod error;
pub mod gbfs;
pub mod linear;
pub mod portfolio;
pub mod process;
pub mod progress;
#[cfg(test)]
#[path = "../../task/src/random_task.rs"]
#[expect(dead_code, reason = "some of it serves the tests of saut-task alone")]
mod random_task;
pub mod refute;
pub mod settings;
pub mod shortest;
pub mod solve;
pub mod weights;

pub use decision::{Decision, Method, StageSpend, Verdict};
pub use error::Error;
pub use progress::Progress;
pub use saut_task::{
    BadInput, Domain, Internal, Plan, RefusedReplay, bad_input, bound, decode, digest, domain, encode,
    exhaustive, formula, lists, model, named, packed, parallel, plan, proof, random, read_limited,
    states, stop, task, visible,
};
pub use settings::{EncodingChoice, Horizon, MethodChoice, Minimise, Settings};
pub use solve::solve;
