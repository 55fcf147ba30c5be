//! The limits of a search: stop conditions, number of threads, and memory for tables. The module also distributes work
//! to threads.
//!
//! A table that would exceed the memory limit is not allocated. The search ends with [`StopReason::Memory`], and is not
//! killed by the operating system.

use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};

use thiserror::Error;

use saut_base::stop::{Stop, StopReason, held_mib};

/// The reasons why a count or an exhaustive search has no result.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum CountError {
    /// A limit was reached, or the count was interrupted.
    #[error("not counted to the end ({})", .0.name())]
    Stopped(StopReason),
    /// The number exceeds 128 bits.
    #[error("the number has more than 128 bits")]
    TooLarge,
    /// The count does not support this puzzle. The text is the reason.
    #[error("not counted: {0}")]
    NotApplicable(&'static str),
}

impl CountError {
    /// The error under the old French rule, for which moves, sweeps and other properties of all solutions are not
    /// supported.
    pub(crate) const OLD_RULE: Self = Self::NotApplicable(
        "properties of all solutions are not supported under the old French rule; leave out put_back in the file, \
         or count the solutions with saut count",
    );

    /// The error for boards of more than 64 holes.
    pub const LARGE: Self = Self::NotApplicable("the board has more than 64 holes");
}

impl From<StopReason> for CountError {
    fn from(why: StopReason) -> Self {
        Self::Stopped(why)
    }
}

/// Adds a number to a sum.
///
/// # Errors
/// [`CountError::TooLarge`] if the sum exceeds 128 bits.
pub fn add(sum: &mut u128, more: u128) -> Result<(), CountError> {
    *sum = sum.checked_add(more).ok_or(CountError::TooLarge)?;
    Ok(())
}

/// The limits of a search.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    stop: Stop,
    /// The number of threads.
    pub threads: usize,
    most_mib: Option<u64>,
}

impl SearchLimits {
    /// Returns the limits of `stop`, with this number of threads (0: the number of cores). Without a memory limit, the
    /// process may use nine tenths of the free memory in addition to the memory that it already uses.
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

    /// Checks the limits.
    ///
    /// # Errors
    /// [`CountError::Stopped`] if a limit was reached.
    pub fn check(&self) -> Result<(), CountError> {
        Ok(self.stop.check()?)
    }

    /// Checks whether this number of additional bytes may be allocated.
    ///
    /// # Errors
    /// [`CountError::Stopped`] if these bytes would exceed the memory limit.
    pub fn allow(&self, bytes: usize) -> Result<(), CountError> {
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

    /// Returns the result of `work` for every item, in the order of the items. A thread that finishes an item takes the
    /// next item, and first checks the limits.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or the error that `work` returns. After an error, no further item is
    /// begun.
    pub fn each<I: Send, R: Send>(
        &self,
        threads: usize,
        items: impl Iterator<Item = I> + Send,
        work: impl Fn(I) -> Result<R, CountError> + Sync,
    ) -> Result<Vec<R>, CountError> {
        let work = |item| {
            self.check()?;
            work(item)
        };
        if threads <= 1 {
            return items.map(work).collect();
        }
        let (items, failed) = (Mutex::new(items.enumerate()), Mutex::new(None));
        let done = Mutex::new(Vec::new());
        let next = || {
            if failed.lock().is_ok_and(|failed| failed.is_some()) {
                return None;
            }
            items.lock().ok()?.next()
        };
        on_threads(threads, &|| {
            let mut own = Vec::new();
            while let Some((number, item)) = next() {
                match work(item) {
                    Ok(result) => own.push((number, result)),
                    Err(halt) => *locked(&failed) = Some(halt),
                }
            }
            locked(&done).extend(own);
        });
        if let Some(halt) = *locked(&failed) {
            return Err(halt);
        }
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_unstable_by_key(|&(number, _)| number);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }
}

/// Returns the available memory of the machine, if `/proc/meminfo` can be read.
pub fn free_mib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

/// Runs a function on each of `threads` threads. This function is not generic, so it is compiled only once.
fn on_threads(threads: usize, run: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(run);
        }
    });
}

/// Locks a mutex, even if a thread panicked while it held the lock.
pub fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{CountError, SearchLimits};
    use saut_base::stop::{Stop, StopReason};

    #[test]
    fn a_table_beyond_the_limit_is_rejected_before_it_is_made() {
        let limits = SearchLimits::new(&Stop::new(None, Some(1 << 14)), 3);
        assert_eq!(
            (limits.threads, limits.check(), limits.allow(1 << 22)),
            (3, Ok(()), Ok(()))
        );
        assert_eq!(
            limits.allow(1 << 40),
            Err(CountError::Stopped(StopReason::Memory))
        );
    }

    #[test]
    fn without_a_limit_the_machine_is_one() {
        let limits = SearchLimits::new(&Stop::default(), 0);
        assert!(limits.threads >= 1);
        assert_eq!(
            limits.allow(1 << 50),
            Err(CountError::Stopped(StopReason::Memory))
        );
    }

    #[test]
    fn every_item_has_its_result_in_order() {
        let limits = SearchLimits::new(&Stop::default(), 1);
        for threads in [1, 2, 5] {
            let squares: Vec<i32> = (1..=100).map(|item| item * item).collect();
            let found = limits.each(threads, 1..=100, |item| Ok(item * item));
            assert_eq!(found, Ok(squares));
        }
    }

    #[test]
    fn an_error_of_one_ends_all() {
        let limits = SearchLimits::new(&Stop::default(), 1);
        for threads in [1, 3] {
            let work = |item| {
                if item == 7 {
                    Err(CountError::TooLarge)
                } else {
                    Ok(())
                }
            };
            assert_eq!(limits.each(threads, 0..10, work), Err(CountError::TooLarge));
        }
    }
}
