//! Plans of the dual puzzle, read backward.
//!
//! A puzzle and its dual have the same plans in reverse order, but not the same formulas: what is
//! early in one is late in the other, and on large boards one of the two can be found in seconds
//! where the other takes minutes. A refutation of the dual says nothing that is kept: its
//! certificate would not be one of the puzzle.

use super::{Decision, Error, Settings, Verdict};
use crate::compile::PegDomain;
use crate::peg::Puzzle;
use crate::simulate;
use saut_plan::backend::Backend;
use saut_plan::plan::Plan;
use saut_plan::portfolio::{Ending, Portfolio};

/// Looks for a plan of the dual with so much effort, and writes it into the decision.
pub fn plan(
    puzzle: &Puzzle,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    effort: u64,
    decision: &mut Decision,
) -> Result<(), Error> {
    let Some(dual) = puzzle.dual() else {
        return Ok(());
    };
    let domain = PegDomain::new(&dual);
    let found = Portfolio::new(&domain, settings, backends).run(settings, Some(effort))?;
    decision.attempts += found.attempts;
    decision.conflicts += found.conflicts;
    decision.warnings.extend(found.warnings);
    if let Ending::Plan(plan, method) = found.ending {
        let mut jumps = plan.jumps();
        jumps.reverse();
        let replayed = simulate::replay(puzzle, Plan::sequential(jumps))
            .map_err(|refused| Error::internal("a plan of the dual, read backward", refused))?;
        decision.set(Verdict::Solved(replayed), method);
    }
    Ok(())
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
        plan(&puzzle, &settings, &backends, 200_000, &mut decision).unwrap();
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
        plan(&infeasible, &settings, &backends, 2000, &mut decision).unwrap();
        assert!(!decision.is_decided());
        let board = boards::named("english").unwrap();
        let open = Puzzle::new(
            "open",
            board.clone(),
            game(1, 16).start().clone(),
            Goal::one_peg(&board),
        );
        plan(&open.unwrap(), &settings, &backends, 2000, &mut decision).unwrap();
        assert!(matches!(decision.verdict, Verdict::Undecided(_)));
    }
}
