//! Limits of the server.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Limits of one question.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest that a solve may take.
    pub solve: Duration,
    /// The memory of the server above which work on boards gives up. A task to be solved has half of it in a process of
    /// its own, another question about a task an eighth.
    pub memory_mib: u64,
    /// The threads of a solve.
    pub threads: Option<NonZeroUsize>,
}
