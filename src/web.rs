//! The server of the studio: its pages, and answers to their requests.
//!
//! Every request contains its puzzle or task, and the response is the JSON output of the command line. The server
//! stores only its limits and, to save time, results about a few puzzles ([`saut_studio::Remembered`]). It reads no
//! files, and starts no program except itself, once for each request about a task ([`process`]). Programs and editors
//! can send requests, too ([`service`]), but pages of other sites cannot ([`guard`]). All code for puzzles and planning
//! is in [`saut_studio`].

mod assets;
mod exchange;
mod guard;
mod jobs;
mod process;
mod routes;
mod service;

use std::io;
use std::net::TcpListener;

pub use jobs::Limits;
pub use process::{COMMAND, answer_task};

/// Serves until the process ends.
///
/// # Errors
/// The listener cannot be used.
pub fn serve(listener: TcpListener, limits: Limits) -> io::Result<()> {
    let address = listener.local_addr()?;
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(jobs::MOST_THREADS)
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let router = routes::router(address, limits);
        routes::listen(listener, &router, limits.solve).await
    })
}
