//! Nested lists with the place of every name: the first half of reading PDDL.
//!
//! One pass over the text with a stack of our own, so that deep nesting cannot overflow the
//! program's stack; what is deeper than [`DEEPEST`] is refused here, and all later passes may
//! follow the nesting by recursion.

mod parse;

pub use parse::parse;

use crate::BadInput;
use crate::read_limited::{limited, unmarked};
use crate::stop::Stop;
use std::fmt;

/// The longest text that is read, in bytes.
pub const LONGEST_TEXT: usize = 256 << 20;

/// The deepest nesting of parentheses that is read.
pub const DEEPEST: usize = 200;

/// A text of nested lists that is read.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Name of the text in messages.
    pub place: &'a str,
    /// The text in lower case, since PDDL ignores case.
    pub text: &'a str,
    /// Ends the reading.
    pub stop: &'a Stop,
}

/// A name or a parenthesised list, with the offset at which it begins.
#[derive(Debug)]
pub enum Sexp<'a> {
    /// A word outside of which nothing is.
    Name(Name<'a>),
    /// A list in parentheses.
    List(List<'a>),
}

/// A word of the text.
#[derive(Clone, Copy, Debug)]
pub struct Name<'a> {
    /// Its letters.
    pub text: &'a str,
    /// The offset at which it begins.
    pub at: u32,
}

/// Items between two parentheses.
#[derive(Debug)]
pub struct List<'a> {
    /// Names and lists.
    pub items: Vec<Sexp<'a>>,
    /// The offset of the opening parenthesis.
    pub at: u32,
    /// The text with both parentheses.
    pub text: &'a str,
}

impl fmt::Display for Name<'_> {
    /// Shortened for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shortened(self.text))
    }
}

impl<'a> Sexp<'a> {
    /// The text of it.
    pub fn text(&self) -> &'a str {
        match self {
            Self::Name(name) => name.text,
            Self::List(list) => list.text,
        }
    }

    /// Place where it begins.
    pub fn at(&self) -> u32 {
        match self {
            Self::Name(name) => name.at,
            Self::List(list) => list.at,
        }
    }
}

impl<'a> List<'a> {
    /// The first item, if it is a name: what kind of list this is.
    pub fn head(&self) -> Option<Name<'a>> {
        match self.items.first() {
            Some(Sexp::Name(name)) => Some(*name),
            _ => None,
        }
    }

    /// The items behind the first.
    pub fn rest(&self) -> &[Sexp<'a>] {
        self.items.get(1..).unwrap_or(&[])
    }
}

impl Source<'_> {
    /// Asks whether to go on, at the first of some pieces of work and then now and again.
    ///
    /// # Errors
    /// It was stopped.
    pub fn poll(&self, done: usize) -> Result<(), BadInput> {
        const EVERY: usize = 4096;
        let why = done.is_multiple_of(EVERY).then(|| self.stop.stop_reason());
        why.flatten()
            .map_or(Ok(()), |why| Err(limited(self.place, why)))
    }

    /// A message about what stands at `at`: `file:line:column`, counted from 1.
    pub fn bad(&self, at: u32, fact: impl Into<String>) -> BadInput {
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

/// The text as the readers want it, in lower case.
///
/// # Errors
/// It is too long.
pub fn lower_case(text: &str, place: &str) -> Result<String, BadInput> {
    check_length(place, text)?;
    Ok(unmarked(text).to_ascii_lowercase())
}

/// Refuses a text that is too long, before anything is done with it.
///
/// # Errors
/// It is too long.
pub fn check_length(place: &str, text: &str) -> Result<(), BadInput> {
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
pub fn shortened(word: &str) -> String {
    const MOST: usize = 60;
    if word.chars().count() <= MOST {
        return word.to_owned();
    }
    word.chars().take(MOST).chain("...".chars()).collect()
}

/// Parentheses and words; comments from `;` to the end of the line are left out.
#[derive(Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    next: usize,
}

impl<'a> Tokens<'a> {
    /// Those of a text.
    pub fn new(text: &'a str) -> Self {
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
