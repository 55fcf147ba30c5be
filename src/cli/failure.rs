//! Failures: one message on standard error, and the exit status it deserves.

use anstyle::{AnsiColor, Style};
use saut::BadInput;
use saut::decide;
use saut::visible::visible_lines;

use super::status;

/// Why a command did not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The input cannot be used.
    Input(BadInput),
    /// A plan or certificate that does not hold.
    Refused(BadInput),
    /// Something else went wrong.
    Other(String),
    /// Whoever reads our output has had enough.
    PipeClosed,
}

impl From<BadInput> for Failure {
    fn from(bad: BadInput) -> Self {
        Self::Input(bad)
    }
}

impl From<decide::Error> for Failure {
    fn from(error: decide::Error) -> Self {
        match error {
            decide::Error::Settings(bad) => Self::Input(bad),
            fault @ (decide::Error::Backend(_) | decide::Error::Internal(_)) => {
                Self::Other(fault.to_string())
            }
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::Other(error.to_string()),
        }
    }
}

impl Failure {
    /// Prints the message and gives the exit status.
    pub fn report(self) -> u8 {
        let (message, status) = match self {
            Self::Input(bad) if bad.limit.is_some() => {
                (format!("undecided: {bad}"), status::UNDECIDED)
            }
            Self::Input(bad) => (bad.to_string(), status::BAD_INPUT),
            Self::Refused(why) => (why.to_string(), status::FAILED),
            Self::Other(message) => (message, status::FAILED),
            Self::PipeClosed => return status::SOLVED,
        };
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let message = visible_lines(&message);
        anstream::eprintln!("{red}saut:{red:#} {message}");
        status
    }
}
