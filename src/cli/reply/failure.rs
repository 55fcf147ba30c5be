//! Failures: messages on standard error, and the exit status.

use anstyle::{AnsiColor, Style};
use saut::BadInput;
use saut::answer::print::counted;
use saut::answer::schema::Stopped;
use saut::answer::{Diagnostics, status};
use saut::decide;
use saut::read_limited::limited;
use saut::visible::visible_lines;
use saut_check::Fault;
use serde_json::{Value, json};

/// Maximum number of errors of one input that are printed.
const MAX_PRINTED: usize = 20;

/// Reason why a command failed.
#[derive(Debug)]
pub enum Failure {
    Input(BadInput),
    Refused(BadInput),
    /// Any other failure, with its message.
    Other(String),
    /// The reader of standard output has closed the pipe.
    PipeClosed,
}

/// Returns an error: a fact about the input at `place` that makes it unusable, and a remedy.
///
/// # Errors
/// Always.
pub fn unusable<T, E: From<BadInput>>(
    place: impl Into<String>,
    fact: impl Into<String>,
    remedy: impl Into<String>,
) -> Result<T, E> {
    Err(BadInput::new(place, fact).remedy(remedy).into())
}

impl From<BadInput> for Failure {
    fn from(bad: BadInput) -> Self {
        Self::Input(bad)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Refused(bad) => Self::Refused(bad),
            Fault::Invalid(why) => Self::Refused(BadInput::new("", why.to_string())),
            Fault::Unusable(bad) => Self::Input(bad),
            Fault::Unfinished(kind, why) => Self::Input(limited(&kind, why)),
            Fault::Internal(fact) => Self::internal(fact),
        }
    }
}

impl From<decide::Error> for Failure {
    fn from(error: decide::Error) -> Self {
        match error {
            decide::Error::Settings(bad) => Self::Input(bad),
            fault @ (decide::Error::Backend(_) | decide::Error::Internal(_)) => Self::other(fault),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::PipeClosed,
            std::io::ErrorKind::StorageFull => Self::Other(
                "the output cannot be written (no space left); free some space, or write to another place"
                    .to_owned(),
            ),
            _ => Self::other(error),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::other(error)
    }
}

/// Makes every panic print an internal error on one line.
pub fn tell_of_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("no message");
        let place = panic.location().map(|at| format!(" at {at}"));
        let place = place.unwrap_or_default();
        let message = format!(
            "internal error: panic{place}: {text}; trust no answer of this run, and please report it"
        );
        let _ = Failure::Other(message).report();
    }));
}

impl Failure {
    pub fn other(fact: impl std::fmt::Display) -> Self {
        Self::Other(fact.to_string())
    }

    /// Creates a failure whose only possible cause is a bug of saut.
    pub fn internal(fact: impl std::fmt::Display) -> Self {
        Self::Other(format!("internal error: {fact}; please report it"))
    }

    /// Returns the document for `--json`, if the failure is a limit, an error at a position in a text, or a rejected
    /// plan or certificate. Other failures have no document.
    pub fn document(&self) -> Option<Value> {
        match self {
            Self::Input(bad) => {
                if let Some(why) = bad.limit {
                    return serde_json::to_value(Stopped::from(why)).ok();
                }
                let errors = bad.at.as_ref().map(|_| Diagnostics::of_errors(bad))?;
                serde_json::to_value(errors).ok()
            }
            Self::Refused(why) => Some(json!({"checked": false, "reason": why.to_string()})),
            Self::Other(_) | Self::PipeClosed => None,
        }
    }

    /// Prints the messages and returns the exit status.
    pub fn report(self) -> u8 {
        let (messages, status) = match self {
            Self::Input(bad) if bad.limit.is_some() => {
                (vec![format!("undecided: {bad}")], status::UNDECIDED)
            }
            Self::Input(bad) => (
                bad.all().map(ToString::to_string).collect(),
                status::BAD_INPUT,
            ),
            Self::Refused(why) => (vec![why.to_string()], status::REJECTED),
            Self::Other(message) => (vec![message], status::FAILED),
            Self::PipeClosed => return status::SOLVED,
        };
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        for message in messages.iter().take(MAX_PRINTED) {
            tell!("{red}saut:{red:#} {}", visible_lines(message));
        }
        if let Some(more) = messages.len().checked_sub(MAX_PRINTED + 1) {
            tell!(
                "{red}saut:{red:#} {}; saut lint lists all errors",
                counted(more + 1, "more error")
            );
        }
        status
    }
}
