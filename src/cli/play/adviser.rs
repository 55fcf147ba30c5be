//! The adviser: works out on a thread of its own whether a position can still be won, and how, so that
//! no key ever waits for it.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use saut::Settings;
use saut::decide;
use saut::peg::{Position, Puzzle};
use saut::play::{Foresight, Outlook};
use saut::stop::Stop;

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

/// State of a question: answered, on its way, or lost.
pub enum Answer {
    Advice(Advice),
    NotYet,
    /// The thread is gone.
    BrokeDown,
}

/// A question on its way.
struct Question {
    purpose: Purpose,
    /// The positions of the game, the start first.
    positions: Vec<Position>,
    stop: Stop,
}

/// Answers one question at a time; a new one ends the last.
pub struct Adviser {
    questions: Sender<Question>,
    answers: Receiver<Advice>,
    /// Ends the work on the last question.
    last: RefCell<Stop>,
}

impl Adviser {
    /// An adviser for games of one puzzle; what it found stays known.
    pub fn new(puzzle: Puzzle) -> Self {
        let (questions, asked) = channel::<Question>();
        let (sender, answers) = channel();
        thread::spawn(move || {
            let mut foresight = Foresight::new(puzzle);
            for question in asked {
                if question.stop.stop_reason().is_some() {
                    continue;
                }
                let advice = advise(&mut foresight, question);
                // Nobody may be waiting any more.
                if sender.send(advice).is_err() {
                    break;
                }
            }
        });
        Self {
            questions,
            answers,
            last: RefCell::default(),
        }
    }

    /// Asks about the last of the positions of a game.
    pub fn ask(&self, purpose: Purpose, positions: &[Position]) {
        let time = if purpose == Purpose::Solve {
            SOLVE
        } else {
            LOOK
        };
        let stop = Stop::new(Some(time), None);
        self.last.replace(stop.clone()).request();
        let positions = positions.to_vec();
        // Where the thread is gone, the next look for an answer says so.
        let _ = self.questions.send(Question {
            purpose,
            positions,
            stop,
        });
    }

    /// The advice, if it has come.
    pub fn answer(&self) -> Answer {
        match self.answers.try_recv() {
            Ok(advice) => Answer::Advice(advice),
            Err(TryRecvError::Empty) => Answer::NotYet,
            Err(TryRecvError::Disconnected) => Answer::BrokeDown,
        }
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.last.borrow().request();
    }
}

/// Answers a question. What goes wrong is "not known": a game goes on without advice.
fn advise(foresight: &mut Foresight, question: Question) -> Advice {
    let Question {
        purpose,
        positions,
        stop,
    } = question;
    let settings = Settings {
        threads: NonZeroUsize::new(2),
        stop,
        ..Settings::default()
    };
    let position = positions.last().cloned();
    let position = position.unwrap_or_else(|| foresight.puzzle().start().clone());
    let known = |found: Result<Outlook, decide::Error>| found.unwrap_or_default();
    let outlook = known(foresight.look(&positions, &settings));
    let last_winning = match (purpose, outlook.winnable) {
        (Purpose::Back, Some(true)) => positions.len().checked_sub(1),
        (Purpose::Back, _) => foresight.last_winning(&positions, &settings).ok().flatten(),
        _ => None,
    };
    Advice {
        purpose,
        position,
        outlook,
        last_winning,
    }
}
