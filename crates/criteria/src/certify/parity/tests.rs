//! Tests of the parity classes: known sizes and numbers of corners, both ways of counting, and the complement.

use proptest::prelude::*;

use super::{Corner, Parity, Playable, Refutation, corners};
use crate::certify::samples::pair;
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Cell, Geometry, Position, Puzzle, boards};

fn found<R: Refutation>(puzzle: &Puzzle) -> Option<R> {
    R::look(puzzle, &Stop::default()).ok()
}

#[test]
fn classes_and_corners_have_the_known_sizes() {
    let english = boards::named("english").unwrap();
    let sizes = Parity::ALL.map(|class| {
        let holes = (0..33).filter(|&hole| Parity::of(&english, hole) == class);
        holes.count()
    });
    assert_eq!(sizes, [12, 8, 8, 5]);
    for (name, number) in [
        ("english", 8),
        ("french", 12),
        ("german", 8),
        ("triangle-5", 3),
    ] {
        let board = boards::named(name).unwrap();
        assert_eq!(corners(&board).pegs(), number, "{name}");
        for &jump in board.jumps() {
            let [from, over, to] = board.holes_of(jump).map(|hole| Parity::of(&board, hole));
            assert_eq!(from, to);
            assert!(from.jumps_over(&board, over) && !from.jumps_over(&board, from));
        }
    }
}

#[test]
fn a_class_that_would_gain_a_peg_refutes() {
    let board = boards::named("rectangle-5x1").unwrap();
    let line = |goal: &[usize]| pair(&board, &[0, 1, 3], goal);
    let odd = Playable {
        class: Parity(0, 0),
    };
    assert_eq!(found(&line(&[2, 4])), Some(odd));
    assert!(odd.check(&line(&[1, 3])).is_err());
    assert_eq!(found::<Playable>(&line(&[2, 3])), None);
    let nowhere = Playable {
        class: Parity(0, 2),
    };
    assert!(nowhere.check(&line(&[2, 4])).is_err());
}

#[test]
fn eight_pegs_in_corners_need_eight_exits() {
    let corners = [0, 2, 6, 12, 20, 26, 30, 32];
    let start = [&corners[..], &[16, 4, 8]].concat();
    let english = boards::named("english").unwrap();
    let stuck = pair(&english, &start, &[16, 4]);
    let corner: Corner = found(&stuck).unwrap();
    assert_eq!(corner.class, Parity(0, 0));
    let goal = stuck.goal().position().unwrap();
    let count = corner.count(stuck.board(), stuck.start(), goal);
    assert!(count.leave_corners > count.exits && count.lost > count.can_be_lost);
    let explanation = corner.explanation(&stuck);
    assert!(explanation.contains("8 pegs must leave corners"));
    let kept = pair(&english, &start, &[&corners[..], &[16]].concat());
    assert_eq!(found::<Corner>(&kept), None);
}

/// The start has pegs in the four corners that pegs leave along a row, in two holes of S and in all eight holes of T.
/// The goal has one peg, in T.
#[test]
fn corners_that_are_left_over_one_class_need_pegs_of_that_class() {
    let english = boards::named("english").unwrap();
    let holes = |is_wanted: &dyn Fn(usize, char) -> bool| -> Vec<usize> {
        let letter = |hole| Parity::of(&english, hole).letter(&english);
        (0..33)
            .filter(|&hole| is_wanted(hole, letter(hole)))
            .collect()
    };
    let along_rows = Corner {
        class: Parity(0, 0),
        over: Some(Parity(1, 0)),
    };
    let corners = along_rows.corners(&english);
    assert_eq!(corners.holes().collect::<Vec<_>>(), [6, 12, 20, 26]);
    let in_s = holes(&|_, letter| letter == 'S');
    let in_t = holes(&|_, letter| letter == 'T');
    assert_eq!((in_s.len(), in_t.len()), (8, 8));
    let start = [&[6, 12, 20, 26], &in_s[..2], &in_t[..]].concat();
    let stuck = pair(&english, &start, &in_t[..1]);
    assert_eq!(found::<Corner>(&stuck), Some(along_rows));
    let explanation = along_rows.explanation(&stuck);
    assert!(
        explanation.contains(
            "4 pegs must leave the corners Eh, each over a peg of S, but S can only lose 2."
        ),
        "{explanation}"
    );
    // Four pegs of S suffice for the four corners, so the criterion does not refute this start. The check rejects a
    // wrong class.
    let start = [&[6, 12, 20, 26], &in_s[..4], &in_t[..]].concat();
    let enough = pair(&english, &start, &in_t[..1]);
    assert_eq!(found::<Corner>(&enough), None);
    assert!(along_rows.check(&enough).is_err());
    let forged = Corner {
        over: Some(Parity(0, 3)),
        ..along_rows
    };
    assert!(forged.check(&stuck).is_err());
}

/// A page about the theory prints four inequalities. Its second and fourth inequality require one more peg of S or T,
/// to remove the peg that has left the corner. They would refute puzzles that one jump solves.
#[test]
fn a_pair_that_the_fourth_printed_inequality_refutes_is_solved_by_one_jump() {
    let english = boards::named("english").unwrap();
    let mut refuted = 0;
    for &jump in english.jumps() {
        let [from, over, to] = english.holes_of(jump);
        let pegs = |set: &[usize], letter| {
            let of = |&&hole: &&usize| Parity::of(&english, hole).letter(&english) == letter;
            set.iter().filter(of).count()
        };
        let (start, goal) = ([from, over], [to]);
        let (s, t) = (pegs(&start, 'S'), pegs(&start, 'T'));
        let lost = |exit| {
            let corner = Corner {
                class: Parity(0, 0),
                over: Some(exit),
            };
            let corners = corner.corners(&english);
            let pegs = |set: &[usize]| set.iter().filter(|&&hole| corners.has(hole)).count();
            pegs(&start).saturating_sub(pegs(&goal))
        };
        let (along_rows, along_columns) = (lost(Parity(1, 0)), lost(Parity(0, 1)));
        let (second, fourth) = (s + t == along_rows, s + t == along_columns);
        refuted += usize::from(second || fourth);
        assert_eq!(found::<Corner>(&pair(&english, &start, &goal)), None);
    }
    assert_eq!(refuted, 8);
}

proptest! {
    #[test]
    fn the_weights_are_a_pagoda_function_of_every_board(
        cells in prop::collection::vec((0..6_i16, 0..6_i16), 3..30),
        geometry in prop::sample::select(Geometry::ALL.to_vec()),
        class in prop::sample::select(Parity::ALL.to_vec()),
        over in prop::option::of(prop::sample::select(Parity::ALL.to_vec())),
    ) {
        let cells = cells.into_iter().map(|(x, y)| Cell::new(x, y));
        let board = Board::new(geometry, cells).unwrap();
        for weights in [Corner { class, over }.weights(&board), Playable { class }.weights(&board)] {
            prop_assert_eq!(weights.check_jumps(&board), Ok(()));
        }
    }

    #[test]
    fn both_ways_of_counting_and_the_complement_agree(
        start in prop::collection::vec(any::<bool>(), 33),
        goal in prop::collection::vec(any::<bool>(), 33),
        class in prop::sample::select(Parity::ALL.to_vec()),
    ) {
        let board = boards::named("english").unwrap();
        let holes = |bits: Vec<bool>| Position::from_holes(33, (0..33).filter(|&hole| bits[hole]));
        let (start, goal) = (holes(start), holes(goal));
        let corner = Corner { class, over: None };
        let count = corner.count(&board, &start, &goal);
        prop_assert_eq!(count.leave_corners > count.exits, count.lost > count.can_be_lost);
        let complementary = corner.count(&board, &goal.complement(), &start.complement());
        prop_assert_eq!(count, complementary);
    }
}
