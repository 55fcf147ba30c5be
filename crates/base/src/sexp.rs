//! Nested lists with the position of every name: the first stage of the PDDL parser.
//!
//! The parser has an explicit stack, so that deep nesting cannot overflow the stack of the program. It rejects lists
//! that are nested deeper than [`DEEPEST`], so later stages can use recursion.

mod parse;

pub use parse::{parse, parse_first};

use crate::read_limited::{limited, unmarked};
use crate::stop::Stop;
use crate::{BadInput, TextPlace};
use std::fmt;

/// Maximum length of a text, in bytes.
pub const LONGEST_TEXT: usize = 256 << 20;

/// Maximum nesting depth of parentheses.
pub const DEEPEST: usize = 200;

/// A text of nested lists that is being parsed.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The name of the text in messages.
    pub place: &'a str,
    /// The text in lower case, because PDDL ignores case.
    pub text: &'a str,
    /// Limits on the time and memory of the parser.
    pub stop: &'a Stop,
}

/// A name or a list in parentheses.
#[derive(Debug)]
pub enum Sexp<'a> {
    /// A single word.
    Name(Name<'a>),
    /// A list in parentheses.
    List(List<'a>),
}

/// A word of the text.
#[derive(Clone, Copy, Debug)]
pub struct Name<'a> {
    /// The characters of the word.
    pub text: &'a str,
    /// The offset of the word in the text, in bytes.
    pub at: u32,
}

/// A list in parentheses.
#[derive(Debug)]
pub struct List<'a> {
    /// The names and lists between the parentheses.
    pub items: Vec<Sexp<'a>>,
    /// The offset of the opening parenthesis, in bytes.
    pub at: u32,
    /// The text of the list, with both parentheses.
    pub text: &'a str,
}

impl fmt::Display for Name<'_> {
    /// Writes the name, shortened for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shortened(self.text))
    }
}

impl<'a> Sexp<'a> {
    /// Returns the text of the name or the list.
    pub fn text(&self) -> &'a str {
        match self {
            Self::Name(name) => name.text,
            Self::List(list) => list.text,
        }
    }

    /// Returns the offset of the first character, in bytes.
    pub fn at(&self) -> u32 {
        match self {
            Self::Name(name) => name.at,
            Self::List(list) => list.at,
        }
    }
}

impl<'a> List<'a> {
    /// Returns the first item if it is a name, which identifies the kind of list.
    pub fn head(&self) -> Option<Name<'a>> {
        match self.items.first() {
            Some(Sexp::Name(name)) => Some(*name),
            _ => None,
        }
    }

    /// Returns all items after the first.
    pub fn rest(&self) -> &[Sexp<'a>] {
        self.items.get(1..).unwrap_or(&[])
    }
}

impl Source<'_> {
    /// Tests the limits at the first item of a series, and then at regular intervals. `done` is the number of items so
    /// far.
    ///
    /// # Errors
    /// [`BadInput`] if a limit is reached.
    pub fn poll(&self, done: usize) -> Result<(), BadInput> {
        const EVERY: usize = 4096;
        let why = done.is_multiple_of(EVERY).then(|| self.stop.stop_reason());
        why.flatten()
            .map_or(Ok(()), |why| Err(limited(self.place, why)))
    }

    /// Returns a message about the word at the offset `at`. The place has the form `file:line:column`, counted from 1.
    pub fn bad(&self, at: u32, fact: impl Into<String>) -> BadInput {
        let (line, column) = self.line_and_column(at);
        let rest = self.text.get(at as usize..).unwrap_or_default();
        let rest = rest.split('\n').next().unwrap_or_default();
        let mut tokens = Tokens::new(rest);
        let first = tokens.next().map_or("", |word| word.text);
        // If a list begins here, the message shows its head.
        let head = tokens
            .next()
            .filter(|head| first == "(" && !matches!(head.text, "(" | ")"));
        let word = head.map_or(first, |head| &rest[..head.at as usize + head.text.len()]);
        let place = TextPlace {
            file: self.place.to_owned(),
            line,
            column,
            word: shortened(word),
            code: "syntax",
        };
        BadInput {
            at: Some(Box::new(place)),
            ..BadInput::new(format!("{}:{line}:{column}", self.place), fact)
        }
    }

    fn line_and_column(&self, at: u32) -> (usize, usize) {
        let before = self.text.get(..at as usize).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}

/// Converts a text to lower case, as the parser requires.
///
/// # Errors
/// [`BadInput`] if the text is too long.
pub fn lower_case(text: &str, place: &str) -> Result<String, BadInput> {
    check_length(place, text)?;
    Ok(unmarked(text).to_ascii_lowercase())
}

/// Rejects a text that is too long.
///
/// # Errors
/// [`BadInput`] if the text is longer than [`LONGEST_TEXT`].
pub fn check_length(place: &str, text: &str) -> Result<(), BadInput> {
    if text.len() > LONGEST_TEXT {
        return Err(BadInput::new(
            place,
            format!(
                "the text has {} bytes, but at most {LONGEST_TEXT} are read",
                text.len()
            ),
        )
        .remedy("is this the right file?"));
    }
    Ok(())
}

/// Shortens a word to its first characters, for messages.
pub fn shortened(word: &str) -> String {
    const MOST: usize = 60;
    if word.chars().count() <= MOST {
        return word.to_owned();
    }
    word.chars().take(MOST).chain("...".chars()).collect()
}

/// An iterator over parentheses and words. Comments from `;` to the end of the line are skipped.
#[derive(Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    next: usize,
}

impl<'a> Tokens<'a> {
    /// Creates the iterator over a text.
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
        // A question mark begins a new word even without a space: `(aircraft?a)`.
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
