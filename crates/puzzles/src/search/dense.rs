//! Every position on a solution, on boards whose positions of a class are few enough for bit maps.
//!
//! Where start and goal have no symmetry, levels of listed positions grow large: the 37-hole
//! corsair game has hundreds of millions in one. As bit maps over the numbers of a class they take
//! the same room however full they are, and a jump is played in 64 positions by one instruction.
//! The levels from the start down to the middle and from the goals up to it are made, put aside,
//! and cut down to what lies on a solution.

mod bitmap;
mod equations;
mod expansion;
mod numbering;
mod ranked;

use std::collections::BTreeMap;
use std::time::Instant;

pub use bitmap::{Aside, Bitmap};
pub use numbering::{NumberedJump, Numbering};
pub use ranked::{Numbered, Ranked};

use super::SearchSettings;
use super::bit_board::{BitBoard, Direction, bits_of};
use super::goal_mask::GoalMask;
use super::kept_levels::{KeptLevels, LevelKey, LevelStage};
use super::limits::{Halt, SearchLimits};
use crate::peg::Puzzle;

/// A search by bit maps.
#[derive(Debug)]
pub struct Dense {
    /// The jumps, without symmetries.
    pub compact: BitBoard,
    /// The numbers of positions.
    pub numbering: Numbering,
    /// The goal.
    pub wanted: GoalMask,
    /// The limits.
    pub limits: SearchLimits,
    /// The start.
    pub start: u64,
    settings: SearchSettings,
    goals: BTreeMap<usize, Vec<u64>>,
}

impl Dense {
    /// A search that has not begun; `None` if the board is too large, or the goals too many.
    pub fn new(puzzle: &Puzzle, settings: &SearchSettings) -> Option<Self> {
        if puzzle.board().len() > BitBoard::MOST_HOLES {
            return None;
        }
        let (start, wanted) = (bits_of(puzzle.start()), GoalMask::new(puzzle));
        let compact = BitBoard::fixing(puzzle.board(), &[])?.without_symmetries();
        let numbering = Numbering::new(&compact, bits_of(&puzzle.board().full()), start);
        let goals = wanted.listed(&compact, start)?;
        numbering.is_handy().then(|| Self {
            limits: SearchLimits::new(&settings.stop, settings.threads),
            settings: settings.clone(),
            compact,
            numbering,
            wanted,
            start,
            goals,
        })
    }

    /// The positions on solutions, from the start on, one peg less each level; no levels if there
    /// is no solution. Goes on from levels that were kept, and keeps its own.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or if levels cannot be kept.
    pub fn on_solutions(&self, kept: Option<&dyn KeptLevels>) -> Result<Vec<Aside>, Halt> {
        let top = self.start.count_ones() as usize;
        let Some((&lowest, _)) = self.goals.range(..=top).next() else {
            return Ok(Vec::new());
        };
        let middle = top.midpoint(lowest);
        let mut behind = Vec::new();
        let mut level = self.seeded(lowest, None)?;
        for pegs in lowest + 1..=middle {
            let next = self.kept_or(kept, LevelStage::Leading.numbered(pegs), || {
                let next = self.step(&level, Direction::Backward, pegs)?;
                self.seeded(pegs, Some(next))
            })?;
            behind.push(Aside::new(level));
            level = next;
        }
        let leading = Aside::new(level);
        let mut ahead = Vec::new();
        let mut level = Bitmap::empty(self.numbering.bits(), top % 2 == 1, &self.limits)?;
        level.insert(self.numbering.number(self.start));
        for pegs in (middle..top).rev() {
            let next = self.kept_or(kept, LevelStage::Reached.numbered(pegs), || {
                self.step(&level, Direction::Forward, pegs)
            })?;
            ahead.push(Aside::new(level));
            level = next;
        }
        level.retain(&leading.taken_up(&self.limits)?);
        let below = self.reached(&level, behind, middle, kept)?;
        let mut levels = self.leading(level, ahead, middle, kept)?;
        levels.extend(below);
        if levels.first().is_some_and(Aside::is_empty) {
            levels.clear();
        }
        while levels.last().is_some_and(Aside::is_empty) {
            levels.pop();
        }
        Ok(levels)
    }

    /// Of the levels above the middle, what leads there or is a goal, and the middle itself, from
    /// the start on.
    fn leading(
        &self,
        mut level: Bitmap,
        ahead: Vec<Aside>,
        middle: usize,
        kept: Option<&dyn KeptLevels>,
    ) -> Result<Vec<Aside>, Halt> {
        let mut levels = Vec::new();
        for (pegs, reached) in (middle + 1..).zip(ahead.into_iter().rev()) {
            let next = self.kept_or(kept, LevelStage::OnSolutions.numbered(pegs), || {
                let next = self.step(&level, Direction::Backward, pegs)?;
                let mut next = self.seeded(pegs, Some(next))?;
                next.retain(&reached.taken_up(&self.limits)?);
                Ok(next)
            })?;
            levels.push(Aside::new(level));
            level = next;
        }
        levels.push(Aside::new(level));
        levels.reverse();
        Ok(levels)
    }

    /// Of the levels below the middle, what is reached from there.
    fn reached(
        &self,
        middle_level: &Bitmap,
        behind: Vec<Aside>,
        middle: usize,
        kept: Option<&dyn KeptLevels>,
    ) -> Result<Vec<Aside>, Halt> {
        let mut levels: Vec<Aside> = Vec::new();
        let mut last: Option<Bitmap> = None;
        for (pegs, leading) in (0..middle).rev().zip(behind.into_iter().rev()) {
            let level = last.as_ref().unwrap_or(middle_level);
            let next = self.kept_or(kept, LevelStage::OnSolutions.numbered(pegs), || {
                let mut next = self.step(level, Direction::Forward, pegs)?;
                next.retain(&leading.taken_up(&self.limits)?);
                Ok(next)
            })?;
            levels.extend(last.replace(next).map(Aside::new));
        }
        levels.extend(last.map(Aside::new));
        Ok(levels)
    }

    /// The level as it was kept, or else made and kept.
    fn kept_or(
        &self,
        kept: Option<&dyn KeptLevels>,
        key: LevelKey,
        make: impl FnOnce() -> Result<Bitmap, Halt>,
    ) -> Result<Bitmap, Halt> {
        let Some(kept) = kept else {
            return make();
        };
        if let Some(numbers) = kept.positions(key)? {
            let is_odd = key.pegs % 2 == 1;
            let mut level = Bitmap::empty(self.numbering.bits(), is_odd, &self.limits)?;
            for number in numbers {
                if number >> self.numbering.bits() != 0 {
                    return Err(kept.refuse(key));
                }
                level.insert(number);
            }
            return Ok(level);
        }
        let level = make()?;
        kept.keep_positions(key, &mut level.iter())?;
        Ok(level)
    }

    fn step(&self, level: &Bitmap, direction: Direction, pegs: usize) -> Result<Bitmap, Halt> {
        self.limits.check()?;
        let since = Instant::now();
        let next = level.expand(&self.numbering, direction, &self.limits)?;
        if self.settings.progress.is_some() {
            self.settings.report(direction, pegs, next.len(), since);
        }
        Ok(next)
    }

    /// A level with the goals of that many pegs.
    fn seeded(&self, pegs: usize, level: Option<Bitmap>) -> Result<Bitmap, Halt> {
        let mut level = match level {
            Some(level) => level,
            None => Bitmap::empty(self.numbering.bits(), pegs % 2 == 1, &self.limits)?,
        };
        for &goal in self.goals.get(&pegs).into_iter().flatten() {
            level.insert(self.numbering.number(goal));
        }
        Ok(level)
    }
}
