//! A library that this build does not include. It is listed and can be named, and its error explains how to get it.
//!
//! Otherwise, its name would be unknown in a default build, and users would not learn that it exists.

use super::{Availability, Backend, BackendError, Fault, Reads, Response, SolveLimits};
use saut_task::formula::Formula;

/// Placeholder for a library whose feature is off.
#[derive(Clone, Copy, Debug)]
pub struct NotBuiltIn {
    name: &'static str,
    reads: Reads,
    remedy: &'static str,
}

#[cfg(not(feature = "ipasir"))]
pub const IPASIR: NotBuiltIn = NotBuiltIn {
    name: "ipasir",
    reads: Reads::Clauses,
    remedy: "not built in: `SAUT_IPASIR=/usr/lib/libNAME.so cargo install --path . --features ipasir` links any \
             solver library with the interface IPASIR",
};
#[cfg(not(feature = "z3"))]
pub const Z3_CRATE: NotBuiltIn = NotBuiltIn {
    name: "z3-crate",
    reads: Reads::SmtLib,
    remedy: "not built in: `cargo install --path . --features z3` builds the crate z3 into saut (needs Z3 4.8.17 or \
             later with its header); or call the program z3",
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
        Err(BackendError::new(self.name, Fault::Missing, self.remedy))
    }
}
