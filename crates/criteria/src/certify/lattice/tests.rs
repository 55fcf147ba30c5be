//! Tests of the lattice criterion: free sets, position classes, changed weights.

use super::{Lattice, Weights, find, free_sets, weightings};
use crate::certify::samples::{assert_rejected, pair, seven, single};
use crate::certify::{Certificate, check};
use saut_peg::peg::{Board, Cell, Geometry, boards};

fn line(holes: i16) -> Board {
    boards::named(&format!("rectangle-{holes}x1")).unwrap()
}

#[test]
fn pegs_that_no_line_touches_need_a_modulus_of_their_own() {
    let cells = [0, 1, 2, 4, 6, 8].map(|x| Cell::new(x, 0));
    let board = Board::new(Geometry::Square, cells).unwrap();
    let infeasible = pair(&board, &[0, 1, 3, 4], &[2]);
    let lattice = find(&infeasible).unwrap();
    assert!(check(&infeasible, Certificate::Lattice(lattice.clone())).is_ok());
    let feasible = pair(&board, &[0, 1, 3, 4], &[2, 3, 4]);
    assert_eq!(find(&feasible), None);
    assert_rejected(
        check(&feasible, Certificate::Lattice(lattice)),
        "agrees with the start",
    );
}

#[test]
fn the_ends_of_a_line_of_three_keep_their_number_of_pegs() {
    // From two end pegs to none: the difference is even, so a modulus other than 2 is needed.
    let infeasible = pair(&line(3), &[0, 1, 2], &[1]);
    let lattice = find(&infeasible).unwrap();
    assert_eq!(lattice.weightings[0].modulus, Some(3));
    assert!(check(&infeasible, Certificate::Lattice(lattice)).is_ok());
    assert_eq!(find(&pair(&line(3), &[0, 1], &[2])), None);
}

#[test]
fn the_seven_hole_example_is_in_the_lattice() {
    assert_eq!(find(&seven()), None);
}

#[test]
fn one_peg_is_refuted_hole_by_hole() {
    let infeasible = single("french", 18, None);
    let lattice = find(&infeasible).unwrap();
    assert!(check(&infeasible, Certificate::Lattice(lattice.clone())).is_ok());
    let one = Lattice {
        weightings: lattice.weightings[..1].to_vec(),
    };
    assert_rejected(
        check(&infeasible, Certificate::Lattice(one)),
        "agrees with the start",
    );
    assert_eq!(find(&single("french", 0, None)), None);
}

#[test]
fn weights_of_another_form_are_rejected() {
    let infeasible = pair(&line(5), &[0, 1, 3, 4], &[2]);
    let lattice = find(&infeasible).unwrap();
    let changed = |change: fn(&mut Weights)| {
        let mut changed = lattice.clone();
        change(&mut changed.weightings[0]);
        check(&infeasible, Certificate::Lattice(changed))
    };
    assert_rejected(changed(|w| w.modulus = None), "has no modulus");
    assert_rejected(
        changed(|w| w.by_hole.truncate(4)),
        "expected 5 weights, one for each hole, found 4",
    );
}

#[test]
fn the_largest_boards_are_done_in_time() {
    let board = boards::named("square-64").unwrap();
    let start: Vec<usize> = (1..board.len()).collect();
    assert!(find(&pair(&board, &start, &[5])).is_some());
}

/// Returns the index of the lattice of the jumps in the lattice of all integer vectors: the product
/// of the diagonal of its Hermite normal form. `None` if its rank is too small.
fn index(board: &Board) -> Option<i128> {
    let mut rows: Vec<Vec<i128>> = board
        .jumps()
        .iter()
        .map(|&jump| {
            let [from, over, to] = board.holes_of(jump);
            let mut row = vec![0; board.len()];
            (row[from], row[over], row[to]) = (-1, -1, 1);
            row
        })
        .collect();
    let mut index = 1;
    for hole in 0..board.len() {
        loop {
            let with = rows[hole..].iter_mut().enumerate();
            let least = with
                .filter(|(_, row)| row[hole] != 0)
                .min_by_key(|(_, row)| row[hole].abs());
            let (least, _) = least?;
            rows.swap(hole, hole + least);
            let (above, below) = rows.split_at_mut(hole + 1);
            let pivot = &above[hole];
            for row in below.iter_mut() {
                let times = row[hole] / pivot[hole];
                for (entry, subtracted) in row.iter_mut().zip(pivot) {
                    *entry -= times * subtracted;
                }
            }
            if below.iter().all(|row| row[hole] == 0) {
                index *= pivot[hole].abs();
                break;
            }
        }
    }
    Some(index)
}

/// The rule of three has sixteen classes. So a lattice within its kernel is the whole kernel if and only if the index
/// of the lattice is 16.
#[test]
fn the_lattice_agrees_with_the_rule_of_three_on_the_english_and_french_board() {
    for name in ["english", "french"] {
        assert_eq!(index(&boards::named(name).unwrap()), Some(16), "{name}");
    }
    // On a line of three holes, the two jumps span a lattice of smaller rank.
    assert_eq!(index(&line(3)), None);
}

#[test]
fn a_line_with_one_jump_is_kept_too() {
    let square = boards::named("square-4").unwrap();
    for hole in 0..square.len() {
        let board = square.with_put_back(hole);
        let nothing = board.empty();
        for weights in weightings(&board, &nothing) {
            for &jump in board.jumps() {
                let [from, over, to] = board.holes_of(jump).map(|it| weights.by_hole[it]);
                assert_eq!((from + over + to) % 2, 0);
            }
        }
    }
}

#[test]
fn square_boards_have_sixteen_classes_and_triangles_four() {
    for (name, dimension) in [
        ("english", 4),
        ("french", 4),
        ("german", 4),
        ("square-9", 4),
        ("triangle-6", 2),
    ] {
        let board = boards::named(name).unwrap();
        assert_eq!(
            weightings(&board, &board.empty()).count(),
            dimension,
            "{name}"
        );
        assert_eq!(weightings(&board, &board.full()).count(), 0, "{name}");
    }
}

#[test]
fn with_both_diagonals_there_is_one_class() {
    let square = boards::named("square-5").unwrap();
    let cells = square.cells().iter().copied();
    let board = Board::new(Geometry::SquareDiagonal, cells).unwrap();
    assert_eq!(weightings(&board, &board.empty()).count(), 0);
}

#[test]
fn only_ends_that_are_never_middles_are_free() {
    let three = boards::named("rectangle-3x1").unwrap();
    assert_eq!(free_sets(&three, &three.empty()), [[0, 2]]);
    assert!(free_sets(&three, &three.full()).is_empty());
    let english = boards::named("english").unwrap();
    assert!(free_sets(&english, &english.empty()).is_empty());
}
