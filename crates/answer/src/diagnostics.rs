//! Errors and warnings about files, as JSON.

use saut_base::BadInput;
use saut_pddl::{Diagnostic, Severity};
use schemars::JsonSchema;
use serde::Serialize;

/// Errors and warnings about files.
#[derive(Default, Serialize, JsonSchema)]
pub struct Diagnostics {
    /// The errors and warnings of each file, in the order of their positions.
    #[serde(rename = "diagnostics")]
    entries: Vec<Entry>,
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
}

/// An error or a warning.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Diagnostic")]
struct Entry {
    /// Name of the file, or of another input.
    file: String,
    /// Line, counted from 1. The field is missing if the message is about the whole input.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// Column in characters, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The word at this position, or the parenthesis and first word of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    /// The severity: error or warning.
    #[schemars(extend("enum" = ["error", "warning"]))]
    severity: &'static str,
    /// The kind of the problem: syntax, undeclared, type, arity, …
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// The problem, in words.
    message: String,
    /// A suggestion for a repair.
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<String>,
}

impl Diagnostics {
    /// Returns the errors of rejected input.
    pub fn of_errors(bad: &BadInput) -> Self {
        let mut all = Self::default();
        bad.all().for_each(|bad| all.add(Severity::Error, bad));
        all
    }

    /// Adds messages.
    pub fn extend<'a>(&mut self, more: impl IntoIterator<Item = &'a Diagnostic>) {
        for one in more {
            self.add(one.severity, &one.message);
        }
    }

    fn add(&mut self, severity: Severity, bad: &BadInput) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        let at = bad.at.as_deref();
        self.entries.push(Entry {
            file: at.map_or(&bad.place, |at| &at.file).clone(),
            line: at.map(|at| at.line),
            column: at.map(|at| at.column),
            word: at.map(|at| at.word.clone()),
            severity: severity.into(),
            code: at.map(|at| at.code),
            message: bad.fact.clone(),
            remedy: bad.remedy.clone(),
        });
    }
}
