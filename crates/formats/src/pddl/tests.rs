//! Tests of the PDDL reader and writer.

use super::{PddlForm, read_problem, sexpr, write_domain, write_problem};
use crate::toml_file::read_toml;
use saut_peg::peg::Puzzle;

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
    read_toml(PUZZLES, "").unwrap()
}

fn message(text: &str) -> String {
    read_problem(text).unwrap_err().to_string()
}

#[test]
fn both_forms_survive_being_written_and_read() {
    for puzzle in puzzles() {
        for form in PddlForm::ALL {
            assert_eq!(read_problem(&write_problem(&puzzle, form)).unwrap(), puzzle);
        }
    }
}

#[test]
fn domains_have_the_names_of_the_competitions() {
    let domain = write_domain(PddlForm::Sweeps);
    for word in [
        "pegsolitaire-sequential",
        "jump-new-move",
        "jump-continue-move",
        "end-move",
        "total-cost",
    ] {
        assert!(domain.contains(word), "{word}");
    }
    let domain = sexpr::read(&domain).unwrap();
    assert_eq!(domain.items().len(), 9);
    let domain = sexpr::read(&write_domain(PddlForm::Jumps))
        .unwrap()
        .to_string();
    assert!(domain.contains("(:action jump ") && !domain.contains("last-visited"));
}

#[test]
fn goals_may_be_partial_and_negated() {
    let puzzle = read_problem(TINY).unwrap();
    let wanted: Vec<_> = (0..3).map(|hole| puzzle.goal().wants(hole)).collect();
    assert_eq!(wanted, [None, None, Some(true)]);
}

#[test]
fn a_board_without_coordinates_is_laid_out_from_its_lines() {
    for puzzle in puzzles() {
        let mut text = write_problem(&puzzle, PddlForm::Sweeps);
        for (hole, cell) in puzzle.board().cells().iter().enumerate().rev() {
            let name = format!("pos-{}-{}", cell.y, cell.x);
            for end in [" ", ")"] {
                text = text.replace(&format!("{name}{end}"), &format!("place{hole}{end}"));
            }
        }
        let again = read_problem(&text).unwrap();
        assert_eq!(again.start().pegs(), puzzle.start().pegs());
        assert_eq!(again.goal().peg_range(), puzzle.goal().peg_range());
        assert_eq!(again.board().jumps().len(), puzzle.board().jumps().len());
    }
}

#[test]
fn a_missing_line_is_named() {
    let text = TINY.replace("(IN-LINE pos-0-2 pos-0-1 pos-0-0)", "");
    assert!(message(&text).starts_with("\"tiny\": (IN-LINE pos-0-2 pos-0-1 pos-0-0) is missing"));
    let text = TINY.replace("pos-0-", "place");
    let text = text.replace("(IN-LINE place2 place1 place0)", "");
    assert!(message(&text).starts_with("\"tiny\": the locations cannot be laid out"));
}

#[test]
fn another_domain_is_named() {
    let text = TINY.replace("pegsolitaire-sequential", "blocksworld");
    assert!(
        message(&text).starts_with("line 1, column 24: the problem is of domain \"blocksworld\"")
    );
    let domain = write_domain(PddlForm::Jumps);
    assert!(message(&domain).contains("begins a domain, not a problem"));
}

#[test]
fn facts_that_cannot_be_are_refused() {
    for (from, to, part) in [
        (
            "(free pos-0-2))",
            ")",
            "pos-0-2 is neither occupied nor free",
        ),
        (
            "(free pos-0-2))",
            "(free pos-0-1))",
            "(free pos-0-1) contradicts an earlier fact",
        ),
        (
            "(free pos-0-2))",
            "(free pos-9-9))",
            "pos-9-9 is not among the :objects",
        ),
        (
            "(free pos-0-2))",
            "(clear pos-0-2))",
            "(clear pos-0-2) is no fact of peg solitaire",
        ),
        (
            "(move-ended)))",
            "(preference p (free pos-0-1))))",
            "is a preference",
        ),
        (
            "(move-ended)))",
            "(or (free pos-0-1))))",
            "is no goal that can be used",
        ),
        (
            "(move-ended)))",
            "(free pos-0-2)))",
            "pos-0-2 shall be occupied and free",
        ),
        ("(:goal", "(:gaol", "is no part of a problem"),
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
