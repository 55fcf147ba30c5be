//! Linear programs that end in time: `microlp` looks at its clock now and then only, and hears of no request to stop,
//! so that one which may take long is attended ([`Stop::attend`]).

mod cholesky;
mod elimination;
mod interior;

pub use elimination::{Elimination, Equation, LARGE_PRIME, PrimeField, whole_multiples};
pub use interior::{Program, Sum};

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

/// Rows that join a program.
#[derive(Clone, Copy, Debug)]
pub struct Joining {
    /// Programs of at most this number of rows have all of them from the beginning.
    pub all_up_to: usize,
    /// Maximum number of rows.
    pub max: usize,
    /// Number of rows that join at a time, the most violated ones; or twice as many as have joined.
    pub at_a_time: usize,
    /// A row that is violated by less counts as satisfied.
    pub tolerance: f64,
    /// Rows that are satisfied by less than this join the violated ones.
    pub margin: f64,
}

/// Rows of a linear program that have joined it, by number.
#[derive(Clone, Debug)]
pub struct LazyRows {
    joining: Joining,
    joined: Vec<usize>,
    is_joined: Vec<bool>,
}

impl LazyRows {
    /// Rows of a program with this number of rows.
    pub fn new(count: usize, joining: Joining) -> Self {
        let all = count <= joining.all_up_to;
        Self {
            joining,
            joined: (0..count).filter(|_| all).collect(),
            is_joined: vec![all; count],
        }
    }

    /// The first solution of joined rows that violates no row; `None` if `solve` finds none, or there are too many rows.
    pub fn solve<P>(
        &mut self,
        mut solve: impl FnMut(&[usize]) -> Option<P>,
        excess: impl Fn(&P, usize) -> f64,
    ) -> Option<P> {
        let Joining {
            max,
            at_a_time,
            tolerance,
            margin,
            ..
        } = self.joining;
        loop {
            let point = solve(&self.joined)?;
            let waiting = (0..self.is_joined.len()).filter(|&row| !self.is_joined[row]);
            let waiting = waiting.map(|row| (excess(&point, row), row));
            let mut joining: Vec<(f64, usize)> = waiting.filter(|one| one.0 > -margin).collect();
            joining.sort_by(|a, b| b.0.total_cmp(&a.0));
            if joining.first().is_none_or(|(worst, _)| *worst <= tolerance) {
                return Some(point);
            }
            joining.truncate(self.joined.len().max(at_a_time));
            if self.joined.len() + joining.len() > max {
                return None;
            }
            for (_, row) in joining {
                self.is_joined[row] = true;
                self.joined.push(row);
            }
        }
    }
}
