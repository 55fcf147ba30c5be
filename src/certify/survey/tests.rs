//! Tests of the survey: all criteria by name, and what refutes what.

use super::{NAMES, survey};
use crate::certify::check;
use crate::formats::bundled;
use crate::peg::{Goal, Position, Puzzle, boards};
use crate::stop::Stop;

fn refuting(puzzle: &Puzzle) -> Vec<&'static str> {
    let findings = survey(puzzle, &Stop::default());
    assert!(findings.iter().map(|finding| finding.name).eq(NAMES));
    for finding in &findings {
        assert!(!finding.why.is_empty(), "{}", finding.name);
        for weighing in &finding.weighings {
            assert_eq!(weighing.weights.len(), puzzle.board().len());
        }
        if let Some(certificate) = &finding.certificate {
            assert!(check(puzzle, certificate.certificate().clone()).is_ok());
        }
    }
    let refuting = findings.iter().filter(|finding| finding.refutes());
    refuting.map(|finding| finding.name).collect()
}

#[test]
fn nothing_refutes_the_central_game() {
    assert!(refuting(&bundled::named("central").unwrap()).is_empty());
}

#[test]
fn the_fifth_row_is_refuted_by_weights_and_by_the_golden_ratio() {
    let found = refuting(&bundled::named("army-5").unwrap());
    assert!(
        found.contains(&"pagoda") && found.contains(&"golden-ratio"),
        "{found:?}"
    );
}

#[test]
fn the_french_centre_is_refuted_by_class_although_it_lies_in_the_cone() {
    let board = boards::named("french").unwrap();
    let centre = Position::from_holes(37, [18]);
    let goal = Goal::exactly(centre.clone());
    let puzzle = Puzzle::new("french", board, centre.complement(), goal).unwrap();
    let found = refuting(&puzzle);
    assert!(
        found.contains(&"class") && !found.contains(&"pagoda"),
        "{found:?}"
    );
}

#[test]
fn only_whole_numbers_refute_the_seven_holes() {
    let board = boards::named("rectangle-7x1").unwrap();
    let start = Position::from_holes(7, [0, 1, 3, 5, 6]);
    let goal = Goal::exactly(Position::from_holes(7, [0, 6]));
    let puzzle = Puzzle::new("seven", board, start, goal).unwrap();
    assert_eq!(refuting(&puzzle), ["integer-cone"]);
}

#[test]
fn a_start_that_is_the_goal_is_refuted_by_nothing() {
    let board = boards::named("rectangle-3x1").unwrap();
    let start = Position::from_holes(3, [0, 2]);
    let puzzle = Puzzle::new("", board, start.clone(), Goal::exactly(start)).unwrap();
    assert!(refuting(&puzzle).is_empty());
}
