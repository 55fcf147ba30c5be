//! Linear programs that end in time: `microlp` looks at its clock now and then only, and hears of no request to stop,
//! so that one which may take long is attended ([`Stop::attend`]).

mod cholesky;
mod elimination;
mod interior;
mod lazy;

pub use elimination::{Elimination, Equation, LARGE_PRIME, PrimeField, whole_multiples};
pub use interior::{Program, Sum};
pub use lazy::{Joining, LazyRows};

use std::time::Duration;

use microlp::{Error, Problem, Solution};

use saut_base::stop::Stop;

/// Programs of fewer terms take no time worth a thread.
const FEW_TERMS: usize = 2_000;

/// The solution of a program with this number of terms, or `None` if there was no time for it.
///
/// # Errors
/// There is none, or the solver failed.
pub fn solve(mut problem: Problem, terms: usize, stop: &Stop) -> Result<Option<Solution>, Error> {
    if stop.stop_reason().is_some() {
        return Ok(None);
    }
    problem.set_time_limit(stop.time_left().unwrap_or(Duration::MAX));
    let solved = if terms < FEW_TERMS {
        Ok(problem.solve())
    } else {
        stop.attend(Duration::ZERO, move || problem.solve())
    };
    match solved {
        Ok(outcome) => Ok(outcome?.into_solution().ok()),
        Err(_) => Ok(None),
    }
}
