//! A backend that this build does not include. It is listed and can be named, and its error explains how to get it.
//!
//! Otherwise, `z3-crate` would be an unknown name in a default build, and users would not learn that it exists.

use super::{Availability, Backend, BackendError, Fault, Reads, Response, SolveLimits};
use saut_task::formula::Formula;

/// Placeholder for Z3 in process when the feature `z3` is off.
#[derive(Clone, Copy, Debug)]
pub struct Z3;

const REMEDY: &str = "not built in: `cargo install --path . --features z3` builds the crate z3 into saut (needs \
             Z3 4.8.17 or later with its header); or call the program z3";

impl Backend for Z3 {
    fn name(&self) -> &'static str {
        "z3-crate"
    }

    fn reads(&self) -> Reads {
        Reads::SmtLib
    }

    fn availability(&self) -> Availability {
        Availability::Missing {
            remedy: REMEDY.to_owned(),
        }
    }

    fn solve(&self, _formula: &Formula, _run: &SolveLimits) -> Result<Response, BackendError> {
        Err(BackendError::new(self.name(), Fault::Missing, REMEDY))
    }
}
