//! Horizons that are known: for a puzzle and an encoding the smallest one with a plan, and the
//! largest one that is refuted.
//!
//! The table is `instances/horizons.toml` and may be incomplete. Where a step is one jump it needs
//! no entry: every plan has as many jumps as pegs go.

use std::collections::HashMap;

use serde::Deserialize;

use crate::BadInput;
use crate::encode::Encoding;
use crate::peg::{Expectation, Puzzle};
use crate::pose;

use super::encoding_name;

/// The table.
#[derive(Clone, Debug, Default)]
pub struct Horizons(HashMap<(String, String), Entry>);

#[derive(Clone, Debug, Deserialize)]
struct Entry {
    puzzle: String,
    encoding: String,
    smallest: Option<usize>,
    refuted: Option<usize>,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    horizon: Vec<Entry>,
}

/// The bundled table.
const BUNDLED: &str = "";

impl Horizons {
    /// The bundled table.
    pub fn bundled() -> Self {
        Self::read(BUNDLED).unwrap_or_default()
    }

    /// A table in TOML.
    ///
    /// # Errors
    /// The text is no such table.
    pub fn read(text: &str) -> Result<Self, BadInput> {
        let file: File = toml::from_str(text).map_err(|bad| {
            BadInput::new("the table of horizons", bad.message().replace('\n', ", "))
        })?;
        let entry = |entry: Entry| ((entry.puzzle.clone(), entry.encoding.clone()), entry);
        Ok(Self(file.horizon.into_iter().map(entry).collect()))
    }

    /// The smallest horizon at which there is a plan.
    pub fn smallest(&self, puzzle: &Puzzle, encoding: Encoding) -> Option<usize> {
        let known = self
            .entry(puzzle, encoding)
            .and_then(|entry| entry.smallest);
        known.or_else(|| {
            let length = pose::peg_task(puzzle).length.exactly();
            let may = encoding.is_sequential() && puzzle.expect != Expectation::Infeasible;
            length.filter(|_| may)
        })
    }

    /// The largest horizon below that, at which the formula has no model.
    pub fn below(&self, puzzle: &Puzzle, encoding: Encoding) -> Option<usize> {
        let known = self.entry(puzzle, encoding).and_then(|entry| entry.refuted);
        known.or_else(|| self.smallest(puzzle, encoding)?.checked_sub(1))
    }

    fn entry(&self, puzzle: &Puzzle, encoding: Encoding) -> Option<&Entry> {
        let key = (puzzle.name().to_owned(), encoding_name::write(encoding));
        self.0.get(&key)
    }
}

#[cfg(test)]
mod tests {
    use super::Horizons;
    use crate::encode::Encoding;
    use crate::formats::bundled;

    #[test]
    fn the_table_says_what_counting_jumps_does_not() {
        let table = "[[horizon]]\npuzzle = \"central\"\nencoding = \"r2-exists\"\nsmallest = 6\n";
        let table = Horizons::read(table).unwrap();
        let central = bundled::named("central").unwrap();
        for (encoding, smallest) in [
            (Encoding::SEQUENTIAL, Some(31)),
            (Encoding::R2_EXISTS, Some(6)),
            (Encoding::Forall, None),
        ] {
            assert_eq!(table.smallest(&central, encoding), smallest);
            let below = smallest.map(|steps| steps - 1);
            assert_eq!(table.below(&central, encoding), below);
        }
        assert!(Horizons::read("[[horizon]]\npuzzle = 3\n").is_err());
    }
}
