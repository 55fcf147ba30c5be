//! Grows levels from both ends, until they are one jump apart or one side has no more positions.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::SearchSettings;
use super::bit_board::{BitBoard, Direction};
use super::checkpoints::Checkpoints;
use super::goal_mask::{GoalLevels, GoalMask};
use super::level::Level;
use super::limits::{CountError, SearchLimits};
use super::pruning::Pruning;
use super::reversal::ReversalSymmetry;
use super::table::Count;
use saut_peg::peg::Jump;

/// The reason why the growth of levels ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrowthEnd {
    /// The callback ended the growth.
    Enough,
    /// One side has no more positions, or both sides have met. The callback was called with all levels from the start.
    Exhausted,
    /// The last levels of both sides are one jump apart.
    Adjacent,
    /// A level has more positions than [`TwoEnded::widest`].
    Wide,
}

/// The point at which the two sides meet.
pub enum MeetingPoint {
    /// A goal position that the start leads to.
    Goal(u64),
    /// A jump from a position that the start leads to, to a position that leads to the goal.
    Jump { above: u64, jump: Jump, below: u64 },
}

/// A search from both ends.
pub struct TwoEnded<T> {
    /// The board with the symmetries of the search.
    pub compact: BitBoard,
    /// The goal on this board.
    pub wanted: GoalMask,
    /// Deadline, memory limit and number of threads.
    pub limits: SearchLimits,
    /// The forward and the backward levels. The forward levels begin with the start, and the backward levels with the
    /// goal positions with the fewest pegs. There are no backward levels if the goal positions cannot be listed.
    pub levels: [Vec<Level<T>>; 2],
    /// The numbers of positions at each level.
    pub boards: [Vec<u64>; 2],
    /// Number of pegs of the start.
    pub top: usize,
    /// Minimum number of pegs of a goal position.
    pub bottom: usize,
    /// Maximum number of positions of a level. The growth ends if a level has more positions.
    pub widest: usize,
    goals: Option<GoalLevels>,
    start: u64,
    pruning: Pruning,
    keeps_levels: bool,
    /// Number of levels from the start with which the callback was called.
    seen: usize,
    /// The reversal that maps levels from the start to levels from the goal, if it is used.
    pub reversal: Option<ReversalSymmetry>,
    /// The settings of the search.
    pub settings: SearchSettings,
    pub(super) shards: usize,
    /// The stores for the levels of each side.
    pub kept: [Option<Checkpoints<T>>; 2],
}

impl<T: Count> TwoEnded<T> {
    /// Prepares a search up to symmetries that fix the goal. If they do not fix the start, a position from the start
    /// represents images that are reached from images of the start. The start must be in canonical form. The start has
    /// the count one, and a goal position has the size of its orbit as count. Without `keeps_levels`, only the last
    /// level of each side is kept.
    pub fn new(
        (compact, start, wanted): (BitBoard, u64, GoalMask),
        settings: &SearchSettings,
        keeps_levels: bool,
    ) -> Self {
        let goals = wanted.listed(&compact, start);
        Self::towards((compact, start, wanted, goals), settings, keeps_levels)
    }

    /// As [`TwoEnded::new`], but with a given list of goal positions; `None` if there are too many.
    pub fn towards(
        (compact, start, wanted, goals): (BitBoard, u64, GoalMask, Option<GoalLevels>),
        settings: &SearchSettings,
        keeps_levels: bool,
    ) -> Self {
        let top = start.count_ones() as usize;
        let goals = goals.map(|mut goals| {
            goals.split_off(&top);
            goals
        });
        let met = (goals.is_some() && wanted.is_met_by(start)).then_some(start);
        let listed = goals.iter().flat_map(|goals| goals.values().flatten());
        let ends: Vec<u64> = listed.copied().chain(met).collect();
        let settings = SearchSettings {
            pruning: settings.pruning.valid(&compact),
            ..settings.clone()
        };
        let pruning = Pruning::new(&compact, &settings.pruning, start, &ends);
        let shards = Level::<T>::shards_for(compact.holes());
        let mut pegs = goals.iter().flat_map(GoalLevels::keys);
        let bottom = pegs.next().copied().unwrap_or(wanted.fewest);
        let mut search = Self {
            limits: SearchLimits::new(&settings.stop, settings.threads),
            levels: [vec![Level::of([(start, T::of(1))], shards)], Vec::new()],
            boards: [vec![1], Vec::new()],
            widest: settings.widest.unwrap_or(usize::MAX),
            settings,
            compact,
            wanted,
            top,
            bottom,
            goals,
            start,
            pruning,
            keeps_levels,
            seen: 0,
            reversal: None,
            shards,
            kept: [None, None],
        };
        if search.goals.is_some() {
            let lowest = search.goals_with(bottom);
            search.boards[1].push(lowest.len() as u64);
            search.levels[1].push(lowest);
        }
        search
    }

    /// Grows both sides. `arrived` is called with each level from the start, including the first, and returns whether
    /// to end the growth.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn grow(
        &mut self,
        mut arrived: impl FnMut(&Self, &Level<T>) -> Result<bool, CountError>,
    ) -> Result<GrowthEnd, CountError> {
        loop {
            self.limits.check()?;
            let (high, low) = self.ends();
            let [forward, backward] = &self.levels;
            let Some(ahead) = forward.last() else {
                return Ok(GrowthEnd::Exhausted);
            };
            if self.seen < forward.len() && arrived(self, ahead)? {
                return Ok(GrowthEnd::Enough);
            }
            self.seen = forward.len();
            if ahead.is_empty() {
                return Ok(GrowthEnd::Exhausted);
            }
            let mut direction = Direction::Forward;
            if let Some(behind) = backward.last() {
                let is_between = |goals: &GoalLevels| goals.range(low + 1..high).next().is_some();
                if low >= high || behind.is_empty() && !self.goals.iter().any(is_between) {
                    return Ok(GrowthEnd::Exhausted);
                }
                if low + 1 == high {
                    return Ok(GrowthEnd::Adjacent);
                }
                if behind.len() < ahead.len() {
                    direction = Direction::Backward;
                }
            } else if high <= self.bottom {
                return Ok(GrowthEnd::Exhausted);
            }
            self.step(direction)?;
            let mut last = self.levels.iter().filter_map(|levels| levels.last());
            if last.any(|level| level.len() > self.widest) {
                return Ok(GrowthEnd::Wide);
            }
        }
    }

    /// Returns the number of pegs of the last level of each side.
    pub fn ends(&self) -> (usize, usize) {
        let [forward, backward] = &self.levels;
        let low = (self.bottom + backward.len()).saturating_sub(1);
        (self.top + 1 - forward.len(), low)
    }

    /// Returns the parities by which goal positions were excluded. `None` if no position was excluded.
    pub fn class_filter(&self) -> Option<Vec<Vec<u8>>> {
        let jumps = self.compact.sums_of_jumps();
        let positions = self.wanted.positions()?.into_iter();
        let mut below = positions.filter(|goal| (goal.count_ones() as usize) < self.top);
        below.find(|goal| !jumps.contains(self.start ^ goal))?;
        let holes = self.compact.holes();
        let by_hole = |set: Vec<usize>| {
            let is_in_set = (0..holes).map(|hole| set.contains(&hole));
            is_in_set.map(u8::from).collect()
        };
        Some(jumps.orthogonal(holes).map(by_hole).collect())
    }

    /// Returns the next level from the goal, if it is the image of the last level from the start.
    fn reversed(&self, direction: Direction) -> Result<Option<Level<T>>, CountError> {
        let [forward, backward] = &self.levels;
        let is_image = forward.len() == backward.len() + 1;
        match (&self.reversal, direction, forward.last()) {
            (Some(reversal), Direction::Backward, Some(ahead)) if is_image => {
                let image = |at| self.compact.canonical(reversal.near_goal(at));
                ahead.images(image, &self.limits).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn step(&mut self, direction: Direction) -> Result<(), CountError> {
        let since = Instant::now();
        let (high, low) = self.ends();
        let (pegs, seeds) = match direction {
            Direction::Forward => (high - 1, Level::of([], self.shards)),
            Direction::Backward => (low + 1, self.goals_with(low + 1)),
        };
        let side = direction as usize;
        let Some(last) = self.levels[side].last() else {
            return Ok(());
        };
        let keep = |positions: &[u64]| self.pruning.kept(&self.compact, direction, positions);
        let make = || match self.reversed(direction)? {
            Some(next) => Ok(next),
            None => last.expand(&self.compact, direction, &seeds, Some(&keep), &self.limits),
        };
        let next = Level::load_or_make(self.kept[side].as_ref(), pegs, self.shards, make)?;
        let boards = next.len() as u64;
        self.boards[side].push(boards);
        if let Some(last) = self.levels[side].last_mut()
            && !self.keeps_levels
        {
            *last = Level::of([], 0);
        }
        self.levels[side].push(next);
        self.settings.report(direction, pegs, boards, since);
        Ok(())
    }

    fn goals_with(&self, pegs: usize) -> Level<T> {
        let goals = self
            .goals
            .iter()
            .filter_map(|goals| goals.get(&pegs))
            .flatten();
        let keep = |goal: &&u64| {
            let goal = **goal;
            self.pruning.keeps(&self.compact, Direction::Backward, goal)
        };
        let goals = goals
            .filter(keep)
            .map(|&goal| (goal, T::of(self.compact.orbit(goal))));
        Level::of(goals, self.shards)
    }

    /// Plays all jumps from the last level of the smaller side, and finds a jump into the last level of the other side.
    /// `see` is called with the sum of the shard, every successor in the other level, and both counts of the successor.
    /// Without `all`, the search ends after the first chunk with such a successor.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or the error that `see` returns.
    pub fn meeting<S: Default + Send>(
        &self,
        all: bool,
        see: impl Fn(&mut S, u64, [T; 2]) -> Result<(), CountError> + Sync,
    ) -> Result<(Option<MeetingPoint>, Vec<S>), CountError> {
        let mut sums: Vec<S> = Vec::new();
        let [Some(high), Some(low)] = self.levels.each_ref().map(|levels| levels.last()) else {
            return Ok((None, sums));
        };
        sums.resize_with(self.shards, S::default);
        let (from, direction, into) = if high.len() <= low.len() {
            (high, Direction::Forward, low)
        } else {
            (low, Direction::Backward, high)
        };
        // Chooses the smallest successor, so that the result is deterministic.
        let least = AtomicU64::new(u64::MAX);
        let index = into.index(&self.limits)?;
        from.for_children(&self.compact, direction, &self.limits, |slices, threads| {
            let tables = index.tables.iter().zip(&mut sums).enumerate();
            self.limits.each(threads, tables, |(shard, (table, sum))| {
                for (child, count) in slices.iter().flat_map(|slice| slice[shard].iter()) {
                    if let Some(other) = table.get(child) {
                        least.fetch_min(child, Ordering::Relaxed);
                        see(sum, child, [count, other])?;
                    }
                }
                Ok(())
            })?;
            Ok(all || least.load(Ordering::Relaxed) == u64::MAX)
        })?;
        let child = least.into_inner();
        // The symmetries fix start and goal, so any image of the position can be used. If there is no successor,
        // `child` has all bits set, and no jump leads to it.
        let back = direction.back();
        let leads = self
            .compact
            .step_into(back, child, |parent| from.has(parent));
        let met = leads.map(|(jump, parent)| {
            let &(above, below) = direction.select(&[(parent, child), (child, parent)]);
            let jump = self.compact.jumps()[jump];
            MeetingPoint::Jump { above, jump, below }
        });
        Ok((met, sums))
    }
}
