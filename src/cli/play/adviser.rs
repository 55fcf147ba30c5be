//! The adviser computes in a separate thread whether and how a position can still be won. So the game reacts to keys
//! immediately.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use saut::Settings;
use saut::peg::{Position, Puzzle};
use saut::play::{Solvability, WinOracle};
use saut::stop::{Stop, StopReason};

use crate::cli::reply::Failure;

/// Maximum time of a solve ([`SOLVE`]) and of all other advice ([`LOOK`]).
const LOOK: Duration = Duration::from_secs(10);
const SOLVE: Duration = Duration::from_secs(300);

/// A kind of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Whether the goal is still reachable.
    Light,
    /// The next jump.
    Hint,
    /// All remaining jumps.
    Solve,
    /// The last winning position.
    Back,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    pub purpose: Purpose,
    /// The position of the game when the advice was requested.
    pub position: Position,
    pub outlook: Solvability,
    /// For [`Purpose::Back`]: the number of jumps after which the goal was reachable for the last time.
    pub last_winning: Option<usize>,
}

/// Computes one piece of advice at a time. A new request cancels the last one.
pub struct Adviser {
    oracle: Arc<Mutex<WinOracle>>,
    coming: Option<Receiver<Advice>>,
    /// Cancels the work on the last request.
    last: Stop,
}

impl Adviser {
    /// Creates an adviser for games of one puzzle. It stores its results for later requests.
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            oracle: Arc::new(Mutex::new(WinOracle::new(puzzle))),
            coming: None,
            last: Stop::default(),
        }
    }

    /// Requests advice on the last position of a game.
    pub fn ask(&mut self, purpose: Purpose, positions: &[Position]) {
        let time = [LOOK, SOLVE][usize::from(purpose == Purpose::Solve)];
        let stop = Stop::new(Some(time), None);
        std::mem::replace(&mut self.last, stop.clone()).request();
        let (sender, coming) = channel();
        self.coming = Some(coming);
        let (oracle, positions) = (Arc::clone(&self.oracle), positions.to_vec());
        thread::spawn(move || {
            let mut oracle = oracle.lock().unwrap_or_else(PoisonError::into_inner);
            // While this thread waited for the lock, the request was cancelled.
            if stop.stop_reason() == Some(StopReason::Interrupted) {
                return;
            }
            // If the request was cancelled, the receiver no longer exists.
            let _ = sender.send(advise(&mut oracle, purpose, &positions, stop));
        });
    }

    /// Returns the advice if it is available.
    ///
    /// # Errors
    /// The thread has ended without an answer.
    pub fn answer(&mut self) -> Result<Option<Advice>, Failure> {
        let Some(coming) = &self.coming else {
            return Ok(None);
        };
        match coming.try_recv() {
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => {
                Err(Failure::other("the search for an answer failed"))
            }
            Ok(advice) => {
                self.coming = None;
                Ok(Some(advice))
            }
        }
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.last.request();
    }
}

/// Computes the advice. An error counts as "not known", because the game can continue without advice.
fn advise(oracle: &mut WinOracle, purpose: Purpose, positions: &[Position], stop: Stop) -> Advice {
    let settings = Settings {
        threads: NonZeroUsize::new(2),
        stop,
        ..Settings::default()
    };
    let outlook = oracle.look(positions, &settings).unwrap_or_default();
    let last_winning = match (purpose, outlook.winnable) {
        (Purpose::Back, Some(true)) => positions.len().checked_sub(1),
        (Purpose::Back, _) => oracle.last_winning(positions, &settings).ok().flatten(),
        _ => None,
    };
    let start = oracle.puzzle().start();
    Advice {
        purpose,
        position: positions.last().unwrap_or(start).clone(),
        outlook,
        last_winning,
    }
}
