//! Answer to a question, of whatever kind: one value that knows its document, its text and its exit status.
//!
//! Only a race makes what is in it: a plan in it was replayed, a certificate and a bound were checked.

use std::fmt;
use std::time::Duration;

use saut_plan::{Decision, Error, Verdict};

use crate::baseball::{self, BaseballAnswer};
use crate::board::BoardAnswer;
use crate::kept::{Evidence, Kept};
use crate::status;
use crate::task::TaskAnswer;

/// Answer to a question.
#[derive(Debug)]
#[non_exhaustive]
pub enum Answer {
    /// Answer to a puzzle of peg solitaire.
    Board(Box<BoardAnswer>),
    /// Answer to a puzzle of colour baseball.
    Baseball(Box<BaseballAnswer>),
    /// Answer to a planning task.
    Task(Box<TaskAnswer>),
}

/// The exit status of a decision, and its warnings, whatever its plans and certificates are.
fn status_and_warnings<P, C>(decision: &Decision<P, C>) -> (u8, &[String]) {
    let status = match decision.verdict {
        Verdict::Solved(_) => status::SOLVED,
        Verdict::Infeasible(_) => status::INFEASIBLE,
        Verdict::Undecided(_) => status::UNDECIDED,
    };
    (status, &decision.warnings)
}

impl From<TaskAnswer> for Answer {
    fn from(answer: TaskAnswer) -> Self {
        Self::Task(Box::new(answer))
    }
}

impl Answer {
    /// Whether there is a plan, which was replayed.
    pub fn is_solved(&self) -> bool {
        self.exit_status() == status::SOLVED
    }

    /// The steps of the plan in words: `45/47` for a jump, `(move a b)` for an action, `2:4>3` for a step of
    /// colour baseball.
    pub fn plan(&self) -> Option<Vec<String>> {
        match self {
            Self::Board(answer) => answer.plan(),
            Self::Baseball(answer) => match &answer.decision.verdict {
                Verdict::Solved(plan) => {
                    Some(plan.steps().into_iter().map(baseball::name).collect())
                }
                _ => None,
            },
            Self::Task(answer) => answer.plan(),
        }
    }

    /// The plan file of a planning task; `None` for a puzzle, and without a plan if the format has no word for that.
    pub fn plan_file(&self) -> Option<String> {
        match self {
            Self::Task(answer) => answer.plan_file(),
            _ => None,
        }
    }

    /// The answer with the wall-clock time of the whole question, including the time to read it.
    #[must_use]
    pub fn within(mut self, elapsed: Duration) -> Self {
        *match &mut self {
            Self::Board(answer) => &mut answer.decision.elapsed,
            Self::Baseball(answer) => &mut answer.decision.elapsed,
            Self::Task(answer) => &mut answer.decision.elapsed,
        } = elapsed;
        self
    }

    fn status_and_warnings(&self) -> (u8, &[String]) {
        match self {
            Self::Board(answer) => status_and_warnings(&answer.decision),
            Self::Baseball(answer) => status_and_warnings(&answer.decision),
            Self::Task(answer) => status_and_warnings(&answer.decision),
        }
    }

    /// The exit status of the contract.
    pub fn exit_status(&self) -> u8 {
        self.status_and_warnings().0
    }

    /// Faults of backends that the race went on without.
    pub fn warnings(&self) -> &[String] {
        self.status_and_warnings().1
    }

    /// Evidence among its reasons that can be kept in files.
    pub fn evidence(&self) -> Evidence<'_> {
        match self {
            Self::Board(answer) => answer.evidence(),
            Self::Baseball(answer) => answer.evidence(),
            Self::Task(answer) => answer.evidence(),
        }
    }

    /// The document, one line of JSON; `kept` is what became of the files.
    ///
    /// # Errors
    /// A document of ours that cannot be written, which is a fault of ours.
    pub fn document(&self, kept: Kept) -> Result<String, Error> {
        let written = match self {
            Self::Board(answer) => answer.document(kept),
            Self::Baseball(answer) => answer.document(kept),
            Self::Task(answer) => answer.document(&kept),
        };
        written.map_err(|error| Error::internal("the document of an answer", error))
    }

    /// The text for people, with escape sequences for colours; as a `Display` it has none.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = match self {
            Self::Board(answer) => answer.write_text(&mut text),
            Self::Baseball(answer) => answer.write_text(&mut text),
            Self::Task(answer) => answer.write_text(&mut text),
        };
        text
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", anstream::adapter::strip_str(&self.text()))
    }
}
