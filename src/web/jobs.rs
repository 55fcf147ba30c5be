//! Bounded pools of threads and processes that answer requests. A request is cancelled when its client disconnects.
//!
//! If more short requests arrive than can run, the newest request is answered next, because the clients of older
//! requests may have disconnected. While requests wait, the oldest running request is interrupted if it is about a task
//! and has run for two seconds. At most one request is interrupted per second.
//!
//! A solve sends server-sent events: its progress, then its document (*HTML Living Standard*, section 9.2). Closing the
//! connection ends the solve.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::poll_fn;
use saut::stop::Stop;
use saut_studio::{ApiError, Remembered, TaskQuestion};
use serde_json::json;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::process::{Job, PROGRESS, Pace};

/// Maximum number of solves, and of short requests, that run in parallel.
const MOST_SOLVES: usize = 2;
const MOST_SHORT: usize = 8;

/// Maximum number of threads for solves and short requests together.
pub const MOST_THREADS: usize = MOST_SOLVES + MOST_SHORT;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub solve: Duration,
    /// Memory limit of the server: work on boards stops if the server uses more. A process that solves a task may use
    /// half of this limit, and a process for another request about a task an eighth.
    pub memory_mib: u64,
    pub threads: Option<NonZeroUsize>,
}

/// The slots for requests, and their limits.
#[derive(Clone, Debug)]
pub struct Jobs {
    solves: Arc<Semaphore>,
    short: Places,
    pub limits: Limits,
    pub remembered: Remembered,
}

/// Stops the work when this value is dropped: after the answer was sent, or when the client has disconnected.
#[derive(Debug)]
pub struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.request();
    }
}

impl Jobs {
    pub fn new(limits: Limits) -> Self {
        Self {
            solves: Arc::new(Semaphore::new(MOST_SOLVES)),
            short: Places::new(MOST_SHORT),
            limits,
            remembered: Remembered::default(),
        }
    }

    /// Takes a slot for a solve, or returns an error if all slots are used.
    pub fn place_to_solve(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let place = Arc::clone(&self.solves).try_acquire_owned();
        place.map_err(|_| ApiError::busy())
    }

    /// Returns the job for a separate process that answers a request about a task. The process may use this time, and
    /// 1/`part` of the memory of the server.
    pub fn of_task(&self, path: String, question: TaskQuestion, time: Duration, part: u64) -> Job {
        Job {
            path,
            question,
            time,
            memory_mib: self.limits.memory_mib / part,
            threads: self.limits.threads,
        }
    }

    pub fn stop(&self, time: Duration) -> Stop {
        Stop::new(Some(time), Some(self.limits.memory_mib))
    }

    /// Runs short work on a separate thread. The work is stopped when its client disconnects.
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

/// Maximum time that a request waits for a slot.
const WAIT: Duration = Duration::from_secs(20);

/// Minimum time of a request before it can be interrupted, and minimum time between two interruptions.
const FAIR: Duration = Duration::from_secs(2);
const APART: Duration = Duration::from_secs(1);

/// Slots for requests.
#[derive(Clone, Debug)]
pub struct Places(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    count: usize,
    /// The waiting requests, the newest last.
    waiting: Vec<oneshot::Sender<Place>>,
    /// The start time of each running request. Requests are numbered in the order in which they start.
    taken: BTreeMap<u64, Instant>,
    next: u64,
    gave_way: Option<Instant>,
}

/// A used slot. Dropping it frees the slot.
#[derive(Debug)]
pub struct Place {
    places: Places,
    number: u64,
}

impl Places {
    pub fn new(count: usize) -> Self {
        Self(Arc::new(Mutex::new(State {
            count,
            ..State::default()
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self, state: &mut State) -> Place {
        state.next += 1;
        state.taken.insert(state.next, Instant::now());
        Place {
            places: self.clone(),
            number: state.next,
        }
    }

    /// Waits for a slot.
    ///
    /// # Errors
    /// No slot became free within [`WAIT`].
    pub async fn take(&self) -> Result<Place, ApiError> {
        let coming = {
            let mut state = self.state();
            if state.taken.len() < state.count {
                return Ok(self.place(&mut state));
            }
            let (sender, coming) = oneshot::channel();
            state.waiting.push(sender);
            coming
        };
        let place = tokio::time::timeout(WAIT, coming).await;
        place.ok().and_then(Result::ok).ok_or_else(ApiError::busy)
    }
}

impl Place {
    /// Whether the request with this slot must end now, so that a waiting request can start.
    pub fn gives_way(&self) -> bool {
        let mut state = self.places.state();
        state.waiting.retain(|waiting| !waiting.is_closed());
        let is_oldest = state.taken.first_key_value();
        let is_oldest = is_oldest
            .is_some_and(|(number, taken)| *number == self.number && taken.elapsed() >= FAIR);
        let is_due = state.gave_way.is_none_or(|last| last.elapsed() >= APART);
        let gives_way = is_oldest && is_due && !state.waiting.is_empty();
        if gives_way {
            state.gave_way = Some(Instant::now());
        }
        gives_way
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.places.state();
        state.taken.remove(&self.number);
        if let Some(next) = state.waiting.pop() {
            let place = self.places.place(&mut state);
            drop(state);
            // If the request no longer waits, this drops the slot again.
            drop(next.send(place));
        }
    }
}

/// Interval of the events that keep a connection alive.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

/// Maximum number of unsent events. Progress events fill at most half of this number, so the answer always fits.
const WAITING: usize = 16;

#[derive(Debug)]
pub struct EventSender {
    sender: Sender<Event>,
    pace: Pace,
}

/// Creates a sender of events, and the response that transmits them. When the response is dropped, the work is stopped.
pub fn events(stop: StopOnDrop) -> (EventSender, Response) {
    let (sender, mut receiver) = channel(WAITING);
    let pace = Pace::default();
    let told = poll_fn(move |context| {
        // `stop` is dropped with the stream.
        let _ = &stop;
        let event = receiver.poll_recv(context);
        event.map(|event| event.map(Ok::<Event, Infallible>))
    });
    let alive = KeepAlive::new().interval(SIGN_OF_LIFE);
    let response = Sse::new(told).keep_alive(alive).into_response();
    (EventSender { sender, pace }, response)
}

impl EventSender {
    /// Sends a progress event, unless the last one was sent too recently.
    pub fn progress(&self, text: &str) {
        if self.pace.is_due() {
            self.event(PROGRESS, &json!({"text": text}).to_string());
        }
    }

    /// Sends an event, unless the client is too slow. Progress events fill at most half of the space, and one place is
    /// kept for the answer.
    pub fn event(&self, name: &str, data: &str) {
        let least = if name == PROGRESS { WAITING / 2 } else { 1 };
        if self.sender.capacity() > least {
            self.send(Event::default().event(name).data(data));
        }
    }

    /// Sends the answer, which is the last event.
    pub fn answer(&self, answer: Result<String, ApiError>) {
        let event = Event::default();
        self.send(match answer {
            Ok(document) => event.event("document").data(document),
            Err(error) => event.event("error").data(error.document()),
        });
    }

    /// Sends an event if there is space. So a client that does not read cannot block the work.
    fn send(&self, event: Event) {
        let _ = self.sender.try_send(event);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{APART, FAIR, Places};

    #[test]
    fn the_newest_is_next_and_the_oldest_gives_way() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(async {
            let places = Places::new(2);
            let first = places.take().await.unwrap();
            let second = places.take().await.unwrap();
            assert!(!first.gives_way());
            let ask = || {
                tokio::spawn({
                    let places = places.clone();
                    async move { places.take().await }
                })
            };
            let gone = ask();
            tokio::task::yield_now().await;
            let (older, newer) = (ask(), ask());
            tokio::task::yield_now().await;
            gone.abort();
            assert!(!first.gives_way(), "it has its time");
            tokio::time::sleep(FAIR + Duration::from_millis(50)).await;
            assert!(!second.gives_way(), "another one is older");
            assert!(
                first.gives_way() && !first.gives_way(),
                "one after the other"
            );
            drop(first);
            let newer = newer.await.unwrap().unwrap();
            tokio::time::sleep(APART).await;
            assert!(second.gives_way() && !newer.gives_way());
            drop(second);
            let older = older.await.unwrap().unwrap();
            assert!(!newer.gives_way(), "nobody waits");
            drop((older, newer));
            assert!(places.state().taken.is_empty());
        });
    }
}
