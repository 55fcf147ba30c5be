//! The lines of a SAS+ file, one after the other, and messages about them.

use saut_base::BadInput;
use saut_base::sexp::shortened;

/// Lines that are still to be read.
pub(super) struct Lines<'a> {
    place: &'a str,
    rest: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str, place: &'a str) -> Self {
        Self {
            place,
            rest: text.lines(),
            number: 0,
        }
    }

    /// A message about the line read last.
    pub(super) fn bad(&self, fact: impl Into<String>) -> BadInput {
        BadInput::new(self.place(), fact)
            .remedy("write the file anew with Fast Downward's translator (format version 3)")
    }

    /// The place of the line read last.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.place, self.number)
    }

    pub(super) fn next(&mut self) -> Result<&'a str, BadInput> {
        self.number += 1;
        let line = self.rest.next().map(str::trim);
        line.ok_or_else(|| self.bad("the file ends in the middle"))
    }

    pub(super) fn expect(&mut self, wanted: &str) -> Result<(), BadInput> {
        let line = self.next()?;
        if line == wanted {
            return Ok(());
        }
        Err(self.bad(format!(
            "`{}` where `{wanted}` is expected",
            shortened(line)
        )))
    }

    /// Whether only blank lines are left.
    pub(super) fn at_end(&mut self) -> bool {
        self.rest.clone().all(|line| line.trim().is_empty())
    }

    /// A line with a number of things that follow. It is not believed where memory is set
    /// aside: a short file can claim many.
    pub(super) fn count(&mut self) -> Result<usize, BadInput> {
        self.number::<usize>()
    }

    /// A line that is one number.
    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Result<T, BadInput> {
        let line = self.next()?;
        let parsed = line.parse();
        parsed.map_err(|_| self.bad(format!("`{}` is no number of this kind", shortened(line))))
    }

    /// A line of whole numbers, of which -1 may be one.
    pub(super) fn numbers(&mut self) -> Result<Vec<i64>, BadInput> {
        let line = self.next()?;
        let parsed: Result<_, _> = line.split_ascii_whitespace().map(str::parse).collect();
        parsed.map_err(|_| self.bad(format!("`{}` are no whole numbers", shortened(line))))
    }
}

/// The words of a text with one blank between them.
pub(super) fn with_single_blanks(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
