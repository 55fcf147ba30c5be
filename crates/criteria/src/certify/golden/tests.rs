//! Tests of the golden ratio: armies on boards of any size, and smaller armies for nearer rows.

use std::cmp::Ordering;

use super::{Golden, Refutation, find, half_plane_weighs_one};
use crate::certify::samples::army;
use saut_peg::peg::{Board, Cell, Geometry, Goal, Position, Puzzle, boards};

#[test]
fn no_army_reaches_row_five_and_some_reach_row_four() {
    assert!(half_plane_weighs_one());
    for size in ["rectangle-5x10", "rectangle-15x20", "rectangle-50x60"] {
        let board = || boards::named(size).unwrap();
        let golden = find(&army(board(), 5, 2)).unwrap();
        assert_eq!(golden.too_light(&army(board(), 5, 2)), Ok(None));
        assert!(golden.check(&army(board(), 4, 2)).is_err());
    }
    assert_eq!(
        find(&army(boards::named("rectangle-15x20").unwrap(), 4, 7)),
        None
    );
}

#[test]
fn a_small_army_is_too_light_by_its_sum() {
    let board = boards::named("rectangle-9x7").unwrap();
    let target = board.hole(Cell::new(4, 2)).unwrap();
    let puzzle = |cells: &[(i16, i16)]| {
        let holes = cells
            .iter()
            .map(|&(x, y)| board.hole(Cell::new(x, y)).unwrap());
        let start = Position::from_holes(board.len(), holes);
        let mut open = board.full();
        open.set(target, false);
        let goal = Goal::partial(&Position::from_holes(board.len(), [target]), open);
        Puzzle::new("", board.clone(), start, goal).unwrap()
    };
    let too_few = puzzle(&[(4, 5), (4, 6), (3, 5)]);
    let golden = find(&too_few).unwrap();
    assert!(matches!(golden.too_light(&too_few), Ok(Some(_))));
    assert!(golden.explanation(&too_few).contains("which is more"));
    assert_eq!(find(&puzzle(&[(4, 3), (4, 4)])), None);
}

#[test]
fn with_diagonal_jumps_the_argument_does_not_hold() {
    let board = boards::named("rectangle-5x10").unwrap();
    let cells = board.cells().iter().copied();
    let diagonal = Board::new(Geometry::SquareDiagonal, cells).unwrap();
    assert_eq!(find(&army(diagonal, 5, 2)), None);
}

#[test]
fn two_powers_add_up_to_the_one_before() {
    for power in 0..100 {
        let sum = Golden::power(power + 2).plus(Golden::power(power + 1));
        assert_eq!(sum, Some(Golden::power(power)));
    }
}

#[test]
fn powers_fall_but_stay_above_nothing() {
    for power in 0..80 {
        let (larger, smaller) = (Golden::power(power), Golden::power(power + 1));
        assert_eq!(larger.compare(smaller), Some(Ordering::Greater));
        assert_eq!(smaller.compare(Golden::ZERO), Some(Ordering::Greater));
    }
}

#[test]
fn products_are_exact() {
    let product = Golden::power(7).times(Golden::power(11));
    assert_eq!(product, Some(Golden::power(18)));
    let large = Golden { a: i128::MAX, b: 1 };
    assert_eq!(
        (large.times(large), large.compare(Golden::ZERO)),
        (None, None)
    );
}
