//! Meter of the work of this process: time, processor time and memory.
//!
//! `getrusage(2)` tells the processor time of this process and of all descendants that were
//! reaped. Its high-water mark of memory for children is inflated between fork and
//! exec, when a child still has its parent's memory: it is believed only above our own mark;
//! below that, what was seen while the program ran.

use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::record::Record;
use saut_plan::backend::Meter;

/// Process that does the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worker {
    /// This process.
    Here,
    /// Programs that it calls.
    Programs,
    /// Both.
    Both,
}

/// A measurement that has begun.
#[derive(Debug)]
pub struct Measurement {
    began: Instant,
    here: Duration,
    programs: Duration,
}

impl Measurement {
    /// Begins.
    pub fn begin() -> Self {
        Self {
            began: Instant::now(),
            here: cpu(UsageWho::RUSAGE_SELF),
            programs: cpu(UsageWho::RUSAGE_CHILDREN),
        }
    }

    /// Ends: writes time, processor time and memory.
    pub fn end(self, worker: Worker, meter: &Meter, run: &mut Record) {
        let here = cpu(UsageWho::RUSAGE_SELF).saturating_sub(self.here);
        let programs = cpu(UsageWho::RUSAGE_CHILDREN).saturating_sub(self.programs);
        let own = own_peak_kib();
        let children = children_peak_kib();
        let seen = meter.peak_kib();
        let programs_kib = if children > own {
            children.max(seen)
        } else {
            seen
        };
        let elapsed = self.began.elapsed();
        let (wall, cpu, kib) = match worker {
            Worker::Here => (elapsed, here, own),
            Worker::Programs => (meter.wall().unwrap_or(elapsed), programs, programs_kib),
            Worker::Both => (elapsed, here + programs, own.max(programs_kib)),
        };
        run.wall_seconds = wall.as_secs_f64();
        run.cpu_seconds = cpu.as_secs_f64();
        run.peak_mib = mib(kib);
    }
}

#[expect(clippy::cast_precision_loss, reason = "a figure for tables")]
fn mib(kib: u64) -> f64 {
    kib as f64 / 1024.0
}

/// User and system time.
fn cpu(who: UsageWho) -> Duration {
    let micros = getrusage(who).map_or(0, |usage| {
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds()
    });
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}

/// The largest resident set of a child that was reaped, in KiB.
fn children_peak_kib() -> u64 {
    let kib = getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0, |usage| usage.max_rss());
    u64::try_from(kib).unwrap_or(0)
}

/// Peak memory of this process in KiB; `getrusage` would count the memory that its parent had before it.
fn own_peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kib.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use nix::sys::resource::UsageWho;

    use super::{Measurement, Worker, cpu};
    use crate::record::Record;
    use saut_plan::backend::Meter;

    #[test]
    fn work_costs_processor_time_and_memory() {
        let mut busy = Record::default();
        let measurement = Measurement::begin();
        let mut sum = 0_u64;
        // On a busy machine it may take long to be given so much time.
        let spent = || cpu(UsageWho::RUSAGE_SELF).saturating_sub(measurement.here);
        while spent() < Duration::from_millis(20) {
            for _ in 0..100_000 {
                sum = std::hint::black_box(sum.wrapping_add(1));
            }
        }
        measurement.end(Worker::Here, &Meter::default(), &mut busy);
        assert!(busy.cpu_seconds >= 0.02, "{busy:?}");
        assert!(busy.wall_seconds > 0.001 && busy.peak_mib > 0.5, "{busy:?}");
    }
}
