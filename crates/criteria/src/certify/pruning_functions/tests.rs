use std::time::Duration;

use super::pruning_functions;
use crate::certify::samples::single;
use crate::certify::{self, Certificate};
use saut_base::stop::Stop;
use saut_levels::search::{ExhaustiveResult, PruningFunctions, SearchSettings, exhaustive};
use saut_peg::peg::{Goal, Puzzle, boards};
use saut_task::CheckError;

fn searched(puzzle: &Puzzle, pruning: PruningFunctions) -> ExhaustiveResult {
    let settings = SearchSettings {
        threads: 1,
        pruning,
        ..SearchSettings::default()
    };
    exhaustive(puzzle, &settings).unwrap()
}

#[test]
fn no_jump_raises_a_pruning_function_and_verdicts_stay() {
    let mut used = 0;
    for (vacancy, last) in [(0, 0), (0, 21), (8, 8), (8, 14), (1, 19), (2, 8)] {
        let puzzle = single("rectangle-6x4", vacancy, last);
        let board = puzzle.board();
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
fn the_diamond_from_a_tip_is_pruned_at_the_start() {
    let puzzle = single("diamond", 0, 6);
    assert!(certify::quick(&puzzle).unwrap().is_none());
    let ExhaustiveResult::Infeasible(levels) =
        searched(&puzzle, pruning_functions(&puzzle, 64, &Stop::default()))
    else {
        panic!("expected an infeasible puzzle");
    };
    let boards: u64 = levels.forward.iter().chain(&levels.backward).sum();
    assert!(boards < 1000, "{boards}");
    // After this change of one weight, a jump gains weight.
    let mut wrong = levels.clone();
    wrong.pruning.pagodas[0][20] -= 100;
    certify::check(&puzzle, Certificate::Exhaustive(levels.clone())).unwrap();
    certify::check(&puzzle, Certificate::Exhaustive(wrong)).unwrap_err();
    // With an expired deadline, the check neither accepts nor rejects.
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
fn large_boards_and_unlisted_goals_have_no_pruning_functions() {
    let board = boards::named("english").unwrap();
    let goal = Goal::partial(&board.empty(), board.full());
    let open = Puzzle::new("p", board.clone(), board.full(), goal).unwrap();
    for puzzle in [single("square-9", 0, 0), open] {
        let found = pruning_functions(&puzzle, 9, &Stop::default());
        assert_eq!(found, PruningFunctions::default());
    }
}
