//! Known horizons: `instances/horizons.toml`, compiled in.
//!
//! An entry says that the formula of an encoding has a replayed plan at horizon `smallest`, and
//! perhaps that it has a checked refutation at `refuted`. Encodings of which every step is one
//! jump need no entry where all plans have the same length.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::OnceLock;

use serde::Deserialize;

use saut_base::BadInput;
use saut_criteria::compile;
use saut_peg::peg::{Expectation, Puzzle};
use saut_task::encode::Encoding;

use crate::as_text;

/// The bundled file.
pub const FILE: &str = include_str!("../../instances/horizons.toml");

/// One entry of the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HorizonEntry {
    /// The puzzle's name.
    pub puzzle: String,
    /// The encoding with its choices.
    #[serde(with = "as_text")]
    pub encoding: Encoding,
    /// The smallest horizon at which a plan was found, and replayed.
    pub smallest: usize,
    /// The fingerprint of the formula at `smallest`.
    pub smallest_formula: String,
    /// The highest horizon of which it is proved that it has no plan. Above it and below
    /// `smallest` nothing is known.
    pub refuted: Option<usize>,
    /// The fingerprint of the formula at `refuted`.
    pub refuted_formula: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    horizon: Vec<HorizonEntry>,
}

/// Reads a file of horizons.
///
/// # Errors
/// [`BadInput`] with what is wrong in it.
pub fn read(text: &str) -> Result<Vec<HorizonEntry>, BadInput> {
    let file: File = toml::from_str(text).map_err(|error| {
        BadInput::new("horizons", error.message()).remedy("saut family --measure makes the file")
    })?;
    match file.horizon.iter().find(|entry| entry.is_absurd()) {
        Some(entry) => Err(BadInput::new(
            format!("horizons: {}, {:#}", entry.puzzle, entry.encoding),
            "a horizon refuted is not below the one with a plan, or has no fingerprint",
        )),
        None => Ok(file.horizon),
    }
}

impl HorizonEntry {
    fn is_absurd(&self) -> bool {
        self.refuted.is_some() != self.refuted_formula.is_some()
            || self.refuted.is_some_and(|refuted| refuted >= self.smallest)
    }
}

/// The entries as a file.
pub fn write(entries: &[HorizonEntry]) -> String {
    let mut text = String::from(
        "# Smallest horizons of the benchmark family; made by `saut family --measure`.\n\
         # At `smallest` a plan was found and replayed; at `refuted` a proof was checked. The\n\
         # formulas meant are named by the first 16 digits of their SHA-256, comments left out.\n",
    );
    text.extend(entries.iter().map(self::entry));
    text
}

/// One entry, as it stands in the file.
pub fn entry(entry: &HorizonEntry) -> String {
    let mut text = format!(
        "\n[[horizon]]\npuzzle = \"{}\"\nencoding = \"{:#}\"\nsmallest = {}\n\
         smallest_formula = \"{}\"\n",
        entry.puzzle, entry.encoding, entry.smallest, entry.smallest_formula
    );
    if let (Some(refuted), Some(formula)) = (entry.refuted, &entry.refuted_formula) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "refuted = {refuted}\nrefuted_formula = \"{formula}\"");
    }
    text
}

/// A file as a table, by puzzle and encoding.
#[derive(Clone, Debug, Default)]
pub struct HorizonTable(HashMap<(String, Encoding), HorizonEntry>);

impl HorizonTable {
    /// The bundled table.
    pub fn bundled() -> &'static Self {
        static TABLE: OnceLock<HorizonTable> = OnceLock::new();
        TABLE.get_or_init(|| Self::read(FILE).unwrap_or_default())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`read`].
    pub fn read(text: &str) -> Result<Self, BadInput> {
        let entry = |entry: HorizonEntry| ((entry.puzzle.clone(), entry.encoding), entry);
        Ok(Self(read(text)?.into_iter().map(entry).collect()))
    }

    /// Known horizons of a puzzle under an encoding, with all its choices.
    pub fn entry(&self, puzzle: &Puzzle, encoding: Encoding) -> Option<&HorizonEntry> {
        self.0.get(&(puzzle.name().to_owned(), encoding))
    }

    /// The smallest horizon at which there is a plan. Where a step is one jump it needs no entry:
    /// every plan has as many jumps as pegs go.
    pub fn smallest(&self, puzzle: &Puzzle, encoding: Encoding) -> Option<usize> {
        let known = self.entry(puzzle, encoding).map(|entry| entry.smallest);
        known.or_else(|| {
            let length = compile::peg_task(puzzle).length().exactly();
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
}

#[cfg(test)]
mod tests {
    use super::{HorizonEntry, HorizonTable, read, write};
    use saut_formats::bundled;
    use saut_task::encode::Encoding;

    fn entry(refuted: Option<usize>) -> HorizonEntry {
        HorizonEntry {
            puzzle: "central".to_owned(),
            encoding: Encoding::Forall,
            smallest: 13,
            smallest_formula: "0123456789abcdef".to_owned(),
            refuted,
            refuted_formula: refuted.map(|_| "fedcba9876543210".to_owned()),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let entries = [entry(Some(12)), entry(None)];
        assert_eq!(read(&write(&entries)).unwrap(), entries);
    }

    #[test]
    fn a_refutation_above_the_plan_is_refused() {
        assert!(read(&write(&[entry(Some(13))])).is_err());
        let one_sided = write(&[entry(Some(12))]).replace("refuted_formula", "# ");
        assert!(read(&one_sided).is_err());
        assert!(read("[[horizon]]\npuzzle = 1\n").is_err());
    }

    #[test]
    fn the_table_says_what_counting_jumps_does_not() {
        let central = bundled::named("central").unwrap();
        let table = HorizonTable::read(&write(&[entry(Some(11))])).unwrap();
        for (encoding, smallest, below) in [
            (Encoding::SEQUENTIAL, Some(31), Some(30)),
            (Encoding::Forall, Some(13), Some(11)),
            (Encoding::R2_EXISTS, None, None),
        ] {
            assert_eq!(table.smallest(&central, encoding), smallest);
            assert_eq!(table.below(&central, encoding), below);
        }
    }

    #[test]
    fn the_bundled_file_can_be_read_and_knows_the_central_game() {
        let central = bundled::named("central").unwrap();
        let known = |encoding| HorizonTable::bundled().entry(&central, encoding);
        let direction = known(Encoding::R2_EXISTS).unwrap();
        assert_eq!((direction.smallest, direction.refuted), (5, Some(4)));
        assert_eq!(known("r2-exists/fresh:1".parse().unwrap()), None);
    }
}
