//! Limits: a value that every long computation queries to find out whether to continue.
//!
//! The value combines a deadline, a limit on the memory of this process, and requests to stop. Such a request comes
//! from Ctrl-C, or from another member of a portfolio that finished first.

use std::cell::Cell;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Reason why a computation ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The deadline passed.
    Timeout,
    /// The memory limit was exceeded.
    Memory,
    /// A stop was requested, for example by Ctrl-C.
    Interrupted,
    /// The conflict budget, or another limit on the effort, is used up.
    EffortSpent,
    /// The solver answered "unknown" without reaching a limit.
    SolverGaveUp,
    /// All methods ended without an answer.
    NothingLeft,
    /// The problem is too large: too many holes, states or clauses.
    TooLarge,
    /// The horizon is limited to this number of steps, and there is no plan with this number of steps.
    HorizonRefuted {
        /// Number of steps.
        horizon: usize,
        /// Whether a checked proof shows that there is no such plan.
        is_proved: bool,
    },
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Error for StopReason {}

impl StopReason {
    /// Returns the name of the reason in results.
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

/// Limits that all computations for one answer share. Clones refer to the same value.
#[derive(Clone, Debug)]
pub struct Stop {
    requested: Arc<AtomicBool>,
    outer: Option<Arc<Stop>>,
    deadline: Option<Instant>,
    memory_mib: Option<u64>,
    memory: Arc<MemoryWatch>,
}

/// Queries a [`Stop`] once in `Ticker::LOOK_EVERY` iterations of a loop, so that short iterations remain fast.
#[derive(Clone, Debug)]
pub struct Ticker {
    stop: Stop,
    left: Cell<usize>,
    reason: Cell<Option<StopReason>>,
}

impl Ticker {
    /// Number of iterations between two tests of the limits.
    const LOOK_EVERY: usize = 4096;

    /// Creates a ticker that first queries the limits in the first iteration.
    pub fn new(stop: &Stop) -> Self {
        Self {
            stop: stop.clone(),
            left: Cell::new(0),
            reason: Cell::default(),
        }
    }

    /// Creates a ticker that queries no limits in the first `Ticker::LOOK_EVERY` iterations, so that short computations
    /// always complete.
    pub fn lazy(stop: &Stop) -> Self {
        let asked = Self::new(stop);
        asked.left.set(Self::LOOK_EVERY);
        asked
    }

    /// Returns the queried limits.
    pub const fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Counts an iteration of a loop. Returns the reason to stop according to the last query.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.check().err()
    }

    /// Counts an iteration of a loop.
    ///
    /// # Errors
    /// [`StopReason`] according to the last query.
    pub fn check(&self) -> Result<(), StopReason> {
        self.spend(1)
    }

    /// Counts a long iteration as `turns` short iterations.
    ///
    /// # Errors
    /// [`StopReason`] according to the last query.
    pub fn spend(&self, turns: usize) -> Result<(), StopReason> {
        let reason = match self.left.get().checked_sub(turns) {
            Some(left) => {
                self.left.set(left);
                self.reason.get()
            }
            None => return self.check_now(),
        };
        reason.map_or(Ok(()), Err)
    }

    /// Queries the limits immediately.
    ///
    /// # Errors
    /// [`StopReason`] if a limit is reached.
    pub fn check_now(&self) -> Result<(), StopReason> {
        self.left.set(Self::LOOK_EVERY);
        self.reason
            .set(self.reason.get().or_else(|| self.stop.stop_reason()));
        self.reason.get().map_or(Ok(()), Err)
    }
}

impl Default for Ticker {
    fn default() -> Self {
        Self::new(&Stop::default())
    }
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
    /// Milliseconds between two measurements of the memory of this process.
    const LOOK_EVERY_MS: u64 = 25;

    /// Time between two tests of the limits while a separate thread works.
    const ATTEND_EVERY: Duration = Duration::from_millis(10);

    /// Estimated memory of a clause in a solver, in bytes.
    const BYTES_A_CLAUSE: u128 = 250;

    /// Estimated number of clauses that are written per second.
    const CLAUSES_A_SECOND: f64 = 2e6;

    /// Creates limits that end the work after `timeout` from now, or when this process uses more than `memory_mib` MiB.
    pub fn new(timeout: Option<Duration>, memory_mib: Option<u64>) -> Self {
        let memory = MemoryWatch::default();
        let born = memory.born;
        Self {
            requested: Arc::default(),
            outer: None,
            deadline: timeout.and_then(|timeout| born.checked_add(timeout)),
            memory_mib,
            memory: Arc::new(memory),
        }
    }

    /// Returns the same limits for a part of the work. This part can also be stopped separately.
    #[must_use]
    pub fn child(&self) -> Self {
        Self {
            requested: Arc::default(),
            outer: Some(Arc::new(self.clone())),
            ..self.clone()
        }
    }

    /// Returns these limits with an additional deadline: `timeout` from now.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        let mut inner = self.child();
        let deadline = Instant::now().checked_add(timeout);
        inner.deadline = inner.deadline.into_iter().chain(deadline).min();
        inner
    }

    /// Returns these limits with another memory limit.
    #[must_use]
    pub fn with_memory(&self, memory_mib: u64) -> Self {
        Self {
            memory_mib: Some(memory_mib),
            memory: Arc::default(),
            ..self.child()
        }
    }

    /// Requests a stop. The thread of a signal handler may call this function.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Returns the reason to stop, or `None` to continue. The function is cheap enough for thousands of calls per
    /// second.
    pub fn stop_reason(&self) -> Option<StopReason> {
        if self.requested.load(Ordering::Relaxed) {
            return Some(StopReason::Interrupted);
        }
        if let Some(why) = self.outer.as_ref().and_then(|outer| outer.stop_reason()) {
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

    /// Like [`Stop::stop_reason`], but returns a result for the `?` operator.
    ///
    /// # Errors
    /// [`StopReason`] if a limit is reached.
    pub fn check(&self) -> Result<(), StopReason> {
        self.stop_reason().map_or(Ok(()), Err)
    }

    /// Returns the time left, if there is a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Returns the number of objects that the memory limit permits, if each occupies `bytes` bytes.
    pub fn room(&self, bytes: u128) -> u128 {
        let all = self.memory_mib.map(|mib| u128::from(mib) << 20);
        all.map_or(u128::MAX, |all| all / bytes)
    }

    /// Whether the memory limit permits `bytes` bytes in addition to the memory that the program uses.
    pub fn has_room(&self, bytes: u128) -> bool {
        let held = || u128::from(held_mib().unwrap_or(0)) << 20;
        self.memory_mib.is_none() || held().saturating_add(bytes) <= self.room(1)
    }

    /// Returns the limit that a formula with this number of clauses would exceed, by an estimate of its memory and its
    /// writing time. `None` if it would exceed no limit.
    pub fn forbids_clauses(&self, clauses: u128) -> Option<StopReason> {
        if clauses > self.room(Self::BYTES_A_CLAUSE) {
            return Some(StopReason::Memory);
        }
        let seconds = self.time_left()?.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let is_quick = clauses as f64 <= seconds * Self::CLAUSES_A_SECOND;
        (!is_quick).then_some(StopReason::Timeout)
    }

    /// Runs work that does not query the limits on a separate thread. If a limit is reached, the work is abandoned, but
    /// not before the time `least` has passed. The thread of abandoned work continues until it finishes or the program
    /// ends.
    ///
    /// # Errors
    /// [`StopReason`] if the work is abandoned.
    ///
    /// # Panics
    /// If the work panics.
    pub fn attend<T: Send + 'static>(
        &self,
        least: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, StopReason> {
        if cfg!(target_family = "wasm") {
            // WebAssembly has only one thread, which the waiting web page can end.
            return Ok(work());
        }
        let began = Instant::now();
        let (sender, done) = channel();
        let thread = std::thread::spawn(move || {
            // The receiver may no longer wait for the result.
            let _ = sender.send(work());
        });
        loop {
            match done.recv_timeout(Self::ATTEND_EVERY) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    if let Err(cause) = thread.join() {
                        std::panic::resume_unwind(cause);
                    }
                    return Err(StopReason::NothingLeft);
                }
            }
            if let Some(why) = self.stop_reason().filter(|_| began.elapsed() >= least) {
                return Err(why);
            }
        }
    }

    /// Returns the memory limit in MiB.
    pub fn memory_mib(&self) -> Option<u64> {
        self.memory_mib
    }
}

impl Default for MemoryWatch {
    fn default() -> Self {
        Self {
            born: Instant::now(),
            next_look_ms: AtomicU64::new(0),
            exceeded: AtomicBool::new(false),
        }
    }
}

impl MemoryWatch {
    fn is_above(&self, limit_mib: u64) -> bool {
        let now = u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX);
        if now >= self.next_look_ms.load(Ordering::Relaxed) {
            self.next_look_ms
                .store(now + Stop::LOOK_EVERY_MS, Ordering::Relaxed);
            if held_mib().is_some_and(|mib| mib > limit_mib) {
                self.exceeded.store(true, Ordering::Relaxed);
            }
        }
        self.exceeded.load(Ordering::Relaxed)
    }
}

/// Returns the memory of this process in MiB, if `/proc` is available.
#[cfg(not(target_family = "wasm"))]
pub fn held_mib() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = pages.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64 / (1 << 20))
}

/// Returns the memory of the program in MiB. WebAssembly memory never shrinks.
#[cfg(target_family = "wasm")]
pub fn held_mib() -> Option<u64> {
    const PAGES_A_MIB: usize = 16;
    Some((core::arch::wasm32::memory_size::<0>() / PAGES_A_MIB) as u64)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Stop, StopReason, Ticker};

    #[test]
    fn an_inner_stop_does_not_end_the_outer_one() {
        let outer = Stop::default();
        let (first, second) = (outer.child(), outer.child());
        first.request();
        assert_eq!(
            (
                first.stop_reason(),
                second.stop_reason(),
                outer.stop_reason()
            ),
            (Some(StopReason::Interrupted), None, None)
        );
        outer.request();
        assert_eq!(second.stop_reason(), Some(StopReason::Interrupted));
    }

    #[test]
    fn work_without_polls_is_abandoned() {
        let stop = Stop::new(Some(Duration::from_millis(50)), None);
        let began = std::time::Instant::now();
        let left = stop.attend(Duration::ZERO, || {
            std::thread::sleep(Duration::from_secs(20));
        });
        assert_eq!(left, Err(StopReason::Timeout));
        assert!(began.elapsed() < Duration::from_secs(5));
        assert_eq!(Stop::default().attend(Duration::ZERO, || 6 * 7), Ok(42));
        let over = Stop::new(Some(Duration::ZERO), None);
        assert_eq!(over.attend(Duration::from_secs(20), || 6 * 7), Ok(42));
        let panics = || Stop::default().attend(Duration::ZERO, || panic!("no"));
        assert!(std::panic::catch_unwind(panics).is_err());
    }

    #[test]
    fn a_formula_has_room_and_time_or_is_not_begun() {
        let stop = Stop::new(Some(Duration::from_secs(1)), Some(200));
        assert_eq!(stop.forbids_clauses(100_000), None);
        assert_eq!(stop.forbids_clauses(1_000_000), Some(StopReason::Memory));
        assert_eq!(stop.forbids_clauses(u128::MAX), Some(StopReason::Memory));
        let stop = Stop::new(Some(Duration::from_secs(1)), None);
        assert_eq!(stop.forbids_clauses(u128::MAX), Some(StopReason::Timeout));
        assert_eq!(Stop::default().forbids_clauses(u128::MAX), None);
    }

    #[test]
    fn a_loop_of_short_turns_is_stopped_some_turns_later_and_stays_so() {
        let stop = Stop::default();
        let ticker = Ticker::new(&stop);
        let turns = |ticker: &Ticker| {
            (0..10_000)
                .take_while(|_| ticker.stop_reason().is_none())
                .count()
        };
        assert_eq!(turns(&ticker), 10_000);
        stop.request();
        assert!(turns(&ticker) <= 4096);
        assert_eq!(ticker.stop_reason(), Some(StopReason::Interrupted));
        assert_eq!(Ticker::new(&stop).check_now(), Err(StopReason::Interrupted));
    }

    #[test]
    fn a_long_turn_counts_for_as_many_short_ones() {
        let stop = Stop::default();
        let ticker = Ticker::new(&stop);
        assert_eq!(ticker.stop_reason(), None);
        stop.request();
        assert_eq!(ticker.spend(4096), Ok(()));
        assert_eq!(ticker.check(), Err(StopReason::Interrupted));
        assert_eq!(
            Ticker::new(&stop).stop_reason(),
            Some(StopReason::Interrupted)
        );
        let lazy = Ticker::lazy(&stop);
        assert_eq!(
            (lazy.spend(4096), lazy.stop_reason()),
            (Ok(()), Some(StopReason::Interrupted))
        );
    }

    #[test]
    fn the_free_memory_is_the_limit_minus_the_used() {
        let stop = Stop::new(None, Some(1 << 20));
        assert!(stop.has_room(1 << 30) && !stop.has_room(1 << 40));
        assert!(!Stop::new(None, Some(0)).has_room(0));
        assert!(Stop::default().has_room(u128::MAX));
    }

    #[test]
    fn deadline_and_memory_limit_end_it() {
        assert_eq!(
            Stop::new(Some(Duration::ZERO), None).stop_reason(),
            Some(StopReason::Timeout)
        );
        assert_eq!(
            Stop::new(None, Some(0)).stop_reason(),
            Some(StopReason::Memory)
        );
        assert_eq!(
            Stop::new(Some(Duration::from_secs(3600)), Some(1 << 20)).stop_reason(),
            None
        );
    }
}
