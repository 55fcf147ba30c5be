//! Tests of the PDDL reader and writer.

use super::{PddlForm, cell_of, read_problem, write_domain, write_problem};
use crate::{ReadOptions, load_bytes};
use saut_peg::peg::{Cell, Puzzle};

const PUZZLES: &str = r#"
[[puzzle]]
name = "central"
board = "english"
start = "full - 44"
goal = "44"
[[puzzle]]
name = "triangle"
board = "triangle-5"
start = "full - 11"
goal = "one peg"
[[puzzle]]
name = "diagonal"
geometry = "square-diagonal"
start = "ooo\noo.\nooo\n"
goal = "???\n?o?\n...\n"
"#;

const TINY: &str = "(define (problem tiny) (:domain pegsolitaire-sequential) \
(:objects pos-0-0 pos-0-1 pos-0-2 - location) \
(:init (= (total-cost) 0) (move-ended) (IN-LINE pos-0-0 pos-0-1 pos-0-2) \
(IN-LINE pos-0-2 pos-0-1 pos-0-0) (occupied pos-0-0) (occupied pos-0-1) (free pos-0-2)) \
(:goal (and (not (free POS-0-2)) (move-ended))) (:metric minimize (total-cost)))";

fn puzzles() -> Vec<Puzzle> {
    let loaded = load_bytes(PUZZLES.as_bytes(), "", &ReadOptions::default());
    let entries = loaded.unwrap().entries.into_iter();
    entries.map(|entry| entry.peg().unwrap()).collect()
}

fn message(text: &str) -> String {
    read_problem(text, "t").unwrap_err().to_string()
}

#[test]
fn both_forms_survive_being_written_and_read() {
    for puzzle in puzzles() {
        for form in PddlForm::ALL {
            assert_eq!(
                read_problem(&write_problem(&puzzle, form), "t").unwrap(),
                puzzle
            );
        }
    }
}

#[test]
fn goals_may_be_partial_and_negated() {
    let puzzle = read_problem(TINY, "t").unwrap();
    let wanted: Vec<_> = (0..3).map(|hole| puzzle.goal().wants(hole)).collect();
    assert_eq!(wanted, [None, None, Some(true)]);
}

#[test]
fn a_missing_line_is_named() {
    let text = TINY.replace("(IN-LINE pos-0-2 pos-0-1 pos-0-0)", "");
    assert!(message(&text).starts_with("t: (IN-LINE pos-0-2 pos-0-1 pos-0-0) is missing"));
}

#[test]
fn locations_with_the_same_place_are_rejected() {
    let text = TINY.replace("pos-0-", "place");
    assert!(message(&text).starts_with("t: the name of the location place0 does not give its row"));
    let text = TINY.replace("pos-0-2", "p-0-1");
    assert!(message(&text).starts_with("t: two locations have the same row and column"));
}

#[test]
fn another_domain_is_named() {
    let text = TINY.replace("pegsolitaire-sequential", "blocksworld");
    assert!(message(&text).starts_with("t:1:24: the problem is of domain \"blocksworld\""));
    for form in PddlForm::ALL {
        let domain = write_domain(form);
        assert!(domain.contains(form.domain()));
        assert!(message(&domain).contains("begins a domain, not a problem"));
    }
}

#[test]
fn impossible_facts_are_rejected() {
    const FREE: &str = "(free pos-0-2))";
    const ENDED: &str = "(move-ended)))";
    for (from, to, part) in [
        (FREE, ")", "pos-0-2 is neither occupied nor free"),
        (FREE, "(free pos-0-1))", "(free pos-0-1) contradicts an"),
        (FREE, "(free pos-9-9))", "pos-9-9 is not among the :objects"),
        (
            FREE,
            "(clear pos-0-2))",
            "(clear pos-0-2) is not a fact of peg",
        ),
        (ENDED, "(preference p (move-ended))))", "is a preference"),
        (ENDED, "(or (free pos-0-1))))", "is not a supported goal"),
        (
            ENDED,
            "(free pos-0-2)))",
            "pos-0-2 must be both occupied and free",
        ),
        ("(:goal", "(:gaol", "is not a part of a problem"),
        (
            " - location)",
            " - block)",
            "block is not the type location",
        ),
        (
            "pos-0-0 pos-0-1 pos-0-2 - location",
            "",
            "the board is empty",
        ),
    ] {
        let message = message(&TINY.replacen(from, to, 1));
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn names_that_end_in_two_numbers_are_row_and_column() {
    assert_eq!(cell_of("pos-2-13"), Some(Cell::new(13, 2)));
    assert_eq!(cell_of("l0_1"), Some(Cell::new(1, 0)));
}

#[test]
fn other_names_are_not_cells() {
    for name in [
        "location_10",
        "a",
        "",
        "pos-1-",
        "pos-1-99999",
        "pos-9000-1",
        "-1",
    ] {
        assert_eq!(cell_of(name), None, "{name}");
    }
}
