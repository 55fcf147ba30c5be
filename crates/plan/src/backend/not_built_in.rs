//! A library that this build does not include. It is listed and can be named, and its error explains how to get it.
//!
//! Otherwise, its name would be unknown in a default build, and users would not learn that it exists.

use super::{Availability, Backend, BackendError, Fault, Reads, Response, SolveLimits};
use saut_task::formula::Formula;

/// Placeholder for a library whose feature is off.
#[derive(Clone, Copy, Debug)]
pub struct NotBuiltIn {
    /// The name of the backend.
    pub name: &'static str,
    /// The language that it would read.
    pub reads: Reads,
    /// How to get it.
    pub remedy: &'static str,
}

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
