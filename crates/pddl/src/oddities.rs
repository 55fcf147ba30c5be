//! Oddities: what a file does against the letter of PDDL, and what is clear all the same.
//!
//! Files of the competitions use what their `:requirements` do not name, declare objects twice and put sections in
//! another order than the grammar. They are read; of each kind of oddity the first place is told, and the number of
//! further ones. A strict reader takes the first of these messages for an error.
//!
//! Everything that the grammar allows is no oddity: letters of both cases, tabs, lines that end with CR and LF,
//! `either`, `object` as the type of a parameter.

use saut_base::BadInput;
use std::cell::RefCell;

/// A kind of oddity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Oddity {
    /// A requirement is used and not declared.
    Requirement,
    /// A section stands behind one that should follow it.
    Order,
    /// An object or constant is declared again.
    SecondObject,
    /// `=` is declared as a predicate.
    Equality,
    /// A name that the grammar does not allow.
    Name,
    /// The problem names another domain.
    OtherDomain,
    /// The problem names no domain.
    NoDomain,
    /// The problem has no initial state.
    NoInit,
    /// A type is declared again.
    SecondType,
    /// A supertype is not declared and looks like a type that is.
    Supertype,
    /// A parameter of a predicate or function has the name of another.
    SecondParameter,
    /// Two terms are compared that are never the same object.
    NeverEqual,
    /// A sum or product has one part.
    OneOperand,
    /// A metric speaks of `total-time`.
    TotalTime,
    /// No blank between the `-` of a typed list and the type.
    Dash,
    /// The start gives a value to a function that is not declared.
    Function,
}

/// The oddities of one file, while it is read.
#[derive(Default)]
pub(crate) struct Oddities {
    /// The first of each kind, and how many more there are.
    found: RefCell<Vec<(Oddity, BadInput, usize)>>,
    /// The requirements that are used, with the offset of the first use.
    used: RefCell<Vec<(&'static str, u32)>>,
}

impl Oddities {
    /// Takes one down; the message is made only for the first of its kind.
    pub(crate) fn add(&self, oddity: Oddity, message: impl FnOnce() -> BadInput) {
        let mut found = self.found.borrow_mut();
        match found.iter_mut().find(|(kind, ..)| *kind == oddity) {
            Some((_, _, more)) => *more += 1,
            None => found.push((oddity, message(), 0)),
        }
    }

    /// Takes down that a requirement is used at an offset.
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

    /// The messages.
    pub(crate) fn told(&self) -> Vec<BadInput> {
        let found = self.found.borrow();
        let told = found.iter().map(|(_, bad, more)| {
            let mut bad = bad.clone();
            if *more > 0 {
                bad.fact = format!("{} (and {more} more of this kind)", bad.fact);
            }
            bad
        });
        told.collect()
    }
}
