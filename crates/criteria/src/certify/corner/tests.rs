//! Tests of the corner criterion: known numbers of corners, both formulations, the complement.

use proptest::prelude::*;

use super::{Corner, Refutation, corners, find};
use crate::certify::parity::Parity;
use saut_peg::peg::{Board, Geometry, Goal, Position, Puzzle, boards};

fn english(
    start: impl IntoIterator<Item = usize>,
    goal: impl IntoIterator<Item = usize>,
) -> Puzzle {
    let board = boards::named("english").unwrap();
    let start = Position::from_holes(33, start);
    let goal = Goal::exactly(Position::from_holes(33, goal));
    Puzzle::new("", board, start, goal).unwrap()
}

#[test]
fn boards_have_as_many_corners_as_the_literature_says() {
    for (name, number) in [
        ("english", 8),
        ("french", 12),
        ("german", 8),
        ("triangle-5", 3),
    ] {
        let board = boards::named(name).unwrap();
        assert_eq!(corners(&board).pegs(), number, "{name}");
    }
}

#[test]
fn eight_pegs_in_corners_need_eight_exits() {
    let corners = [0, 2, 6, 12, 20, 26, 30, 32];
    let stuck = english(corners.into_iter().chain([16, 4, 8]), [16, 4]);
    let found = find(&stuck).unwrap();
    assert_eq!(found.class, Parity { x: 0, y: 0 });
    let goal = stuck.goal().position().unwrap();
    let count = found.count(stuck.board(), stuck.start(), goal);
    assert!(count.refutes_by_exits() && count.refutes_by_losses());
    assert!(
        found
            .explanation(&stuck)
            .contains("8 pegs must leave corners")
    );
    let kept = english(
        corners.into_iter().chain([16, 4, 8]),
        corners.into_iter().chain([16]),
    );
    assert_eq!(find(&kept), None);
}

proptest! {
    #[test]
    fn the_weights_are_a_pagoda_function_of_every_board(
        cells in prop::collection::vec((0..6_i16, 0..6_i16), 3..30),
        geometry in prop::sample::select(Geometry::ALL.to_vec()),
        class in prop::sample::select(Parity::ALL.to_vec()),
    ) {
        let cells = cells.into_iter().map(|(x, y)| saut_peg::peg::Cell::new(x, y));
        let board = Board::new(geometry, cells).unwrap();
        let weights = Corner { class }.weights(&board);
        prop_assert_eq!(weights.check_jumps(&board), Ok(()));
    }

    #[test]
    fn both_formulations_and_the_complement_agree(
        start in prop::collection::vec(any::<bool>(), 33),
        goal in prop::collection::vec(any::<bool>(), 33),
        class in prop::sample::select(Parity::ALL.to_vec()),
    ) {
        let board = boards::named("english").unwrap();
        let holes = |bits: Vec<bool>| Position::from_holes(33, (0..33).filter(|&hole| bits[hole]));
        let (start, goal) = (holes(start), holes(goal));
        let corner = Corner { class };
        let count = corner.count(&board, &start, &goal);
        prop_assert_eq!(count.refutes_by_exits(), count.refutes_by_losses());
        let complementary = corner.count(&board, &goal.complement(), &start.complement());
        prop_assert_eq!(count, complementary);
    }
}
