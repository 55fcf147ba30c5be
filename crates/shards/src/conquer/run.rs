//! A run of one piece: its limits and choices, what came of it, and the processor time that it took.

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use saut_base::stop::{Stop, StopReason};

use crate::piece::PieceName;

/// Limits and choices of one run.
#[derive(Clone, Debug)]
pub struct ConquerSettings {
    /// The solver; it must write proofs.
    pub backend: String,
    /// Number of conflicts after which a piece is split again, a part of it after twice as many.
    pub conflicts: Option<u64>,
    /// The run ends after so long; the piece at hand is split, for the next run.
    pub timeout: Option<Duration>,
    /// The most memory, beyond which the run ends in the same way.
    pub memory_mib: Option<u64>,
    /// Interruption.
    pub stop: Stop,
    /// The seed of the solver.
    pub seed: u64,
    /// Into how many parts a piece is split.
    pub parts: usize,
}

impl Default for ConquerSettings {
    fn default() -> Self {
        Self {
            backend: saut_plan::refute::PROVER.to_owned(),
            conflicts: None,
            timeout: None,
            memory_mib: None,
            stop: Stop::default(),
            seed: 0,
            parts: 4,
        }
    }
}

impl ConquerSettings {
    /// All limits.
    pub(super) fn limits(&self) -> Stop {
        let stop = match self.timeout {
            Some(timeout) => self.stop.with_timeout(timeout),
            None => self.stop.child(),
        };
        match self.memory_mib {
            Some(memory) => stop.with_memory(memory),
            None => stop,
        }
    }
}

/// Result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conquered {
    /// The piece, or each of its parts, is refuted.
    Done,
    /// A plan was found in this piece.
    Plan(PieceName),
    /// A limit ended the run; these pieces below it are not done.
    Unfinished(StopReason, Vec<PieceName>),
}

/// Processor time of this process and of the programs that it called, in milliseconds.
pub(super) fn processor_milliseconds() -> u64 {
    let of = |who| {
        getrusage(who).map_or(0, |usage| {
            usage.user_time().num_milliseconds() + usage.system_time().num_milliseconds()
        })
    };
    let all = of(UsageWho::RUSAGE_SELF) + of(UsageWho::RUSAGE_CHILDREN);
    u64::try_from(all).unwrap_or(0)
}
