//! Plans of the dual puzzle, read backward.
//!
//! A puzzle and its dual have the same plans in reverse order, but not the same formulas: what is
//! early in one is late in the other, and on large boards one of the two can be found in seconds
//! where the other takes minutes. A refutation of the dual says nothing that is kept: its
//! certificate would not be one of the puzzle.

use super::settings::Settings;
use super::{Decision, Error, Formulas, Verdict, arm};
use crate::peg::Puzzle;
use crate::pose;
use crate::simulate;
use saut_plan::backend::Backend;
use saut_plan::plan::Plan;

/// Looks for a plan of the dual with so much effort. Whether the decision is now made.
pub fn plan(
    puzzle: &Puzzle,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    effort: Option<u64>,
    decision: &mut Decision,
) -> Result<bool, Error> {
    let Some(dual) = puzzle.dual() else {
        return Ok(false);
    };
    let task = pose::peg_task(&dual);
    let mut formulas = Formulas {
        puzzle: &dual,
        task: &task,
        backends,
        arms: arm::arms(&task, settings, backends),
        limits: Vec::new(),
        decision: Decision::default(),
    };
    formulas.play(settings, effort)?;
    let found = formulas.decision;
    decision.attempts += found.attempts;
    decision.conflicts += found.conflicts;
    decision.warnings.extend(found.warnings);
    let Verdict::Solved(plan) = found.verdict else {
        return Ok(false);
    };
    let mut jumps = plan.jumps();
    jumps.reverse();
    let Ok(replayed) = simulate::replay(puzzle, Plan::sequential(jumps)) else {
        return Ok(false);
    };
    decision.verdict = Verdict::Solved(replayed);
    decision.method = found.method;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::plan;
    use crate::decide::{Decision, Settings, Verdict};
    use crate::peg::{Goal, Position, Puzzle, boards};

    fn game(vacant: usize, last: usize) -> Puzzle {
        let board = boards::named("english").unwrap();
        let start = Position::from_holes(33, [vacant]).complement();
        let goal = Goal::exactly(Position::from_holes(33, [last]));
        Puzzle::new("game", board, start, goal).unwrap()
    }

    #[test]
    fn a_plan_of_the_dual_read_backward_is_a_plan() {
        let settings = Settings::default();
        let backends = settings.backends().unwrap();
        let puzzle = game(1, 16);
        assert_eq!(puzzle.dual().unwrap(), game(16, 1));
        assert_eq!(puzzle.dual().unwrap().dual().unwrap(), puzzle);
        let mut decision = Decision::default();
        assert!(plan(&puzzle, &settings, &backends, Some(200_000), &mut decision).unwrap());
        let Verdict::Solved(plan) = decision.verdict else {
            panic!("it is solved");
        };
        assert_eq!((plan.jumps().len(), plan.end().pegs()), (31, 1));
        assert!(decision.method.is_some() && decision.attempts > 0);
    }

    #[test]
    fn without_a_plan_or_a_single_goal_nothing_is_decided() {
        let settings = Settings::default();
        let backends = settings.backends().unwrap();
        let mut decision = Decision::default();
        let infeasible = game(0, 1);
        assert!(!plan(&infeasible, &settings, &backends, Some(2000), &mut decision).unwrap());
        let board = boards::named("english").unwrap();
        let open = Puzzle::new(
            "open",
            board.clone(),
            game(1, 16).start().clone(),
            Goal::one_peg(&board),
        );
        assert!(
            !plan(
                &open.unwrap(),
                &settings,
                &backends,
                Some(2000),
                &mut decision
            )
            .unwrap()
        );
        assert!(matches!(decision.verdict, Verdict::Undecided(_)));
    }
}
