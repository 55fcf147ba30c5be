//! A backend that this build of the program does not have: it is listed and can be named, and says
//! how to get it.
//!
//! Without it `z3-crate` would be an unknown name in a default build, and nobody would learn that it
//! exists.

use super::{Availability, Backend, BackendError, Fault, Reads, Response, SolveLimits};
use saut_task::formula::Formula;

/// Z3 in process, where the feature `z3` is off.
#[derive(Clone, Copy, Debug)]
pub struct Z3;

/// The way to get it.
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
