//! A number of solutions.

use crate::search::limits::Halt;

/// A number of solutions, and the work it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionCount {
    /// Jump sequences from start to goal; the order of the jumps counts.
    pub solutions: u128,
    /// Boards from the start on, up to the symmetries of the puzzle, one peg less each level. Where
    /// the levels are too wide to be listed, all boards on solutions instead.
    pub forward: Vec<u64>,
    /// Boards from the goals with the fewest pegs on, one peg more each level; none if this half
    /// is the mirror image of the other, or not needed.
    pub backward: Vec<u64>,
}

pub(super) fn add(sum: &mut u128, more: u128) -> Result<(), Halt> {
    *sum = sum.checked_add(more).ok_or(Halt::TooLarge)?;
    Ok(())
}
