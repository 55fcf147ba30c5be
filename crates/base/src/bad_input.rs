//! Errors about unusable input: the place, the fault, and a remedy.
//!
//! Every parser returns this type. So all messages have the same form, and the command line has a single exit status
//! for them (2).

use std::fmt;

use crate::stop::StopReason;
use crate::visible::{visible, visible_lines};

/// A message about unusable input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// The place, for example a file, a puzzle in the file, or a line and a column.
    pub place: String,
    /// The fault at this place.
    pub fact: String,
    /// Advice on how the user can correct the fault.
    pub remedy: Option<String>,
    /// The limit that ended the reading, if this is the fault.
    pub limit: Option<StopReason>,
    /// The place as line and column, if the fault is in a text.
    pub at: Option<Box<TextPlace>>,
    /// Further errors in the same input. Their own lists of further errors are empty.
    pub others: Box<[BadInput]>,
}

/// The place of a fault in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// Name of the text, usually its file.
    pub file: String,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// The word at this place. If a list begins here, its parenthesis and first word.
    pub word: String,
    /// Code for this kind of error or warning, for programs.
    pub code: &'static str,
}

impl BadInput {
    /// Creates a message without a remedy.
    pub fn new(place: impl Into<String>, fact: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            fact: fact.into(),
            remedy: None,
            limit: None,
            at: None,
            others: Box::default(),
        }
    }

    /// Returns this message with further errors of the same input.
    #[must_use]
    pub fn with_others(mut self, more: impl IntoIterator<Item = Self>) -> Self {
        let mut all = std::mem::take(&mut self.others).into_vec();
        for mut one in more {
            let others = std::mem::take(&mut one.others);
            all.push(one);
            all.extend(others);
        }
        all.retain(|one| !one.fact.is_empty());
        self.others = all.into();
        self
    }

    /// Returns this message and all further errors of the same input.
    pub fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.others)
    }

    /// Returns this message with a remedy: one or two sentences, without the final full stop.
    #[must_use]
    pub fn remedy(self, remedy: impl Into<String>) -> Self {
        Self {
            remedy: Some(remedy.into()),
            ..self
        }
    }

    /// Returns the fault and the remedy, without the place.
    pub fn text(&self) -> String {
        let fact = visible_lines(&self.fact);
        match &self.remedy {
            Some(remedy) => format!("{fact}; {}", visible_lines(remedy)),
            None => fact.into_owned(),
        }
    }

    /// Returns the same message with an outer place before its place, as in `file: puzzle: line 3`.
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
    /// Writes this message, without the further errors.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", visible(&self.place))?;
        }
        f.write_str(&self.text())
    }
}

impl std::error::Error for BadInput {}
