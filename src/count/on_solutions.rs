//! The boards that lie on some solution: reached from the start, and the goal reached from them.

use super::growth::level_count;
use super::{LevelCount, NotCounted};
use crate::peg::Puzzle;
use crate::search::SearchSettings;
use crate::search::compact::Direction;
use crate::search::level::Level;
use crate::search::{End, TwoEnded};

/// The boards on some solution by number of pegs, from the start on, up to the symmetries that
/// fix start and goal and all together. Empty if there is no solution.
///
/// # Errors
/// [`NotCounted`] at a limit, or on a board of more than 64 holes.
pub fn boards_on_solutions(
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, NotCounted> {
    let mut search =
        TwoEnded::<()>::new(puzzle, settings, true, |_| ()).ok_or(NotCounted::LARGE)?;
    let end = search.grow(|_| (), |_, _| Ok(false))?;
    let limits = search.limits.clone();
    let compact = search.compact.clone();
    let wanted = search.wanted;
    let shards = Level::<()>::shards_for(puzzle.board().len());
    let none = Level::of([], shards);
    // Upwards: of each forward level what meets the goal or has a child that is on a solution.
    let last = match end {
        End::Adjacent => search.backward.last().unwrap_or(&none).clone(),
        End::Dry | End::Enough => none.clone(),
    };
    let mut above: Vec<Level<()>> = Vec::new();
    for level in search.forward.iter().rev() {
        let index = above.last().unwrap_or(&last).index(&limits)?;
        let stays = |position| wanted.is_met_by(position);
        above.push(level.leading_into(&compact, Direction::Forward, &index, &stays, &limits)?);
    }
    let mut counts: Vec<LevelCount> = Vec::new();
    let pegs_above = (1..=search.top).rev();
    for (level, pegs) in above.iter().rev().zip(pegs_above) {
        counts.push(level_count(&compact, level, pegs));
    }
    // Downwards: of each backward level what has a parent on a solution.
    if end == End::Adjacent {
        let mut parents = above.first().cloned().unwrap_or(none);
        let pegs_below = (1..=search.ends().1).rev();
        for (level, pegs) in search.backward.iter().rev().zip(pegs_below) {
            let index = parents.index(&limits)?;
            parents =
                level.leading_into(&compact, Direction::Backward, &index, &|_| false, &limits)?;
            counts.push(level_count(&compact, &parents, pegs));
        }
    }
    while counts.last().is_some_and(|count| count.boards == 0) {
        counts.pop();
    }
    Ok(counts)
}
