//! Draining the pipes of a child, so that it never waits for us.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// More output than this is no answer.
pub(super) const MOST_OUTPUT: u64 = 256 << 20;
/// Bytes of the end of standard error that are kept.
pub(super) const MOST_SAID: usize = 4096;

/// A thread that drains a pipe, and what it made of it when the pipe was closed.
pub(super) struct Drain<T> {
    receiver: Receiver<T>,
    pub(super) result: Option<T>,
}

impl<T: Send + 'static> Drain<T> {
    pub(super) fn new<R: Read + Send + 'static>(
        pipe: Option<R>,
        read: fn(R) -> T,
    ) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        if let Some(pipe) = pipe {
            thread::Builder::new().spawn(move || {
                let _ = sender.send(read(pipe));
            })?;
        }
        Ok(Self {
            receiver,
            result: None,
        })
    }

    /// Waits until the pipe is closed, at most so long. Whether that was now.
    pub(super) fn wait(&mut self, time: Duration) -> bool {
        self.result.is_none() && {
            self.result = self.receiver.recv_timeout(time).ok();
            self.result.is_some()
        }
    }
}

/// All that comes, unless it is too much.
pub(super) fn all(pipe: impl Read) -> Option<String> {
    let mut bytes = Vec::new();
    let _ = pipe.take(MOST_OUTPUT + 1).read_to_end(&mut bytes);
    (bytes.len() as u64 <= MOST_OUTPUT).then(|| text(bytes))
}

/// The end of what comes.
pub(super) fn last(mut pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    let mut chunk = [0; MOST_SAID];
    while let Ok(count @ 1..) = pipe.read(&mut chunk) {
        bytes.extend_from_slice(&chunk[..count]);
        bytes.drain(..bytes.len().saturating_sub(MOST_SAID));
    }
    text(bytes)
}

/// Bytes as text, those that are none replaced.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}
