//! Tests of the plan reader.

use super::{read_plan, write_plan};
use crate::bundled;
use saut_peg::peg::notation::Digits;
use saut_peg::peg::{Board, Cell, Jump, Puzzle, boards};
use saut_peg::simulate;

fn english() -> Board {
    boards::named("english").unwrap()
}

fn central() -> Puzzle {
    bundled::named("central").unwrap()
}

fn read(text: &str) -> Vec<Jump> {
    read_plan(&central(), text, None)
        .unwrap()
        .actions()
        .copied()
        .collect()
}

fn rejects(text: &str, message: &str) {
    let bad = read_plan(&central(), text, None).unwrap_err().to_string();
    assert!(bad.starts_with(message), "{bad}");
}

fn jump(from: (i16, i16), to: (i16, i16)) -> Jump {
    Jump::between(Cell::new(from.0, from.1), Cell::new(to.0, to.1))
}

#[test]
fn lucas_writes_the_column_first_and_sweeps_with_a_cross_the_row() {
    let up = jump((3, 2), (3, 0));
    assert_eq!(read("45/47"), [up]);
    assert_eq!(read("45-47"), [up]);
    // The rules forbid this jump.
    assert_eq!(read("11/77"), [jump((0, 6), (6, 0))]);
    assert_eq!(read("34x14"), [up]);
    assert_eq!(read("(3,2)/(3, 0)"), [up]);
    assert_eq!(read("(3,2)x(3,0)"), [up]);
    assert_eq!(
        read("75/73/53"),
        [jump((6, 2), (6, 4)), jump((6, 4), (4, 4))]
    );
    let other = read_plan(&central(), "54x74", Some(Digits::ColumnFirst)).unwrap();
    assert_eq!(*other.actions().next().unwrap(), jump((4, 3), (6, 3)));
}

#[test]
fn numbers_comments_and_separators_are_passed_over() {
    let up = jump((3, 2), (3, 0));
    assert_eq!(
        read("# first\n1. 45/47, 2) 45/47;45/47 ; 45/47 # last\n; all\n"),
        [up; 4]
    );
}

#[test]
fn plans_of_pddl_planners_are_read() {
    let text = "0.000: (JUMP-NEW-MOVE pos-2-3 pos-1-3 pos-0-3) [1.0]\n( end-move pos-0-3 ) ; moved\n(jump pos-2-3 pos-1-3 pos-0-3)\n; cost = 1 (unit cost)\n";
    assert_eq!(read(text), [jump((3, 2), (3, 0)); 2]);
    let (up, down) = (
        "(jump pos-2-3 pos-1-3 pos-0-3)",
        "(jump pos-0-3 pos-1-3 pos-2-3)",
    );
    let in_order = [jump((3, 2), (3, 0)), jump((3, 0), (3, 2))];
    for text in [
        format!("0.5: {up}\n10: {down}"),
        format!("10: {down}\n0.5: {up} [1.0]"),
        format!("1.00000000000000000001: {down}\n1.0: {up}"),
        format!("2: {down} 1: {up}"),
        format!("{up}\n1: {down}"),
    ] {
        assert_eq!(read(&text), in_order, "{text}");
    }
    rejects(
        &format!("1: {up}\n1.0: {down}"),
        "line 2, column 1: an earlier jump has the same time; give every jump a different time, or none",
    );
    rejects(
        "(jump pos-2-3 pos-1-3 pos-0-3)\n(fly pos-2-3)",
        "line 2, column 1: (fly pos-2-3) is not an action",
    );
    rejects(
        "(jump a b c)",
        "line 1, column 1: (jump a b c) has a location without coordinates",
    );
}

#[test]
fn our_json_is_read_with_or_without_the_rest() {
    let up = [jump((3, 2), (3, 0))];
    assert_eq!(
        read(
            r#"{"puzzle": "c", "plan": [{"from": [3,2], "over": [3,1], "to": [3,0]}], "moves": 1}"#
        ),
        up
    );
    assert_eq!(read(r#"[{"from": [3,2], "to": [3,0]}]"#), up);
    rejects(r#"{"verdict": "undecided"}"#, "the JSON has no plan");
    rejects(
        r#"{"plans": []}"#,
        "expected one plan, found several plans in the JSON",
    );
    rejects(
        "{\"plan\": [",
        "line 1, column 10: the JSON cannot be used: EOF",
    );
    rejects(
        r#"[{"from": [32767,0], "to": [0,0]}]"#,
        "the cell (32767,0) is too far",
    );
}

#[test]
fn an_invalid_jump_is_named_with_its_place() {
    rejects(
        "45/47\n  45/4",
        "line 2, column 3: \"45/4\" is not a jump; write a jump as 45/47",
    );
    rejects("45/47 44", "line 1, column 7: \"44\" is a cell, not a jump");
    rejects("45/43x41", "line 1, column 1: \"45/43x41\" is not a jump");
    rejects("45/47/", "line 1, column 1: \"45/47/\" is not a jump");
    rejects("(3,2", "line 1, column 1: \"(3,2\" is not a jump");
    rejects("# nothing\n", "there is no jump in the plan");
    let large = bundled::named("square-11").unwrap();
    let bad = read_plan(&large, "45/47", None).unwrap_err().to_string();
    assert!(
        bad.contains("on a board this large, write a jump as (0,2)/(2,2)"),
        "{bad}"
    );
}

#[test]
fn bergholts_eighteen_moves_solve_the_central_game() {
    let text = "46x44 65x45 57x55 54x56 52x54 73x53 43x63 75x73x53 35x55 15x35 23x43x63x65x45x25 \
                37x57x55x53 31x33 34x32 51x31x33 13x15x35 36x34x32x52x54x34 24x44";
    let central = central();
    let plan = read_plan(&central, text, None).unwrap();
    assert_eq!(plan.len(), 31);
    assert!(simulate::replay(&central, plan).is_ok());
    let plan = read_plan(&central, &text.replace("24x44", "24x26"), None).unwrap();
    assert!(simulate::replay(&central, plan).is_err());
}

#[test]
fn written_moves_are_read_again_one_per_line() {
    let jumps = [
        jump((6, 2), (6, 4)),
        jump((6, 4), (4, 4)),
        jump((3, 2), (3, 0)),
    ];
    let text = write_plan(&english(), &jumps);
    assert_eq!(text, "75/73/53\n45/47\n");
    assert_eq!(read(&text), jumps);
    assert_eq!(write_plan(&english(), &[]), "");
}

#[test]
fn printed_notations_are_read() {
    let square = bundled::named("square-of-25").unwrap();
    let run = "**24/26, 34/36, 46/66,\n45/65, 64/62, 54/52, 42/22 et 43/23.**";
    let plan = read_plan(&square, run, None).unwrap();
    assert!(simulate::replay(&square, plan).is_ok());
    let bad = read_plan(&square, "**24/26, 34/36", None).unwrap_err();
    assert!(
        bad.fact.contains("the end of the bold text is missing"),
        "{bad}"
    );
    let numbered = "10 : 15x35\n:31x33\n12 : 37x57x55";
    assert_eq!(read(numbered), read("15x35 31x33 37x57x55"));
    assert_eq!(read("$[[24, 34, 44], [14, 44]]$"), read("34/14"));
    for (text, fact) in [
        ("[24, 34, 44]", "this is one position, not a plan"),
        (
            "[[24, 34], [44], [45]]",
            "list 3: no jump leads from the previous list to this list",
        ),
        (
            "[[24, 34], [46]]",
            "list 2: no jump leads from the previous list to this list",
        ),
        ("[24, 34, \\dots, 41]", "the list leaves out cells"),
        ("[[24, 34], [99]]", "\"99\" is not a hole"),
        ("[[24, 34] [44]", "closing bracket"),
    ] {
        let bad = read_plan(&central(), text, None).unwrap_err().to_string();
        assert!(bad.contains(fact), "{text}: {bad}");
    }
}

#[test]
fn printed_answers_give_their_plan_or_are_rejected_by_name() {
    let board = saut_peg::peg::boards::named("rectangle-3x1").unwrap();
    let legend = saut_peg::peg::notation::legend(&board);
    let puzzle = Puzzle::single_vacancy("p", board, 2, Some(2)).unwrap();
    let read = |text: &str| {
        let text = format!("p\n\n  1  oo.  ->  1  ..o\n     123        123\n{legend}\n\n{text}");
        super::read_plan(&puzzle, &text, None).map(|plan| plan.actions().count())
    };
    assert_eq!(
        read("solved: 1 jump in 1 move\n  11/31\n\nreplayed by the simulator\n"),
        Ok(1)
    );
    assert_eq!(
        read("expected: open\n\n1. 11/31\n  1  ..o\n     123\n"),
        Ok(1)
    );
    assert_eq!(
        read("solved: 0 jumps in 0 moves\n\n\nreplayed by the simulator\n"),
        Ok(0)
    );
    for (text, fact) in [
        (
            "solved: 1 jump in 1 move\n\nreplayed by the simulator\n",
            "without a plan",
        ),
        ("infeasible: no plan of any length\n", "says infeasible"),
        ("undecided (timeout)\n", "says undecided"),
        ("expected: open\n", "without a plan"),
        (
            "from here: the goal can be reached\n  11/31  still wins\n",
            "saut hint",
        ),
    ] {
        assert!(read(text).unwrap_err().fact.contains(fact), "{text}");
    }
}

#[test]
fn jumps_are_read_with_arrows_and_colons() {
    let meant = read("46/44");
    for text in ["46→44", "46>44", "46:44", "1. 46>44", "1: 46/44"] {
        assert_eq!(read(text), meant, "{text}");
    }
    assert_eq!(read("75:73:53").len(), 2);
    for text in ["46<44", "46:", "1:44"] {
        assert!(read_plan(&central(), text, None).is_err(), "{text}");
    }
}

#[test]
fn a_jump_is_found_in_its_text() {
    let board = english();
    let text = "# by hand\n1. 46/44\n2. 75/73/53 43/63\n";
    let place = |number| super::place_of_jump(&board, text, None, number);
    assert_eq!(place(1), Some((1, 2)));
    assert_eq!((place(3), place(4)), (Some((2, 3)), Some((3, 3))));
    assert_eq!(place(5), None);
    assert_eq!(
        super::place_of_jump(&board, "[[24, 34], [44]]", None, 1),
        None
    );
}

/// Lucas's eight triple removals of the square of 25, without the final jumps.
const LUCAS: &str =
    "**24/26** **34/36** **46/66** **45/65** **64/62** **54/52** **42/22** **43/23**";

#[test]
fn eight_triple_removals_clear_the_square_but_for_one() {
    let puzzle = bundled::named("square-of-25").unwrap();
    let plan = read_plan(&puzzle, LUCAS, None).unwrap();
    assert_eq!(plan.actions().count(), 24);
    assert!(simulate::replay(&puzzle, plan).is_ok());
    // One removal is too early, and the simulator names the jump.
    let wrong = LUCAS.replace("**24/26** **34/36**", "**34/36** **24/26** **24/26**");
    let plan = read_plan(&puzzle, &wrong, None).unwrap();
    assert!(simulate::replay(&puzzle, plan).is_err());
}

#[test]
fn an_invalid_triple_removal_is_rejected_with_its_place() {
    let puzzle = bundled::named("square-of-25").unwrap();
    for (word, fact) in [
        ("**24/25**", "is not a triple removal"),
        ("**24/26/46**", "is not a triple removal"),
        ("**24**", "is not a triple removal"),
        ("**22/11**", "is not a triple removal"),
        ("**17/15**", "has holes that the board does not have"),
    ] {
        let bad = read_plan(&puzzle, &format!("24/26 {word}"), None)
            .unwrap_err()
            .to_string();
        assert!(
            bad.starts_with("line 1, column 7: ") && bad.contains(fact),
            "{bad}"
        );
    }
}

#[test]
fn lines_of_printed_collections_are_read() {
    let up = jump((3, 2), (3, 0));
    for text in [
        "Fig.1 : 45/47",
        "Fig. 12 : 45/47",
        "figure 3: 45/47",
        "1 34x14",
        "1 : 34 x 14",
        "45 / 47",
        "7 34x14,",
    ] {
        assert_eq!(read(text), [up], "{text}");
    }
    assert_eq!(read("12 45 / 47 45 - 47"), [up; 2]);
    rejects("Fig : 45/47", "line 1, column 1: \"Fig\" is not a jump");
    rejects("45 x 47 x", "line 1, column ");
}

#[test]
fn a_list_of_jumps_has_the_smallest_figure_that_it_plays_from() {
    let french = || boards::named("french").unwrap();
    let text = "Fig.9 : 34/14, 54/34, 46/44, 44/24, 14/34, 42/44, 34/54, 54/74";
    let figure = super::figure(french(), text, "nine").unwrap();
    let cross = bundled::named("cross-of-nine").unwrap();
    assert_eq!(figure.start(), cross.start());
    assert_eq!(figure.goal().position().unwrap().pegs(), 1);
    let bad = |text| {
        super::figure(french(), text, "bad")
            .unwrap_err()
            .to_string()
    };
    assert!(bad("34/14, 34/14").starts_with("jump 2 (34/14): "));
    assert!(bad("17/37").contains("does not have all holes"));
    assert!(bad("**24/26**").contains("depends on the figure"));
}

#[test]
fn positions_are_written_as_they_are_read() {
    let cross = bundled::named("cross-of-nine").unwrap();
    let text = "34/14, 54/34, 46/44, 44/24, 14/34, 42/44, 34/54, 54/74";
    let jumps = |text: &str| -> Vec<Jump> {
        read_plan(&cross, text, None)
            .unwrap()
            .actions()
            .copied()
            .collect()
    };
    let written = crate::state_list::write_positions(&cross, &jumps(text));
    assert!(
        written.starts_with("[[24, 34, 42, 43, 44, 45, 46, 54, 64],\n [14, "),
        "{written}"
    );
    assert!(written.ends_with("\n [54, 64],\n [74]]\n"), "{written}");
    assert_eq!(jumps(&written), jumps(text));
}
