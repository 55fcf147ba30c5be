//! Every position on a solution, on boards whose positions of a class are few enough for bit maps.
//!
//! If start and goal have no symmetry, levels of listed positions grow large: the 37-hole
//! corsair game has hundreds of millions in one. As bit maps over the numbers of a class they take
//! the same room however full they are, and a jump is played in 64 positions by one instruction.
//! The levels from the start down to the middle and from the goals up to it are made, put aside,
//! and cut down to what lies on a solution.

mod bitmap;
mod equations;
mod expansion;
mod few;
mod listed;
mod mirror;
mod numbering;
mod orbits;
mod ranked;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

pub use bitmap::{Aside, Bitmap};
pub use mirror::MirrorImage;
pub use numbering::{NumberedJump, Numbering};
pub use orbits::FixedPositions;
pub use ranked::{Numbered, Ranked};

use super::SearchSettings;
use super::bit_board::{BitBoard, Direction, bits_of};
use super::checkpoints::{Checkpoints, LevelStore, Packing};
use super::goal_mask::GoalMask;
use super::limits::{Halt, SearchLimits};
use saut_peg::peg::Puzzle;

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
    /// All holes.
    pub board: u64,
    /// The start.
    pub start: u64,
    /// The symmetry by which one half gives the other, if there is one.
    pub mirror: Option<MirrorImage>,
    /// Keeps the levels.
    pub checkpoints: Option<Arc<dyn LevelStore>>,
    settings: SearchSettings,
    /// Maps that were in use and may be again.
    spare: Mutex<Vec<Bitmap>>,
    goals: BTreeMap<usize, Vec<u64>>,
}

/// Sees the levels that the start reaches, with their pegs.
pub type ReachedLevel<'a> = &'a mut dyn FnMut(usize, &Bitmap);

impl Dense {
    /// A search that has not begun; `None` if the board is too large, or the goals too many.
    pub fn new(puzzle: &Puzzle, settings: &SearchSettings) -> Option<Self> {
        if puzzle.board().len() > BitBoard::MOST_HOLES {
            return None;
        }
        let (start, wanted) = (bits_of(puzzle.start()), GoalMask::new(puzzle));
        let compact = BitBoard::fixing(puzzle.board(), &[])?.without_symmetries();
        let board = bits_of(&puzzle.board().full());
        let numbering = Numbering::new(&compact, board, start);
        let goals = wanted.listed(&compact, start)?;
        numbering.is_handy().then(|| Self {
            limits: SearchLimits::new(&settings.stop, settings.threads),
            settings: settings.clone(),
            compact,
            numbering,
            wanted,
            board,
            start,
            mirror: MirrorImage::of(puzzle),
            checkpoints: None,
            spare: Mutex::default(),
            goals,
        })
    }

    /// The positions on solutions, from the start on, one peg less each level; no levels if there
    /// is no solution.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or if levels cannot be kept.
    pub fn on_solutions(&self) -> Result<Vec<Aside>, Halt> {
        let top = self.pegs();
        let Some((lowest, middle)) = self.ends() else {
            return Ok(Vec::new());
        };
        let mut levels;
        if let Some(mirror) = &self.mirror {
            levels = self.mirrored_half(mirror, &mut |_, _| ())?;
            for pegs in (lowest..middle).rev() {
                let image = levels.get(top + pegs - mirror.holes());
                let level = image
                    .map(|image| self.reflected(image, mirror))
                    .transpose()?;
                levels.extend(level);
            }
        } else {
            let (behind, leading) = self.behind(lowest, middle)?;
            let (mut level, ahead) = self.ahead(middle, &mut |_, _| ())?;
            self.retain(&mut level, leading)?;
            let below = self.reached(&level, behind, middle)?;
            levels = self.leading(level, ahead, middle)?;
            levels.extend(below);
        }
        if levels.first().is_some_and(Aside::is_empty) {
            levels.clear();
        }
        while levels.last().is_some_and(Aside::is_empty) {
            levels.pop();
        }
        Ok(levels)
    }

    /// An empty map: one that was in use, if there is one.
    fn empty(&self, odd_pegs: bool) -> Result<Bitmap, Halt> {
        let spare = self.spare.lock();
        let spare = spare.unwrap_or_else(PoisonError::into_inner).pop();
        let Some(mut map) = spare else {
            return Bitmap::empty(self.numbering.bits(), odd_pegs, &self.limits);
        };
        map.clear(odd_pegs);
        Ok(map)
    }

    /// Takes a map that is not needed any more.
    fn put_by(&self, map: Bitmap) {
        const MOST: usize = 2;
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < MOST {
            spare.push(map);
        }
    }

    /// Puts a level aside.
    fn aside(&self, level: Bitmap) -> Aside {
        let (aside, spare) = Aside::new(level);
        if let Some(map) = spare {
            self.put_by(map);
        }
        aside
    }

    /// Leaves of a level what another has too.
    fn retain(&self, level: &mut Bitmap, other: Aside) -> Result<(), Halt> {
        let other = other.taken_up(|odd_pegs| self.empty(odd_pegs))?;
        level.retain(&other);
        self.put_by(other);
        Ok(())
    }

    /// The pegs of the start.
    fn pegs(&self) -> usize {
        self.start.count_ones() as usize
    }

    /// The fewest pegs of a goal, and those in the middle between start and goal.
    fn ends(&self) -> Option<(usize, usize)> {
        let top = self.pegs();
        let (&lowest, _) = self.goals.range(..=top).next()?;
        Some((lowest, top.midpoint(lowest)))
    }

    /// Positions on solutions from the start to the middle, where the other half is their mirror image: with an odd
    /// number of holes down to the image of the last level but one. `seen` is called with the levels that the start
    /// reaches.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or if levels cannot be kept.
    pub fn mirrored_half(
        &self,
        mirror: &MirrorImage,
        seen: ReachedLevel<'_>,
    ) -> Result<Vec<Aside>, Halt> {
        let Some((_, middle)) = self.ends() else {
            return Ok(Vec::new());
        };
        let (level, ahead) = self.mirrored_middle(mirror, middle, seen)?;
        self.leading(level, ahead, middle)
    }

    /// The middle of the positions on solutions, and the levels above it that the start reaches.
    fn mirrored_middle(
        &self,
        mirror: &MirrorImage,
        middle: usize,
        seen: ReachedLevel<'_>,
    ) -> Result<(Bitmap, Vec<Aside>), Halt> {
        let (mut level, ahead) = self.ahead(middle, seen)?;
        // With an odd number of holes the images have one peg more, and the start, which is no goal, is
        // a level before the middle.
        let other = match ahead.last() {
            Some(before) if mirror.holes() % 2 == 1 => before.map(&self.limits)?,
            _ => level.clone(),
        };
        if mirror.is_complement() {
            let all = self.numbering.number(self.board);
            level.retain_images_in(&other, &self.limits, |number| number ^ all)?;
        } else {
            let odd_pegs = level.odd_pegs;
            level.retain_images_in(&other, &self.limits, |number| {
                let position = self.numbering.position(number, odd_pegs);
                self.numbering.number(mirror.near_start(position))
            })?;
        }
        Ok((level, ahead))
    }

    /// The levels that the start reaches, down to the middle, which is given apart from them.
    fn ahead(&self, middle: usize, seen: ReachedLevel<'_>) -> Result<(Bitmap, Vec<Aside>), Halt> {
        let top = self.pegs();
        let mut ahead = Vec::new();
        let mut level = self.empty(level_is_odd(top))?;
        level.insert(self.numbering.number(self.start));
        seen(top, &level);
        for pegs in (middle..top).rev() {
            let next = self.load_or_make("numbered-reached", pegs, || {
                self.step(&level, Direction::Forward, pegs)
            })?;
            ahead.push(self.aside(level));
            level = next;
            seen(pegs, &level);
        }
        Ok((level, ahead))
    }

    /// The levels from which a goal is reached, up to the middle, which is given apart from them.
    fn behind(&self, lowest: usize, middle: usize) -> Result<(Vec<Aside>, Aside), Halt> {
        let mut behind = Vec::new();
        let mut level = self.seeded(lowest, None)?;
        for pegs in lowest + 1..=middle {
            let next = self.load_or_make("numbered-leading", pegs, || {
                let next = self.step(&level, Direction::Backward, pegs)?;
                self.seeded(pegs, Some(next))
            })?;
            behind.push(self.aside(level));
            level = next;
        }
        Ok((behind, self.aside(level)))
    }

    /// The mirror image of a level.
    fn reflected(&self, level: &Aside, mirror: &MirrorImage) -> Result<Aside, Halt> {
        let odd_pegs = level_is_odd(mirror.holes()) ^ level.odd_pegs();
        let images = level.positions(&self.numbering);
        let images = images.map(|position| self.numbering.number(mirror.near_goal(position)));
        level.of_numbers(images, odd_pegs, &self.limits)
    }

    /// Levels from the start to the middle, without the positions that neither lead to the middle nor are goals.
    fn leading(
        &self,
        mut level: Bitmap,
        ahead: Vec<Aside>,
        middle: usize,
    ) -> Result<Vec<Aside>, Halt> {
        let mut levels = Vec::new();
        for (pegs, reached) in (middle + 1..).zip(ahead.into_iter().rev()) {
            let next = self.load_or_make("numbered-on-solutions", pegs, || {
                let next = self.step(&level, Direction::Backward, pegs)?;
                let mut next = self.seeded(pegs, Some(next))?;
                self.retain(&mut next, reached)?;
                Ok(next)
            })?;
            levels.push(self.aside(level));
            level = next;
        }
        levels.push(self.aside(level));
        levels.reverse();
        Ok(levels)
    }

    /// Levels below the middle, without the positions that are not reached from there.
    fn reached(
        &self,
        middle_level: &Bitmap,
        behind: Vec<Aside>,
        middle: usize,
    ) -> Result<Vec<Aside>, Halt> {
        let mut levels: Vec<Aside> = Vec::new();
        let mut last: Option<Bitmap> = None;
        for (pegs, leading) in (0..middle).rev().zip(behind.into_iter().rev()) {
            let level = last.as_ref().unwrap_or(middle_level);
            let next = self.load_or_make("numbered-on-solutions", pegs, || {
                let mut next = self.step(level, Direction::Forward, pegs)?;
                self.retain(&mut next, leading)?;
                Ok(next)
            })?;
            levels.extend(last.replace(next).map(|level| self.aside(level)));
        }
        levels.extend(last.map(|level| self.aside(level)));
        Ok(levels)
    }

    /// The level as it was kept, or else made and kept.
    fn load_or_make(
        &self,
        stage: &'static str,
        pegs: usize,
        make: impl FnOnce() -> Result<Bitmap, Halt>,
    ) -> Result<Bitmap, Halt> {
        let kept = self.checkpoints.clone().map(|store| Checkpoints {
            store,
            stage,
            packing: Packing::NONE,
        });
        let of = |numbers: &mut dyn Iterator<Item = (u64, ())>| {
            let mut level = self.empty(level_is_odd(pegs))?;
            for (number, ()) in numbers {
                if number >> self.numbering.bits() != 0 {
                    return Ok(None);
                }
                level.insert(number);
            }
            Ok(Some(level))
        };
        Checkpoints::load_or_make(kept.as_ref(), pegs, of, make, |level| {
            level.iter().map(|number| (number, ())).collect()
        })
    }

    fn step(&self, level: &Bitmap, direction: Direction, pegs: usize) -> Result<Bitmap, Halt> {
        self.limits.check()?;
        let since = Instant::now();
        let (compact, numbering) = (&self.compact, &self.numbering);
        let next = self.empty(!level.odd_pegs)?;
        let next = level.expand_into(next, compact, numbering, direction, &self.limits)?;
        if self.settings.progress.is_some() {
            self.settings.report(direction, pegs, next.len(), since);
        }
        Ok(next)
    }

    /// A level with the goals of that many pegs.
    fn seeded(&self, pegs: usize, level: Option<Bitmap>) -> Result<Bitmap, Halt> {
        let mut level = match level {
            Some(level) => level,
            None => self.empty(level_is_odd(pegs))?,
        };
        for &goal in self.goals.get(&pegs).into_iter().flatten() {
            level.insert(self.numbering.number(goal));
        }
        Ok(level)
    }
}

/// Whether the number of pegs of a level is odd.
const fn level_is_odd(pegs: usize) -> bool {
    pegs % 2 == 1
}
