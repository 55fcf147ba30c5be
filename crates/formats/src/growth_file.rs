//! Files of growth tables: each row has its first boards and the expected numbers.
//!
//! ```toml
//! board = "french"
//! distance = 8
//!
//! [[row]]
//! name = "G1"
//! from = ["44"]
//! printed.reverse = [1, 4, 20, 108]
//!
//! [[total]]
//! name = "winning"
//! rows = ["G1"]
//! ```

use serde::{Deserialize, Serialize};

use crate::place::shown;
use crate::shorthand::{board_named, cells};
use saut_base::bad_input::BadInput;
use saut_base::stop::Stop;
use saut_levels::count::{CountError, GrowthLevel, growth_levels};
use saut_levels::search::bit_board::Direction;
use saut_peg::peg::{Board, Position};

/// Quantities that are counted for each row.
const QUANTITIES: [&str; 3] = ["both", "reverse", "with axis"];

/// A growth table as it is written in a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GrowthFile {
    board: String,
    distance: usize,
    #[serde(default)]
    row: Vec<RowEntry>,
    #[serde(default)]
    total: Vec<TotalEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RowEntry {
    name: String,
    from: Vec<String>,
    #[serde(default)]
    printed: Printed,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TotalEntry {
    name: String,
    rows: Vec<String>,
    #[serde(default)]
    printed: Printed,
}

/// Expected numbers, by distance.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed {
    both: Option<Vec<u64>>,
    reverse: Option<Vec<u64>>,
    with_axis: Option<Vec<u64>>,
}

/// The content of a table file.
#[derive(Debug)]
pub struct GrowthTable {
    /// Maximum distance in the table.
    pub distance: usize,
    board: Board,
    /// The first boards of each row.
    first: Vec<Vec<Position>>,
    file: GrowthFile,
}

/// One line of a counted table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GrowthLine {
    /// Name of the row or the total.
    pub name: String,
    /// The first boards as written in the file. The text is empty for a total.
    pub from: String,
    /// Quantity that is counted, one of `both`, `reverse` and `with axis`.
    pub quantity: &'static str,
    /// The counted numbers, by distance.
    pub found: Vec<u64>,
    /// The numbers in the file, which may end at a smaller distance.
    pub printed: Vec<u64>,
}

impl GrowthLine {
    /// Whether a counted number differs from the number in the file. Returns `None` if the file has no number.
    pub fn differs(&self, distance: usize) -> Option<bool> {
        let printed = self.printed.get(distance)?;
        Some(self.found.get(distance) != Some(printed))
    }
}

/// Reads a table.
///
/// # Errors
/// The file is invalid.
pub fn read_growth(text: &str) -> Result<GrowthTable, BadInput> {
    let bad = |error: toml::de::Error| BadInput::new("", error.message().to_owned());
    let file: GrowthFile = toml::from_str(text).map_err(bad)?;
    let board = board_named(&file.board, "board")?;
    for total in &file.total {
        for name in &total.rows {
            if !file.row.iter().any(|row| row.name == *name) {
                let fact = format!("there is no row \"{}\"", shown(name));
                return Err(BadInput::new(total.name.clone(), fact));
            }
        }
    }
    let positions = |row: &RowEntry| {
        let positions = row.from.iter().map(|text| cells(&board, text));
        let positions: Result<Vec<Position>, BadInput> = positions.collect();
        positions.map_err(|bad| bad.within(row.name.clone()))
    };
    let first = file.row.iter().map(positions).collect::<Result<_, _>>()?;
    Ok(GrowthTable {
        distance: file.distance,
        board,
        first,
        file,
    })
}

impl GrowthTable {
    /// Counts all lines up to this distance.
    ///
    /// # Errors
    /// A limit was reached, or a board is too large.
    pub fn count(&self, distance: usize, stop: &Stop) -> Result<Vec<GrowthLine>, CountError> {
        let mut lines = Vec::new();
        for (row, first) in self.file.row.iter().zip(&self.first) {
            let levels = |steps: &[_]| growth_levels(&self.board, first, steps, distance, stop);
            let (both, reverse) = (levels(&Direction::BOTH)?, levels(&[Direction::Backward])?);
            let boards = |levels: &[GrowthLevel]| levels.iter().map(|level| level.boards).collect();
            let with_axis = reverse.iter().map(|level| level.with_axis).collect();
            let found = [boards(&both), boards(&reverse), with_axis];
            lines.extend(three(&row.name, &row.from.join(" | "), found, &row.printed));
        }
        for total in &self.file.total {
            let sum = |quantity: &str| -> Vec<u64> {
                let is_part = |line: &&GrowthLine| {
                    line.quantity == quantity && total.rows.contains(&line.name)
                };
                let parts = lines.iter().filter(is_part);
                parts.fold(vec![0; distance + 1], |sum, line| {
                    sum.iter().zip(&line.found).map(|(a, b)| a + b).collect()
                })
            };
            let found = QUANTITIES.map(sum);
            lines.extend(three(&total.name, "", found, &total.printed));
        }
        Ok(lines)
    }
}

/// Returns the three lines of a row, one for each quantity.
fn three(name: &str, from: &str, found: [Vec<u64>; 3], printed: &Printed) -> Vec<GrowthLine> {
    let printed = [&printed.both, &printed.reverse, &printed.with_axis];
    let lines = QUANTITIES.into_iter().zip(found).zip(printed);
    let line = |((quantity, found), printed): ((_, _), &Option<_>)| GrowthLine {
        name: name.to_owned(),
        from: from.to_owned(),
        quantity,
        found,
        printed: printed.clone().unwrap_or_default(),
    };
    lines.map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::read_growth;
    use saut_base::stop::Stop;

    const TINY: &str = "board = \"french\"\ndistance = 2\n[[row]]\nname = \"a\"\nfrom = [\"44\"]\n\
        printed.reverse = [1, 4, 21]\n[[total]]\nname = \"all\"\nrows = [\"a\"]\n";

    #[test]
    fn cells_are_compared_one_by_one() {
        let lines = read_growth(TINY)
            .unwrap()
            .count(2, &Stop::default())
            .unwrap();
        let reverse = lines
            .iter()
            .find(|line| line.quantity == "reverse")
            .unwrap();
        assert_eq!(reverse.found, [1, 4, 20]);
        let differs: Vec<Option<bool>> = (0..4).map(|distance| reverse.differs(distance)).collect();
        assert_eq!(differs, [Some(false), Some(false), Some(true), None]);
        let total = lines.iter().filter(|line| line.name == "all");
        let total: Vec<&[u64]> = total.map(|line| &line.found[..]).collect();
        assert_eq!(total, [&[1, 4, 24][..], &[1, 4, 20], &[1, 4, 4]]);
    }

    #[test]
    fn every_fault_is_named() {
        for (from, to, word) in [
            ("\"french\"", "\"freanch\"", "freanch"),
            ("rows = [\"a\"]", "rows = [\"b\"]", "no row \"b\""),
            ("distance", "distanse", "distanse"),
            (
                "[\"44\"]",
                "[\"11\"]",
                "a: \"11\" is not a hole of the board",
            ),
        ] {
            let bad = read_growth(&TINY.replace(from, to))
                .unwrap_err()
                .to_string();
            assert!(bad.contains(word), "{bad}");
        }
    }
}
