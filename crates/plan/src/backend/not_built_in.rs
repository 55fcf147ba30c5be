//! A backend that this build of the program does not have: it is listed and can be named, and says
//! how to get it.
//!
//! Without it `z3-crate` would be an unknown name in a default build, and nobody would learn that it
//! exists.

use super::{Availability, Backend, BackendError, Reads, Response, SolveLimits};
use saut_task::formula::Formula;

/// A library that a feature of Cargo builds in.
#[derive(Clone, Copy, Debug)]
pub struct NotBuiltIn {
    /// The name of the backend.
    pub name: &'static str,
    /// The formulas that it would read.
    pub reads: Reads,
    /// The way to get it.
    pub remedy: &'static str,
}

/// Z3 in process, where the feature `z3` is off.
pub const Z3_CRATE: NotBuiltIn = NotBuiltIn {
    name: "z3-crate",
    reads: Reads::SmtLib,
    remedy: "not built in: `cargo install --path . --features z3` builds the crate z3 into saut (needs \
             Z3 4.8.17 or later with its header); or call the program z3",
};

impl Backend for NotBuiltIn {
    fn name(&self) -> &str {
        self.name
    }

    fn reads(&self) -> Reads {
        self.reads
    }

    fn availability(&self) -> Availability {
        Availability::Missing {
            remedy: self.remedy.to_owned(),
        }
    }

    fn solve(&self, _formula: &Formula, _run: &SolveLimits) -> Result<Response, BackendError> {
        Err(BackendError::Missing {
            name: self.name.to_owned(),
            remedy: self.remedy.to_owned(),
        })
    }
}
