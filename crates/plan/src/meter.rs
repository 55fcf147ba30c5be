//! Meters: what a call of a solver program cost, told even if it was killed.
//!
//! Wall-clock time runs from the start of the program to its end, without the writing of the
//! formula and the reading of the answer. Memory is the most that was seen at once in its process
//! group, or of one process by the kernel's own high-water mark, whichever is more.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Shared between whoever asks for a call and the call itself.
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

    /// A program has ended after so long.
    pub fn ran(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
        self.calls.fetch_add(1, Ordering::Relaxed);
    }

    /// Raises the peak to this memory, in KiB, if it is more.
    pub fn saw_kib(&self, kib: u64) {
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
            meter.ran(Duration::from_millis(millis));
            meter.saw_kib(kib);
        }
        let five = Some(Duration::from_millis(5));
        assert_eq!((meter.wall(), meter.peak_kib()), (five, 30));
    }
}
