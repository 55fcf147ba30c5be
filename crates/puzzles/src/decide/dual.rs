//! Plans of the dual puzzle, read backward.
//!
//! A puzzle and its dual have the same plans in reverse order, but not the same formulas: what is
//! early in one is late in the other, and on large boards one of the two can be found in seconds
//! where the other takes minutes. A refutation of the dual says nothing that is kept: its
//! certificate would not be one of the puzzle.

use super::blocks::Tally;
use super::{Error, Method, Settings};
use saut_criteria::compile::{peg_plan, peg_task};
use saut_peg::peg::Puzzle;
use saut_peg::simulate::{self, ReplayedPlan};
use saut_plan::backend::Backend;
use saut_plan::portfolio::{Ending, Portfolio};
use saut_task::plan::Plan;

/// A plan of the dual, found with this effort, read backward and replayed, and the method that gave it.
pub fn plan(
    puzzle: &Puzzle,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    effort: u64,
    tally: &mut Tally,
) -> Result<Option<(ReplayedPlan, Method)>, Error> {
    let Some(dual) = puzzle.dual() else {
        return Ok(None);
    };
    let task = peg_task(&dual);
    let found = Portfolio::new(&task, settings, backends).run(settings, Some(effort))?;
    tally.add(&found);
    let Ending::Plan(plan, method) = found.ending else {
        return Ok(None);
    };
    let mut jumps = peg_plan(&dual, plan).into_actions();
    jumps.reverse();
    let replayed = simulate::replay(puzzle, Plan::sequential(jumps))
        .map_err(|refused| Error::internal("a plan of the dual, read backward", refused))?;
    Ok(Some((replayed, method)))
}

#[cfg(test)]
mod tests {
    use super::plan;
    use crate::decide::Settings;
    use crate::decide::blocks::Tally;
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

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
        let mut tally = Tally::default();
        let found = plan(&puzzle, &settings, &backends, 200_000, &mut tally).unwrap();
        let (plan, _) = found.expect("it is solved");
        assert_eq!((plan.jumps().len(), plan.end().pegs()), (31, 1));
        assert!(tally.attempts > 0);
    }

    #[test]
    fn without_a_plan_or_a_single_goal_nothing_is_decided() {
        let settings = Settings::default();
        let backends = settings.backends().unwrap();
        let mut tally = Tally::default();
        let infeasible = game(0, 1);
        let found = plan(&infeasible, &settings, &backends, 2000, &mut tally).unwrap();
        assert!(found.is_none());
        let board = boards::named("english").unwrap();
        let open = Puzzle::new(
            "open",
            board.clone(),
            game(1, 16).start().clone(),
            Goal::one_peg(&board),
        );
        let found = plan(&open.unwrap(), &settings, &backends, 2000, &mut tally).unwrap();
        assert!(found.is_none());
    }
}
