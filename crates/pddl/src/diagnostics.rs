//! Errors and warnings of the reader, with place, fact and remedy.
//!
//! A warning is about text that breaks the grammar of PDDL but has only one meaning. Files of the competitions use
//! undeclared requirements, declare objects twice and order sections differently. The reader reports the first place
//! of each kind of warning, and the number of further places. A strict reader treats the first warning as an error.

use saut_base::stop::Stop;
use saut_base::{BadInput, sexp};
use std::cell::RefCell;
use std::ops::Deref;

/// The message about a place of a source: the fact, and after `;` the remedy, both as [`format!`] takes them.
macro_rules! bad {
    ($source:expr, $at:expr, $fact:literal $(, $value:expr)*) => {
        $source.bad($at, format!($fact $(, $value)*))
    };
    ($source:expr, $at:expr, $fact:literal $(, $value:expr)*; $remedy:literal $(, $part:expr)*) => {
        bad!($source, $at, $fact $(, $value)*).remedy(format!($remedy $(, $part)*))
    };
}

/// Returns an error, as [`bad!`] makes it.
macro_rules! bail {
    ($($message:tt)*) => {
        return Err(bad!($($message)*))
    };
}

/// Records a warning, as [`bad!`] makes it. Its kind is the fact without its values.
macro_rules! warn {
    ($source:expr, $at:expr, $fact:literal $($rest:tt)*) => {
        $source.warn($fact, || bad!($source, $at, $fact $($rest)*));
    };
}

/// A text that is read, with the warnings about it.
pub(crate) struct Source<'a> {
    lists: sexp::Source<'a>,
    /// The first warning of each kind, and how many more there are.
    warnings: RefCell<Vec<(&'static str, BadInput, usize)>>,
    /// The requirements that are used, with the offset of the first use.
    used: RefCell<Vec<(&'static str, u32)>>,
}

impl<'a> Source<'a> {
    /// A text of which nothing was read yet.
    pub(crate) fn new(place: &'a str, text: &'a str, stop: &'a Stop) -> Self {
        Self {
            lists: sexp::Source { place, text, stop },
            warnings: RefCell::default(),
            used: RefCell::default(),
        }
    }

    /// Records a warning; the message is made only for the first of its kind.
    pub(crate) fn warn(&self, kind: &'static str, message: impl FnOnce() -> BadInput) {
        let mut warnings = self.warnings.borrow_mut();
        match warnings.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, _, more)) => *more += 1,
            None => warnings.push((kind, message(), 0)),
        }
    }

    /// Records the use of a requirement at an offset.
    pub(crate) fn uses(&self, requirement: &'static str, at: u32) {
        let mut used = self.used.borrow_mut();
        if used.iter().all(|(known, _)| *known != requirement) {
            used.push((requirement, at));
        }
    }

    /// The requirements used, in the order of their first use.
    pub(crate) fn used(&self) -> Vec<(&'static str, u32)> {
        self.used.borrow().clone()
    }

    /// The warnings.
    pub(crate) fn warnings(&self) -> Vec<BadInput> {
        let warnings = self.warnings.borrow();
        let messages = warnings.iter().map(|(_, bad, more)| {
            let mut bad = bad.clone();
            if *more > 0 {
                bad.fact = format!("{} (and {more} more of this kind)", bad.fact);
            }
            bad
        });
        messages.collect()
    }
}

impl<'a> Deref for Source<'a> {
    type Target = sexp::Source<'a>;

    fn deref(&self) -> &sexp::Source<'a> {
        &self.lists
    }
}
