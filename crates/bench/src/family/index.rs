//! The index: one row a file, as CSV and as JSON, and the checksums in the form of `sha256sum`.
//!
//! The bundled puzzles have harmless names: no cell of the CSV is taken for a formula.

use std::fmt::Write;

use serde::Serialize;

use super::evidence::Expected;

/// One file of the family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexRow {
    /// The puzzle's name.
    pub puzzle: String,
    /// The part of the family that it belongs to.
    pub family: String,
    /// The holes of its board.
    pub holes: usize,
    /// The jumps of every plan, if all have the same number.
    pub jumps: Option<usize>,
    /// The encoding with its choices, or `pddl`.
    pub encoding: String,
    /// The number of steps; none for a planning problem.
    pub horizon: Option<usize>,
    /// Variables, or declared symbols; none for a planning problem.
    pub variables: Option<usize>,
    /// Clauses, or assertions; none for a planning problem.
    pub clauses: Option<usize>,
    /// `sat` or `unsat`, only where it was proved or replayed.
    pub expected: Option<Expected>,
    /// Evidence for the expected answer, or the reason why there is none.
    pub evidence: String,
    /// The path within the folder.
    pub file: String,
    /// Its size.
    pub bytes: usize,
    /// Its checksum, in hexadecimal digits.
    pub sha256: String,
}

/// A formula that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The puzzle's name.
    pub puzzle: String,
    /// The encoding with its choices.
    pub encoding: String,
    /// The number of steps, where one is known.
    pub horizon: Option<usize>,
    /// Reason for leaving it out.
    pub why: String,
}

/// Content of the JSON index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FamilyIndex {
    /// The version of the program.
    pub saut: String,
    /// The files.
    pub instances: Vec<IndexRow>,
    /// Members that were left out, with reasons.
    pub left_out: Vec<LeftOut>,
}

/// The rows as CSV, the keys of the JSON for columns.
pub fn csv(rows: &[IndexRow]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        // Writing to a vector cannot fail.
        let _ = writer.serialize(row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// The index as JSON, a key a line.
pub fn json(index: &FamilyIndex) -> String {
    // No key is anything but text, and no number is not finite: this cannot fail.
    serde_json::to_string_pretty(index).unwrap_or_default() + "\n"
}

/// Checksums and files, for `sha256sum --check`.
pub fn checksums(files: &[(String, String)]) -> String {
    let mut text = String::new();
    for (file, sha256) in files {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{sha256}  {file}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{IndexRow, csv};

    fn row() -> IndexRow {
        IndexRow {
            puzzle: "a \"b\", c".to_owned(),
            family: "english".to_owned(),
            holes: 33,
            jumps: None,
            encoding: "pddl".to_owned(),
            horizon: None,
            variables: None,
            clauses: None,
            expected: None,
            evidence: "none".to_owned(),
            file: "pddl/x.pddl".to_owned(),
            bytes: 3,
            sha256: "ab".to_owned(),
        }
    }

    #[test]
    fn commas_and_quotes_stay_in_their_field() {
        let text = csv(&[row()]);
        let line = "\"a \"\"b\"\", c\",english,33,,pddl,,,,,none,pddl/x.pddl,3,ab";
        assert_eq!(text.lines().nth(1), Some(line));
    }
}
