//! Limits of a search: when to end, how many threads, and whether a table may still grow.
//!
//! A table that would not fit is not begun: the search ends with [`StopReason::Memory`] while it still
//! can, instead of being ended by the system.

use std::num::NonZero;

use saut_base::stop::{Stop, StopReason, held_mib};

/// Reasons why a search ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A limit was hit, or somebody asked.
    Stopped(StopReason),
    /// A number does not fit into 128 bits.
    TooLarge,
}

impl From<StopReason> for Halt {
    fn from(why: StopReason) -> Self {
        Self::Stopped(why)
    }
}

/// The limits.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    stop: Stop,
    threads: usize,
    most_mib: Option<u64>,
}

impl SearchLimits {
    /// The limits of `stop`, on `threads` threads (0: as many as the machine has). Without a
    /// memory limit, nine tenths of what the machine has free count as one.
    pub fn new(stop: &Stop, threads: usize) -> Self {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        };
        let free = || Some(free_mib()? * 9 / 10 + held_mib()?);
        Self {
            stop: stop.clone(),
            threads,
            most_mib: stop.memory_mib().or_else(free),
        }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Goes on, or not.
    ///
    /// # Errors
    /// [`Halt::Stopped`] if a limit was hit.
    pub fn check(&self) -> Result<(), Halt> {
        self.stop
            .stop_reason()
            .map_or(Ok(()), |why| Err(why.into()))
    }

    /// Asks for `bytes` more bytes.
    ///
    /// # Errors
    /// [`Halt::Stopped`] if the limits forbid them.
    pub fn allow(&self, bytes: usize) -> Result<(), Halt> {
        const SMALL: usize = 1 << 20;
        let (Some(most), true) = (self.most_mib, bytes > SMALL) else {
            return Ok(());
        };
        let resident = held_mib().unwrap_or(0);
        if resident + (bytes >> 20) as u64 > most {
            Err(StopReason::Memory.into())
        } else {
            Ok(())
        }
    }
}

/// The memory that the machine can still give, where `/proc` tells.
pub fn free_mib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

#[cfg(test)]
mod tests {
    use super::{Halt, SearchLimits};
    use saut_base::stop::{Stop, StopReason};

    #[test]
    fn a_table_beyond_the_limit_is_refused_before_it_is_made() {
        let limits = SearchLimits::new(&Stop::new(None, Some(1 << 14)), 3);
        assert_eq!(
            (limits.threads(), limits.check(), limits.allow(1 << 22)),
            (3, Ok(()), Ok(()))
        );
        assert_eq!(
            limits.allow(1 << 40),
            Err(Halt::Stopped(StopReason::Memory))
        );
    }

    #[test]
    fn without_a_limit_the_machine_is_one() {
        let limits = SearchLimits::new(&Stop::default(), 0);
        assert!(limits.threads() >= 1);
        assert_eq!(
            limits.allow(1 << 50),
            Err(Halt::Stopped(StopReason::Memory))
        );
    }
}
