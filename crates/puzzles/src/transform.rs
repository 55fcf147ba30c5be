//! Transformations of puzzles and of their plans: the inverse play, the reversal, the images.
//!
//! A jump takes two pegs and brings one. With pegs and vacancies exchanged, the same jump *undone* is
//! a jump again. So of three things, exchanging pegs and vacancies, reading backward, and both, only
//! the last makes a puzzle out of a puzzle: Leibniz's inverse play, here [`complement`]. Reading
//! backward alone is a game in which pegs are put back, [`Reversal`].
//!
//! Leibniz, letter to Montmort (1716); Beasley, *The Ins and Outs of Peg Solitaire* (1985).

mod reversal;

use std::sync::Arc;

use thiserror::Error;

use saut_peg::peg::{Goal, Jump, Position, Puzzle, Symmetry};
use saut_peg::simulate::{self, RejectedJumps, ReplayedPlan};
use saut_task::plan::Plan;

pub use reversal::{Misplaced, Reversal};

/// A puzzle made of another, with the plan made of the other's plan.
#[derive(Clone, Debug)]
pub struct Transformed {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The plan, replayed on this puzzle.
    pub plan: Option<ReplayedPlan>,
    /// Whether start and goal are those of the other puzzle, so that the plan is one more for it.
    pub is_same: bool,
}

/// Reason why there is no such puzzle.
#[derive(Clone, Debug, Error)]
pub enum NotTransformed {
    /// The complement of a goal with open holes is not one start.
    #[error("the goal leaves holes open, so that it has no single complement to start from")]
    OpenGoal,
    /// The other puzzle is none.
    #[error("the puzzle that it would be has no peg at the start")]
    NoPuzzle,
    /// The plan does not play. This is never so for a plan that was replayed.
    #[error("the plan does not play on the new puzzle: {0}")]
    Rejected(Box<RejectedJumps>),
}

/// Pegs and vacancies exchanged, and time turned round: the plan is read from its last jump to its
/// first. With a plan, a goal that leaves holes open counts as the position that the plan ends in.
///
/// # Errors
/// [`NotTransformed`].
pub fn complement(
    puzzle: &Puzzle,
    plan: Option<&ReplayedPlan>,
) -> Result<Transformed, NotTransformed> {
    let closed = match plan {
        Some(plan) => with_goal(puzzle, plan.end())?,
        None => puzzle.clone(),
    };
    if closed.goal().position().is_none() {
        return Err(NotTransformed::OpenGoal);
    }
    let dual = closed.dual().ok_or(NotTransformed::NoPuzzle)?;
    let backward = plan.map(|plan| plan.jumps().into_iter().rev().collect());
    finish(puzzle, named(&dual, "complement")?, backward)
}

/// The image under a symmetry of the board.
///
/// # Errors
/// [`NotTransformed`], though never for a plan that was replayed.
pub fn image(
    puzzle: &Puzzle,
    plan: Option<&ReplayedPlan>,
    symmetry: &Symmetry,
    number: usize,
) -> Result<Transformed, NotTransformed> {
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
    let board = Arc::clone(puzzle.board());
    let turned = Puzzle::new(puzzle.name(), board, start, goal);
    let turned = turned.map_err(|_| NotTransformed::NoPuzzle)?;
    let jumps = plan.map(|plan| {
        let jumps = plan.jumps().into_iter();
        jumps.map(|jump| symmetry.jump(jump)).collect()
    });
    finish(puzzle, named(&turned, &format!("image-{number}"))?, jumps)
}

/// Replays the plan on the new puzzle.
fn finish(
    old: &Puzzle,
    puzzle: Puzzle,
    jumps: Option<Vec<Jump>>,
) -> Result<Transformed, NotTransformed> {
    let is_same = old.start() == puzzle.start() && old.goal() == puzzle.goal();
    let replay = |jumps: Vec<Jump>| simulate::replay(&puzzle, Plan::sequential(jumps));
    let plan = jumps.map(replay).transpose();
    let plan = plan.map_err(|rejected| NotTransformed::Rejected(Box::new(rejected)))?;
    Ok(Transformed {
        puzzle,
        plan,
        is_same,
    })
}

fn with_goal(puzzle: &Puzzle, end: &Position) -> Result<Puzzle, NotTransformed> {
    let (board, start) = (Arc::clone(puzzle.board()), puzzle.start().clone());
    Puzzle::new(puzzle.name(), board, start, Goal::exactly(end.clone()))
        .map_err(|_| NotTransformed::NoPuzzle)
}

fn named(puzzle: &Puzzle, suffix: &str) -> Result<Puzzle, NotTransformed> {
    let name = format!("{}-{suffix}", puzzle.name());
    let (board, start) = (Arc::clone(puzzle.board()), puzzle.start().clone());
    Puzzle::new(name, board, start, puzzle.goal().clone()).map_err(|_| NotTransformed::NoPuzzle)
}

#[cfg(test)]
mod tests;
