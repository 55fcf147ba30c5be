//! Tests of position classes on the classical boards, with open holes and with wrong colourings.

use std::collections::{BTreeMap, BTreeSet};

use super::{Class, ParitySum, by_hole, find, kept, reduced, reduction};
use crate::certify::samples::{assert_rejected, central, single};
use crate::certify::{Certificate, check};
use saut_base::random::Random;
use saut_peg::peg::notation::{cell_name, hole_names};
use saut_peg::peg::{Board, Cell, Geometry, Goal, Hole, Position, Puzzle, boards};

fn one(board: &Board, x: i16, y: i16) -> Position {
    Position::from_holes(board.len(), board.hole(Cell::new(x, y)))
}

#[test]
fn french_centre_to_centre_is_refuted_and_the_english_one_is_not() {
    let french = single("french", 18, 18);
    let class = find(&french).unwrap();
    assert_eq!(class.sums.len(), 1);
    let checked = check(&french, Certificate::Class(class.clone())).unwrap();
    assert!(checked.explanation(&french).contains("colours"));
    let english = central();
    assert_eq!(find(&english), None);
    assert_rejected(
        check(&english, Certificate::Class(class)),
        "agrees with the start",
    );
}

#[test]
fn single_survivors_of_the_english_central_game_are_five() {
    let survives = |&last: &Hole| find(&single("english", 16, last)).is_none();
    let survivors = Position::from_holes(33, (0..33).filter(survives));
    let five = ["14", "41", "44", "47", "74"];
    assert_eq!(names(&central(), &survivors), five);
}

#[test]
fn one_peg_is_refuted_if_no_hole_has_the_class_of_the_start() {
    let french = single("french", 18, None);
    let class = find(&french).unwrap();
    assert!(check(&french, Certificate::Class(class.clone())).is_ok());
    let half = Class {
        sums: class.sums[..1].to_vec(),
    };
    assert_rejected(
        check(&french, Certificate::Class(half)),
        "agrees with the start",
    );
    assert_eq!(find(&single("french", 0, None)), None);
    assert_eq!(find(&single("english", 16, None)), None);
}

#[test]
fn open_holes_are_allowed_for() {
    let french = single("french", 18, 18);
    let board = french.board();
    let with_open = |open| {
        let goal = Goal::partial(&one(board, 3, 3), open);
        Puzzle::new("open", board.clone(), french.start().clone(), goal).unwrap()
    };
    let class = find(&with_open(one(board, 2, 0)));
    assert_eq!(class.map(|class| class.sums.len()), Some(1));
    assert_eq!(find(&with_open(board.full())), None);
}

#[test]
fn geometries_have_two_colourings_one_and_none() {
    let sums = |geometry| {
        let square = boards::named("square-5").unwrap();
        kept(&Board::new(geometry, square.cells().iter().copied()).unwrap()).len()
    };
    assert_eq!(Geometry::ALL.map(sums), [6, 3, 0]);
}

#[test]
fn no_sums_and_too_many_are_rejected() {
    let french = single("french", 18, 18);
    let class = find(&french).unwrap();
    for sums in [Vec::new(), vec![class.sums[0]; 9]] {
        let refused = check(&french, Certificate::Class(Class { sums }));
        assert_rejected(refused, "parity sums or weightings");
    }
}

#[test]
fn a_line_of_one_colour_is_rejected_even_if_the_sum_is_kept() {
    let rows = ["ooo", "o", "ooo", "ooo"];
    let cells = rows.iter().zip(0..).flat_map(|(row, y)| {
        let places = 0..i16::try_from(row.len()).unwrap();
        places.map(move |x| Cell::new(x, y))
    });
    let board = Board::new(Geometry::SquareDiagonal, cells).unwrap();
    let start = Position::from_holes(board.len(), (0..board.len()).filter(|hole| *hole != 6));
    let goal = Goal::exactly(one(&board, 0, 0));
    let puzzle = Puzzle::new("diagonal", board, start, goal).unwrap();
    let colours = [0, 1];
    let refused = |form| {
        let sums = vec![ParitySum { form, colours }];
        check(&puzzle, Certificate::Class(Class { sums }))
    };
    assert_eq!(refused((1, 1)).map(|it| it.kind()), Ok("class"));
    // The line (0, 1), (1, 2), (2, 3) has only the third colour.
    assert_rejected(refused((1, -1)), "changes the weight");
}

fn names(puzzle: &Puzzle, holes: &Position) -> Vec<String> {
    let mut names = hole_names(puzzle.board(), holes.holes());
    names.sort();
    names
}

#[test]
fn the_square_is_two_by_two_in_the_middle() {
    let puzzle = central();
    let reduced = reduced(&puzzle);
    let square = Position::from_holes(33, reduced.square.iter().copied());
    assert_eq!(names(&puzzle, &square), ["33", "34", "43", "44"]);
    assert_eq!(
        reduced.picture(puzzle.board(), &reduced.start),
        "  .o\n  ..\n"
    );
    assert_eq!(reduced.goal, Some(reduced.start));
    assert_eq!(super::reduced(&single("triangle-5", 4, 4)).square.len(), 2);
}

#[test]
fn the_central_start_allows_five_last_pegs_and_the_central_goal_five_vacancies() {
    let puzzle = central();
    let reduced = reduced(&puzzle);
    let five = ["14", "41", "44", "47", "74"];
    assert_eq!(names(&puzzle, &reduced.survivors), five);
    assert_eq!(names(&puzzle, &reduced.vacancies.unwrap()), five);
}

#[test]
fn nine_of_sixteen_classes_have_a_single_peg() {
    let board = boards::named("english").unwrap();
    let singles: BTreeSet<u16> = by_hole(&board).into_iter().collect();
    assert_eq!(singles.len(), 9);
    assert!(!singles.contains(&0));
}

#[test]
fn the_full_english_board_is_of_the_empty_class_and_the_french_is_not() {
    for (name, is_empty) in [("english", true), ("french", false)] {
        let board = boards::named(name).unwrap();
        let full = by_hole(&board).into_iter().fold(0, |sum, one| sum ^ one);
        assert_eq!(full == 0, is_empty, "{name}");
    }
}

#[test]
fn french_last_pegs_are_those_that_the_literature_lists() {
    let board = boards::named("french").unwrap();
    let hole = |name: &str| {
        (0..37)
            .find(|&hole| cell_name(&board, board.cell(hole)) == name)
            .unwrap()
    };
    for (vacancy, survivors) in [
        ("13", vec!["15", "42", "45", "75"]),
        ("24", vec!["31", "34", "37", "64"]),
        ("44", vec![]),
        ("46", vec!["15", "42", "45", "75"]),
    ] {
        let puzzle = single("french", hole(vacancy), 0);
        assert_eq!(
            names(&puzzle, &reduced(&puzzle).survivors),
            survivors,
            "{vacancy}"
        );
    }
}

#[test]
fn signatures_are_equal_exactly_if_the_classes_are() {
    let mut random = Random::new(9);
    for name in ["english", "french", "square-6", "rectangle-7x3"] {
        let board = boards::named(name).unwrap();
        let mut class_of = BTreeMap::new();
        for _ in 0..400 {
            let holes = (0..board.len()).filter(|_| random.below(2) == 0);
            let position = Position::from_holes(board.len(), holes);
            if position.is_empty() {
                continue;
            }
            let goal = Goal::one_peg(&board);
            let puzzle = Puzzle::new("p", board.clone(), position.clone(), goal).unwrap();
            let class = reduced(&puzzle).start.holes().collect::<Vec<_>>();
            let signature = reduction(&board, &position).unwrap().signature;
            assert_eq!(class_of.entry(signature).or_insert(class.clone()), &class);
        }
        let mut classes: Vec<_> = class_of.values().collect();
        classes.sort();
        classes.dedup();
        assert_eq!((class_of.len(), classes.len()), (16, 16), "{name}");
    }
}
