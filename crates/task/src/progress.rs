//! Progress events for an observer of a running computation. They are sent from worker threads.

use crate::encode::Encoding;

/// An observer of progress events. By default, every event is ignored.
pub trait Progress: Send + Sync {
    /// Reports that an attempt with this encoding, horizon and backend begins, after `_before` earlier attempts.
    fn attempt(&self, _encoding: Encoding, _horizon: usize, _backend: &str, _before: usize) {}

    /// Reports that the exhaustive search begins.
    fn searching(&self) {}

    /// Reports that the exhaustive search has finished a level.
    fn searched(&self, _level: LevelDone) {}

    /// Reports how many states the running search program `_searcher` has entered.
    fn playing(&self, _searcher: &str, _nodes: u64) {}

    /// Reports that this engine of the portfolio begins a time slice.
    fn turn(&self, _engine: &str) {}

    /// Reports a checked lower bound: no plan costs less.
    fn at_least(&self, _bound: u64) {}
}

/// A completed level of a bidirectional search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelDone {
    /// Whether the level was searched backward from the goal.
    pub from_goal: bool,
    /// Number of pegs, or of true fluents, of the states on this level.
    pub pegs: usize,
    /// Number of states on this level, up to symmetry.
    pub boards: u64,
    /// Number of new states found per second.
    pub boards_per_second: f64,
    /// The memory of this process, in MiB.
    pub resident_mib: u64,
}
