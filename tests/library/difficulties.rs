//! The measured difficulties of bundled puzzles in `instances/difficulty.txt`.
//!
//! `SAUT_BLESS=1 cargo test --test library difficulties` measures all difficulties again, which takes some minutes.
//! Otherwise, only low difficulties are measured again.

use std::fmt::Write;
use std::path::Path;

use saut::census::Difficulty;
use saut::formats::bundled;
use saut::peg::{Expectation, Puzzle};
use saut::stop::Stop;

/// The maximum difficulty (in positions) that is measured again.
const QUICK: u64 = 1_000;

fn measured(puzzle: &Puzzle) -> Option<u64> {
    let difficulty = Difficulty::measured(puzzle, 0, &Stop::default())?;
    Some(difficulty.positions)
}

fn solvable() -> Vec<Puzzle> {
    let mut puzzles = bundled::all();
    puzzles.retain(|puzzle| puzzle.expect == Expectation::Solvable);
    puzzles
}

#[test]
fn difficulties_are_the_effort_of_blind_play() {
    if std::env::var_os("SAUT_BLESS").is_some_and(|value| value == "1") {
        let mut text = String::new();
        for puzzle in solvable() {
            if let Some(positions) = measured(&puzzle) {
                let _ = writeln!(text, "{} {positions}", puzzle.name());
            }
        }
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/difficulty.txt");
        return std::fs::write(file, text).unwrap();
    }
    let mut again = 0;
    for puzzle in solvable() {
        let said = bundled::difficulty(puzzle.name());
        if said.is_some_and(|positions| positions <= QUICK) {
            assert_eq!(measured(&puzzle), said, "{}", puzzle.name());
            again += 1;
        }
    }
    assert!(again > 50, "only {again} are measured again");
}

#[test]
fn exactly_solvable_puzzles_of_at_most_64_holes_have_a_difficulty() {
    for puzzle in bundled::all() {
        let is_measured = puzzle.expect == Expectation::Solvable && puzzle.board().len() <= 64;
        let said = bundled::difficulty(puzzle.name());
        assert_eq!(said.is_some(), is_measured, "{}", puzzle.name());
        assert!(said.is_none_or(|positions| (1..=Difficulty::MOST).contains(&positions)));
    }
}
