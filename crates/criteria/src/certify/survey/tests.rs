//! Tests of the survey: all criteria by name, and what refutes what.

use super::{CRITERIA, survey};
use crate::certify::check;
use crate::certify::samples;
use saut_base::stop::Stop;
use saut_peg::peg::{Goal, Position, Puzzle, boards};

fn refuting(puzzle: &Puzzle) -> Vec<&'static str> {
    let findings = survey(puzzle, &Stop::default()).unwrap();
    let names = CRITERIA.map(|(name, _)| name);
    assert!(findings.iter().map(|finding| finding.name).eq(names));
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
    assert!(refuting(&samples::central()).is_empty());
}

#[test]
fn the_fifth_row_is_refuted_by_weights_and_by_the_golden_ratio() {
    let found = refuting(&samples::wide_army(5));
    assert!(
        found.contains(&"pagoda") && found.contains(&"golden-ratio"),
        "{found:?}"
    );
}

#[test]
fn the_french_centre_is_refuted_by_class_although_it_lies_in_the_cone() {
    let found = refuting(&samples::single("french", 18, 18));
    assert!(
        found.contains(&"class") && !found.contains(&"pagoda"),
        "{found:?}"
    );
}

#[test]
fn only_whole_numbers_refute_the_seven_holes() {
    let puzzle = samples::seven();
    assert_eq!(refuting(&puzzle), ["integer-cone"]);
}

#[test]
fn parts_of_the_integer_cone_and_golden_weights_come_with_their_sums() {
    let board = boards::named("rectangle-7x1").unwrap();
    let start = Position::from_holes(7, [0, 1, 3, 5, 6]);
    let goal = Goal::exactly(Position::from_holes(7, [0, 6]));
    let seven = Puzzle::new("seven", board, start, goal).unwrap();
    let findings = survey(&seven, &Stop::default()).unwrap();
    let cone = &findings[7];
    assert!(cone.weighings.len() > 1, "{cone:?}");
    for weighing in &cone.weighings {
        assert!(weighing.title.starts_with("If "), "{weighing:?}");
        assert!(
            weighing.start.starts_with("and jumps at most "),
            "{weighing:?}"
        );
    }
    assert!(!cone.why.contains("at most 0 times"), "{}", cone.why);
    let army = samples::wide_army(5);
    let findings = survey(&army, &Stop::default()).unwrap();
    let [golden] = &findings[6].weighings[..] else {
        panic!("{findings:?}");
    };
    assert_eq!(golden.goal, "1");
    assert!(golden.start.contains('s'), "{golden:?}");
    assert_eq!(golden.weights.iter().filter(|&&far| far == 0).count(), 1);
}

#[test]
fn where_the_lattice_refutes_no_whole_numbers_are_looked_for() {
    let french = samples::single("french", 18, 18);
    let findings = survey(&french, &Stop::default()).unwrap();
    assert!(findings[2].refutes() && !findings[7].refutes());
    assert!(
        findings[7].why.starts_with("Not looked into"),
        "{:?}",
        findings[7]
    );
}

#[test]
fn without_time_nothing_is_said_about_linear_programs() {
    let stop = Stop::new(Some(std::time::Duration::ZERO), None);
    let findings = survey(&samples::wide_army(5), &stop).unwrap();
    for name in ["pagoda", "integer-cone"] {
        let finding = findings.iter().find(|one| one.name == name).unwrap();
        assert!(
            finding.refutes() || finding.why.starts_with("Not settled"),
            "{finding:?}"
        );
    }
}

#[test]
fn a_start_that_is_the_goal_is_refuted_by_nothing() {
    let board = boards::named("rectangle-3x1").unwrap();
    let start = Position::from_holes(3, [0, 2]);
    let puzzle = Puzzle::new("", board, start.clone(), Goal::exactly(start)).unwrap();
    assert!(refuting(&puzzle).is_empty());
}
