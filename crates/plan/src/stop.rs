//! Stopping: one value that every long computation asks whether to go on.
//!
//! A deadline, a memory limit on this process and a request from outside (Ctrl-C, or a colleague
//! of a portfolio who was faster) all end up here, so that a backend has one thing to ask.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a computation ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The deadline passed.
    Timeout,
    /// The memory limit was hit.
    Memory,
    /// It was asked to stop (Ctrl-C).
    Interrupted,
    /// The conflict budget, or another measure of effort that was given, is spent.
    EffortSpent,
    /// The solver said "unknown" of its own accord.
    SolverGaveUp,
    /// Every method came to its end without an answer.
    NothingLeft,
    /// What is asked for does not fit: too many holes, states or clauses.
    TooLarge,
    /// Only this many steps were asked for, and they are too few.
    HorizonRefuted {
        /// The steps.
        horizon: usize,
        /// Whether a proof of it was checked.
        is_proved: bool,
    },
}

impl StopReason {
    /// The word used in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Memory => "memory",
            Self::Interrupted => "interrupted",
            Self::EffortSpent => "effort-spent",
            Self::SolverGaveUp => "solver-gave-up",
            Self::NothingLeft => "exhausted",
            Self::TooLarge => "too-large",
            Self::HorizonRefuted { .. } => "horizon-refuted",
        }
    }
}

/// Shared by all who work on one question. Clones are the same value.
#[derive(Clone, Debug)]
pub struct Stop {
    requested: Arc<AtomicBool>,
    outer: Option<Arc<Stop>>,
    deadline: Option<Instant>,
    memory_mib: Option<u64>,
    memory: Arc<MemoryWatch>,
}

#[derive(Debug)]
struct MemoryWatch {
    born: Instant,
    next_look_ms: AtomicU64,
    exceeded: AtomicBool,
}

impl Default for Stop {
    fn default() -> Self {
        Self::new(None, None)
    }
}

impl Stop {
    /// How often the memory of this process is looked at.
    const LOOK_EVERY_MS: u64 = 25;

    /// Ends after `timeout` from now, and when this process holds more than `memory_mib`.
    pub fn new(timeout: Option<Duration>, memory_mib: Option<u64>) -> Self {
        let born = Instant::now();
        let memory = MemoryWatch {
            born,
            next_look_ms: AtomicU64::new(0),
            exceeded: AtomicBool::new(false),
        };
        Self {
            requested: Arc::default(),
            outer: None,
            deadline: timeout.and_then(|timeout| born.checked_add(timeout)),
            memory_mib,
            memory: Arc::new(memory),
        }
    }

    /// Ends with this one, and can be ended alone.
    #[must_use]
    pub fn child(&self) -> Self {
        Self {
            requested: Arc::default(),
            outer: Some(Arc::new(self.clone())),
            ..self.clone()
        }
    }

    /// The same limits with an earlier deadline.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        let mut inner = self.child();
        let deadline = Instant::now().checked_add(timeout);
        inner.deadline = inner.deadline.into_iter().chain(deadline).min();
        inner
    }

    /// The same with this memory limit.
    #[must_use]
    pub fn with_memory(&self, memory_mib: u64) -> Self {
        Self {
            memory_mib: Some(memory_mib),
            ..self.child()
        }
    }

    /// Asks to stop; safe from a signal handler's thread.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Why to stop, or `None` to go on. Cheap enough to be asked thousands of times a second.
    pub fn why(&self) -> Option<StopReason> {
        if self.requested.load(Ordering::Relaxed) {
            return Some(StopReason::Interrupted);
        }
        if let Some(why) = self.outer.as_ref().and_then(|outer| outer.why()) {
            return Some(why);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Some(StopReason::Timeout);
        }
        self.memory_mib
            .is_some_and(|limit| self.memory.is_above(limit))
            .then_some(StopReason::Memory)
    }

    /// The time left, if there is a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// How many things of so many bytes the memory limit leaves room for.
    pub fn room(&self, bytes: u128) -> u128 {
        let all = self.memory_mib.map(|mib| u128::from(mib) << 20);
        all.map_or(u128::MAX, |all| all / bytes)
    }

    /// The memory limit.
    pub fn memory_mib(&self) -> Option<u64> {
        self.memory_mib
    }
}

impl MemoryWatch {
    fn is_above(&self, limit_mib: u64) -> bool {
        let now = u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX);
        if now >= self.next_look_ms.load(Ordering::Relaxed) {
            self.next_look_ms
                .store(now + Stop::LOOK_EVERY_MS, Ordering::Relaxed);
            if resident_mib(std::process::id()).is_some_and(|mib| mib > limit_mib) {
                self.exceeded.store(true, Ordering::Relaxed);
            }
        }
        self.exceeded.load(Ordering::Relaxed)
    }
}

/// The resident memory of a process in MiB, where `/proc` tells.
pub fn resident_mib(process: u32) -> Option<u64> {
    let pages = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = pages.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64 / (1 << 20))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Stop, StopReason};

    #[test]
    fn an_inner_stop_ends_with_the_outer_one_but_not_the_other_way() {
        let outer = Stop::default();
        let (first, second) = (outer.child(), outer.child());
        first.request();
        assert_eq!(
            (first.why(), second.why(), outer.why()),
            (Some(StopReason::Interrupted), None, None)
        );
        outer.request();
        assert_eq!(second.why(), Some(StopReason::Interrupted));
    }

    #[test]
    fn deadline_and_memory_limit_end_it() {
        assert_eq!(
            Stop::new(Some(Duration::ZERO), None).why(),
            Some(StopReason::Timeout)
        );
        assert_eq!(Stop::new(None, Some(0)).why(), Some(StopReason::Memory));
        assert_eq!(
            Stop::new(Some(Duration::from_secs(3600)), Some(1 << 20)).why(),
            None
        );
    }
}
