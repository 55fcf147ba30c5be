//! The boards that lie on some solution: reached from the start, and the goal reached from them.

use super::growth::level_count;
use super::{LevelCount, NotCounted};
use crate::peg::Puzzle;
use crate::search::{SearchSettings, TwoEnded};

/// The boards on some solution by number of pegs, from the start on, up to the symmetries that
/// fix start and goal and all together. Empty if there is no solution.
///
/// # Errors
/// [`NotCounted`] at a limit, or on a board of more than 64 holes.
pub fn boards_on_solutions(
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, NotCounted> {
    let search = TwoEnded::<()>::new(puzzle, settings, true, |_| ()).ok_or(NotCounted::LARGE)?;
    let (levels, search) = search.winning()?;
    let pegs = (1..=search.top).rev();
    let levels = levels.iter().zip(pegs);
    Ok(levels
        .map(|(level, pegs)| level_count(&search.compact, level, pegs))
        .collect())
}
