//! What is known of horizons: `instances/horizons.toml`, compiled in.
//!
//! An entry says that the formula of an encoding has a replayed plan at horizon `smallest`, and
//! perhaps that it has a checked refutation at `refuted`. Encodings of which every step is one
//! jump need no entry where all plans have the same length.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::OnceLock;

use serde::Deserialize;

use saut_plan::BadInput;
use saut_plan::encode::{Encoding, text};

/// The bundled file.
pub const FILE: &str = include_str!("../../instances/horizons.toml");

/// What is known of one puzzle under one encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The smallest horizon at which a plan was found, and replayed.
    pub smallest: usize,
    /// The highest horizon of which it is proved that it has no plan. Above it and below
    /// `smallest` nothing is known.
    pub refuted: Option<usize>,
    /// The fingerprint of the formula at `smallest`.
    pub smallest_formula: String,
    /// The fingerprint of the formula at `refuted`.
    pub refuted_formula: Option<String>,
}

/// One entry of the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The puzzle's name.
    pub puzzle: String,
    /// The encoding with its choices, as formulas have it in their comments.
    pub encoding: String,
    /// See [`Known`].
    pub smallest: usize,
    /// See [`Known`].
    pub smallest_formula: String,
    /// See [`Known`].
    pub refuted: Option<usize>,
    /// See [`Known`].
    pub refuted_formula: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    horizon: Vec<Entry>,
}

/// Reads a file of horizons.
///
/// # Errors
/// [`BadInput`] with what is wrong in it.
pub fn read(text: &str) -> Result<Vec<Entry>, BadInput> {
    let file: File = toml::from_str(text).map_err(|error| {
        BadInput::new("horizons", error.message()).remedy("saut family --measure makes the file")
    })?;
    match file.horizon.iter().find(|entry| entry.is_absurd()) {
        Some(entry) => Err(BadInput::new(
            format!("horizons: {}, {}", entry.puzzle, entry.encoding),
            "a horizon refuted is not below the one with a plan, or has no fingerprint",
        )),
        None => Ok(file.horizon),
    }
}

impl Entry {
    fn is_absurd(&self) -> bool {
        self.refuted.is_some() != self.refuted_formula.is_some()
            || self.refuted.is_some_and(|refuted| refuted >= self.smallest)
    }
}

/// The entries as a file.
pub fn write(entries: &[Entry]) -> String {
    let mut text = String::from(
        "# Smallest horizons of the benchmark family; made by `saut family --measure`.\n\
         # At `smallest` a plan was found and replayed; at `refuted` a proof was checked. The\n\
         # formulas meant are named by the first 16 digits of their SHA-256, comments left out.\n",
    );
    text.extend(entries.iter().map(self::entry));
    text
}

/// One entry, as it stands in the file.
pub fn entry(entry: &Entry) -> String {
    let mut text = format!(
        "\n[[horizon]]\npuzzle = \"{}\"\nencoding = \"{}\"\nsmallest = {}\n\
         smallest_formula = \"{}\"\n",
        entry.puzzle, entry.encoding, entry.smallest, entry.smallest_formula
    );
    if let (Some(refuted), Some(formula)) = (entry.refuted, &entry.refuted_formula) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "refuted = {refuted}\nrefuted_formula = \"{formula}\"");
    }
    text
}

/// What is known of a bundled puzzle under an encoding, with all its choices.
pub fn known(puzzle: &str, encoding: &Encoding) -> Option<Known> {
    static TABLE: OnceLock<HashMap<(String, String), Known>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let entries = read(FILE).unwrap_or_default().into_iter();
        let row = |entry: Entry| {
            let known = Known {
                smallest: entry.smallest,
                refuted: entry.refuted,
                smallest_formula: entry.smallest_formula,
                refuted_formula: entry.refuted_formula,
            };
            ((entry.puzzle, entry.encoding), known)
        };
        entries.map(row).collect()
    });
    let key = (puzzle.to_owned(), text::choices(*encoding));
    table.get(&key).cloned()
}

#[cfg(test)]
mod tests {
    use super::{Entry, FILE, known, read, write};
    use saut_plan::encode::{Encoding, Order};

    fn entry(refuted: Option<usize>) -> Entry {
        Entry {
            puzzle: "central".to_owned(),
            encoding: "forall".to_owned(),
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
    fn the_bundled_file_can_be_read_and_knows_the_central_game() {
        assert!(!read(FILE).unwrap().is_empty());
        let direction = known("central", &Encoding::R2_EXISTS).unwrap();
        assert_eq!((direction.smallest, direction.refuted), (5, Some(4)));
        let random = Encoding::R2Exists {
            order: Order::random(1),
            left_packing: false,
            fold: true,
        };
        assert_eq!(known("central", &random), None);
    }
}
