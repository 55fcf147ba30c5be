//! An input that may block forever, read by a separate thread, so that limits can end the wait.

use std::error::Error;
use std::fmt;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::stop::{Stop, StopReason};

/// Maximum number of bytes per message of the reading thread.
const PIECE: usize = 1 << 16;

/// Time between two tests of the limits.
const WAIT: Duration = Duration::from_millis(20);

/// Reads from an input that may block. A limit ends the wait, but not the reading thread, which ends with its input or
/// with the program.
pub struct Stoppable {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    taken: usize,
    stop: Stop,
}

/// The limit that ended a wait, as the cause of an [`io::Error`].
#[derive(Debug)]
struct Limit(StopReason);

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ended: {}", self.0.name())
    }
}

impl Error for Limit {}

/// Returns the limit that caused an error, if one did.
pub(super) fn limit_of(error: &io::Error) -> Option<StopReason> {
    let limit = error.get_ref()?.downcast_ref::<Limit>()?;
    Some(limit.0)
}

impl Stoppable {
    /// Starts to read.
    pub fn new(mut input: impl Read + Send + 'static, stop: Stop) -> Self {
        let (sender, pieces) = sync_channel(4);
        std::thread::spawn(move || {
            loop {
                let mut piece = vec![0; PIECE];
                let read = match input.read(&mut piece) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let is_last = !matches!(read, Ok(1..));
                let read = read.map(|length| {
                    piece.truncate(length);
                    piece
                });
                if sender.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        Self {
            pieces,
            piece: Vec::new(),
            taken: 0,
            stop,
        }
    }
}

impl Read for Stoppable {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.piece.len() {
            if let Some(why) = self.stop.stop_reason() {
                return Err(io::Error::other(Limit(why)));
            }
            match self.pieces.recv_timeout(WAIT) {
                Ok(piece) => {
                    (self.piece, self.taken) = (piece?, 0);
                    if self.piece.is_empty() {
                        return Ok(0);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        let mut rest = &self.piece[self.taken..];
        let length = rest.read(buffer)?;
        self.taken += length;
        Ok(length)
    }
}
