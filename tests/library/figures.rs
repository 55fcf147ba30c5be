//! The named figures: every recorded solution is replayed by the rules, and what is printed
//! wrongly is refused.

use std::collections::{BTreeMap, BTreeSet};

use crate::read_toml;
use saut::formats::bundled;
use saut::formats::plan_file::read_plan;
use saut::peg::{Expectation, Puzzle};
use saut::simulate::replay;

const FILES: [(&str, &str); 4] = [
    (
        "figures-french.toml",
        include_str!("../../instances/figures-french.toml"),
    ),
    (
        "figures-annex.toml",
        include_str!("../../instances/figures-annex.toml"),
    ),
    (
        "figures-english.toml",
        include_str!("../../instances/figures-english.toml"),
    ),
    ("lucas.toml", include_str!("../../instances/lucas.toml")),
];
const PLANS: &str = include_str!("../data/figures-plans.txt");
/// Printed solutions that do not play: 62/64 of the first should read 62/42, and 34/35 of the second 34/36.
const FAULTS: [(&str, &str); 2] = [
    ("fr-026", include_str!("../data/printed/fr-026.txt")),
    ("fr-050", include_str!("../data/printed/fr-050.txt")),
];

fn puzzles() -> Vec<Puzzle> {
    let read = |(file, text): &(&str, &str)| read_toml(text, file).unwrap();
    FILES.iter().flat_map(read).collect()
}

fn named() -> BTreeMap<String, Puzzle> {
    let puzzles = puzzles().into_iter();
    puzzles
        .map(|puzzle| (puzzle.name().to_owned(), puzzle))
        .collect()
}

/// The lines `NAME: JUMPS` of a file.
fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(": ").expect("a line is NAME: JUMPS"))
}

#[test]
fn names_are_unique_and_clash_with_no_other_file() {
    let mut names = BTreeSet::new();
    let ours: BTreeSet<String> = puzzles().iter().map(|it| it.name().to_owned()).collect();
    assert_eq!(ours.len(), puzzles().len());
    let files = bundled::FILES.iter();
    let others = files.filter(|(file, _)| !FILES.iter().any(|(ours, _)| file.ends_with(ours)));
    for (file, text) in others.filter(|(file, _)| !file.contains("baseball")) {
        let puzzles = read_toml(text, file).unwrap();
        names.extend(puzzles.iter().map(|puzzle| puzzle.name().to_owned()));
    }
    assert_eq!(names.intersection(&ours).next(), None);
}

#[test]
fn every_recorded_solution_solves_its_figure() {
    let puzzles = named();
    let mut solved = BTreeSet::new();
    for (name, jumps) in lines(PLANS) {
        let puzzle = &puzzles[name];
        let plan =
            read_plan(puzzle.board(), jumps, None).unwrap_or_else(|bad| panic!("{name}: {bad}"));
        replay(puzzle, plan).unwrap_or_else(|rejected| panic!("{name}: {rejected}"));
        solved.insert(name);
    }
    for (name, puzzle) in &puzzles {
        let recorded = solved.contains(name.as_str());
        assert_eq!(
            puzzle.expect == Expectation::Solvable,
            recorded,
            "{name}: a figure that can be solved has its solution on file, and no other"
        );
        assert_ne!(puzzle.expect, Expectation::Open, "{name}");
    }
}

#[test]
fn a_recorded_solution_without_its_last_jump_is_refused() {
    let puzzles = named();
    for (name, jumps) in lines(PLANS) {
        let puzzle = &puzzles[name];
        let (shorter, _) = jumps.rsplit_once(' ').unwrap();
        let plan = read_plan(puzzle.board(), shorter, None).unwrap();
        assert!(replay(puzzle, plan).is_err(), "{name}");
    }
}

#[test]
fn a_solution_printed_with_a_wrong_jump_is_refused() {
    let puzzles = named();
    let mut refused = 0;
    for (name, jumps) in FAULTS {
        let puzzle = &puzzles[name];
        match read_plan(puzzle.board(), jumps, None) {
            Ok(plan) => assert!(replay(puzzle, plan).is_err(), "{name}"),
            Err(_) => assert!(
                jumps.contains("34/35"),
                "{name}: two neighbours are no jump"
            ),
        }
        refused += 1;
    }
    assert_eq!(refused, 2);
}
