//! Transforms puzzles and their plans: inverse play, reversal, and images under symmetries.
//!
//! A jump removes two pegs and adds one. If pegs and vacancies are exchanged, the jump *undone* is again a jump. So a
//! plan that is read backwards, with pegs and vacancies exchanged, is a plan of another puzzle: Leibniz's inverse play,
//! here [`complement`]. Reading backwards without the exchange gives a game in which each jump removes one peg and adds
//! two: [`reversal`].
//!
//! Leibniz, letter to Montmort (1716); Beasley, *The Ins and Outs of Peg Solitaire* (1985).

use std::fmt::Display;
use std::sync::Arc;

use saut_peg::peg::{Goal, Jump, Puzzle, Symmetry};
use saut_peg::simulate::{self, ReplayedPlan};
use saut_task::plan::Plan;

/// A puzzle that is derived from another puzzle, with its plan.
#[derive(Clone, Debug)]
pub struct Transformation {
    /// The derived puzzle.
    pub puzzle: Puzzle,
    /// The transformed plan, replayed on the derived puzzle.
    pub plan: Option<ReplayedPlan>,
    /// Whether the original puzzle has the same start and goal. The plan is then another plan of the original puzzle.
    pub is_same: bool,
}

/// The reason why a derived puzzle does not exist.
const NO_PEG: &str = "the transformed puzzle has no peg at the start";

/// Exchanges pegs and vacancies, exchanges start and goal, and reads the plan from its last jump to its first. If there
/// is a plan, its last position replaces a goal that leaves holes open.
///
/// # Errors
/// The reason why the puzzle or the plan cannot be transformed.
pub fn complement(puzzle: &Puzzle, plan: Option<&ReplayedPlan>) -> Result<Transformation, String> {
    let goal = match plan {
        Some(plan) => Goal::exactly(plan.end().clone()),
        None => puzzle.goal().clone(),
    };
    if goal.position().is_none() {
        return Err(
            "the goal leaves holes open, so its complement is not a single start position"
                .to_owned(),
        );
    }
    let closed = remade(puzzle, puzzle.name().to_owned(), goal)?;
    let dual = closed.dual().ok_or(NO_PEG)?;
    finish(puzzle, &dual, "complement", plan.map(backward))
}

/// Returns the image of a puzzle and its plan under a symmetry of the board. `number` becomes part of the name.
///
/// # Errors
/// The reason why the image does not exist; never for a replayed plan.
pub fn image(
    puzzle: &Puzzle,
    plan: Option<&ReplayedPlan>,
    symmetry: &Symmetry,
    number: usize,
) -> Result<Transformation, String> {
    let old = puzzle.goal();
    let open = symmetry.position(old.open());
    let goal = if old.is_one_peg_anywhere() {
        old.clone()
    } else if old.is_one_peg() {
        Goal::one_peg_in(open)
    } else {
        Goal::partial(&symmetry.position(old.pegs()), open)
    };
    let start = symmetry.position(puzzle.start());
    let turned = Puzzle::new(puzzle.name(), Arc::clone(puzzle.board()), start, goal);
    let turned = turned.map_err(|_| NO_PEG.to_owned())?;
    let jumps = plan.map(|plan| {
        let jumps = plan.jumps().into_iter();
        jumps.map(|jump| symmetry.jump(jump)).collect()
    });
    finish(puzzle, &turned, &format!("image-{number}"), jumps)
}

/// Returns the jumps of a plan in the order in which they are undone, from the end of the plan to the start of the
/// puzzle.
///
/// # Errors
/// The reason why the jumps do not lead back to the start; never for a plan of this puzzle.
pub fn reversal(puzzle: &Puzzle, plan: &ReplayedPlan) -> Result<Vec<Jump>, String> {
    let (undone, mut vacancies) = (backward(plan), plan.end().complement());
    for &jump in &undone {
        simulate::play(puzzle.board(), &mut vacancies, jump).map_err(rejected)?;
    }
    if vacancies.complement() != *puzzle.start() {
        let fact = "undoing the plan does not lead to the start";
        return Err(rejected(fact));
    }
    Ok(undone)
}

fn backward(plan: &ReplayedPlan) -> Vec<Jump> {
    plan.jumps().into_iter().rev().collect()
}

/// Names the new puzzle, and replays the plan.
fn finish(
    old: &Puzzle,
    puzzle: &Puzzle,
    suffix: &str,
    jumps: Option<Vec<Jump>>,
) -> Result<Transformation, String> {
    let name = format!("{}-{suffix}", old.name());
    let puzzle = remade(puzzle, name, puzzle.goal().clone())?;
    let is_same = old.start() == puzzle.start() && old.goal() == puzzle.goal();
    let replay = |jumps: Vec<Jump>| simulate::replay(&puzzle, Plan::sequential(jumps));
    let plan = jumps.map(replay).transpose();
    let plan = plan.map_err(rejected)?;
    Ok(Transformation {
        puzzle,
        plan,
        is_same,
    })
}

fn rejected(fault: impl Display) -> String {
    format!("the plan cannot be played on the new puzzle: {fault}")
}

fn remade(puzzle: &Puzzle, name: String, goal: Goal) -> Result<Puzzle, String> {
    let (board, start) = (Arc::clone(puzzle.board()), puzzle.start().clone());
    Puzzle::new(name, board, start, goal).map_err(|_| NO_PEG.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{complement, image, reversal};
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
    fn the_complement_of_a_central_game_plan_is_a_central_game_plan() {
        let (central, plan) = solved("central");
        let other = complement(&central, Some(&plan)).unwrap();
        assert!(other.is_same);
        let mut backward = other.plan.clone().unwrap().jumps();
        backward.reverse();
        assert_eq!(backward, plan.jumps());
        // The complement of the complement is the original puzzle.
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
    fn an_open_goal_has_a_complement_only_with_a_plan() {
        let (puzzle, plan) = solved("pegsol-p05");
        let (board, start) = (puzzle.board().clone(), puzzle.start().clone());
        let open = Puzzle::new("open", board.clone(), start, Goal::one_peg(&board)).unwrap();
        let refused = complement(&open, None).unwrap_err();
        assert!(refused.contains("leaves holes open"), "{refused}");
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
        // The reversed plan of another puzzle does not lead to the start.
        let (other, _) = solved("pegsol-p01");
        assert!(reversal(&other, &plan).is_err());
    }
}
