//! Horizons that are known: for a puzzle and an encoding the smallest one with a plan, and the
//! largest one that is refuted.
//!
//! The table is that of [`crate::family::horizons`] and may be incomplete. Where a step is one jump
//! it needs no entry: every plan has as many jumps as pegs go. What it says is only a wish for
//! a formula: no answer is judged by it.

use std::collections::HashMap;

use crate::family::horizons::{self, Entry};
use saut_plan::BadInput;
use saut_plan::encode::{Encoding, text};
use saut_puzzles::peg::{Expectation, Puzzle};
use saut_puzzles::pose;

/// The table, by puzzle and encoding with all its choices.
#[derive(Clone, Debug, Default)]
pub struct Horizons(HashMap<(String, String), Entry>);

impl Horizons {
    /// The bundled table.
    pub fn bundled() -> Self {
        Self::read(horizons::FILE).unwrap_or_default()
    }

    /// A table in TOML.
    ///
    /// # Errors
    /// The text is no such table.
    pub fn read(text: &str) -> Result<Self, BadInput> {
        let entry = |entry: Entry| ((entry.puzzle.clone(), entry.encoding.clone()), entry);
        Ok(Self(horizons::read(text)?.into_iter().map(entry).collect()))
    }

    /// The smallest horizon at which there is a plan.
    pub fn smallest(&self, puzzle: &Puzzle, encoding: Encoding) -> Option<usize> {
        let known = self.entry(puzzle, encoding).map(|entry| entry.smallest);
        known.or_else(|| {
            let length = pose::peg_task(puzzle).length().exactly();
            let may = encoding.is_sequential() && puzzle.expect != Expectation::Infeasible;
            length.filter(|_| may)
        })
    }

    /// The largest horizon below that, at which the formula has no model: the one that was
    /// refuted, or if none was, the step before the smallest.
    pub fn below(&self, puzzle: &Puzzle, encoding: Encoding) -> Option<usize> {
        let known = self.entry(puzzle, encoding).and_then(|entry| entry.refuted);
        known.or_else(|| self.smallest(puzzle, encoding)?.checked_sub(1))
    }

    fn entry(&self, puzzle: &Puzzle, encoding: Encoding) -> Option<&Entry> {
        self.0
            .get(&(puzzle.name().to_owned(), text::choices(encoding)))
    }
}

#[cfg(test)]
mod tests {
    use super::Horizons;
    use saut_plan::encode::Encoding;
    use saut_puzzles::formats::bundled;

    #[test]
    fn the_table_says_what_counting_jumps_does_not() {
        let table = "[[horizon]]\npuzzle = \"central\"\nencoding = \"forall\"\nsmallest = 13\n\
                     smallest_formula = \"0\"\nrefuted = 11\nrefuted_formula = \"1\"\n";
        let table = Horizons::read(table).unwrap();
        let central = bundled::named("central").unwrap();
        for (encoding, smallest, below) in [
            (Encoding::SEQUENTIAL, Some(31), Some(30)),
            (Encoding::Forall, Some(13), Some(11)),
            (Encoding::R2_EXISTS, None, None),
        ] {
            assert_eq!(table.smallest(&central, encoding), smallest);
            assert_eq!(table.below(&central, encoding), below);
        }
        assert!(Horizons::read("[[horizon]]\npuzzle = 3\n").is_err());
    }

    #[test]
    fn the_bundled_table_can_be_read() {
        let central = bundled::named("central").unwrap();
        let smallest = Horizons::bundled().smallest(&central, Encoding::Forall);
        assert_eq!(smallest, Some(13));
    }
}
