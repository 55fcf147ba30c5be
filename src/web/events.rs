//! Server-sent events: how a solve goes, then its document. Closing the connection ends the solve.
//!
//! *HTML Living Standard*, section 9.2.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::poll_fn;
use serde_json::json;
use tokio::sync::mpsc::{Sender, channel};

use super::jobs::StopOnDrop;
use super::process::{PROGRESS, Pace};
use saut_studio::ApiError;

/// Most time between two signs of life.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

/// Events that wait to be sent. Progress fills only half of it, so that there is room for the answer.
const WAITING: usize = 16;

/// Channel in which the work tells how it goes.
#[derive(Debug)]
pub struct Teller {
    sender: Sender<Event>,
    pace: Pace,
}

/// A teller, and the response that sends on what it tells. When the response is dropped, the work
/// is asked to stop.
pub fn events(stop: StopOnDrop) -> (Teller, Response) {
    let (sender, mut receiver) = channel(WAITING);
    let pace = Pace::default();
    let told = poll_fn(move |context| {
        // It is dropped with the stream.
        let _ = &stop;
        let event = receiver.poll_recv(context);
        event.map(|event| event.map(Ok::<Event, Infallible>))
    });
    let alive = KeepAlive::new().interval(SIGN_OF_LIFE);
    let response = Sse::new(told).keep_alive(alive).into_response();
    (Teller { sender, pace }, response)
}

impl Teller {
    /// Tells how it goes, if nothing was told just now.
    pub fn progress(&self, text: &str) {
        if self.pace.is_due() {
            self.event(PROGRESS, &json!({"text": text}).to_string());
        }
    }

    /// Tells something, unless the client is slow: there is always room for the answer, and for what is more than
    /// progress.
    pub fn event(&self, name: &str, data: &str) {
        let least = if name == PROGRESS { WAITING / 2 } else { 1 };
        if self.sender.capacity() > least {
            self.send(Event::default().event(name).data(data));
        }
    }

    /// Tells the answer, the last event.
    pub fn answer(&self, answer: Result<String, ApiError>) {
        let event = Event::default();
        self.send(match answer {
            Ok(document) => event.event("document").data(document),
            Err(error) => event.event("error").data(error.document()),
        });
    }

    /// Sends an event, if there is room: a client that does not read must not hold up the work.
    fn send(&self, event: Event) {
        let _ = self.sender.try_send(event);
    }
}
