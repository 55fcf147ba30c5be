//! Progress: what an observer is told while a question is worked on. Called from worker threads.

use crate::encode::Encoding;

/// An observer of the work. Every event has a default that does nothing.
pub trait Progress: Send + Sync {
    /// An attempt begins: the encoding and horizon, and how many came before it.
    fn attempt(&self, _encoding: Encoding, _horizon: usize, _backend: &str, _before: usize) {}

    /// The exhaustive search begins.
    fn searching(&self) {}

    /// The exhaustive search has finished a level.
    fn searched(&self, _level: LevelDone) {}

    /// A search program plays: its name, and the states that it has entered.
    fn playing(&self, _searcher: &str, _nodes: u64) {}

    /// An engine of the race begins a turn: its name.
    fn turn(&self, _engine: &str) {}

    /// A checked bound: no plan costs less.
    fn at_least(&self, _bound: u64) {}
}

/// A level of a two-ended search that has just been finished.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelDone {
    /// Whether it was reached from the goal, backward.
    pub from_goal: bool,
    /// The pegs, or true fluents, of its states.
    pub pegs: usize,
    /// Number of its states, up to symmetry.
    pub boards: u64,
    /// Number of new states found per second.
    pub boards_per_second: f64,
    /// The memory of this process, in MiB.
    pub resident_mib: u64,
}
