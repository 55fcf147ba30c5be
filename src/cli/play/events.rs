//! Keys, clicks and changes of the size, read on a thread of its own: the reader of the terminal waits for the rest
//! of a key that was begun, and for ever where the terminal was closed, and hears of no signal meanwhile.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, Event};

/// Events from the terminal.
pub struct Events(Receiver<io::Result<Event>>);

impl Events {
    /// Begins to read. The thread ends with the program.
    pub fn open() -> Self {
        let (sender, events) = channel();
        thread::spawn(move || {
            let mut goes_on = true;
            while goes_on {
                let event = event::read();
                goes_on = event.is_ok();
                goes_on &= sender.send(event).is_ok();
            }
        });
        Self(events)
    }

    /// The next event, if it comes in time.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub fn next(&self, within: Duration) -> io::Result<Option<Event>> {
        match self.0.recv_timeout(within) {
            Ok(event) => event.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}
