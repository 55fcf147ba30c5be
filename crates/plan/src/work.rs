//! Work: effort that is counted and not clocked; and the cost of programs, which can only be measured.

use std::sync::atomic::{AtomicU64, Ordering};
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

/// Measured cost of the calls of solver programs, also of one that is killed: shared between the caller and the calls.
///
/// Wall-clock time runs from the start of the program to its end, without the writing of the formula and the reading of
/// the answer. Memory is the most that was seen at once in its process group, or of one process by the kernel's own
/// high-water mark, whichever is more.
#[derive(Debug, Default)]
pub struct Meter {
    micros: AtomicU64,
    calls: AtomicU64,
    peak_kib: AtomicU64,
}

impl Meter {
    /// The time of all programs together; `None` if none was started.
    pub fn wall(&self) -> Option<Duration> {
        let micros = Duration::from_micros(self.micros.load(Ordering::Relaxed));
        (self.calls.load(Ordering::Relaxed) > 0).then_some(micros)
    }

    /// The most memory seen, in KiB.
    pub fn peak_kib(&self) -> u64 {
        self.peak_kib.load(Ordering::Relaxed)
    }

    /// Records a program that has ended after this time.
    pub fn record_run(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
        self.calls.fetch_add(1, Ordering::Relaxed);
    }

    /// Raises the peak to this memory, in KiB, if it is more.
    pub fn record_kib(&self, kib: u64) {
        self.peak_kib.fetch_max(kib, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Meter;

    #[test]
    fn times_add_up_and_the_largest_memory_stays() {
        let meter = Meter::default();
        assert_eq!((meter.wall(), meter.peak_kib()), (None, 0));
        for (millis, kib) in [(2, 30), (3, 10)] {
            meter.record_run(Duration::from_millis(millis));
            meter.record_kib(kib);
        }
        let five = Some(Duration::from_millis(5));
        assert_eq!((meter.wall(), meter.peak_kib()), (five, 30));
    }
}
