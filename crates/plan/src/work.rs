//! Work: effort that is counted and not clocked.

use std::time::Duration;

/// Effort, in units of about a microsecond that are counted and not clocked: expanded states, propagated literals,
/// written clauses, each times what it usually takes. The same seed on one thread spends the same work on every
/// machine, so the clock ends a race and does not steer it. Only what cannot be counted (programs from outside, a
/// linear program of a library) is charged by the clock.
pub type Work = u64;

/// Propagated literals that take about a microsecond together, measured on formulas of planning tasks.
pub(crate) const PROPAGATIONS_A_WORK: u64 = 10;

/// The work of what only the clock can tell.
pub(crate) fn clocked(elapsed: Duration) -> Work {
    u64::try_from(elapsed.as_micros()).unwrap_or(Work::MAX)
}
