//! Connections: not too many, and none that is slow to say what it wants.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

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

/// Accepts connections for ever: each for one question, whose answer takes at most `longest`.
pub async fn listen(listener: TcpListener, router: &Router, longest: Duration) -> io::Result<()> {
    let longest = longest.saturating_add(GRACE);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await;
        let place = place.map_err(io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
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
    }
}
