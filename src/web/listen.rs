//! Connections: not too many, and none that is slow to say what it wants.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;

/// Number of connections that are served at a time; others wait.
const MOST_CONNECTIONS: usize = 512;

/// The longest that a connection may take to send the head of a request, or may wait with none.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// The pause after a failure to accept, such as too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// The most bytes of the head of a request.
const HEAD_BYTES: usize = 16 << 10;

/// Time that a connection may take beyond the longest answer, to send the question and read the answer.
const GRACE: Duration = Duration::from_secs(60);

/// Whether the question of a connection has come. Requests carry it.
#[derive(Clone, Debug, Default)]
pub struct Arrival(Arc<AtomicBool>);

impl Arrival {
    /// The whole question is here.
    pub fn has_come(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Accepts connections for ever: each for one question, whose answer takes at most `longest`. Where there are too many,
/// a new one takes the place of one that is slow to send its question.
pub async fn listen(listener: TcpListener, router: &Router, longest: Duration) -> io::Result<()> {
    let longest = longest.saturating_add(GRACE);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    // Connections whose question was still to come when they were last looked at, the oldest first.
    let mut coming = VecDeque::<(Arrival, AbortHandle)>::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        coming.retain(|(arrival, connection)| {
            !arrival.0.load(Ordering::Relaxed) && !connection.is_finished()
        });
        if places.available_permits() == 0
            && let Some((_, oldest)) = coming.pop_front()
        {
            oldest.abort();
        }
        let place = Arc::clone(&places).acquire_owned().await;
        let place = place.map_err(io::Error::other)?;
        let (arrival, router) = (Arrival::default(), TowerToHyperService::new(router.clone()));
        let own = arrival.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            if request.body().is_end_stream() {
                own.has_come();
            }
            request.extensions_mut().insert(own.clone());
            router.call(request)
        });
        let connection = tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .keep_alive(false)
                .header_read_timeout(HEAD_TIME)
                .max_buf_size(HEAD_BYTES)
                .serve_connection(TokioIo::new(stream), service);
            // A connection that fails is its client's loss: there is nobody to tell.
            let _ = tokio::time::timeout(longest, connection).await;
            drop(place);
        });
        coming.push_back((arrival, connection.abort_handle()));
    }
}
