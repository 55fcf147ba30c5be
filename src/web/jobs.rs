//! Jobs: work on threads of its own, or in processes, not too much at a time, that ends when nobody waits for it.

use std::sync::Arc;
use std::time::Duration;

use saut::stop::Stop;
use saut_studio::{Answer, ApiError, Remembered, TaskQuestion};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::limits::Limits;
use super::places::Places;
use super::process::{Asking, Job};

/// Number of solves and of short questions that are worked on at a time.
const MOST_SOLVES: usize = 2;
const MOST_SHORT: usize = 8;

/// The threads that both need.
pub const MOST_THREADS: usize = MOST_SOLVES + MOST_SHORT;

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

    /// A question about a task that is to be solved, for a process of its own.
    pub fn solve_of_task(&self, question: TaskQuestion) -> Job {
        Job {
            asking: Asking::Solve,
            question,
            time: self.limits.solve,
            memory_mib: self.limits.memory_mib / 2,
            threads: self.limits.threads,
        }
    }

    /// Has a short question about a task answered by a process of its own.
    pub async fn short_of_task(
        &self,
        asking: Asking,
        question: TaskQuestion,
    ) -> Result<Answer, ApiError> {
        let place = self.short.take().await?;
        let job = Job {
            asking,
            question,
            time: asking.time(),
            memory_mib: self.limits.memory_mib / 8,
            threads: self.limits.threads,
        };
        let stop = Stop::default();
        let guard = StopOnDrop(stop.clone());
        let done = tokio::task::spawn_blocking(move || {
            job.answer(&stop, &|| place.gives_way(), &mut |_, _| ())
        });
        let done = done.await;
        drop(guard);
        let document = done.unwrap_or_else(|_| Err(ApiError::broken()))?;
        if asking == Asking::Download {
            let text = serde_json::from_str(&document);
            return text.map(Answer::Text).map_err(|_| ApiError::broken());
        }
        Ok(Answer::Document(document))
    }

    /// A stop with this time and the memory that is allowed.
    pub fn stop(&self, time: Duration) -> Stop {
        Stop::new(Some(time), Some(self.limits.memory_mib))
    }

    /// Does short work on a thread of its own. It is asked to stop after this time, and when nobody
    /// waits any more.
    pub async fn short<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&Stop) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.short.take().await?;
        let stop = self.stop(time);
        let guard = StopOnDrop(stop.clone());
        let done = tokio::task::spawn_blocking(move || {
            let done = work(&stop);
            drop(place);
            done
        });
        let done = done.await;
        drop(guard);
        done.unwrap_or_else(|_| Err(ApiError::broken()))
    }
}
