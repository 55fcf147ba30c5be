//! Compares first jumps with brute force: a solvable puzzle has a plan that begins with one of them.

use proptest::prelude::*;

use super::{Assumed, first_jumps};
use crate::certify::samples::{self, assert_rejected};
use saut_base::stop::Stop;
use saut_peg::peg::picture::Picture;
use saut_peg::peg::{Geometry, Goal, Jump, Position, Puzzle};

/// Whether the goal can be reached. Tries all sequences of jumps.
fn is_solvable(puzzle: &Puzzle, position: &Position) -> bool {
    if puzzle.goal().is_met_by(position) {
        return true;
    }
    let jumps = puzzle.board().jumps().iter();
    let mut after = jumps.filter_map(|&jump| played(puzzle, position, jump));
    after.any(|after| is_solvable(puzzle, &after))
}

fn played(puzzle: &Puzzle, position: &Position, jump: Jump) -> Option<Position> {
    let (board, mut after) = (puzzle.board(), position.clone());
    (board.can_play(position, jump) && board.play(&mut after, jump)).then_some(after)
}

/// Returns puzzles on squares of nine or sixteen holes and on a triangle of ten holes. The start has random pegs, and
/// the goal is one peg in a hole or anywhere.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    let boards = prop_oneof![
        Just(("...\n...\n...", Geometry::Square)),
        Just(("...\n...\n...", Geometry::SquareDiagonal)),
        Just(("....\n....\n....\n....", Geometry::Square)),
        Just((".\n..\n...\n....", Geometry::Triangle)),
    ];
    let parts = (
        boards,
        any::<u16>(),
        any::<u8>(),
        any::<bool>(),
        any::<bool>(),
    );
    parts.prop_filter_map(
        "a position without pegs",
        |((board, geometry), pegs, last, is_open, is_even)| {
            let board = Picture::read(board, 1).unwrap().board(geometry).unwrap();
            let of = |pegs: u16| {
                let holes = (0..board.len()).filter(|hole| pegs >> hole & 1 == 1);
                Position::from_holes(board.len(), holes)
            };
            // For about half of the puzzles, the start has all symmetries of the board.
            let start = if is_even {
                board.symmetries().iter().fold(of(pegs), |all, symmetry| {
                    let image = symmetry.position(&of(pegs));
                    Position::from_holes(board.len(), all.holes().chain(image.holes()))
                })
            } else {
                of(pegs)
            };
            let goal = if is_open {
                Goal::one_peg(&board)
            } else {
                Goal::exactly(Position::from_holes(
                    board.len(),
                    [usize::from(last) % board.len()],
                ))
            };
            Puzzle::new("test", board, start, goal).ok()
        },
    )
}

proptest! {
    #[test]
    fn where_there_is_a_plan_one_begins_with_a_first_jump(puzzle in puzzles()) {
        let first = first_jumps(&puzzle);
        let start = puzzle.start();
        prop_assume!(!puzzle.goal().is_met_by(start));
        let begins = |jump: &Jump| {
            let after = played(&puzzle, start, *jump).expect("the start allows it");
            is_solvable(&puzzle, &after)
        };
        prop_assert_eq!(first.iter().any(begins), is_solvable(&puzzle, start));

        // The check rejects the set without one of its jumps.
        let stop = Stop::default();
        let assumed = |first: &[Jump]| Assumed { first: first.to_vec(), ..Assumed::default() };
        prop_assert!(assumed(&first).check(&puzzle, &stop).is_ok());
        if first.len() > 1 {
            for left_out in 0..first.len() {
                let mut fewer = first.clone();
                fewer.remove(left_out);
                let refused = assumed(&fewer).check(&puzzle, &stop);
                assert_rejected(refused, "a plan may begin with");
            }
        }
    }
}

#[test]
fn of_the_four_first_jumps_of_the_english_board_one_is_enough_only_for_symmetric_goals() {
    let central = samples::central();
    assert_eq!(first_jumps(&central).len(), 1);
    let elsewhere = samples::single("english", 16, 19);
    assert!(first_jumps(&elsewhere).len() > 1);
    let stop = Stop::default();
    let assumed = Assumed {
        first: first_jumps(&central),
        ..Assumed::default()
    };
    assert!(assumed.check(&central, &stop).is_ok());
    assert_rejected(assumed.check(&elsewhere, &stop), "a plan may begin with");
    let mut jump = assumed.first[0];
    jump.to.x += 9;
    let nowhere = Assumed {
        first: vec![jump],
        ..Assumed::default()
    };
    assert_rejected(nowhere.check(&central, &stop), "the board has no jump");
}
