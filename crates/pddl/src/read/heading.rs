//! The heading of a file: what it defines, read without the rest.

use crate::diagnostics::Source;
use saut_base::BadInput;
use saut_base::sexp::{Name, Tokens};

/// Heading of a file: what it says that it defines. Names are in lower case, as all names are here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heading {
    /// `(define (domain NAME)`.
    Domain(String),
    /// `(define (problem …)`, with the name in its `(:domain NAME)`; none if it has no such section.
    Problem {
        /// The domain that it belongs to.
        domain: Option<String>,
    },
}

/// The heading; none if the text begins otherwise.
pub(super) fn heading(source: &Source) -> Result<Option<Heading>, BadInput> {
    let mut tokens = Tokens::new(source.text);
    let [open, define, title, kind] = std::array::from_fn(|_| tokens.next().map(text));
    if [open, define, title] != [Some("("), Some("define"), Some("(")] {
        return Ok(None);
    }
    match kind {
        Some("domain") => Ok(tokens.next().map(|name| Heading::Domain(text(name).into()))),
        Some("problem") => Ok(Some(Heading::Problem {
            domain: domain_of_problem(source, tokens)?,
        })),
        _ => Ok(None),
    }
}

fn text(name: Name<'_>) -> &str {
    name.text
}

fn domain_of_problem(source: &Source, tokens: Tokens) -> Result<Option<String>, BadInput> {
    let mut before = "";
    let mut is_next = false;
    for (done, token) in tokens.enumerate() {
        source.poll(done)?;
        if is_next {
            let is_name = !matches!(token.text, "(" | ")");
            return Ok(is_name.then(|| token.text.to_owned()));
        }
        is_next = before == "(" && token.text == ":domain";
        before = token.text;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::Heading;
    use crate::heading;
    use saut_base::stop::Stop;

    fn read(text: &str) -> Option<Heading> {
        heading(text, "text", &Stop::default()).unwrap()
    }

    #[test]
    fn a_domain_has_a_name_and_a_problem_that_of_its_domain() {
        let domain = |name: &str| Some(Heading::Domain(name.to_owned()));
        let problem = |name: Option<&str>| {
            let domain = name.map(ToOwned::to_owned);
            Some(Heading::Problem { domain })
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
    fn what_begins_otherwise_has_no_heading() {
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
