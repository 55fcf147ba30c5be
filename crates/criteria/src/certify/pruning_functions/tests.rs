use std::sync::Arc;
use std::time::Duration;

use super::pruning_functions;
use crate::certify::{self, Certificate};
use saut_base::stop::Stop;
use saut_levels::search::{ExhaustiveResult, PruningFunctions, SearchSettings, exhaustive};
use saut_peg::peg::{Board, Goal, Position, Puzzle, boards};
use saut_task::CheckError;

/// From one vacancy to one peg.
fn game(board: &Arc<Board>, vacancy: usize, last: usize) -> Puzzle {
    let single = |hole: usize| Position::from_holes(board.len(), [hole]);
    let goal = Goal::exactly(single(last));
    Puzzle::new("p", Arc::clone(board), single(vacancy).complement(), goal).unwrap()
}

fn searched(puzzle: &Puzzle, pruning: PruningFunctions) -> ExhaustiveResult {
    let settings = SearchSettings {
        threads: 1,
        pruning,
        ..SearchSettings::default()
    };
    exhaustive(puzzle, &settings)
}

#[test]
fn cutting_functions_let_no_jump_gain_and_change_no_verdict() {
    let board = Arc::new(boards::named("rectangle-6x4").unwrap());
    let mut used = 0;
    for (vacancy, last) in [(0, 0), (0, 21), (8, 8), (8, 14), (1, 19), (2, 8)] {
        let puzzle = game(&board, vacancy, last);
        let pruning = pruning_functions(&puzzle, 9, &Stop::default());
        assert!(pruning.pagodas.len() <= 9);
        for weights in &pruning.pagodas {
            let gains = board.jumps().iter().any(|&jump| {
                let [from, over, to] = board.holes_of(jump).map(|hole| weights[hole]);
                from + over < to
            });
            assert!(!gains, "{weights:?}");
        }
        used += pruning.pagodas.len();
        let (with, without) = (
            searched(&puzzle, pruning),
            searched(&puzzle, PruningFunctions::default()),
        );
        match (with, without) {
            (ExhaustiveResult::Plan(_), ExhaustiveResult::Plan(_)) => {}
            (ExhaustiveResult::Infeasible(few), ExhaustiveResult::Infeasible(many)) => {
                assert!(few.forward.iter().sum::<u64>() <= many.forward.iter().sum());
                certify::check(&puzzle, Certificate::Exhaustive(few)).unwrap();
            }
            other => panic!("{vacancy} to {last}: {other:?}"),
        }
    }
    assert!(used > 0);
}

#[test]
fn the_diamond_from_a_tip_is_cut_off_at_once() {
    let board = Arc::new(boards::named("diamond").unwrap());
    let puzzle = game(&board, 0, 6);
    assert!(certify::quick(&puzzle).unwrap().is_none());
    let ExhaustiveResult::Infeasible(levels) =
        searched(&puzzle, pruning_functions(&puzzle, 64, &Stop::default()))
    else {
        panic!("it can be solved?");
    };
    let boards: u64 = levels.forward.iter().chain(&levels.backward).sum();
    assert!(boards < 1000, "{boards}");
    // One weight changed, and a jump gains.
    let mut wrong = levels.clone();
    wrong.pruning.pagodas[0][20] -= 100;
    certify::check(&puzzle, Certificate::Exhaustive(levels.clone())).unwrap();
    certify::check(&puzzle, Certificate::Exhaustive(wrong)).unwrap_err();
    // No time, no answer.
    let settings = SearchSettings {
        stop: Stop::new(Some(Duration::ZERO), None),
        ..SearchSettings::default()
    };
    let claim = Certificate::Exhaustive(levels);
    let refused = certify::check_within(&puzzle, claim, &settings);
    assert!(
        matches!(&refused, Err(CheckError::Stopped(_))),
        "{refused:?}"
    );
}

#[test]
fn large_boards_and_unlisted_goals_have_none() {
    let large = Arc::new(boards::named("square-9").unwrap());
    let nothing = PruningFunctions::default();
    assert_eq!(
        pruning_functions(&game(&large, 0, 0), 9, &Stop::default()),
        nothing
    );
    let board = Arc::new(boards::named("english").unwrap());
    let goal = Goal::partial(&board.empty(), board.full());
    let open = Puzzle::new("p", Arc::clone(&board), board.full(), goal).unwrap();
    assert_eq!(pruning_functions(&open, 9, &Stop::default()), nothing);
}
