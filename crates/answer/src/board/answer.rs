//! Answer to a puzzle.

use saut_criteria::certify::cone::FewestJumps;
use saut_peg::peg::Puzzle;
use saut_plan::Minimise;
use saut_puzzles::decide::Decision;

/// Answer to a puzzle of peg solitaire.
#[derive(Debug)]
pub struct BoardAnswer {
    pub(crate) puzzle: Puzzle,
    pub(crate) decision: Decision,
    /// The lower bound on the number of jumps, where fewest are asked for and their number is open.
    pub(super) bound: Option<FewestJumps>,
    /// Quantity that the plan is asked to minimise, if any.
    pub(super) minimise: Option<Minimise>,
}
