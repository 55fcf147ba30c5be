//! The sheet of a page: what is printed, and seen without scripts.

use std::fmt::Write;

use serde_json::Value;

use crate::Entry;
use crate::markup::escaped;
use crate::svg;
use saut_peg::peg::{Jump, Puzzle, moves, notation};

/// More holes than this, on all boards together, and the sheet shows start and goal only: the
/// page should stay small.
pub(super) const MOST_DRAWN: usize = 3000;

/// Start and goal, or a board for every move; and the list of moves.
pub(super) fn sheet(puzzle: &Puzzle, jumps: Option<&[Jump]>) -> String {
    let Some(jumps) = jumps else {
        return svg::puzzle(puzzle);
    };
    let board = puzzle.board();
    let moves = moves(jumps);
    let is_small = (moves.len() + 1) * board.len() <= MOST_DRAWN;
    let mut text = if is_small {
        svg::plan(puzzle, jumps)
    } else {
        svg::puzzle(puzzle) + &svg::pieces(puzzle, jumps).unwrap_or_default()
    };
    text.push_str("<ol>\n");
    for sweep in &moves {
        let name = escaped(&notation::move_name(board, sweep));
        let _ = writeln!(text, "<li>{name}</li>");
    }
    text.push_str("</ol>\n");
    text
}

/// Start and goal, and why each criterion that refutes does so.
pub(super) fn reasons(puzzle: &Puzzle, criteria: &Value) -> String {
    let mut text = String::new();
    let all = criteria.as_array().map_or(&[][..], Vec::as_slice);
    for one in all.iter().filter(|one| one["refutes"] == true) {
        let words = |field: &str| escaped(one[field].as_str().unwrap_or_default());
        let why = one["why"].as_str().unwrap_or_default();
        let lines: Vec<String> = why.lines().map(escaped).collect();
        let _ = writeln!(
            text,
            "<h2>Infeasible, by {}</h2>\n<pre>{}</pre>",
            words("name").replace('-', " "),
            lines.join("\n")
        );
    }
    text.push_str(&svg::puzzle(puzzle));
    text
}

/// The names of a collection, with their titles.
pub(super) fn list(entries: &[Entry]) -> String {
    let mut text = "<ul>\n".to_owned();
    for entry in entries {
        let title = match entry {
            Entry::Peg(puzzle) => puzzle.title.as_deref(),
            Entry::Baseball(puzzle) => puzzle.title.as_deref(),
        };
        let title = title.map_or(String::new(), |title| format!(": {}", escaped(title)));
        let _ = writeln!(text, "<li>{}{title}</li>", escaped(entry.name()));
    }
    text.push_str("</ul>\n");
    text
}
