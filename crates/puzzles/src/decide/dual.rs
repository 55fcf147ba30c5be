//! Plans of the dual puzzle, read backward.
//!
//! A puzzle and its dual have the same plans in reverse order, but not the same formulas: what is
//! early in one is late in the other, and on large boards one of the two can be found in seconds
//! where the other takes minutes. A refutation of the dual says nothing that is kept: its
//! certificate would not be one of the puzzle.

use saut_base::stop::StopReason;
use saut_plan::Error;
use saut_plan::engine::{Budget, Engine, Turn};
use saut_plan::portfolio::Formulas;
use saut_plan::work::Work;
use saut_task::plan::Plan;

/// An engine of a puzzle that tries the formulas of its dual, whose actions have the same numbers.
#[derive(Clone)]
pub struct Dual<'a>(pub Formulas<'a>);

impl Engine for Dual<'_> {
    fn name(&self) -> &'static str {
        "dual"
    }

    fn first_turn(&self) -> Work {
        self.0.first_turn()
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        Ok(match self.0.turn(budget)? {
            Turn::Plan(plan, method) => {
                let mut actions = plan.into_actions();
                actions.reverse();
                Turn::Plan(Plan::sequential(actions), method)
            }
            Turn::Bound(..) | Turn::Guess(..) | Turn::HorizonRefuted(..) | Turn::Done(_) => {
                Turn::Done(StopReason::EffortSpent)
            }
            goes_on @ (Turn::Paused | Turn::Blocked) => goes_on,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Dual;
    use crate::decide::Settings;
    use saut_criteria::compile::{PegDomain, peg_task};
    use saut_peg::peg::{Goal, Position, Puzzle, boards};
    use saut_plan::Verdict;
    use saut_plan::engine::Slot;
    use saut_plan::portfolio::{Formulas, Lineup};
    use saut_plan::race::{Raced, any_plan};
    use saut_plan::work::Work;

    fn game(vacant: usize, last: usize) -> Puzzle {
        let board = boards::named("english").unwrap();
        let start = Position::from_holes(33, [vacant]).complement();
        let goal = Goal::exactly(Position::from_holes(33, [last]));
        Puzzle::new("game", board, start, goal).unwrap()
    }

    /// The answer of the formulas of the dual alone, within so many conflicts.
    fn decided(puzzle: &Puzzle, conflicts: Work) -> Raced<PegDomain<'_>> {
        let settings = Settings::default();
        let backends = settings.backends().unwrap();
        let task = peg_task(&puzzle.dual().unwrap());
        let lineup = Lineup {
            of_a_conflict: Some(1),
            ..Lineup::of(&settings)
        };
        let formulas = Formulas::new(&task, &settings, &backends, lineup, conflicts);
        let table = vec![Slot::new(Dual(formulas)).once()];
        any_plan(&PegDomain::new(puzzle), table, &settings).unwrap()
    }

    #[test]
    fn a_plan_of_the_dual_read_backward_is_a_plan() {
        let puzzle = game(1, 16);
        assert_eq!(puzzle.dual().unwrap(), game(16, 1));
        assert_eq!(puzzle.dual().unwrap().dual().unwrap(), puzzle);
        let found = decided(&puzzle, 200_000);
        assert!(found.attempts > 0);
        let Verdict::Solved(plan) = found.verdict else {
            panic!("it is solved");
        };
        assert_eq!((plan.jumps().len(), plan.end().pegs()), (31, 1));
    }

    #[test]
    fn without_a_plan_or_a_single_goal_nothing_is_decided() {
        assert!(!decided(&game(0, 1), 2000).is_decided());
        let board = boards::named("english").unwrap();
        let open = Puzzle::new(
            "open",
            board.clone(),
            game(1, 16).start().clone(),
            Goal::one_peg(&board),
        );
        assert!(open.unwrap().dual().is_none());
    }
}
