//! Tests of pagoda functions: examples from the literature, armies, changed weights.

use super::{Refutation, find};
use crate::certify::samples::{army, assert_rejected, single};
use crate::certify::{Certificate, Weights, check, class};
use saut_base::stop::Stop;
use saut_peg::peg::notation::{Digits, read_cell};
use saut_peg::peg::{Board, Goal, Position, Puzzle, boards};

/// A facet of the solitaire cone of the English board, listed row by row from the top.
const FACET: [i64; 33] = [
    11, 8, 3, 7, 5, 2, 4, 0, 4, 3, 1, 2, -1, 3, 0, 3, 2, 1, 1, 0, 1, 0, 1, 1, 0, 1, -1, 2, 1, 1,
    -1, 0, -1,
];

/// The start of a puzzle that the facet refutes by a difference of 2, in Lucas's notation.
const FACET_START: &str = "13 14 15 23 24 25 31 32 33 34 41 42 43 44 45 46 51 52 53 54 55 56 63 \
                           64 65 73 74 75";

fn cells(board: &Board, names: &str) -> Position {
    let cell = |name| read_cell(board, name, Digits::ColumnFirst).unwrap();
    let holes = names
        .split_whitespace()
        .map(|name| board.hole(cell(name)).unwrap());
    Position::from_holes(board.len(), holes)
}

fn english(start: &str, goal: &str) -> Puzzle {
    let board = boards::named("english").unwrap();
    let (start, goal) = (cells(&board, start), Goal::exactly(cells(&board, goal)));
    Puzzle::new("test", board, start, goal).unwrap()
}

#[test]
fn the_facet_of_the_literature_refutes_its_example() {
    let puzzle = english(FACET_START, "35 36 37 47 57");
    let facet = Weights::pagoda(FACET.to_vec());
    assert_eq!(facet.goal_total(&puzzle) - facet.total(puzzle.start()), 2);
    assert!(check(&puzzle, Certificate::Pagoda(facet)).is_ok());
    let found = find(&puzzle, &Stop::default()).unwrap();
    let most = |pagoda: &Weights| pagoda.by_hole.iter().map(|weight| weight.abs()).max();
    let facet = Weights::pagoda(FACET.to_vec());
    assert!(facet.is_facet(puzzle.board()) && facet.tight_jumps(puzzle.board()) == 44);
    assert!(found.is_facet(puzzle.board()), "{found:?}");
    assert!(
        most(&found) <= most(&facet) && found.size() <= facet.size(),
        "{found:?}"
    );
    let checked = check(&puzzle, Certificate::Pagoda(found)).unwrap();
    assert!(checked.explanation(&puzzle).contains("The start weighs"));
}

#[test]
fn weights_of_another_size_and_the_largest_numbers_are_rejected() {
    let puzzle = english(FACET_START, "35 36 37 47 57");
    let rejects = |weights| check(&puzzle, Certificate::Pagoda(Weights::pagoda(weights)));
    assert_rejected(rejects(vec![0; 33]), "not more than the start");
    assert_rejected(
        rejects(vec![0; 32]),
        "expected 33 weights, one for each hole, found 32",
    );
    assert_rejected(rejects(vec![i64::MIN; 33]), "adds weight");
    assert_rejected(rejects(vec![i64::MAX; 33]), "not more than the start");
}

#[test]
fn central_games_lie_in_the_cone_even_the_french_one() {
    for (name, centre) in [("english", 16), ("french", 18), ("german", 22)] {
        assert_eq!(
            find(&single(name, centre, centre), &Stop::default()),
            None,
            "{name}"
        );
    }
}

#[test]
fn a_peg_for_every_corner_is_refuted_by_weighing_the_corners() {
    let corners = "13 15 31 37 51 57 73 75";
    let refuted = english("13 15 31 37 51 57 73 44 45 24 64 33", corners);
    assert!(find(&refuted, &Stop::default()).is_some());
    let kept = english("13 15 31 37 51 57 73 75 44 45", &format!("{corners} 46"));
    assert_eq!(find(&kept, &Stop::default()), None);
}

#[test]
fn row_five_is_out_of_reach_and_row_four_is_not() {
    let board = boards::named("rectangle-15x20").unwrap();
    let row_five = army(board.clone(), 5, 7);
    let found = find(&row_five, &Stop::default()).unwrap();
    assert!(check(&row_five, Certificate::Pagoda(found.clone())).is_ok());
    let row_four = army(board, 4, 7);
    assert!(check(&row_four, Certificate::Pagoda(found)).is_err());
    assert_eq!(find(&row_four, &Stop::default()), None);
}

#[test]
fn open_holes_with_negative_weights_are_counted() {
    let board = boards::named("rectangle-4x1").unwrap();
    let hole = |hole| Position::from_holes(4, [hole]);
    let start = Position::from_holes(4, [2, 3]);
    let weights = vec![1, 0, 1, -1];
    let exact = Puzzle::new("", board.clone(), start.clone(), Goal::exactly(hole(0))).unwrap();
    let accepted = check(
        &exact,
        Certificate::Pagoda(Weights::pagoda(weights.clone())),
    );
    assert!(accepted.is_ok());
    let open = Puzzle::new("", board, start, Goal::partial(&hole(0), hole(3))).unwrap();
    let rejected = check(&open, Certificate::Pagoda(Weights::pagoda(weights)));
    assert_rejected(rejected, "not more than the start");
}

#[test]
fn one_peg_must_outweigh_the_start_in_every_hole() {
    let board = boards::named("rectangle-6x1").unwrap();
    let puzzle = |start: &[usize]| {
        let start = Position::from_holes(6, start.iter().copied());
        Puzzle::new("", board.clone(), start, Goal::one_peg(&board)).unwrap()
    };
    assert_eq!(find(&puzzle(&[0, 1]), &Stop::default()), None);
    let weights = vec![1; 6];
    let rejected = check(
        &puzzle(&[0, 5]),
        Certificate::Pagoda(Weights::pagoda(weights)),
    );
    assert_rejected(rejected, "not more than the start");
}

#[test]
fn the_class_of_the_start_narrows_one_peg_anywhere() {
    // A figure of 28 pegs with four axes of symmetry. No single pagoda function refutes every last hole, but by the
    // position class, the last peg can only be in the middle or in the middle of an edge.
    let board = boards::named("french").unwrap();
    let picture = "o.oooooooo.o.oo.oo.oo.oo.o.oooooooo.o";
    let holes = picture
        .chars()
        .enumerate()
        .filter(|(_, symbol)| *symbol == 'o');
    let start = Position::from_holes(board.len(), holes.map(|(hole, _)| hole));
    let puzzle = Puzzle::new("figure", board.clone(), start, Goal::one_peg(&board)).unwrap();
    assert_eq!(class::last_holes(&puzzle), [1, 15, 18, 21, 35]);
    let pagoda = find(&puzzle, &Stop::default()).unwrap();
    assert!(pagoda.check_pagoda(&puzzle).is_ok());
    assert!(Refutation::explanation(&pagoda, &puzzle).contains("can only be in"));
    // Without the class, the same weights would not refute the puzzle.
    let lightest = pagoda.by_hole.iter().min().unwrap();
    assert!(i128::from(*lightest) <= pagoda.total(puzzle.start()));
}
