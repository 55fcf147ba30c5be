//! Tests of position classes: the classical boards, open holes, wrong colourings.

use std::collections::{BTreeMap, BTreeSet};

use super::{Class, ParitySum, by_hole, find, kept, reduced, reduction};
use crate::certify::samples::{assert_rejected, single};
use crate::certify::{Certificate, check};
use saut_base::random::Random;
use saut_peg::peg::notation::cell_name;
use saut_peg::peg::{Board, Cell, Geometry, Goal, Position, Puzzle, boards};

fn full_but(name: &str, vacancy: (i16, i16), goal: impl Fn(&Board) -> Goal) -> Puzzle {
    let board = boards::named(name).unwrap();
    let mut start = board.full();
    start.set(board.hole(Cell::new(vacancy.0, vacancy.1)).unwrap(), false);
    let goal = goal(&board);
    Puzzle::new(name, board, start, goal).unwrap()
}

fn one(board: &Board, x: i16, y: i16) -> Position {
    Position::from_holes(board.len(), board.hole(Cell::new(x, y)))
}

fn centre(board: &Board) -> Goal {
    Goal::exactly(one(board, 3, 3))
}

#[test]
fn french_centre_to_centre_is_refuted_and_the_english_one_is_not() {
    let class = find(&full_but("french", (3, 3), centre)).unwrap();
    assert_eq!(class.sums.len(), 1);
    let french = full_but("french", (3, 3), centre);
    let checked = check(&french, Certificate::Class(class.clone())).unwrap();
    assert!(checked.explanation(&french).contains("colours"));
    let english = full_but("english", (3, 3), centre);
    assert_eq!(find(&english), None);
    assert_rejected(
        check(&english, Certificate::Class(class)),
        "agrees with the start",
    );
}

#[test]
fn single_survivors_of_the_english_central_game_are_five() {
    let english = boards::named("english").unwrap();
    let survivors: Vec<Cell> = english
        .cells()
        .iter()
        .copied()
        .filter(|cell| {
            let goal = |board: &Board| Goal::exactly(one(board, cell.x, cell.y));
            find(&full_but("english", (3, 3), goal)).is_none()
        })
        .collect();
    let five = [(3, 0), (0, 3), (3, 3), (6, 3), (3, 6)].map(|(x, y)| Cell::new(x, y));
    assert_eq!(survivors, five);
}

#[test]
fn one_peg_is_refuted_where_no_hole_has_the_class_of_the_start() {
    let french = full_but("french", (3, 3), Goal::one_peg);
    let class = find(&french).unwrap();
    assert!(check(&french, Certificate::Class(class.clone())).is_ok());
    let half = Class {
        sums: class.sums[..1].to_vec(),
    };
    assert_rejected(
        check(&french, Certificate::Class(half)),
        "agrees with the start",
    );
    assert_eq!(find(&full_but("french", (2, 0), Goal::one_peg)), None);
    assert_eq!(find(&full_but("english", (3, 3), Goal::one_peg)), None);
}

#[test]
fn open_holes_are_allowed_for() {
    let french = full_but("french", (3, 3), |board| {
        Goal::partial(&one(board, 3, 3), one(board, 2, 0))
    });
    assert_eq!(find(&french).map(|class| class.sums.len()), Some(1));
    let covered = full_but("french", (3, 3), |board| {
        Goal::partial(&one(board, 3, 3), board.full())
    });
    assert_eq!(find(&covered), None);
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
fn no_sums_and_too_many_are_refused() {
    let french = full_but("french", (3, 3), centre);
    let class = find(&french).unwrap();
    for sums in [Vec::new(), vec![class.sums[0]; 9]] {
        let refused = check(&french, Certificate::Class(Class { sums }));
        assert_rejected(refused, "can be checked");
    }
}

#[test]
fn a_line_of_one_colour_is_refused_even_if_the_sum_is_kept() {
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
    // The line (0, 1), (1, 2), (2, 3) has the third colour alone.
    assert_rejected(refused((1, -1)), "changes the weight");
}

fn names(puzzle: &Puzzle, holes: &Position) -> Vec<String> {
    let cell = |hole| cell_name(puzzle.board(), puzzle.board().cell(hole));
    let mut names: Vec<String> = holes.holes().map(cell).collect();
    names.sort();
    names
}

#[test]
fn the_square_is_two_by_two_in_the_middle() {
    let puzzle = single("english", 16, 16);
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
    let puzzle = single("english", 16, 16);
    let reduced = reduced(&puzzle);
    let five = ["14", "41", "44", "47", "74"];
    assert_eq!(names(&puzzle, &reduced.survivors), five);
    assert_eq!(names(&puzzle, &reduced.vacancies.unwrap()), five);
}

#[test]
fn of_sixteen_classes_nine_have_a_single_peg_and_six_have_none() {
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
fn signatures_are_equal_just_where_the_classes_are() {
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
