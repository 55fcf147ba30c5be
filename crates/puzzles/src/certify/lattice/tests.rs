//! Tests of the lattice criterion: free ends, classes, changed weights.

use super::{Lattice, find};
use crate::certify::{Certificate, RejectedCertificate, check};
use crate::peg::{Board, Cell, Geometry, Goal, Position, Puzzle, boards};

fn puzzle(board: Board, start: &[usize], goal: &[usize]) -> Puzzle {
    let position = |holes: &[usize]| Position::from_holes(board.len(), holes.iter().copied());
    let (start, goal) = (position(start), Goal::exactly(position(goal)));
    Puzzle::new("test", board, start, goal).unwrap()
}

fn line(holes: i16) -> Board {
    boards::named(&format!("rectangle-{holes}x1")).unwrap()
}

#[test]
fn pegs_that_no_line_touches_need_a_modulus_of_their_own() {
    let cells = [0, 1, 2, 4, 6, 8].map(|x| Cell::new(x, 0));
    let board = Board::new(Geometry::Square, cells).unwrap();
    let infeasible = puzzle(board.clone(), &[0, 1, 3, 4], &[2]);
    let lattice = find(&infeasible).unwrap();
    assert!(check(&infeasible, Certificate::Lattice(lattice.clone())).is_ok());
    let feasible = puzzle(board, &[0, 1, 3, 4], &[2, 3, 4]);
    assert_eq!(find(&feasible), None);
    assert_eq!(
        check(&feasible, Certificate::Lattice(lattice)),
        Err(RejectedCertificate::Agrees)
    );
}

#[test]
fn the_ends_of_a_line_of_three_keep_their_number_of_pegs() {
    // two to none: even, so only a modulus other than 2 tells the difference
    let infeasible = puzzle(line(3), &[0, 1, 2], &[1]);
    let lattice = find(&infeasible).unwrap();
    assert_eq!(lattice.weightings[0].modulus, 3);
    assert!(check(&infeasible, Certificate::Lattice(lattice)).is_ok());
    assert_eq!(find(&puzzle(line(3), &[0, 1], &[2])), None);
}

#[test]
fn the_seven_hole_example_is_in_the_lattice() {
    assert_eq!(find(&puzzle(line(7), &[0, 1, 3, 5, 6], &[0, 6])), None);
}

#[test]
fn one_peg_is_refuted_hole_by_hole() {
    let french = boards::named("french").unwrap();
    let mut start = french.full();
    start.set(18, false);
    let goal = Goal::one_peg(&french);
    let infeasible = Puzzle::new("french", french.clone(), start, goal.clone()).unwrap();
    let lattice = find(&infeasible).unwrap();
    assert!(check(&infeasible, Certificate::Lattice(lattice.clone())).is_ok());
    let one = Lattice {
        weightings: lattice.weightings[..1].to_vec(),
    };
    assert_eq!(
        check(&infeasible, Certificate::Lattice(one)),
        Err(RejectedCertificate::Agrees)
    );
    let mut start = french.full();
    start.set(0, false);
    assert_eq!(
        find(&Puzzle::new("french", french, start, goal).unwrap()),
        None
    );
}

#[test]
fn changed_weights_are_refused() {
    let infeasible = puzzle(line(5), &[0, 1, 3, 4], &[2]);
    let lattice = find(&infeasible).unwrap();
    let rejects = |change: &dyn Fn(&mut super::Weights)| {
        let mut changed = lattice.clone();
        change(&mut changed.weightings[0]);
        check(&infeasible, Certificate::Lattice(changed)).unwrap_err()
    };
    for hole in 0..5 {
        let rejected = rejects(&|w| w.weights[hole] = (w.weights[hole] + 1) % w.modulus);
        assert!(
            matches!(rejected, RejectedCertificate::ChangesWeight { .. }),
            "{rejected}"
        );
    }
    assert!(matches!(
        rejects(&|w| w.modulus = 0),
        RejectedCertificate::NotRemainders { .. }
    ));
    assert!(matches!(
        rejects(&|w| w.weights[0] = -1),
        RejectedCertificate::NotRemainders { .. }
    ));
    assert!(matches!(
        rejects(&|w| w.weights.truncate(4)),
        RejectedCertificate::OtherBoard { .. }
    ));
}

#[test]
fn the_largest_boards_are_done_in_time() {
    let board = boards::named("square-64").unwrap();
    let start: Vec<usize> = (1..board.len()).collect();
    assert!(find(&puzzle(board, &start, &[5])).is_some());
}
