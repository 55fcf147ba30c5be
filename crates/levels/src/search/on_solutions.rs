//! The positions that lie on some solution, level by level.

use super::bit_board::Direction;
use super::checkpoints::Checkpoints;
use super::index::LevelIndex;
use super::level::Level;
use super::limits::Halt;
use super::two_ended::{GrowthEnd, TwoEnded};

/// Levels of positions on solutions, and the search that found them.
pub type LevelsOnSolutions = (Vec<Level<()>>, TwoEnded<()>);

impl TwoEnded<()> {
    /// Searches, and keeps the positions that are reached from the start and from which the goal
    /// is reached, from the start on, one peg less each level. No levels if there is no solution,
    /// and `None` if they become wider than `widest`.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or if levels cannot be kept.
    pub fn on_solutions(
        mut self,
        kept: Option<&Checkpoints<()>>,
    ) -> Result<Option<LevelsOnSolutions>, Halt> {
        let end = self.grow(|_| (), |_, _| Ok(false))?;
        if end == GrowthEnd::Wide {
            return Ok(None);
        }
        let none = Level::of([], self.shards);
        let mut behind = std::mem::take(&mut self.backward);
        if end != GrowthEnd::Adjacent {
            behind.clear();
        }
        // Upwards: of each forward level what meets the goal or has a child that is on a solution.
        let mut above: Vec<Level<()>> = Vec::new();
        let reached = std::mem::take(&mut self.forward).into_iter();
        for (played, level) in reached.enumerate().rev() {
            let into = above.last().or(behind.last()).unwrap_or(&none);
            let level = Level::load_or_make(kept, self.top - played, self.shards, || {
                let index = into.index(&self.limits)?;
                let stays = |position| self.wanted.is_met_by(position);
                self.cut(&level, Direction::Forward, &index, &stays)
            })?;
            above.push(level);
        }
        let mut levels: Vec<Level<()>> = above.into_iter().rev().collect();
        // Downwards: of each backward level what has a parent on a solution.
        for (raised, level) in behind.into_iter().enumerate().rev() {
            let from = levels.last().unwrap_or(&none);
            let level = Level::load_or_make(kept, self.bottom + raised, self.shards, || {
                let index = from.index(&self.limits)?;
                self.cut(&level, Direction::Backward, &index, &|_| false)
            })?;
            levels.push(level);
        }
        while levels.last().is_some_and(Level::is_empty) {
            levels.pop();
        }
        Ok(Some((levels, self)))
    }

    fn cut(
        &self,
        level: &Level<()>,
        direction: Direction,
        into: &LevelIndex<()>,
        stays: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<Level<()>, Halt> {
        level.leading_into(&self.compact, direction, into, stays, &self.limits)
    }
}
