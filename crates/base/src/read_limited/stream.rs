//! Inputs that may block forever. A separate thread reads them, so that limits can end the wait.

use std::io::{self, Cursor, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::stop::{Stop, StopReason};

/// Maximum number of bytes that the reading thread sends in one piece.
const PIECE: usize = 1 << 16;

/// Time between two tests of the limits.
const WAIT: Duration = Duration::from_millis(20);

/// Reads from an input that may block. A limit ends the wait, but not the reading thread, which ends with its input or
/// with the program.
pub struct Stoppable {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
    stop: Stop,
}

/// Returns the limit that caused an error, if a limit caused it.
pub(super) fn limit_of(error: &io::Error) -> Option<StopReason> {
    error.get_ref()?.downcast_ref().copied()
}

impl Stoppable {
    /// Starts the reading thread.
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
            piece: Cursor::default(),
            stop,
        }
    }
}

impl Read for Stoppable {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.piece.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            self.stop.check().map_err(io::Error::other)?;
            match self.pieces.recv_timeout(WAIT) {
                Ok(piece) => self.piece = Cursor::new(piece?),
                Err(RecvTimeoutError::Timeout) => {}
                // The reading thread ends with its input.
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}
