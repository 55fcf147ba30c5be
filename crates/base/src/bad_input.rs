//! Unusable input: the place, the fault, and a remedy.
//!
//! Every parser returns this type, so that all messages have the same form and the command line has a single exit
//! status for them (2).

use std::fmt;

use crate::stop::StopReason;
use crate::visible::{visible, visible_lines};

/// A message about unusable input: place, fault, remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// The place: a file, a puzzle in it, a line and column.
    pub place: String,
    /// The fault at this place.
    pub fact: String,
    /// The remedy, if there is one.
    pub remedy: Option<String>,
    /// The limit that ended the reading, if this is the fault.
    pub limit: Option<StopReason>,
}

impl BadInput {
    /// Creates a message without a remedy.
    pub fn new(place: impl Into<String>, fact: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            fact: fact.into(),
            remedy: None,
            limit: None,
        }
    }

    /// Adds a remedy: one or two sentences, without the final full stop.
    #[must_use]
    pub fn remedy(self, remedy: impl Into<String>) -> Self {
        Self {
            remedy: Some(remedy.into()),
            ..self
        }
    }

    /// Returns the same message with its place nested in another (`file: puzzle: line 3`).
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
