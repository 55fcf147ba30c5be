//! Errors and warnings of the parser. Each message has a place, a fact (the fault) and a remedy.
//!
//! After an error, the parser continues with the next part that does not depend on the error. So one run reports all
//! errors of a file ([`Source::keep`]). The parser returns a value only if there was no error ([`Source::finish`]).
//!
//! A warning is about text that breaks the grammar of PDDL but has only one meaning. Files of the planning competitions
//! use undeclared requirements, declare objects twice and order sections differently. The parser reports the first
//! place of each kind of warning, and the number of further places; a thorough parser reports all places. With
//! `--strict`, the program treats the first warning as an error.

use std::cell::{Cell, RefCell};
use std::ops::Deref;

use rustc_hash::FxHashMap;
use saut_base::stop::Stop;
use saut_base::{BadInput, sexp};
use strum::IntoStaticStr;

use crate::mention::{Mention, NameKind};

/// Kind of an error or a warning, as a code for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Code {
    /// Text that breaks the grammar.
    Syntax,
    /// Text outside of its section or action.
    Misplaced,
    Undeclared,
    Duplicate,
    /// Word that is not a valid name.
    Name,
    /// Wrong number of arguments.
    Arity,
    /// Argument that cannot have the type of the parameter.
    Type,
    /// Missing section.
    Missing,
    /// Requirement that is unknown or not declared.
    Requirement,
    /// Section in the wrong order.
    Order,
    /// Feature of PDDL that is not supported.
    Unsupported,
    /// Invalid number.
    Number,
    /// Function without a value in the initial state.
    NoValue,
    /// Invalid or unsupported metric.
    Metric,
    /// Statements that contradict each other.
    Contradiction,
    /// Text that is larger than a limit.
    Limit,
    /// Declared name that is never used.
    Unused,
    /// Predicate without true atoms, or predicate that never changes.
    Static,
    /// Action or effect that changes nothing.
    NoEffect,
    /// Variable that hides an outer variable of the same name.
    Shadowed,
    /// Object that may be at two places after an action (heuristic).
    MissingDelete,
}

/// Creates a message about a place of a source. The arguments are the fact and, after `;`, the remedy, each as for
/// [`format!`]. A code in brackets may precede them.
macro_rules! bad {
    ([$code:ident] $source:expr, $at:expr, $($rest:tt)*) => {
        $crate::diagnostics::with_code(bad!($source, $at, $($rest)*), $crate::diagnostics::Code::$code)
    };
    ($source:expr, $at:expr, $fact:literal $(, $value:expr)*) => {
        $source.bad($at, format!($fact $(, $value)*))
    };
    ($source:expr, $at:expr, $fact:literal $(, $value:expr)*; $remedy:literal $(, $part:expr)*) => {
        bad!($source, $at, $fact $(, $value)*).remedy(format!($remedy $(, $part)*))
    };
}

/// Returns the error that [`bad!`] creates.
macro_rules! bail {
    ($($message:tt)*) => {
        return Err(bad!($($message)*))
    };
}

/// Records the error that [`bad!`] creates, and continues.
macro_rules! report {
    ([$code:ident] $source:expr, $($message:tt)*) => {
        $source.error(bad!([$code] $source, $($message)*))?
    };
    ($source:expr, $($message:tt)*) => {
        $source.error(bad!($source, $($message)*))?
    };
}

/// Records the warning that [`bad!`] creates. The kind of the warning is the fact without its values.
macro_rules! warn {
    ([$code:ident] $source:expr, $at:expr, $fact:literal $($rest:tt)*) => {
        $source.warn($fact, || bad!([$code] $source, $at, $fact $($rest)*));
    };
}

/// Records a warning as [`warn!`] does, if the parser is thorough.
macro_rules! hint {
    ([$code:ident] $source:expr, $($rest:tt)*) => {
        if $source.is_thorough() {
            warn!([$code] $source, $($rest)*);
        }
    };
}

pub(crate) fn with_code(mut message: BadInput, code: Code) -> BadInput {
    if let Some(place) = &mut message.at {
        place.code = code.into();
    }
    message
}

/// Maximum number of reported errors in one text.
const MAX_ERRORS: usize = 1000;

/// Maximum number of reported errors with the same fact. A thorough parser does not have this limit.
const MAX_OF_ONE_FACT: usize = 3;

/// Maximum number of warnings of one kind that a thorough parser reports.
const MAX_WARNINGS: usize = 100;

/// A text during parsing, with the errors and warnings about it.
pub(crate) struct Source<'a> {
    lists: sexp::Source<'a>,
    /// Whether all places of warnings and all mentions of names are recorded.
    is_thorough: bool,
    errors: RefCell<Vec<BadInput>>,
    /// The likely cause of all errors.
    cause: RefCell<Option<BadInput>>,
    /// For each fact, the number of errors with this fact.
    facts: RefCell<FxHashMap<String, usize>>,
    /// Whether a part of the text was skipped, because of an error in it or because of an earlier error.
    has_gaps: Cell<bool>,
    /// The first warnings of each kind, and the number of further warnings.
    warnings: RefCell<Vec<(&'static str, Vec<BadInput>, usize)>>,
    /// The used requirements, each with the offset of its first use.
    used: RefCell<Vec<(&'static str, u32)>>,
    mentions: RefCell<Vec<Mention>>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(place: &'a str, text: &'a str, stop: &'a Stop) -> Self {
        Self {
            lists: sexp::Source { place, text, stop },
            is_thorough: false,
            errors: RefCell::default(),
            cause: RefCell::default(),
            facts: RefCell::default(),
            has_gaps: Cell::default(),
            warnings: RefCell::default(),
            used: RefCell::default(),
            mentions: RefCell::default(),
        }
    }

    /// Changes the source for a thorough parser, which records all places of warnings and all mentions of names.
    pub(crate) fn thorough(self) -> Self {
        Self {
            is_thorough: true,
            ..self
        }
    }

    pub(crate) fn is_thorough(&self) -> bool {
        self.is_thorough
    }

    /// Records an error. An error without a fact follows from an earlier error and is not reported.
    ///
    /// # Errors
    /// A limit ended the reading, or there are too many errors.
    pub(crate) fn error(&self, bad: BadInput) -> Result<(), BadInput> {
        if bad.limit.is_some() {
            return Err(bad);
        }
        self.has_gaps.set(true);
        let mut errors = self.errors.borrow_mut();
        if errors.len() >= MAX_ERRORS {
            let fact = format!("there are more than {MAX_ERRORS} errors");
            return Err(BadInput::new(self.place, fact).remedy("correct the first errors"));
        }
        if bad.fact.is_empty() || errors.contains(&bad) {
            return Ok(());
        }
        let mut facts = self.facts.borrow_mut();
        let count = facts.entry(bad.fact.clone()).or_default();
        *count += 1;
        if self.is_thorough || *count <= MAX_OF_ONE_FACT {
            errors.push(bad);
        }
        Ok(())
    }

    /// Records the likely cause of all errors that follow. If there are no errors, the cause is reported as a warning.
    pub(crate) fn suspect(&self, cause: BadInput) {
        self.cause.replace(Some(cause));
    }

    /// Returns the value, or records the error that ended the parsing and returns `None`.
    ///
    /// # Errors
    /// A limit ended the reading.
    pub(crate) fn keep_last<T>(&self, read: Result<T, BadInput>) -> Result<Option<T>, BadInput> {
        match read {
            Ok(value) => Ok(Some(value)),
            Err(bad) if bad.limit.is_some() => Err(bad),
            Err(bad) => {
                self.has_gaps.set(true);
                self.errors
                    .borrow_mut()
                    .extend(Some(bad).filter(|bad| !bad.fact.is_empty()));
                Ok(None)
            }
        }
    }

    /// Returns an error without a fact, for a consequence of an earlier error.
    pub(crate) fn explained(&self) -> BadInput {
        BadInput::new(self.place, "")
    }

    /// Returns the value, or records the error and returns `None`.
    ///
    /// # Errors
    /// Same as [`Self::error`].
    pub(crate) fn keep<T>(&self, read: Result<T, BadInput>) -> Result<Option<T>, BadInput> {
        match read {
            Ok(value) => Ok(Some(value)),
            Err(bad) => self.error(bad).map(|()| None),
        }
    }

    /// Returns the values that were read without an error, and records the errors.
    ///
    /// # Errors
    /// Same as [`Self::error`].
    pub(crate) fn keep_all<T>(
        &self,
        read: impl IntoIterator<Item = Result<T, BadInput>>,
    ) -> Result<Vec<T>, BadInput> {
        let kept = read.into_iter().map(|one| self.keep(one));
        kept.filter_map(Result::transpose).collect()
    }

    pub(crate) fn has_error(&self, code: Code) -> bool {
        let code: &str = code.into();
        let errors = self.errors.borrow();
        let mut codes = errors.iter().filter_map(|bad| bad.at.as_ref());
        codes.any(|at| at.code == code)
    }

    pub(crate) fn error_count(&self) -> usize {
        self.errors.borrow().len()
    }

    /// Whether no error was recorded.
    pub(crate) fn is_sound(&self) -> bool {
        !self.has_gaps.get()
    }

    /// Returns the errors in the order of their places. If their likely cause is known, returns the cause and the first
    /// errors.
    pub(crate) fn errors(&self) -> Vec<BadInput> {
        let mut errors = self.errors.borrow().clone();
        errors.sort_by_key(place_of);
        let mut facts = self.facts.borrow().clone();
        if let (false, Some(cause)) = (errors.is_empty(), &*self.cause.borrow()) {
            let all = facts.values().sum::<usize>().max(errors.len());
            errors.truncate(MAX_OF_ONE_FACT);
            let shown = errors.len();
            note_more(&mut errors[shown - 1], all - shown, "in this file");
            errors.insert(0, cause.clone());
            return errors;
        }
        for bad in errors.iter_mut().rev().filter(|_| !self.is_thorough) {
            let count = facts.remove(&bad.fact).unwrap_or_default();
            note_more(bad, count.saturating_sub(MAX_OF_ONE_FACT), "of this kind");
        }
        errors
    }

    /// Returns the value, if nothing was skipped.
    ///
    /// # Errors
    /// The first error of the text, with all other errors attached.
    pub(crate) fn finish<T>(&self, read: Result<T, BadInput>) -> Result<T, BadInput> {
        match self.keep_last(read)? {
            Some(value) if self.is_sound() => return Ok(value),
            _ => {}
        }
        Err(self.failure())
    }

    /// Returns the first error, with all other errors attached.
    pub(crate) fn failure(&self) -> BadInput {
        let mut errors = self.errors().into_iter();
        let first = errors.next();
        // If the problem has no error, an error of its domain is the cause.
        let first = first.unwrap_or_else(|| BadInput::new("", ""));
        first.with_others(errors)
    }

    /// Records a warning. Only the first warning of its kind gets a message, unless the parser is thorough.
    pub(crate) fn warn(&self, kind: &'static str, message: impl FnOnce() -> BadInput) {
        let mut warnings = self.warnings.borrow_mut();
        let most = if self.is_thorough { MAX_WARNINGS } else { 1 };
        match warnings.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, kept, _)) if kept.len() < most => kept.push(message()),
            Some((_, _, more)) => *more += 1,
            None => warnings.push((kind, vec![message()], 0)),
        }
    }

    /// Records the use of a requirement at an offset.
    pub(crate) fn uses(&self, requirement: &'static str, at: u32) {
        let mut used = self.used.borrow_mut();
        if used.iter().all(|(known, _)| *known != requirement) {
            used.push((requirement, at));
        }
    }

    /// Returns the used requirements, in the order of their first use.
    pub(crate) fn used(&self) -> Vec<(&'static str, u32)> {
        self.used.borrow().clone()
    }

    /// Records the declaration of a name, as PDDL text, if the parser is thorough.
    pub(crate) fn declares(&self, kind: NameKind, name: sexp::Name, text: impl FnOnce() -> String) {
        if self.is_thorough {
            self.mention(kind, name, Some(text()));
        }
    }

    /// Records the use of a name, if the parser is thorough.
    pub(crate) fn refers(&self, kind: NameKind, name: sexp::Name) {
        if self.is_thorough {
            self.mention(kind, name, None);
        }
    }

    fn mention(&self, kind: NameKind, name: sexp::Name, declaration: Option<String>) {
        self.mentions.borrow_mut().push(Mention {
            kind,
            name: name.text.to_owned(),
            at: name.at,
            declaration,
        });
    }

    pub(crate) fn mentions(&self) -> Vec<Mention> {
        self.mentions.borrow().clone()
    }

    pub(crate) fn warnings(&self) -> Vec<BadInput> {
        let cause = self.cause.borrow().clone();
        let cause = cause.filter(|_| self.is_sound());
        let warnings = self.warnings.borrow();
        let messages = warnings.iter().flat_map(|(_, kept, more)| {
            let mut kept = kept.clone();
            if let Some(last) = kept.last_mut() {
                note_more(last, *more, "of this kind");
            }
            kept
        });
        cause.into_iter().chain(messages).collect()
    }
}

/// Adds to a message the number of similar messages that are not reported.
fn note_more(bad: &mut BadInput, more: usize, which: &str) {
    if more > 0 {
        bad.fact = format!("{} (and {more} more {which})", bad.fact);
    }
}

/// Returns the sort key of a message; messages without a place are last.
fn place_of(bad: &BadInput) -> (usize, usize) {
    let place = bad.at.as_ref().map(|at| (at.line, at.column));
    place.unwrap_or((usize::MAX, 0))
}

impl<'a> Deref for Source<'a> {
    type Target = sexp::Source<'a>;

    fn deref(&self) -> &sexp::Source<'a> {
        &self.lists
    }
}
