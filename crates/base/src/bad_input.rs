//! Input that cannot be used: where, what, and what to do about it.
//!
//! Every reader returns this one type, so that a person sees one message of one form and the
//! command line gives one exit status (2).

use std::fmt;

use crate::stop::StopReason;
use crate::visible::{visible, visible_lines};

/// One message about unusable input: place, fact, remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// Place: a file, a puzzle in it, a line and column.
    pub place: String,
    /// Fault at that place.
    pub fact: String,
    /// Remedy, if there is one to name.
    pub remedy: Option<String>,
    /// The limit that was hit before the input was read to its end, if that is what is wrong.
    pub limit: Option<StopReason>,
}

impl BadInput {
    /// A message without a remedy.
    pub fn new(place: impl Into<String>, fact: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            fact: fact.into(),
            remedy: None,
            limit: None,
        }
    }

    /// The same message with a remedy, a sentence or two without the last full stop.
    #[must_use]
    pub fn remedy(self, remedy: impl Into<String>) -> Self {
        Self {
            remedy: Some(remedy.into()),
            ..self
        }
    }

    /// The same message, its place within another (`file: puzzle: line 3`).
    #[must_use]
    pub fn within(self, outer: impl fmt::Display) -> Self {
        let place = if self.place.is_empty() {
            outer.to_string()
        } else {
            format!("{outer}: {}", self.place)
        };
        Self { place, ..self }
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", visible(&self.place))?;
        }
        f.write_str(&visible_lines(&self.fact))?;
        match &self.remedy {
            Some(remedy) => write!(f, "; {}", visible_lines(remedy)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for BadInput {}
