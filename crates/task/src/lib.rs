#![doc = include_str!("../README.md")]

// The external name of this crate, which the shared random tasks use.
#[cfg(test)]
extern crate self as saut_task;

pub mod bound;
pub mod by_actions;
pub mod certificate;
pub mod clauses;
pub mod decode;
pub mod domain;
pub mod encode;
pub mod exhaustive;
pub mod formula;
mod internal;
pub mod invariant;
pub mod model;
pub mod packed;
pub mod parallel;
pub mod plan;
pub mod progress;
pub mod proof;
#[cfg(test)]
#[path = "../tests/common/random_task.rs"]
mod random_task;
pub mod states;
pub mod task;
pub mod weights;

pub use certificate::{Certificate, Checked, ClosedSet};
pub use domain::{CheckError, Cost, INFINITE, NoReason, Problem, Reasons, RefusedPlan};
pub use internal::Internal;
pub use plan::Plan;
