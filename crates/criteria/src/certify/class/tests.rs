//! Tests of position classes: the classical boards, open holes, wrong colourings.

use super::{Class, find, kept};
use crate::certify::{Certificate, RejectedCertificate, check};
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
    assert_eq!(
        check(&english, Certificate::Class(class)),
        Err(RejectedCertificate::Agrees)
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
    assert_eq!(
        check(&french, Certificate::Class(half)),
        Err(RejectedCertificate::Agrees)
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
        assert!(matches!(refused, Err(RejectedCertificate::Malformed(_))));
    }
}
