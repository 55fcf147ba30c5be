//! Writing puzzle files: always pictures, always the same fields in the same order.

use std::fmt::Write;

use super::quoted::quoted;
use crate::Entry;
use saut_peg::peg::{Puzzle, moves, notation, picture};

/// The puzzles as one file; reading it again gives the same puzzles.
pub fn write_toml(puzzles: &[Puzzle]) -> String {
    puzzles.iter().map(entry).collect::<Vec<_>>().join("\n")
}

/// Puzzles of any game as one file.
pub fn write_entries(entries: &[Entry]) -> String {
    let written = entries.iter().map(|one| match one {
        Entry::Peg(puzzle) | Entry::OldRule(puzzle) => entry(puzzle),
        Entry::Baseball(puzzle) => super::baseball::write(puzzle),
    });
    written.collect::<Vec<_>>().join("\n")
}

fn entry(puzzle: &Puzzle) -> String {
    let mut text = "[[puzzle]]\n".to_owned();
    let mut field = |name: &str, value: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name} = {value}");
    };
    field("name", &quoted(puzzle.name()));
    let said = [
        ("title", &puzzle.title),
        ("why", &puzzle.why),
        ("source", &puzzle.source),
    ];
    for (name, value) in said {
        if let Some(value) = value {
            field(name, &quoted(value));
        }
    }
    let board = puzzle.board();
    field("expect", &quoted(puzzle.expect.name()));
    if let Some(moves) = puzzle.fewest_moves {
        field("fewest_moves", &moves.to_string());
    }
    field("geometry", &quoted(board.geometry().name()));
    field(
        "start",
        &drawn(&picture::draw_position(board, puzzle.start())),
    );
    if puzzle.goal().is_one_peg_anywhere() {
        field("goal", "\"one peg\"");
    } else if puzzle.goal().is_one_peg() {
        let open = puzzle.goal().open().holes();
        let names: Vec<String> = open
            .map(|hole| notation::cell_name(board, board.cell(hole)))
            .collect();
        field(
            "goal",
            &quoted(&format!("one peg in [{}]", names.join(", "))),
        );
    } else {
        field("goal", &drawn(&picture::draw_goal(board, puzzle.goal())));
    }
    if let Some(hole) = board.put_back() {
        let cell = notation::cell_name(board, board.cell(hole));
        field("put_back", &quoted(&cell));
    }
    if let Some(plan) = &puzzle.plan {
        let moves = moves(plan);
        let names: Vec<String> = moves
            .iter()
            .map(|sweep| notation::move_name(board, sweep))
            .collect();
        field("plan", &quoted(&names.join(" ")));
    }
    text
}

fn drawn(picture: &str) -> String {
    format!("\"\"\"\n{picture}\"\"\"")
}
