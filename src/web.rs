//! The studio's server: pages and answers on a loopback port.
//!
//! A puzzle comes with every question, and what is answered is what the command line prints as JSON. It holds no state
//! but its limits and, to be quick, what it found out of a few puzzles ([`saut_studio::Remembered`]). It reads no file,
//! starts no program but this one, for each question about a task ([`process`]), and answers programs and pages that
//! it sent itself ([`guard`]), editors among them ([`service`]). All that is known of puzzles and of planning is behind [`saut_studio`].

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

/// Serves until the process is ended.
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
