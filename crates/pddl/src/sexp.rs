//! Nested lists with the place of every name: the first half of reading PDDL.
//!
//! One pass over the text with a stack of our own, so that deep nesting cannot overflow the
//! program's stack; what is deeper than [`DEEPEST`] is refused here, and all later passes may
//! follow the nesting by recursion.

mod parse;
mod unclosed;

pub(crate) use parse::parse;

use crate::diagnostics::Warnings;
use saut_base::BadInput;
use saut_base::read_limited::limited;
use saut_base::stop::Stop;
use std::fmt;

/// The longest text that is read, in bytes.
pub const LONGEST_TEXT: usize = 256 << 20;

/// The deepest nesting of parentheses that is read.
pub const DEEPEST: usize = 200;

/// A text in lower case, since PDDL ignores case; its name in messages; what stops its reading; the warnings about it.
pub(crate) struct Source<'a> {
    pub(crate) place: &'a str,
    pub(crate) text: &'a str,
    pub(crate) stop: &'a Stop,
    pub(crate) warnings: Warnings,
}

/// A name or a parenthesised list, with the offset at which it begins.
pub(crate) enum Sexp<'a> {
    Name(Name<'a>),
    List(List<'a>),
}

/// A word of the text.
#[derive(Clone, Copy)]
pub(crate) struct Name<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: u32,
}

/// Items between two parentheses.
pub(crate) struct List<'a> {
    pub(crate) items: Vec<Sexp<'a>>,
    pub(crate) at: u32,
}

impl fmt::Display for Name<'_> {
    /// Shortened for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shortened(self.text))
    }
}

impl Sexp<'_> {
    /// Place where it begins.
    pub(crate) fn at(&self) -> u32 {
        match self {
            Self::Name(name) => name.at,
            Self::List(list) => list.at,
        }
    }
}

impl<'a> List<'a> {
    /// The first item, if it is a name: what kind of list this is.
    pub(crate) fn head(&self) -> Option<Name<'a>> {
        match self.items.first() {
            Some(Sexp::Name(name)) => Some(*name),
            _ => None,
        }
    }

    /// The items behind the first.
    pub(crate) fn rest(&self) -> &[Sexp<'a>] {
        self.items.get(1..).unwrap_or(&[])
    }
}

impl<'a> Source<'a> {
    /// A text of which nothing was read yet.
    pub(crate) fn new(place: &'a str, text: &'a str, stop: &'a Stop) -> Self {
        let warnings = Warnings::default();
        Self {
            place,
            text,
            stop,
            warnings,
        }
    }

    /// Asks whether to go on, at the first of some pieces of work and then now and again.
    pub(crate) fn poll(&self, done: usize) -> Result<(), BadInput> {
        const EVERY: usize = 4096;
        let why = done.is_multiple_of(EVERY).then(|| self.stop.stop_reason());
        why.flatten()
            .map_or(Ok(()), |why| Err(limited(self.place, why)))
    }

    /// A message about what stands at `at`: `file:line:column`, counted from 1.
    pub(crate) fn bad(&self, at: u32, fact: impl Into<String>) -> BadInput {
        let (line, column) = self.line_and_column(at);
        BadInput::new(format!("{}:{line}:{column}", self.place), fact)
    }

    fn line_and_column(&self, at: u32) -> (usize, usize) {
        let before = self.text.get(..at as usize).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}

/// Refuses a text that is too long, before anything is done with it.
pub(crate) fn check_length(place: &str, text: &str) -> Result<(), BadInput> {
    if text.len() > LONGEST_TEXT {
        return Err(BadInput::new(
            place,
            format!("{} bytes of text, {LONGEST_TEXT} at most", text.len()),
        )
        .remedy("is this the right file?"));
    }
    Ok(())
}

/// A word as it stands in a message: its first characters.
pub(crate) fn shortened(word: &str) -> String {
    const MOST: usize = 60;
    if word.chars().count() <= MOST {
        return word.to_owned();
    }
    word.chars().take(MOST).chain("...".chars()).collect()
}

/// Parentheses and words; comments from `;` to the end of the line are left out.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    next: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, next: 0 }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Name<'a>;

    fn next(&mut self) -> Option<Name<'a>> {
        let bytes = self.text.as_bytes();
        loop {
            let byte = *bytes.get(self.next)?;
            if byte == b';' {
                let rest = &bytes[self.next..];
                self.next += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
            } else if byte <= b' ' {
                self.next += 1;
            } else {
                break;
            }
        }
        let start = self.next;
        // A question mark begins a word even without a blank: `(aircraft?a)`.
        let is_end = |byte: &u8| matches!(byte, b'(' | b')' | b';' | b'?') || *byte <= b' ';
        let length = match bytes[start] {
            b'(' | b')' => 1,
            _ => {
                let rest = &bytes[start..];
                1 + rest[1..].iter().position(is_end).unwrap_or(rest.len() - 1)
            }
        };
        self.next = start + length;
        Some(Name {
            text: &self.text[start..self.next],
            at: u32::try_from(start).unwrap_or(u32::MAX),
        })
    }
}
