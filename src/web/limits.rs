//! Limits of the server.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Limits of one question.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest that a solve may take.
    pub solve: Duration,
    /// The memory of the whole process above which work gives up.
    pub memory_mib: u64,
    /// The threads of a solve.
    pub threads: Option<NonZeroUsize>,
}
