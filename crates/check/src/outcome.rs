//! The outcome of a check: its line for people and its exit status.

use std::process::ExitCode;

use saut_task::stop::StopReason;

/// What came of a document.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds; with what it shows.
    Accepted(String),
    /// It does not; with what is wrong.
    Refused(String),
    /// A limit ended the check, which says nothing about the document.
    Unfinished(StopReason),
}

impl Outcome {
    /// Tells it, and gives its exit status.
    pub fn print(&self) -> ExitCode {
        match self {
            Self::Accepted(fact) => {
                println!("accepted: {fact}");
                ExitCode::SUCCESS
            }
            Self::Refused(fact) => {
                println!("refused: {fact}");
                ExitCode::from(1)
            }
            Self::Unfinished(why) => {
                println!("not finished ({})", why.name());
                ExitCode::from(30)
            }
        }
    }
}
