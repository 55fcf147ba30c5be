//! The positions that lie on some solution, level by level.

use super::bit_board::Direction;
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
    /// [`Halt`] at a limit.
    pub fn on_solutions(mut self) -> Result<Option<LevelsOnSolutions>, Halt> {
        let end = self.grow(|_| (), |_, _| Ok(false))?;
        if end == GrowthEnd::Wide {
            return Ok(None);
        }
        let none = Level::<()>::of([], self.forward.first().map_or(1, |all| all.shards.len()));
        let mut behind = std::mem::take(&mut self.backward);
        if end != GrowthEnd::Adjacent {
            behind.clear();
        }
        // Upwards: of each forward level what meets the goal or has a child that is on a solution.
        let mut above: Vec<Level<()>> = Vec::new();
        for level in std::mem::take(&mut self.forward).into_iter().rev() {
            let into = above.last().or(behind.last()).unwrap_or(&none);
            let index = into.index(&self.limits)?;
            let stays = |position| self.wanted.is_met_by(position);
            above.push(level.leading_into(
                &self.compact,
                Direction::Forward,
                &index,
                &stays,
                &self.limits,
            )?);
        }
        let mut levels: Vec<Level<()>> = above.into_iter().rev().collect();
        // Downwards: of each backward level what has a parent on a solution.
        for level in behind.into_iter().rev() {
            let index = levels.last().unwrap_or(&none).index(&self.limits)?;
            let never = |_| false;
            levels.push(level.leading_into(
                &self.compact,
                Direction::Backward,
                &index,
                &never,
                &self.limits,
            )?);
        }
        while levels.last().is_some_and(Level::is_empty) {
            levels.pop();
        }
        Ok(Some((levels, self)))
    }
}
