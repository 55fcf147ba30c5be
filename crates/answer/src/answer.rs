//! Answer to a question, of whatever kind: one value that knows its document, its text and its exit status.
//!
//! Only a race makes what is in it: a plan in it was replayed, a certificate and a bound were checked.

use std::fmt;

use saut_plan::{Decision, Error, StageSpend, Verdict};

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

/// Parts of a decision, whatever its plans and certificates are.
struct Parts<'a> {
    status: u8,
    warnings: &'a [String],
    stages: &'a [StageSpend],
}

impl<'a, P, C> From<&'a Decision<P, C>> for Parts<'a> {
    fn from(decision: &'a Decision<P, C>) -> Self {
        Self {
            status: match decision.verdict {
                Verdict::Solved(_) => status::SOLVED,
                Verdict::Infeasible(_) => status::INFEASIBLE,
                Verdict::Undecided(_) => status::UNDECIDED,
            },
            warnings: &decision.warnings,
            stages: &decision.stages,
        }
    }
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

    /// Whether there is no plan, by a certificate that was checked.
    pub fn is_infeasible(&self) -> bool {
        self.exit_status() == status::INFEASIBLE
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

    /// The kind of the certificate that there is no plan, as its document names it.
    pub fn certificate_kind(&self) -> Option<&'static str> {
        match self {
            Self::Board(answer) => match &answer.decision.verdict {
                Verdict::Infeasible(checked) => Some(checked.kind()),
                _ => None,
            },
            Self::Baseball(_) => None,
            Self::Task(answer) => match &answer.decision.verdict {
                Verdict::Infeasible(checked) => Some(checked.certificate().word()),
                _ => None,
            },
        }
    }

    fn parts(&self) -> Parts<'_> {
        match self {
            Self::Board(answer) => (&answer.decision).into(),
            Self::Baseball(answer) => (&answer.decision).into(),
            Self::Task(answer) => (&answer.decision).into(),
        }
    }

    /// The exit status of the contract.
    pub fn exit_status(&self) -> u8 {
        self.parts().status
    }

    /// Faults of backends that the race went on without.
    pub fn warnings(&self) -> &[String] {
        self.parts().warnings
    }

    /// Time per engine, in order of first execution.
    pub fn stages(&self) -> &[StageSpend] {
        self.parts().stages
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
