//! Plans of transformed puzzles play; what has no complement is refused.

use super::{NotTransformed, complement, image, reversal};
use crate::decide::{Settings, Verdict, decide};
use saut_formats::bundled;
use saut_peg::peg::{Goal, Puzzle};
use saut_peg::simulate::ReplayedPlan;

fn solved(name: &str) -> (Puzzle, ReplayedPlan) {
    let puzzle = bundled::named(name).unwrap();
    let decision = decide(&puzzle, &Settings::default()).unwrap();
    match decision.verdict {
        Verdict::Solved(plan) => (puzzle, plan),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_complement_of_a_plan_of_the_central_game_is_another_of_it() {
    let (central, plan) = solved("central");
    let other = complement(&central, Some(&plan)).unwrap();
    assert!(other.is_same);
    let mut backward = other.plan.clone().unwrap().jumps();
    backward.reverse();
    assert_eq!(backward, plan.jumps());
    // Twice is the same again.
    let again = complement(&other.puzzle, other.plan.as_ref()).unwrap();
    assert_eq!(again.plan.unwrap().jumps(), plan.jumps());
}

#[test]
fn images_play_and_the_first_is_the_puzzle_itself() {
    let (puzzle, plan) = solved("pegsol-p05");
    let symmetries = puzzle.board().symmetries();
    let mut others = 0;
    for (number, symmetry) in symmetries.iter().enumerate() {
        let turned = image(&puzzle, Some(&plan), symmetry, number).unwrap();
        assert_eq!(turned.plan.unwrap().jumps().len(), plan.jumps().len());
        others += usize::from(!turned.is_same);
        assert!(number > 0 || turned.is_same);
    }
    assert!(others > 0);
}

#[test]
fn an_open_goal_has_a_complement_only_where_a_plan_ends() {
    let (puzzle, plan) = solved("pegsol-p05");
    let (board, start) = (puzzle.board().clone(), puzzle.start().clone());
    let open = Puzzle::new("open", board.clone(), start, Goal::one_peg(&board)).unwrap();
    assert!(matches!(
        complement(&open, None),
        Err(NotTransformed::OpenGoal)
    ));
    let closed = complement(&open, Some(&plan)).unwrap();
    assert_eq!(closed.puzzle.start(), &plan.end().complement());
    assert_eq!(
        closed.puzzle.goal().position(),
        Some(&puzzle.start().complement())
    );
}

#[test]
fn a_plan_read_backward_puts_all_pegs_back() {
    let (puzzle, plan) = solved("pegsol-p05");
    let undone = reversal(&puzzle, &plan).unwrap();
    assert!(undone.iter().rev().eq(&plan.jumps()));
    // Of another puzzle it does not lead to the start.
    let (other, _) = solved("pegsol-p01");
    assert!(reversal(&other, &plan).is_err());
}
