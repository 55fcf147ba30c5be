//! The adviser: works out on a thread of its own whether a position can still be won, and how, so that
//! no key ever waits for it.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use saut::Settings;
use saut::peg::{Position, Puzzle};
use saut::play::{Foresight, Outlook};
use saut::stop::{Stop, StopReason};

use crate::cli::reply::Failure;

/// The longest that a look or a hint, and a solve, may take.
const LOOK: Duration = Duration::from_secs(10);
const SOLVE: Duration = Duration::from_secs(300);

/// Purpose of the advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The light: still winnable, or not.
    Light,
    /// The next jump.
    Hint,
    /// All of them.
    Solve,
    /// The last winning position.
    Back,
}

/// Findings about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    pub purpose: Purpose,
    /// The position that the question was about: the last of the game.
    pub position: Position,
    pub outlook: Outlook,
    /// For [`Purpose::Back`]: after how many jumps the goal could be reached for the last time.
    pub last_winning: Option<usize>,
}

/// Answers one question at a time; a new one ends the last.
pub struct Adviser {
    foresight: Arc<Mutex<Foresight>>,
    /// Where the advice that was asked for will come.
    coming: Option<Receiver<Advice>>,
    /// Ends the work on the last question.
    last: Stop,
}

impl Adviser {
    /// An adviser for games of one puzzle; what it found stays known.
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            foresight: Arc::new(Mutex::new(Foresight::new(puzzle))),
            coming: None,
            last: Stop::default(),
        }
    }

    /// Asks about the last of the positions of a game.
    pub fn ask(&mut self, purpose: Purpose, positions: &[Position]) {
        let time = if purpose == Purpose::Solve {
            SOLVE
        } else {
            LOOK
        };
        let stop = Stop::new(Some(time), None);
        std::mem::replace(&mut self.last, stop.clone()).request();
        let (sender, coming) = channel();
        self.coming = Some(coming);
        let (foresight, positions) = (Arc::clone(&self.foresight), positions.to_vec());
        thread::spawn(move || {
            let mut foresight = foresight.lock().unwrap_or_else(PoisonError::into_inner);
            // Another question has come meanwhile, or the end of the game.
            if stop.stop_reason() == Some(StopReason::Interrupted) {
                return;
            }
            // Nobody listens if it comes now.
            let _ = sender.send(advise(&mut foresight, purpose, &positions, stop));
        });
    }

    /// The advice, if it has come.
    ///
    /// # Errors
    /// The thread is gone.
    pub fn answer(&mut self) -> Result<Option<Advice>, Failure> {
        let Some(coming) = &self.coming else {
            return Ok(None);
        };
        match coming.try_recv() {
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => {
                Err(Failure::other("the work on an answer broke down"))
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

/// Answers a question. An error is "not known": a game goes on without advice.
fn advise(
    foresight: &mut Foresight,
    purpose: Purpose,
    positions: &[Position],
    stop: Stop,
) -> Advice {
    let settings = Settings {
        threads: NonZeroUsize::new(2),
        stop,
        ..Settings::default()
    };
    let outlook = foresight.look(positions, &settings).unwrap_or_default();
    let last_winning = match (purpose, outlook.winnable) {
        (Purpose::Back, Some(true)) => positions.len().checked_sub(1),
        (Purpose::Back, _) => foresight.last_winning(positions, &settings).ok().flatten(),
        _ => None,
    };
    let start = foresight.puzzle().start();
    Advice {
        purpose,
        position: positions.last().unwrap_or(start).clone(),
        outlook,
        last_winning,
    }
}
