//! The bundled catalogue and the named figures: every recorded solution is replayed by the rules, and misprinted
//! solutions are rejected.

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
/// Printed solutions with errors: 62/64 in the first should be 62/42, and 34/35 in the second should be 34/36.
const FAULTS: [(&str, &str); 2] = [
    ("fr-026", include_str!("../data/printed/fr-026.txt")),
    ("fr-050", include_str!("../data/printed/fr-050.txt")),
];

fn puzzles() -> Vec<Puzzle> {
    let read = |(file, text): &(&str, &str)| read_toml(text, file).unwrap();
    FILES.iter().flat_map(read).collect()
}

fn by_name(puzzles: Vec<Puzzle>) -> BTreeMap<String, Puzzle> {
    let puzzles = puzzles.into_iter();
    let named = puzzles.map(|puzzle| (puzzle.name().to_owned(), puzzle));
    named.collect()
}

/// Returns the lines `NAME: JUMPS` of a file.
fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(": ").expect("a line is NAME: JUMPS"))
}

/// Asserts that these jumps solve the puzzle, and that they do not solve it without the last jump.
fn solves_it(name: &str, puzzle: &Puzzle, jumps: &str) {
    let replayed = |jumps| {
        let plan = read_plan(puzzle, jumps, None);
        let plan = plan.unwrap_or_else(|bad| panic!("{name}: {bad}"));
        replay(puzzle, plan)
    };
    replayed(jumps).unwrap_or_else(|rejected| panic!("{name}: {rejected}"));
    let (shorter, _) = jumps.rsplit_once(' ').unwrap();
    assert!(replayed(shorter).is_err(), "{name}");
}

#[test]
fn every_recorded_solution_of_the_catalogue_solves_its_puzzle() {
    let puzzles = by_name(bundled::all());
    let all: Vec<_> = lines(include_str!("../data/catalogue-plans.txt")).collect();
    assert_eq!(all.len(), 141);
    for (name, jumps) in all {
        let puzzle = &puzzles[name];
        assert_eq!(puzzle.expect, Expectation::Solvable, "{name}");
        solves_it(name, puzzle, jumps);
    }
}

#[test]
fn names_are_unique_and_clash_with_no_other_file() {
    let mut names = BTreeSet::new();
    let ours: BTreeSet<String> = puzzles().iter().map(|it| it.name().to_owned()).collect();
    assert_eq!(ours.len(), puzzles().len());
    let files = bundled::FILES.iter();
    let others = files.filter(|(file, ..)| !FILES.iter().any(|(ours, _)| file.ends_with(ours)));
    for (file, _, text) in others.filter(|(file, ..)| !file.contains("baseball")) {
        let puzzles = read_toml(text, file).unwrap();
        names.extend(puzzles.iter().map(|puzzle| puzzle.name().to_owned()));
    }
    assert_eq!(names.intersection(&ours).next(), None);
}

#[test]
fn every_recorded_solution_solves_its_figure() {
    let puzzles = by_name(puzzles());
    let mut solved = BTreeSet::new();
    for (name, jumps) in lines(PLANS) {
        let puzzle = &puzzles[name];
        solves_it(name, puzzle, jumps);
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
fn a_solution_printed_with_a_wrong_jump_is_rejected() {
    let puzzles = by_name(puzzles());
    let mut refused = 0;
    for (name, jumps) in FAULTS {
        let puzzle = &puzzles[name];
        match read_plan(puzzle, jumps, None) {
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

/// Returns the position class. The diagonals of each direction have three colours. For two pairs of colours, the class
/// states whether their numbers of pegs have the same parity, which no jump changes.
fn class(cells: &[(i16, i16)]) -> [bool; 4] {
    let count = |colour: i16, sign: i16| {
        cells
            .iter()
            .filter(|(x, y)| (x + sign * y).rem_euclid(3) == colour)
            .count()
            % 2
    };
    [1, -1]
        .map(|sign| {
            [
                count(0, sign) == count(1, sign),
                count(1, sign) == count(2, sign),
            ]
        })
        .concat()
        .try_into()
        .unwrap()
}

/// If start and goal are in different classes, the puzzle must be infeasible. Only puzzles on square boards without
/// open holes are tested.
#[test]
fn puzzles_in_different_position_classes_are_those_expected_infeasible_by_class() {
    let cells = |puzzle: &Puzzle, position: &saut::peg::Position| {
        let cells = position.holes().map(|hole| puzzle.board().cell(hole));
        class(&cells.map(|cell| (cell.x, cell.y)).collect::<Vec<_>>())
    };
    let mut infeasible = Vec::new();
    for puzzle in bundled::all() {
        let Some(goal) = puzzle.goal().position() else {
            continue;
        };
        // In the infeasible puzzles named "hard", start and goal are in the same class.
        if puzzle.board().geometry() != saut::peg::Geometry::Square
            || puzzle.name().starts_with("hard-")
        {
            continue;
        }
        if cells(&puzzle, puzzle.start()) != cells(&puzzle, goal) {
            assert_eq!(puzzle.expect, Expectation::Infeasible, "{}", puzzle.name());
            infeasible.push(puzzle.name().to_owned());
        }
    }
    assert_eq!(
        infeasible,
        ["french-central", "diamond", "square-7-central"]
    );
}
