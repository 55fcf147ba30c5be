//! Work: counted effort, and the measured cost of external programs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Effort, counted and not measured: expanded states, propagated literals and written clauses, each multiplied by its
/// typical time. A unit is about a third of a microsecond on a machine of 2026. If all work is counted, a run with the
/// same seed and one thread is the same on every machine: the clock can end a race, but does not influence its course.
/// Parts that cannot be counted are charged by the clock, for example the linear programs of a library, and solvers
/// that report neither work nor propagations.
pub type Work = u64;

/// Returns the work for a measured time: one unit for each microsecond, a third of the rate of counted work.
pub(crate) fn clocked(elapsed: Duration) -> Work {
    u64::try_from(elapsed.as_micros()).unwrap_or(Work::MAX)
}

/// Measured cost of the calls of solver programs, including killed ones. It is shared between the caller and the calls.
///
/// Wall-clock time runs from the start of the program to its end, without writing the formula and reading the answer.
/// Memory is the larger of two numbers: the maximum sampled in its process group, and the kernel's high-water mark of a
/// single process.
#[derive(Debug, Default)]
pub struct Meter {
    micros: AtomicU64,
    calls: AtomicU64,
    peak_kib: AtomicU64,
}

impl Meter {
    /// Returns the total time of all programs; `None` if none was started.
    pub fn wall(&self) -> Option<Duration> {
        let micros = Duration::from_micros(self.micros.load(Ordering::Relaxed));
        (self.calls.load(Ordering::Relaxed) > 0).then_some(micros)
    }

    /// Returns the peak memory, in KiB.
    pub fn peak_kib(&self) -> u64 {
        self.peak_kib.load(Ordering::Relaxed)
    }

    /// Records a finished program with its time.
    pub fn record_run(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
        self.calls.fetch_add(1, Ordering::Relaxed);
    }

    /// Raises the peak to this memory, in KiB, if it is larger.
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
