//! The parser: makes a [`Domain`] and a [`Problem`] from text.
//!
//! The language is PDDL 1.2 as in the planning competitions, with the classical features of later levels. These are
//! types with `either`, equality, negative, disjunctive and quantified conditions, conditional effects, numeric fluents
//! (PDDL 2.1), derived predicates (PDDL 2.2), `total-cost`, trajectory constraints without times, and preferences (PDDL
//! 3). Any other feature is rejected at its first use, and the error names the feature. The declaration of a
//! requirement does not count as a use.
//!
//! Ghallab et al.: *PDDL, the Planning Domain Definition Language* (1998); Gerevini and Long: *Plan constraints and
//! preferences in PDDL3* (2005) for the grammar of later levels.
//!
//! This crate has its own parser, because the two maintained parsers do not fit. `pddl` has another licence (EUPL-1.2)
//! and parses nested lists by recursion, and `pddl-parser` does not store positions. Neither parser checks names,
//! arities and types, or reports the positions of such errors.

mod action;
mod condition;
mod cost;
mod declare;
mod definition;
mod domain;
mod effect;
mod numbers;
mod numeric;
mod problem;
mod scope;
mod strata;
mod trajectory;
mod types;

use crate::diagnostics::{Code, Source};
use crate::domain::Domain;
use crate::problem::Problem;
pub use declare::MAX_PARAMETERS;
pub(crate) use domain::read as whole_domain;
pub(crate) use problem::read as whole_problem;
use saut_base::BadInput;
use saut_base::sexp::{self, List, Tokens, lower_case};
use saut_base::stop::Stop;
use std::sync::Arc;

/// Reads a domain; `place` is the name of the text in messages, usually the file name.
///
/// # Errors
///
/// [`BadInput`] if the text is not a domain, or uses an unsupported feature.
pub fn read_domain(text: &str, place: &str) -> Result<Arc<Domain>, BadInput> {
    read_domain_within(text, place, &Stop::default())
}

/// Like [`read_domain`], but `stop` can end the reading. The error then names the limit.
///
/// # Errors
///
/// Same as [`read_domain`].
pub fn read_domain_within(text: &str, place: &str, stop: &Stop) -> Result<Arc<Domain>, BadInput> {
    let text = &prepared(text, place)?;
    let source = Source::new(place, text, stop);
    let read = read_text(&source, |list| domain::read(&source, list));
    source.finish(read).map(Arc::new)
}

/// Reads a problem of `domain`; `place` is the name of the text in messages.
///
/// # Errors
///
/// [`BadInput`] if the text is not a problem of this domain, or uses an unsupported feature.
pub fn read_problem(text: &str, place: &str, domain: &Arc<Domain>) -> Result<Problem, BadInput> {
    read_problem_within(text, place, domain, &Stop::default())
}

/// Like [`read_problem`], but `stop` can end the reading. The error then names the limit.
///
/// # Errors
///
/// Same as [`read_problem`].
pub fn read_problem_within(
    text: &str,
    place: &str,
    domain: &Arc<Domain>,
    stop: &Stop,
) -> Result<Problem, BadInput> {
    let text = &prepared(text, place)?;
    let source = Source::new(place, text, stop);
    let read = read_text(&source, |list| problem::read(&source, list, domain));
    source.finish(read)
}

/// Returns the text in lower case. In old files, an `(in-package "PDDL")` before the definition is replaced by blanks.
fn prepared(text: &str, place: &str) -> Result<String, BadInput> {
    let mut text = lower_case(text, place)?;
    let mut tokens = Tokens::new(&text);
    let [open, word, _, close] = std::array::from_fn(|_| tokens.next());
    if let (Some(open), Some(word), Some(close)) = (open, word, close)
        && [open.text, word.text, close.text] == ["(", "in-package", ")"]
    {
        let package = open.at as usize..=close.at as usize;
        let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
        let blanks: String = text[package.clone()].chars().map(blank).collect();
        text.replace_range(package, &blanks);
    }
    Ok(text)
}

/// A text and its name in messages.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The text.
    pub text: &'a str,
    /// Name of the text in messages, usually the file name.
    pub place: &'a str,
}

/// Reads a domain and a problem; the errors of both are reported together.
///
/// # Errors
/// Same as [`read_problem_within`], with the errors of the domain first.
pub fn read_files(domain: Text, problem: Text, stop: &Stop) -> Result<Problem, BadInput> {
    let lower_case = &prepared(domain.text, domain.place)?;
    let source = Source::new(domain.place, lower_case, stop);
    let read = read_text(&source, |list| domain::read(&source, list));
    let Some(read) = source.keep_last(read)? else {
        return Err(source.failure());
    };
    // The errors of the problem that do not depend on the faulty parts of the domain are reported, too.
    let problem = read_problem_within(problem.text, problem.place, &Arc::new(read), stop);
    if source.is_sound() {
        return problem;
    }
    let more = problem.err().filter(|bad| bad.limit.is_none());
    Err(source.failure().with_others(more))
}

/// Parses a text thoroughly, and passes the result to `show`, with the errors and warnings of the source. There is no
/// result if an error ended the parsing.
///
/// # Errors
/// A limit ended the reading, or `show` fails.
pub(crate) fn read_partly<T, U>(
    text: Text,
    stop: &Stop,
    read: impl FnOnce(&Source, &List) -> Result<T, BadInput>,
    show: impl FnOnce(&Source, Option<T>) -> Result<U, BadInput>,
) -> Result<U, BadInput> {
    let lower_case = &prepared(text.text, text.place)?;
    let source = Source::new(text.place, lower_case, stop).thorough();
    let parsed = read_text(&source, |list| read(&source, list));
    show(&source, source.keep_last(parsed)?)
}

/// Reads the first list of a text. Text after this list is an error, unless an earlier error explains the text.
fn read_text<T>(
    source: &Source,
    read: impl FnOnce(&List) -> Result<T, BadInput>,
) -> Result<T, BadInput> {
    let (list, rest) = sexp::parse_first(source)?;
    let read = read(&list);
    match rest {
        Some(rest) if !source.has_error(Code::Misplaced) => source.error(rest)?,
        _ => {}
    }
    read
}

/// Returns the problem with another initial state: facts and values, or a section `(:init ...)`.
///
/// # Errors
///
/// [`BadInput`] if the text is not a state of this problem.
pub(crate) fn read_state_within(
    text: &str,
    place: &str,
    problem: &Problem,
    stop: &Stop,
) -> Result<Problem, BadInput> {
    let text = lower_case(text, place)?;
    let mut tokens = Tokens::new(&text).map(|token| token.text);
    let is_section = tokens.next() == Some("(") && tokens.next() == Some(":init");
    let text = if is_section {
        text
    } else {
        format!("(:init {text}\n)")
    };
    let source = Source::new(place, &text, stop);
    let read = problem::read_state(&source, &sexp::parse(&source)?, problem);
    source.finish(read)
}

/// Header of a file: the kind of its definition, and the name of the domain in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Header {
    /// A domain, `(define (domain NAME) ...)`.
    Domain(String),
    /// A problem, `(define (problem NAME) ...)`.
    Problem {
        /// The name in `(:domain NAME)`; `None` if the problem has no such section.
        domain: Option<String>,
    },
}

/// Reads only the header of a text; `None` if the text is neither a domain nor a problem.
///
/// # Errors
///
/// The text is too long, or `stop` ended the reading.
pub fn read_header(text: &str, place: &str, stop: &Stop) -> Result<Option<Header>, BadInput> {
    let text = &prepared(text, place)?;
    let mut tokens = Tokens::new(text);
    let [open, define, title, kind] = std::array::from_fn(|_| tokens.next().map(|it| it.text));
    if [open, define, title] != [Some("("), Some("define"), Some("(")] {
        return Ok(None);
    }
    match kind {
        Some("domain") => Ok(tokens.next().map(|name| Header::Domain(name.text.into()))),
        Some("problem") => Ok(Some(Header::Problem {
            domain: domain_of_problem(&Source::new(place, text, stop), tokens)?,
        })),
        _ => Ok(None),
    }
}

fn domain_of_problem(source: &Source, tokens: Tokens) -> Result<Option<String>, BadInput> {
    let mut before = ["", ""];
    for (done, token) in tokens.enumerate() {
        source.poll(done)?;
        if before == ["(", ":domain"] {
            let is_name = !matches!(token.text, "(" | ")");
            return Ok(is_name.then(|| token.text.to_owned()));
        }
        before = [before[1], token.text];
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::Header;
    use crate::read_header;
    use saut_base::stop::Stop;

    fn read(text: &str) -> Option<Header> {
        read_header(text, "text", &Stop::default()).unwrap()
    }

    #[test]
    fn a_domain_has_its_name_and_a_problem_the_name_of_its_domain() {
        let domain = |name: &str| Some(Header::Domain(name.to_owned()));
        let problem = |name: Option<&str>| {
            let domain = name.map(ToOwned::to_owned);
            Some(Header::Problem { domain })
        };
        assert_eq!(
            read("; a comment (\n( define (Domain Ferry)"),
            domain("ferry")
        );
        assert_eq!(
            read("(define (problem one) (:requirements :adl) (:DOMAIN Ferry) (:objects"),
            problem(Some("ferry"))
        );
        assert_eq!(
            read("(define (problem one) (:objects :domain a))"),
            problem(None)
        );
        assert_eq!(read("(define (problem one) (:domain))"), problem(None));
    }

    #[test]
    fn other_texts_have_no_header() {
        for text in [
            "",
            "(",
            "(define",
            "(define (domain",
            "begin_version",
            "(define (plan a))",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
