//! Backends whose library this build does not include. They are listed, and a call fails with instructions for building
//! `saut` with the library.
//!

use super::{Availability, Backend, BackendError, Fault, Reads, Response, SolveLimits};
use saut_task::formula::Formula;

/// A backend whose cargo feature is off.
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
