//! The index: one row a file, as CSV and as JSON, and the checksums in the form of `sha256sum`.
//!
//! RFC 4180 for the CSV, with `\n` at the end of lines; a field is quoted where it has to be.

use std::fmt::Write;

use serde::Serialize;

/// The columns of the CSV, and the keys of a row of the JSON.
pub const COLUMNS: [&str; 13] = [
    "puzzle",
    "family",
    "holes",
    "jumps",
    "encoding",
    "horizon",
    "variables",
    "clauses",
    "expected",
    "evidence",
    "file",
    "bytes",
    "sha256",
];

/// One file of the family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
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
    pub expected: Option<String>,
    /// What that rests on, or why there is none.
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
    /// Why.
    pub why: String,
}

/// What the JSON index holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Index {
    /// The version of the program.
    pub saut: String,
    /// The files.
    pub instances: Vec<Row>,
    /// What is not there, and why.
    pub left_out: Vec<LeftOut>,
}

/// The rows as CSV.
pub fn csv(rows: &[Row]) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for row in rows {
        let number = |value: Option<usize>| value.map_or(String::new(), |n| n.to_string());
        let fields = [
            row.puzzle.clone(),
            row.family.clone(),
            row.holes.to_string(),
            number(row.jumps),
            row.encoding.clone(),
            number(row.horizon),
            number(row.variables),
            number(row.clauses),
            row.expected.clone().unwrap_or_default(),
            row.evidence.clone(),
            row.file.clone(),
            row.bytes.to_string(),
            row.sha256.clone(),
        ];
        text += &fields.map(|field| quoted(&field)).join(",");
        text.push('\n');
    }
    text
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// The index as JSON, a key a line.
pub fn json(index: &Index) -> String {
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
    use super::{COLUMNS, Index, Row, csv, json};

    fn row() -> Row {
        Row {
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

    #[test]
    fn the_keys_of_the_json_are_the_columns_in_their_order() {
        let index = Index {
            instances: vec![row()],
            ..Index::default()
        };
        let text = json(&index);
        let places: Vec<_> = COLUMNS
            .iter()
            .map(|column| text.find(&format!("\"{column}\":")).unwrap())
            .collect();
        assert!(places.is_sorted(), "{places:?}");
    }
}
