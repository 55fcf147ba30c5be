//! Backends: solvers as `saut` calls them.
//!
//! A backend gets a formula and limits and returns an answer; it sees no game and no encoder. An
//! in-process solver is one file here, a child program one line in `program.rs`. What a solver
//! says is believed by nobody: a model is decoded and replayed, a refutation needs a proof.

mod answer;
mod batsat;
mod call;
mod catalogue;
mod dimacs_program;
mod effort;
mod interface;
#[cfg(not(feature = "z3"))]
mod not_built_in;
mod planner;
mod program;
mod search_path;
mod smtlib_program;
mod steered;
mod varisat;
#[cfg(feature = "z3")]
mod z3;

pub use crate::process::Meter;
pub use answer::{Answer, BackendError, Response, SolverEffort};
pub use catalogue::{IN_PROCESS, all, by_name};
pub use interface::{Availability, Backend, Session, SolveLimits};
pub use planner::{PlanText, PlannerProgram};
pub use program::{PLACEHOLDERS, ask_version};
pub use search_path::find as find_program;

pub use crate::formula::Reads;
