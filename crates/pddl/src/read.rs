//! From text to [`LiftedDomain`] and [`Problem`].
//!
//! The language is PDDL 1.2 as the competitions use it, with the additions of later levels
//! that keep a task classical: types with `either`, equality, negative, disjunctive and
//! quantified conditions, conditional effects, derived predicates (PDDL 2.2), and `total-cost`. Anything else is refused by
//! name where it is used; that a domain declares a requirement is not yet a use of it.
//!
//! Ghallab et al.: *PDDL, the Planning Domain Definition Language* (1998); Gerevini and Long:
//! *Plan constraints and preferences in PDDL3* (2005) for the grammar of later levels.
//!
//! A parser of our own, because the two kept ones do not fit: `pddl` has another licence
//! (EUPL-1.2) and follows the nesting by recursion, `pddl-parser` keeps no places, and after
//! both all names, arities and types would still have to be resolved with places in messages.

mod action;
mod axiom;
mod condition;
mod cost;
mod declare;
mod domain;
mod effect;
mod heading;
mod linear;
mod numbers;
mod numeric;
mod problem;
mod refuse;
mod requirement;
mod scope;
mod strata;
mod typed_list;
mod types;

use crate::domain::LiftedDomain;
use crate::oddities::Oddity;
use crate::problem::Problem;
use crate::sexp::{self, List, Name, Sexp, Source};
pub use heading::Heading;
use saut_task::BadInput;
use saut_task::stop::Stop;

/// Most parameters of a predicate or an action, and most variables in sight at one place.
pub const MOST_PARAMETERS: usize = 60;

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

/// What a text says that it defines, read without the rest; none if it is neither a domain nor a problem.
///
/// # Errors
///
/// The text is too long, or `stop` ended the reading.
pub fn heading(text: &str, place: &str, stop: &Stop) -> Result<Option<Heading>, BadInput> {
    let text = &lower_case(text, place)?;
    heading::heading(&Source::new(place, text, stop))
}

/// The text as the readers want it, unless it is too long.
fn lower_case(text: &str, place: &str) -> Result<String, BadInput> {
    sexp::check_length(place, text)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Ok(text.to_ascii_lowercase())
}

/// One section of a definition: `(:keyword ...)`.
struct Section<'s, 'a> {
    keyword: Name<'a>,
    body: &'s [Sexp<'a>],
}

/// A file taken apart: its name, and its sections.
struct Definition<'s, 'a> {
    name: Name<'a>,
    sections: Vec<Section<'s, 'a>>,
}

/// Takes `(define (KIND name) (:keyword ...) ...)` apart.
fn definition<'s, 'a>(
    source: &Source,
    list: &'s List<'a>,
    kind: &str,
) -> Result<Definition<'s, 'a>, BadInput> {
    if list.head().is_none_or(|head| head.text != "define") {
        return Err(source
            .bad(list.at, "not a `(define ...)`")
            .remedy(format!("a {kind} file is one `(define ({kind} NAME) ...)`")));
    }
    let name = match list.rest().first() {
        Some(Sexp::List(title)) => match (title.head(), title.rest()) {
            (Some(head), [Sexp::Name(name)]) if head.text == kind => *name,
            (Some(head), _) if matches!(head.text, "domain" | "problem") && head.text != kind => {
                return Err(source
                    .bad(title.at, format!("a {}, not a {kind}", head.text))
                    .remedy("were the two files swapped?"));
            }
            _ => {
                return Err(source
                    .bad(title.at, format!("not `({kind} NAME)`"))
                    .remedy(format!("write `({kind} NAME)` with one name")));
            }
        },
        other => {
            let at = other.map_or(list.at, Sexp::at);
            return Err(source
                .bad(at, format!("no `({kind} NAME)` behind `define`"))
                .remedy(format!("write `(define ({kind} NAME) ...)`")));
        }
    };
    let mut sections = Vec::new();
    for item in &list.rest()[1..] {
        match item {
            Sexp::List(section) => match section.head() {
                Some(keyword) => sections.push(Section {
                    keyword,
                    body: section.rest(),
                }),
                None => {
                    return Err(source
                        .bad(section.at, "a section without a keyword")
                        .remedy("begin it with one like `:init`"));
                }
            },
            Sexp::Name(stray) => {
                return Err(source
                    .bad(
                        stray.at,
                        format!("`{}` between sections", sexp::shortened(stray.text)),
                    )
                    .remedy("put it into a section such as `(:init ...)`"));
            }
        }
    }
    Ok(Definition { name, sections })
}

/// Refuses a section that is there twice.
fn refuse_repeated(source: &Source, sections: &[Section], once: &[&str]) -> Result<(), BadInput> {
    for keyword in once {
        let mut same = sections.iter().filter(|s| s.keyword.text == *keyword);
        if let (Some(_), Some(second)) = (same.next(), same.next()) {
            return Err(source
                .bad(second.keyword.at, format!("a second `{keyword}`"))
                .remedy("join the two"));
        }
    }
    Ok(())
}

/// Takes down the first section that stands behind one that the grammar puts after it; what `order` does not name
/// comes last.
fn note_order(source: &Source, sections: &[Section], order: &[&str]) {
    let place = |section: &Section| {
        let mut known = order.iter();
        let found = known.position(|known| *known == section.keyword.text);
        found.unwrap_or(order.len())
    };
    for pair in sections.windows(2) {
        if place(&pair[0]) > place(&pair[1]) {
            let [before, behind] = [&pair[0], &pair[1]].map(|section| section.keyword);
            source.odd.add(Oddity::Order, || {
                let fact = format!("`{}` stands behind `{}`", behind.text, before.text);
                let bad = source.bad(behind.at, fact);
                bad.remedy("the grammar has it before; it is read all the same")
            });
        }
    }
}

/// Whether this is `(= ...)`.
fn is_equality(item: &Sexp) -> bool {
    matches!(item, Sexp::List(list) if list.head().is_some_and(|head| head.text == "="))
}
