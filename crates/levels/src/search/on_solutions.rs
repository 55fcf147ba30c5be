//! The positions that lie on some solution, level by level.

use std::sync::Arc;

use super::bit_board::Direction;
use super::index::LevelIndex;
use super::kept_levels::{KeptLevels, LevelStage};
use super::level::Level;
use super::limits::Halt;
use super::two_ended::{GrowthEnd, TwoEnded};

/// Levels of positions on solutions, and the search that found them.
pub type LevelsOnSolutions = (Vec<Level<()>>, TwoEnded<()>);

impl TwoEnded<()> {
    /// Searches, and keeps the positions that are reached from the start and from which the goal
    /// is reached, from the start on, one peg less each level. No levels if there is no solution,
    /// and `None` if they become wider than `widest`. Goes on from levels that were kept, and keeps
    /// its own.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or if levels cannot be kept.
    pub fn on_solutions(
        mut self,
        kept: Option<&Arc<dyn KeptLevels>>,
    ) -> Result<Option<LevelsOnSolutions>, Halt> {
        if let Some(kept) = kept {
            self.go_on_from(kept.as_ref())?;
            self.keep_in(Arc::clone(kept));
        }
        let end = self.grow(|_| (), |_, _| Ok(false))?;
        if end == GrowthEnd::Wide {
            return Ok(None);
        }
        let none = self.level([]);
        let mut behind = std::mem::take(&mut self.backward);
        if end != GrowthEnd::Adjacent {
            behind.clear();
        }
        // Upwards: of each forward level what meets the goal or has a child that is on a solution.
        let mut above: Vec<Level<()>> = Vec::new();
        let reached = std::mem::take(&mut self.forward).into_iter();
        for (played, level) in reached.enumerate().rev() {
            let into = above.last().or(behind.last()).unwrap_or(&none);
            let level = self.kept_or(kept, self.top - played, || {
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
            let level = self.kept_or(kept, self.bottom + raised, || {
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

    /// Takes up all levels that an earlier search has kept.
    fn go_on_from(&mut self, kept: &dyn KeptLevels) -> Result<(), Halt> {
        while let Some(pegs) = self.top.checked_sub(self.forward.len())
            && let Some(positions) = kept.positions(LevelStage::Reached.listed(pegs))?
        {
            let level = self.level(positions);
            self.boards[0].push(level.len() as u64);
            self.forward.push(level);
        }
        while !self.backward.is_empty()
            && let pegs = self.bottom + self.backward.len()
            && let Some(positions) = kept.positions(LevelStage::Leading.listed(pegs))?
        {
            let level = self.level(positions);
            self.boards[1].push(level.len() as u64);
            self.backward.push(level);
        }
        Ok(())
    }

    /// Keeps every level that is grown.
    fn keep_in(&mut self, kept: Arc<dyn KeptLevels>) {
        let (top, bottom) = (self.top, self.bottom);
        self.after_step = Some(Box::new(move |direction, boards, level| {
            let steps = boards.len() - 1;
            let key = match direction {
                Direction::Forward => LevelStage::Reached.listed(top - steps),
                Direction::Backward => LevelStage::Leading.listed(bottom + steps),
            };
            kept.keep_positions(key, &mut keys(level))
        }));
    }

    fn level(&self, positions: impl IntoIterator<Item = u64>) -> Level<()> {
        let positions = positions.into_iter().map(|position| (position, ()));
        Level::of(positions, self.shards)
    }

    /// The level on solutions with that many pegs.
    fn kept_or(
        &self,
        kept: Option<&Arc<dyn KeptLevels>>,
        pegs: usize,
        make: impl FnOnce() -> Result<Level<()>, Halt>,
    ) -> Result<Level<()>, Halt> {
        let Some(kept) = kept else {
            return make();
        };
        let key = LevelStage::OnSolutions.listed(pegs);
        if let Some(positions) = kept.positions(key)? {
            return Ok(self.level(positions));
        }
        let level = make()?;
        kept.keep_positions(key, &mut keys(&level))?;
        Ok(level)
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

fn keys(level: &Level<()>) -> impl Iterator<Item = u64> {
    level.iter().map(|(position, ())| position)
}
