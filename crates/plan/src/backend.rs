//! Backends: solvers as `saut` calls them.
//!
//! A backend gets a formula and limits and returns an answer; it sees no game and no encoder. An
//! in-process solver is one file here, a child program one line in `programs/program.rs`. What a solver
//! says is believed by nobody: a model is decoded and replayed, a refutation needs a proof.

mod answer;
mod batsat;
mod catalogue;
mod interface;
#[cfg(unix)]
mod programs;
mod steered;
mod varisat;
#[cfg_attr(not(feature = "z3"), path = "backend/not_built_in.rs")]
mod z3;

pub use crate::meter::Meter;
pub use answer::{BackendError, Fault, Response, SolverEffort};
pub use catalogue::{IN_PROCESS, all, by_name};
pub use interface::{Availability, Backend, GrowingSession, Session, SolveLimits};
#[cfg(unix)]
pub use programs::{PLACEHOLDERS, ask_version, find_program};

pub use saut_task::formula::Reads;
pub use saut_task::model::Answer;
