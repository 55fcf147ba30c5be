//! Server-sent events: how a solve goes, then its document. Closing the connection ends the solve.
//!
//! *HTML Living Standard*, section 9.2.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::jobs::StopOnDrop;
use super::refusal::Refusal;

/// Least time between two words of progress, and most time between two signs of life.
const PAUSE: Duration = Duration::from_millis(100);
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

/// Events that wait to be sent. Progress fills only half of it, so that there is room for the answer.
const WAITING: usize = 16;

/// Channel in which the work tells how it goes.
#[derive(Debug)]
pub struct Teller {
    sender: Sender<Event>,
    began: Instant,
    /// Time of the last event, in milliseconds from the beginning.
    last: AtomicU64,
}

/// Events that the work tells, as they come.
#[derive(Debug)]
struct Told {
    receiver: Receiver<Event>,
    _stop: StopOnDrop,
}

/// A teller, and the response that sends on what it tells. When the response is dropped, the work
/// is asked to stop.
pub fn events(stop: StopOnDrop) -> (Teller, Response) {
    let (sender, receiver) = channel(WAITING);
    let teller = Teller {
        sender,
        began: Instant::now(),
        last: AtomicU64::new(0),
    };
    let told = Told {
        receiver,
        _stop: stop,
    };
    let alive = KeepAlive::new().interval(SIGN_OF_LIFE);
    (teller, Sse::new(told).keep_alive(alive).into_response())
}

impl Teller {
    /// Tells how it goes, if nothing was told just now.
    pub fn progress(&self, text: &str) {
        self.now_and_then("progress", &json!({"text": text}));
    }

    /// Tells something that may be left out, if nothing was told just now.
    pub fn now_and_then(&self, name: &str, told: &Value) {
        let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let last = self.last.load(Ordering::Relaxed);
        let pause = u64::try_from(PAUSE.as_millis()).unwrap_or(u64::MAX);
        let has_room = self.sender.capacity() > WAITING / 2;
        if !has_room || last != 0 && now < last + pause {
            return;
        }
        self.last.store(now.max(1), Ordering::Relaxed);
        self.send(Event::default().event(name).data(told.to_string()));
    }

    /// Tells something else, unless the client is slow: there is always room for the answer.
    pub fn event(&self, name: &str, told: &Value) {
        if self.sender.capacity() > 1 {
            self.send(Event::default().event(name).data(told.to_string()));
        }
    }

    /// Tells the answer, the last event.
    pub fn answer(&self, answer: Result<String, Refusal>) {
        let event = Event::default();
        self.send(match answer {
            Ok(document) => event.event("document").data(document),
            Err(refusal) => event.event("error").data(refusal.document()),
        });
    }

    /// Sends an event, if there is room: a client that does not read must not hold up the work.
    fn send(&self, event: Event) {
        let _ = self.sender.try_send(event);
    }
}

impl Stream for Told {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}
