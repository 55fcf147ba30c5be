//! Expressions in brackets, the syntax of PDDL: `(define (problem p) …)`.
//!
//! PDDL does not tell capitals from small letters, so atoms are made small; `;` begins a comment.

use std::fmt;

use crate::place::{at, shown};
use saut_base::bad_input::BadInput;

/// Deeper nesting than this means nothing in peg solitaire, and could exhaust the stack.
const DEEPEST: usize = 64;

/// Line and column, from 1.
pub(super) type Place = (usize, usize);

/// An atom or a list, with where it begins.
#[derive(Clone, Debug)]
pub(super) enum Sexpr {
    Atom(String, Place),
    List(Vec<Sexpr>, Place),
}

impl Sexpr {
    pub(super) fn place(&self) -> Place {
        match self {
            Self::Atom(_, place) | Self::List(_, place) => *place,
        }
    }

    /// The text of an atom.
    pub(super) fn atom(&self) -> Option<&str> {
        match self {
            Self::Atom(text, _) => Some(text),
            Self::List(..) => None,
        }
    }

    /// The elements of a list; an atom has none.
    pub(super) fn items(&self) -> &[Sexpr] {
        match self {
            Self::Atom(..) => &[],
            Self::List(items, _) => items,
        }
    }

    /// The first word of a list, and what follows it.
    pub(super) fn call(&self) -> Option<(&str, &[Sexpr])> {
        let (head, rest) = self.items().split_first()?;
        Some((head.atom()?, rest))
    }

    /// A message about this expression.
    pub(super) fn bad(&self, fact: &str) -> BadInput {
        let text = shown(&self.to_string());
        BadInput::new(at(self.place()), format!("{text} {fact}"))
    }
}

/// With single spaces, as one line.
impl fmt::Display for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Atom(text, _) => f.write_str(text),
            Self::List(items, _) => {
                f.write_str("(")?;
                for (index, item) in items.iter().enumerate() {
                    let space = if index == 0 { "" } else { " " };
                    write!(f, "{space}{item}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Reads the one expression of a file.
pub(super) fn read(text: &str) -> Result<Sexpr, BadInput> {
    let mut open: Vec<(Vec<Sexpr>, Place)> = Vec::new();
    let mut whole: Option<Sexpr> = None;
    for (word, place) in words(text) {
        if whole.is_some() {
            return Err(
                BadInput::new(at(place), format!("\"{}\" follows the end", shown(word)))
                    .remedy("a file holds one problem"),
            );
        }
        let done = match word {
            "(" if open.len() == DEEPEST => {
                let fact = format!("brackets nest more than {DEEPEST} deep");
                return Err(BadInput::new(at(place), fact));
            }
            "(" => {
                open.push((Vec::new(), place));
                continue;
            }
            ")" => {
                let (items, begin) = open.pop().ok_or_else(|| {
                    BadInput::new(at(place), "a bracket closes that was never opened")
                })?;
                Sexpr::List(items, begin)
            }
            atom => Sexpr::Atom(atom.to_lowercase(), place),
        };
        let is_section = done.atom().is_some_and(|atom| atom.starts_with(':'));
        if let [_, .., (_, begin), (items, _)] = &open[..]
            && items.is_empty()
            && is_section
        {
            let fact = format!(
                "the bracket opened here is still open at {}, where ({} begins",
                at(place),
                shown(word)
            );
            return Err(BadInput::new(at(*begin), fact).remedy("close it before"));
        }
        match open.last_mut() {
            Some((items, _)) => items.push(done),
            None => whole = Some(done),
        }
    }
    match open.last() {
        Some(&(_, place)) => Err(BadInput::new(
            at(place),
            "the bracket opened here is never closed",
        )
        .remedy("is the file truncated?")),
        None => whole.ok_or_else(|| {
            BadInput::new("", "the file is empty").remedy("a problem begins with (define")
        }),
    }
}

/// Brackets and atoms with their places.
fn words(text: &str) -> impl Iterator<Item = (&str, Place)> {
    text.lines().enumerate().flat_map(|(row, line)| {
        let mut rest = line.split(';').next().unwrap_or_default();
        let mut column = 1;
        std::iter::from_fn(move || {
            let trimmed = rest.trim_start();
            column += rest[..rest.len() - trimmed.len()].chars().count();
            let end = match trimmed.chars().next()? {
                '(' | ')' => 1,
                _ => trimmed
                    .find(|symbol: char| symbol.is_whitespace() || "()".contains(symbol))
                    .unwrap_or(trimmed.len()),
            };
            let (word, after) = trimmed.split_at(end);
            let place = (row + 1, column);
            column += word.chars().count();
            rest = after;
            Some((word, place))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn comments_capitals_and_spaces_mean_nothing() {
        let read = read("; (a\n( A\t(b-1 ?x) ; )\n)").unwrap();
        assert_eq!(read.to_string(), "(a (b-1 ?x))");
        assert_eq!(read.items()[1].items()[1].place(), (2, 10));
    }

    #[test]
    fn brackets_that_do_not_match_are_refused_with_their_place() {
        let bad = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            bad("(a\n (b"),
            "line 2, column 2: the bracket opened here is never closed; is the file truncated?"
        );
        assert_eq!(
            bad("(define (problem p)\n (:init (a)\n (:goal (b)))"),
            "line 2, column 2: the bracket opened here is still open at line 3, column 3, where (:goal begins; \
             close it before"
        );
        assert_eq!(
            bad(")"),
            "line 1, column 1: a bracket closes that was never opened"
        );
        assert_eq!(
            bad("(a) b"),
            "line 1, column 5: \"b\" follows the end; a file holds one problem"
        );
        assert_eq!(
            bad(&"(".repeat(1_000_000)),
            "line 1, column 65: brackets nest more than 64 deep"
        );
        assert_eq!(
            bad(" ; a"),
            "the file is empty; a problem begins with (define"
        );
    }
}
