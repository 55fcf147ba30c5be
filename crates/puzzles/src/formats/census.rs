//! Census files: one JSON record a figure, and the table of all of them as CSV.
//!
//! Records are lines that are appended as figures are decided; the first line of a file says
//! whose figures they are. The table has columns that others rely on.

use serde::{Deserialize, Serialize};

use crate::peg::{Board, Position};
use saut_plan::bad_input::BadInput;

use super::certificate::CertificateEntry;
use super::json::JumpEntry;

/// The columns of the table.
const COLUMNS: [&str; 6] = [
    "figure",
    "pegs",
    "verdict",
    "reason",
    "survivors",
    "seconds",
];

/// Whose figures stand in a file of records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heading {
    /// The name of the board.
    pub census: String,
    /// The name of the symmetry.
    pub symmetry: String,
}

/// A decided figure as it stands in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FigureEntry {
    /// `o` and `.` over the holes, row by row from the top.
    pub figure: String,
    /// The number of its pegs.
    pub pegs: usize,
    /// `solved`, `infeasible` or `undecided`.
    pub verdict: String,
    /// `plan`, the kind of the certificate, or the limit that was hit.
    pub reason: String,
    /// The cells that the last peg can be in.
    #[serde(default)]
    pub survivors: Vec<String>,
    /// The cells of which that is not settled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsettled: Vec<String>,
    /// The median number of positions that blind play looks at before it wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<u64>,
    /// Wall time for all of this.
    pub seconds: f64,
    /// A plan, replayed, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Vec<JumpEntry>>,
    /// A checked certificate, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateEntry>,
}

impl FigureEntry {
    /// Whether there is a verdict.
    pub fn is_decided(&self) -> bool {
        self.verdict != "undecided"
    }
}

/// A figure as it stands in files: `o` and `.` over the holes, row by row from the top.
pub fn figure_name(figure: &Position) -> String {
    let symbol = |hole| if figure.has(hole) { 'o' } else { '.' };
    (0..figure.len()).map(symbol).collect()
}

/// The figure of a name.
///
/// # Errors
/// An odd character, or as many as no figure of the board has.
pub fn read_figure(board: &Board, name: &str) -> Result<Position, BadInput> {
    let (holes, symbols) = (board.len(), name.chars().count());
    if symbols != holes {
        let fact = format!("the figure has {symbols} characters, the board {holes} holes");
        return Err(BadInput::new("", fact).remedy("write o and . over the holes, row by row"));
    }
    if let Some(odd) = name.chars().find(|symbol| !"o.".contains(*symbol)) {
        let fact = format!("{odd:?} means nothing in a figure");
        return Err(BadInput::new("", fact).remedy("a peg is o, a vacancy is ."));
    }
    let pegs = name
        .chars()
        .enumerate()
        .filter(|(_, symbol)| *symbol == 'o');
    Ok(Position::from_holes(holes, pegs.map(|(hole, _)| hole)))
}

/// The table of some figures as CSV.
pub fn write_csv<'a>(entries: impl IntoIterator<Item = &'a FigureEntry>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to a vector cannot fail.
    let _ = writer.write_record(COLUMNS);
    for entry in entries {
        let unsettled = entry.unsettled.iter().map(|cell| format!("{cell}?"));
        let survivors: Vec<String> = entry.survivors.iter().cloned().chain(unsettled).collect();
        let _ = writer.write_record([
            &entry.figure,
            &entry.pegs.to_string(),
            &entry.verdict,
            &entry.reason,
            &survivors.join(" "),
            &format!("{:.3}", entry.seconds),
        ]);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{FigureEntry, figure_name, read_figure, write_csv};
    use crate::peg::boards;

    #[test]
    fn figures_survive_being_written_and_what_is_none_is_refused() {
        let board = boards::named("triangle-2").unwrap();
        for name in ["...", "o.o", "ooo"] {
            assert_eq!(figure_name(&read_figure(&board, name).unwrap()), name);
        }
        let bad = read_figure(&board, "oo").unwrap_err().to_string();
        assert!(
            bad.starts_with("the figure has 2 characters, the board 3 holes"),
            "{bad}"
        );
        assert!(read_figure(&board, "oox").is_err());
    }

    #[test]
    fn the_table_has_its_columns() {
        let entry = FigureEntry {
            figure: "o.o".to_owned(),
            pegs: 2,
            verdict: "solved".to_owned(),
            reason: "plan".to_owned(),
            survivors: vec!["11".to_owned(), "22".to_owned()],
            unsettled: vec!["12".to_owned()],
            seconds: 0.12345,
            ..FigureEntry::default()
        };
        let large = FigureEntry {
            survivors: vec!["(0,1)".to_owned()],
            unsettled: Vec::new(),
            ..entry.clone()
        };
        assert_eq!(
            write_csv([&entry, &large]),
            "figure,pegs,verdict,reason,survivors,seconds\n\
             o.o,2,solved,plan,11 22 12?,0.123\n\
             o.o,2,solved,plan,\"(0,1)\",0.123\n"
        );
    }
}
