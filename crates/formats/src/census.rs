//! Census files: one JSON record per figure, and a table of all figures as CSV.
//!
//! Each record is a line, which is appended when its figure is decided. The first line of a file names the board and
//! the symmetry of the figures. Other programs rely on the columns of the table.

use itertools::Itertools as _;
use serde::{Deserialize, Serialize};

use saut_base::bad_input::BadInput;
use saut_criteria::certify::Certificate;
use saut_peg::peg::{Board, Goal, Jump, Position};

use crate::markup::csv;
use crate::shorthand::cells;

/// The columns of the table.
const COLUMNS: &str = "figure pegs verdict reason survivors seconds";

/// First line of a file of records: the board, the symmetry and the goal of its figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CensusHeader {
    /// The name of the board.
    pub census: String,
    /// The name of the symmetry.
    pub symmetry: String,
    /// The allowed cells of the last peg. Without this field, the last peg may be anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<String>,
}

impl CensusHeader {
    /// Returns the goal of every figure.
    ///
    /// # Errors
    /// A cell is not a hole of the board.
    pub fn goal(&self, board: &Board) -> Result<Goal, BadInput> {
        match &self.finish {
            None => Ok(Goal::one_peg(board)),
            Some(finish) => cells(board, finish).map(Goal::one_peg_in),
        }
    }
}

/// A figure with its result, as a record of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FigureEntry {
    /// The figure: `o` or `.` for each hole, row by row from the top.
    pub figure: String,
    /// Number of pegs of the figure.
    pub pegs: usize,
    /// The verdict: `solved`, `infeasible` or `undecided`.
    pub verdict: String,
    /// The reason for the verdict: `plan`, the kind of the certificate, or the limit that was reached.
    pub reason: String,
    /// The cells in which the last peg can be.
    #[serde(default)]
    pub survivors: Vec<String>,
    /// The cells for which it is not decided whether the last peg can be there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsettled: Vec<String>,
    /// Median number of positions that blind play visits before it wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<u64>,
    /// Wall-clock time for all fields of the record, in seconds.
    pub seconds: f64,
    /// A replayed plan, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Vec<Jump>>,
    /// A checked certificate, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
}

impl FigureEntry {
    /// Whether the figure is solved or proved infeasible.
    pub fn is_decided(&self) -> bool {
        self.verdict != "undecided"
    }
}

/// The figures of a board with their records. Solvable figures come first.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Title in one line. It also mentions undecided figures and omitted figures.
    pub title: String,
    /// The board of all figures.
    pub board: Board,
    /// The records in order: solvable figures (the easiest first), undecided figures, infeasible figures.
    entries: Vec<FigureEntry>,
}

impl Figures {
    /// Sorts the records: solvable figures come first, and easy figures before hard figures.
    pub fn new(title: impl Into<String>, board: Board, mut entries: Vec<FigureEntry>) -> Self {
        entries.sort_by_key(|entry| {
            let rank = ["solved", "undecided", "infeasible"];
            let rank = rank.iter().position(|verdict| entry.verdict == *verdict);
            (rank, entry.difficulty, entry.pegs)
        });
        Self {
            title: title.into(),
            board,
            entries,
        }
    }

    /// Returns the records, solvable figures first.
    pub fn entries(&self) -> &[FigureEntry] {
        &self.entries
    }

    /// Returns a line with the numbers of solvable and infeasible figures.
    pub fn summary(&self) -> String {
        let number = |verdict: &str| {
            let with = self.entries.iter().filter(|entry| entry.verdict == verdict);
            with.count()
        };
        let solved = format!("{} can be solved", number("solved"));
        match number("infeasible") {
            0 => solved,
            infeasible => format!("{solved}, {infeasible} cannot"),
        }
    }
}

/// Returns the records of a file, without its heading.
///
/// # Errors
/// A line is not a record.
pub fn read_records(text: &str) -> Result<Vec<FigureEntry>, BadInput> {
    let lines = (1..).zip(text.lines()).skip(1);
    lines
        .map(|(number, line)| {
            serde_json::from_str(line)
                .map_err(|error| BadInput::new(format!("line {number}"), error.to_string()))
        })
        .collect()
}

/// Returns a figure as it is written in files: `o` or `.` for each hole, row by row from the top.
pub fn figure_name(figure: &Position) -> String {
    let symbol = |hole| if figure.has(hole) { 'o' } else { '.' };
    (0..figure.len()).map(symbol).collect()
}

/// Parses a figure from its name.
///
/// # Errors
/// A character is unknown, or the number of characters differs from the number of holes.
pub fn read_figure(board: &Board, name: &str) -> Result<Position, BadInput> {
    let (holes, symbols) = (board.len(), name.chars().count());
    if symbols != holes {
        let fact = format!("the figure has {symbols} characters, but the board has {holes} holes");
        return Err(BadInput::new("", fact).remedy("write o and . over the holes, row by row"));
    }
    if let Some(odd) = name.chars().find(|symbol| !"o.".contains(*symbol)) {
        let fact = format!("{odd:?} has no meaning in a figure");
        return Err(BadInput::new("", fact).remedy("a peg is o, a vacancy is ."));
    }
    let pegs = name.chars().positions(|symbol| symbol == 'o');
    Ok(Position::from_holes(holes, pegs))
}

/// Returns the table of some figures as CSV.
pub fn write_csv<'a>(entries: impl IntoIterator<Item = &'a FigureEntry>) -> String {
    let row = |entry: &FigureEntry| {
        let unsettled = entry.unsettled.iter().map(|cell| format!("{cell}?"));
        vec![
            entry.figure.clone(),
            entry.pegs.to_string(),
            entry.verdict.clone(),
            entry.reason.clone(),
            entry.survivors.iter().cloned().chain(unsettled).join(" "),
            format!("{:.3}", entry.seconds),
        ]
    };
    let columns = COLUMNS.split(' ').map(str::to_owned).collect();
    csv(std::iter::once(columns).chain(entries.into_iter().map(row)))
}

#[cfg(test)]
mod tests {
    use super::{FigureEntry, Figures, figure_name, read_figure, read_records, write_csv};
    use saut_peg::peg::boards;

    #[test]
    fn figures_that_can_be_solved_come_first_and_easy_ones_before_hard_ones() {
        let entry = |verdict: &str, difficulty, pegs| FigureEntry {
            verdict: verdict.to_owned(),
            difficulty,
            pegs,
            ..FigureEntry::default()
        };
        let board = boards::named("triangle-2").unwrap();
        let entries = vec![
            entry("infeasible", None, 2),
            entry("undecided", None, 3),
            entry("solved", Some(90), 2),
            entry("infeasible", None, 0),
            entry("solved", Some(3), 3),
        ];
        let figures = Figures::new("three holes", board, entries);
        let order: Vec<usize> = figures.entries().iter().map(|entry| entry.pegs).collect();
        assert_eq!(order, [3, 2, 3, 0, 2]);
        assert_eq!(figures.summary(), "2 can be solved, 2 cannot");
    }

    #[test]
    fn records_are_read_and_other_lines_rejected() {
        let record = "{\"figure\":\"o.o\",\"pegs\":2,\"verdict\":\"solved\",\"reason\":\"plan\",\"seconds\":0}";
        let read = read_records(&format!("heading\n{record}\n")).unwrap();
        assert_eq!((read.len(), read[0].pegs), (1, 2));
        let bad = read_records("heading\nno record\n")
            .unwrap_err()
            .to_string();
        assert!(bad.starts_with("line 2"), "{bad}");
    }

    #[test]
    fn figures_survive_a_round_trip_and_invalid_ones_are_rejected() {
        let board = boards::named("triangle-2").unwrap();
        for name in ["...", "o.o", "ooo"] {
            assert_eq!(figure_name(&read_figure(&board, name).unwrap()), name);
        }
        let bad = read_figure(&board, "oo").unwrap_err().to_string();
        assert!(
            bad.starts_with("the figure has 2 characters, but the board has 3 holes"),
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
