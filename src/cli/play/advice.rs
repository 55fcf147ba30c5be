//! Advice: whether a position can still be won, and how, worked out on another thread.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use saut::Settings;
use saut::decide::{Verdict, decide};
use saut::peg::{Jump, Position, Puzzle};
use saut::stop::Stop;

/// The longest that a look or a hint, and a solve, may take.
const LOOK: Duration = Duration::from_secs(5);
const SOLVE: Duration = Duration::from_secs(60);

/// What the advice is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The light: still winnable, or not.
    Look,
    /// The next jump.
    Hint,
    /// All of them.
    Solve,
}

/// What is known of a position.
#[derive(Debug)]
pub struct Advice {
    pub purpose: Purpose,
    pub position: Position,
    /// `None` if that was not found out in time.
    pub winnable: Option<bool>,
    pub plan: Vec<Jump>,
}

/// Works out one piece of advice at a time; a new question ends the last one.
#[derive(Debug, Default)]
pub struct Adviser {
    work: Option<(Stop, Receiver<Advice>)>,
}

impl Adviser {
    /// Begins to work on a question.
    pub fn ask(&mut self, puzzle: Puzzle, purpose: Purpose) {
        self.end();
        let time = if purpose == Purpose::Solve {
            SOLVE
        } else {
            LOOK
        };
        let stop = Stop::new(Some(time), None);
        let (sender, receiver) = channel();
        self.work = Some((stop.clone(), receiver));
        thread::spawn(move || {
            // Nobody may be waiting any more.
            let _ = sender.send(advise(&puzzle, purpose, stop));
        });
    }

    /// The advice, if it has come.
    pub fn advice(&mut self) -> Option<Advice> {
        let advice = self.work.as_ref()?.1.try_recv().ok()?;
        self.work = None;
        Some(advice)
    }

    fn end(&mut self) {
        if let Some((stop, _)) = self.work.take() {
            stop.request();
        }
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.end();
    }
}

fn advise(puzzle: &Puzzle, purpose: Purpose, stop: Stop) -> Advice {
    let settings = Settings {
        threads: NonZeroUsize::new(2),
        stop,
        ..Settings::default()
    };
    let verdict = decide(puzzle, &settings).map(|decision| decision.verdict);
    let (winnable, plan) = match verdict {
        Ok(Verdict::Solved(plan)) => (Some(true), plan.jumps()),
        Ok(Verdict::Infeasible(_)) => (Some(false), Vec::new()),
        Ok(Verdict::Undecided(_)) | Err(_) => (None, Vec::new()),
    };
    Advice {
        purpose,
        position: puzzle.start().clone(),
        winnable,
        plan,
    }
}
