//! Linear programs with limits. The solver `microlp` tests its time limit only occasionally and ignores requests to
//! stop. So large programs run on a separate thread ([`Stop::attend`]).

mod cholesky;
mod elimination;
mod interior;

pub use elimination::{Elimination, Equation, LARGE_PRIME, PrimeField, whole_multiples};
pub use interior::{Program, Sum};

use std::time::Duration;

use microlp::{Error, Problem, Solution};

use saut_base::stop::Stop;

/// Programs with fewer terms are solved fast and need no separate thread.
const FEW_TERMS: usize = 2_000;

/// Solves a program with this number of terms. `None` if a limit was reached.
///
/// # Errors
/// [`Error`] if the program has no solution, or if the solver failed.
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

/// Parameters for adding rows to a linear program.
#[derive(Clone, Copy, Debug)]
pub struct RowGeneration {
    /// Programs with at most this number of rows contain all rows from the beginning.
    pub all_up_to: usize,
    /// Maximum number of rows.
    pub max: usize,
    /// Maximum number of rows that are added at a time. The most violated rows come first. If more rows than this were
    /// already added, the maximum is their number.
    pub at_a_time: usize,
    /// Maximum violation of a row that counts as satisfied.
    pub tolerance: f64,
    /// If a row is violated, the rows that are satisfied by less than this margin are added as well.
    pub margin: f64,
}

/// The rows of a linear program, which are only added when a solution violates them.
#[derive(Clone, Debug)]
pub struct LazyRows {
    joining: RowGeneration,
    joined: Vec<usize>,
    is_joined: Vec<bool>,
}

impl LazyRows {
    /// Creates the rows of a program with `count` rows.
    pub fn new(count: usize, joining: RowGeneration) -> Self {
        let all = count <= joining.all_up_to;
        Self {
            joining,
            joined: (0..count).filter(|_| all).collect(),
            is_joined: vec![all; count],
        }
    }

    /// Solves the program with the added rows, and adds violated rows until a solution violates no row. `excess`
    /// returns by how much a solution violates a row. `None` if `solve` finds no solution, or if there are too many
    /// rows.
    pub fn solve<P>(
        &mut self,
        mut solve: impl FnMut(&[usize]) -> Option<P>,
        excess: impl Fn(&P, usize) -> f64,
    ) -> Option<P> {
        let RowGeneration {
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
