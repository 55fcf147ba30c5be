//! The bundled catalogue: every recorded solution is replayed by the rules.

use std::collections::BTreeMap;

use saut::formats::bundled;
use saut::formats::plan_file::read_plan;
use saut::peg::{Expectation, Puzzle};
use saut::simulate::replay;

const PLANS: &str = include_str!("../data/catalogue-plans.txt");

fn plans() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = PLANS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(": ").expect("a line is NAME: JUMPS"))
}

#[test]
fn every_recorded_solution_solves_its_puzzle() {
    let puzzles: BTreeMap<String, Puzzle> = bundled::all()
        .into_iter()
        .map(|puzzle| (puzzle.name().to_owned(), puzzle))
        .collect();
    let mut replayed = 0;
    for (name, jumps) in plans() {
        let puzzle = &puzzles[name];
        assert_eq!(puzzle.expect, Expectation::Solvable, "{name}");
        let plan =
            read_plan(puzzle.board(), jumps, None).unwrap_or_else(|bad| panic!("{name}: {bad}"));
        replay(puzzle, plan).unwrap_or_else(|rejected| panic!("{name}: {rejected}"));
        replayed += 1;
    }
    assert_eq!(replayed, 141);
}

#[test]
fn a_recorded_solution_without_its_last_jump_is_refused() {
    for (name, jumps) in plans() {
        let puzzle = bundled::named(name).unwrap();
        let (shorter, _) = jumps.rsplit_once(' ').unwrap();
        let plan = read_plan(puzzle.board(), shorter, None).unwrap();
        assert!(replay(&puzzle, plan).is_err(), "{name}");
    }
}

/// Parities of the pegs by diagonal colour, both ways; no jump changes which of them agree.
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

/// Puzzles without open holes on square boards whose start and goal are in different classes are
/// infeasible; no solvable puzzle is among them. Twins are infeasible for other reasons.
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
        // Those called hard agree in class although they are infeasible.
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
