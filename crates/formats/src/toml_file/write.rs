//! Writing puzzle files: always pictures, always the same fields in the same order.

use serde::Serialize;

use saut_peg::peg::{Puzzle, moves, notation, picture};

#[derive(Serialize)]
struct File<'a> {
    puzzle: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    title: Option<&'a str>,
    why: Option<&'a str>,
    source: Option<&'a str>,
    expect: &'a str,
    fewest_moves: Option<usize>,
    geometry: &'a str,
    start: String,
    goal: String,
    put_back: Option<String>,
    plan: Option<String>,
}

/// The puzzles as one file; reading it again gives the same puzzles.
pub fn write_toml(puzzles: &[Puzzle]) -> String {
    let puzzle = puzzles.iter().map(entry).collect();
    // Strings and numbers alone are written, which cannot fail.
    toml::to_string_pretty(&File { puzzle }).unwrap_or_default()
}

fn entry(puzzle: &Puzzle) -> Entry<'_> {
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let name_of = |hole| notation::cell_name(board, board.cell(hole));
    Entry {
        name: puzzle.name(),
        title: puzzle.title.as_deref(),
        why: puzzle.why.as_deref(),
        source: puzzle.source.as_deref(),
        expect: puzzle.expect.name(),
        fewest_moves: puzzle.fewest_moves,
        geometry: board.geometry().name(),
        start: picture::draw_position(board, puzzle.start()),
        goal: if goal.is_one_peg_anywhere() {
            "one peg".to_owned()
        } else if goal.is_one_peg() {
            let names: Vec<String> = goal.open().holes().map(name_of).collect();
            format!("one peg in [{}]", names.join(", "))
        } else {
            picture::draw_goal(board, goal)
        },
        put_back: board.put_back().map(name_of),
        plan: puzzle.plan.as_ref().map(|plan| {
            let moves = moves(plan);
            let names = moves.iter().map(|sweep| notation::move_name(board, sweep));
            names.collect::<Vec<_>>().join(" ")
        }),
    }
}
