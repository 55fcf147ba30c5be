//! Jobs: work on threads of its own, or in processes, not too much at a time, that ends when nobody waits for it.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use saut::stop::Stop;
use saut_studio::{ApiError, Remembered, TaskQuestion};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::places::{Place, Places};
use super::process::Job;

/// Number of solves and of short questions that are worked on at a time.
const MOST_SOLVES: usize = 2;
const MOST_SHORT: usize = 8;

/// The threads that both need.
pub const MOST_THREADS: usize = MOST_SOLVES + MOST_SHORT;

/// Limits of one question.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest that a solve may take.
    pub solve: Duration,
    /// The memory of the server above which work on boards gives up. A task to be solved has half of it in a process of
    /// its own, another question about a task an eighth.
    pub memory_mib: u64,
    /// The threads of a solve.
    pub threads: Option<NonZeroUsize>,
}

/// The places for jobs.
#[derive(Clone, Debug)]
pub struct Jobs {
    solves: Arc<Semaphore>,
    short: Places,
    pub limits: Limits,
    pub remembered: Remembered,
}

/// Asks the work to stop when it is dropped: when the answer has been sent, or nobody waits.
#[derive(Debug)]
pub struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.request();
    }
}

impl Jobs {
    /// Places for jobs within these limits.
    pub fn new(limits: Limits) -> Self {
        Self {
            solves: Arc::new(Semaphore::new(MOST_SOLVES)),
            short: Places::new(MOST_SHORT),
            limits,
            remembered: Remembered::default(),
        }
    }

    /// A place for a solve, or the refusal if there is none.
    pub fn place_to_solve(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let place = Arc::clone(&self.solves).try_acquire_owned();
        place.map_err(|_| ApiError::busy())
    }

    /// A question about a task, for a process of its own that has this time and this part of the memory.
    pub fn of_task(&self, path: String, question: TaskQuestion, time: Duration, part: u64) -> Job {
        Job {
            path,
            question,
            time,
            memory_mib: self.limits.memory_mib / part,
            threads: self.limits.threads,
        }
    }

    /// A stop with this time and the memory that is allowed.
    pub fn stop(&self, time: Duration) -> Stop {
        Stop::new(Some(time), Some(self.limits.memory_mib))
    }

    /// Does short work on a thread of its own. It is requested to stop when nobody waits any more.
    pub async fn short<T: Send + 'static>(
        &self,
        stop: impl FnOnce() -> Stop,
        work: impl FnOnce(&Stop, &Place) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.short.take().await?;
        let stop = stop();
        let guard = StopOnDrop(stop.clone());
        let done = tokio::task::spawn_blocking(move || work(&stop, &place)).await;
        drop(guard);
        done.unwrap_or_else(|_| Err(ApiError::broken()))
    }
}
