//! From text to [`LiftedDomain`] and [`Problem`].
//!
//! The language is PDDL 1.2 as the competitions use it, with the additions of later levels that keep a task classical:
//! types with `either`, equality, negative, disjunctive and quantified conditions, conditional effects, derived
//! predicates (PDDL 2.2), `total-cost`, trajectory constraints without times and preferences (PDDL 3). Anything else is
//! refused by name where it is used; that a domain declares a requirement is not yet a use of it.
//!
//! Ghallab et al.: *PDDL, the Planning Domain Definition Language* (1998); Gerevini and Long:
//! *Plan constraints and preferences in PDDL3* (2005) for the grammar of later levels.
//!
//! A parser of our own, because the two kept ones do not fit: `pddl` has another licence
//! (EUPL-1.2) and follows the nesting by recursion, `pddl-parser` keeps no places, and after
//! both all names, arities and types would still have to be resolved with places in messages.

mod action;
mod condition;
mod cost;
mod declare;
mod definition;
mod domain;
mod effect;
mod heading;
mod numbers;
mod numeric;
mod problem;
mod requirement;
mod scope;
mod strata;
mod trajectory;
mod types;

use crate::diagnostics::Source;
use crate::domain::LiftedDomain;
use crate::problem::Problem;
pub use declare::MOST_PARAMETERS;
pub use heading::Heading;
use saut_base::BadInput;
use saut_base::sexp::{self, lower_case};
use saut_base::stop::Stop;

/// Reads a domain; `place` is the name of the text in messages, usually that of its file.
///
/// # Errors
///
/// With place, fact and remedy if the text is no domain, or uses what is not supported.
pub fn read_domain(text: &str, place: &str) -> Result<LiftedDomain, BadInput> {
    read_domain_within(text, place, &Stop::default())
}

/// As [`read_domain`], until `stop` ends it, of which the message speaks.
///
/// # Errors
///
/// As [`read_domain`].
pub fn read_domain_within(text: &str, place: &str, stop: &Stop) -> Result<LiftedDomain, BadInput> {
    let text = &lower_case(text, place)?;
    let source = Source::new(place, text, stop);
    domain::read(&source, &sexp::parse(&source)?)
}

/// Reads a problem of `domain`; `place` is the name of the text in messages.
///
/// # Errors
///
/// With place, fact and remedy if the text is no problem of this domain, or uses what is not
/// supported.
pub fn read_problem(text: &str, place: &str, domain: &LiftedDomain) -> Result<Problem, BadInput> {
    read_problem_within(text, place, domain, &Stop::default())
}

/// As [`read_problem`], until `stop` ends it, of which the message speaks.
///
/// # Errors
///
/// As [`read_problem`].
pub fn read_problem_within(
    text: &str,
    place: &str,
    domain: &LiftedDomain,
    stop: &Stop,
) -> Result<Problem, BadInput> {
    let text = &lower_case(text, place)?;
    let source = Source::new(place, text, stop);
    problem::read(&source, &sexp::parse(&source)?, domain)
}

/// Heading of a text, read without the rest; none if it is neither a domain nor a problem.
///
/// # Errors
///
/// The text is too long, or `stop` ended the reading.
pub fn heading(text: &str, place: &str, stop: &Stop) -> Result<Option<Heading>, BadInput> {
    let text = &lower_case(text, place)?;
    heading::heading(&Source::new(place, text, stop))
}
