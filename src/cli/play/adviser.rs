//! The adviser: works out on a thread of its own whether a position can still be won, and how, so that
//! no key ever waits for it.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use saut::Settings;
use saut::peg::{Position, Puzzle};
use saut::play::{Foresight, Outlook};
use saut::stop::Stop;

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

/// A question, about the last position of a game; the start is the first.
type Question = (Purpose, Vec<Position>, Stop);

/// Answers one question at a time; a new one ends the last.
pub struct Adviser {
    questions: Sender<Question>,
    answers: Receiver<Advice>,
    /// Ends the work on the last question.
    last: Stop,
}

impl Adviser {
    /// An adviser for games of one puzzle; what it found stays known.
    pub fn new(puzzle: Puzzle) -> Self {
        let (questions, asked) = channel::<Question>();
        let (sender, answers) = channel();
        thread::spawn(move || {
            let mut foresight = Foresight::new(puzzle);
            for (purpose, positions, stop) in asked {
                // An error means that the game is over.
                if stop.stop_reason().is_none()
                    && let Err(_) = sender.send(advise(&mut foresight, purpose, &positions, stop))
                {
                    break;
                }
            }
        });
        Self {
            questions,
            answers,
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
        // If the thread is gone, the next look for an answer says so.
        let _ = self.questions.send((purpose, positions.to_vec(), stop));
    }

    /// The advice, if it has come.
    ///
    /// # Errors
    /// The thread is gone.
    pub fn answer(&self) -> Result<Option<Advice>, Failure> {
        match self.answers.try_recv() {
            Ok(advice) => Ok(Some(advice)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => {
                let fact = "the work on an answer broke down";
                Err(Failure::Other(fact.to_owned()))
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
