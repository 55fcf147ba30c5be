//! Verdicts on documents: what a check came to, as it is printed, or the reason why it came to nothing.

use saut::BadInput;
use saut::stop::StopReason;
use serde_json::{Value, json};

use crate::cli::reply::{Failure, Reply};
use crate::cli::status;

/// A document that is checked, for a puzzle of some game.
pub trait Judge {
    /// Checks what the document says.
    ///
    /// # Errors
    /// A claim that is false, or whose check was not finished, or a document that cannot be read.
    fn verdict(&self) -> Result<Verdict, Fault>;
}

/// Verdict on a document.
pub struct Verdict {
    pub status: u8,
    /// The document to print; whoever prints it adds the name of the puzzle or task.
    pub document: Value,
    /// The lines for people.
    pub text: String,
}

/// Reason why a document was not found to hold.
pub enum Fault {
    /// A claim is false.
    Refused(BadInput),
    /// A limit ended the check of this claim or kind of certificate, so that it may hold or not.
    Unfinished(String, StopReason),
    /// The document cannot be read, or something else went wrong.
    Failed(Failure),
}

impl<T: Into<Failure>> From<T> for Fault {
    fn from(failure: T) -> Self {
        match failure.into() {
            Failure::Refused(why) => Self::Refused(why),
            other => Self::Failed(other),
        }
    }
}

impl Verdict {
    /// The verdict on a document on a planning task that is valid.
    pub fn valid(mut document: Value, text: String) -> Self {
        document["valid"] = true.into();
        let status = status::SOLVED;
        Self {
            status,
            document,
            text,
        }
    }

    /// The verdict on a document on a planning task of which a claim is false.
    pub fn invalid(why: &BadInput) -> Self {
        Self {
            status: status::FAILED,
            document: json!({"valid": false, "reason": why.to_string()}),
            text: String::new(),
        }
    }

    /// Says that a limit ended the check, so that the certificate may hold or not.
    pub fn undecided(kind: &str, why: StopReason) -> Self {
        let reason = why.name();
        Self {
            status: status::UNDECIDED,
            document: json!({"verdict": "undecided", "kind": kind, "reason": reason, "checked": false}),
            text: format!(
                "undecided: the check ({kind}) was not finished ({reason}); it may hold or not\n"
            ),
        }
    }

    /// The verdict on the puzzle or task of this name, ready to be printed.
    pub fn reply(mut self, noun: &str, name: &str) -> Reply {
        self.document[noun] = name.into();
        Reply::new(self.status, self.document, self.text)
    }
}
