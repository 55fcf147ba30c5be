//! Every position on some solution, and values worked out level by level from the goal up.

use std::sync::Arc;

use super::values::Values;
use crate::count::NotCounted;
use crate::search::bit_board::{BitBoard, bits_of};
use crate::search::checkpoints::{Checkpoints, LevelStore, Packing};
use crate::search::dense::{Aside, Dense, Numbering, Ranked};
use crate::search::goal_mask::GoalMask;
use crate::search::index::LevelIndex;
use crate::search::level::Level;
use crate::search::limits::{Halt, SearchLimits};
use crate::search::{Count, SearchSettings, TwoEnded};
use saut_base::stop::StopReason;
use saut_peg::peg::{Board, Jump, Puzzle};

/// The positions on some solution, in canonical form under the symmetries that fix the goal, or
/// all of them where these are too many to be listed.
#[derive(Debug)]
pub struct SolutionGraph {
    board: Arc<Board>,
    start: u64,
    pub(super) compact: BitBoard,
    pub(super) wanted: GoalMask,
    pub(super) limits: SearchLimits,
    /// The symmetries that fix start and goal.
    fixing: BitBoard,
    /// By the number of jumps played.
    levels: Levels,
    /// Store of finished levels.
    checkpoints: Option<Arc<dyn LevelStore>>,
}

#[derive(Debug)]
enum Levels {
    Listed(Vec<Level<()>>),
    Mapped(Vec<Aside>, Arc<Numbering>),
}

/// Result of a search beside the levels that it found.
struct FoundBy {
    compact: BitBoard,
    wanted: GoalMask,
    limits: SearchLimits,
}

impl From<TwoEnded<()>> for FoundBy {
    fn from(search: TwoEnded<()>) -> Self {
        Self {
            compact: search.compact,
            wanted: search.wanted,
            limits: search.limits,
        }
    }
}

/// Whether positions can be listed by maps: these are small, and the symmetries of the goal fix the start
/// as well.
fn lists_by_maps(dense: &Dense, of_goal: &BitBoard, fixing: &BitBoard) -> bool {
    dense.numbering.is_small() && of_goal.order() == fixing.order()
}

impl SolutionGraph {
    /// Finds them.
    ///
    /// # Errors
    /// [`NotCounted`] at a limit, or on a board of more than 64 holes.
    pub fn new(puzzle: &Puzzle, settings: &SearchSettings) -> Result<Self, NotCounted> {
        if puzzle.board().put_back().is_some() {
            return Err(NotCounted::OLD_RULE);
        }
        let symmetries = BitBoard::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
        let (fixing, ..) = BitBoard::of_puzzle(puzzle).ok_or(NotCounted::LARGE)?;
        let dense = Dense::new(puzzle, settings);
        let by_maps = dense.as_ref().filter(|dense| {
            settings.checkpoints.is_none()
                && fixing.order() > 1
                && lists_by_maps(dense, &symmetries.0, &fixing)
        });
        let order = symmetries.0.order();
        let mut search = TwoEnded::<()>::over(puzzle, symmetries, settings, true, |_| ());
        if let Some(dense) = &dense {
            search.widest = match by_maps {
                Some(_) => dense.numbering.short_list(),
                None => dense.numbering.widest_listed(order),
            };
        }
        search.kept = ["reached", "leading"].map(|stage| settings.kept(stage, Packing::NONE));
        let kept = settings.kept("on-solutions", Packing::NONE);
        if let Some((levels, search)) = search.on_solutions(kept.as_ref())? {
            let store = settings.checkpoints.clone();
            return Ok(Self::listed(puzzle, fixing, levels, search.into(), store));
        }
        if let Some(dense) = by_maps {
            return Self::listed_by_maps(puzzle, fixing, dense);
        }
        let mut dense = dense.ok_or(NotCounted::Stopped(StopReason::TooLarge))?;
        dense.checkpoints.clone_from(&settings.checkpoints);
        Self::mapped(puzzle, fixing, dense)
    }

    /// Finds them as lists, by maps where these are small; otherwise by lists alone, if no level of the
    /// search has more than `widest` positions.
    ///
    /// # Errors
    /// [`NotCounted`] at a limit or beyond that width, or on a board of more than 64 holes.
    pub fn narrow(
        puzzle: &Puzzle,
        settings: &SearchSettings,
        widest: usize,
    ) -> Result<Self, NotCounted> {
        if puzzle.board().put_back().is_some() {
            return Err(NotCounted::OLD_RULE);
        }
        let symmetries = BitBoard::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
        let (fixing, ..) = BitBoard::of_puzzle(puzzle).ok_or(NotCounted::LARGE)?;
        if let Some(dense) = Dense::new(puzzle, settings)
            && lists_by_maps(&dense, &symmetries.0, &fixing)
        {
            return Self::listed_by_maps(puzzle, fixing, &dense);
        }
        let search = TwoEnded::<()>::over(puzzle, symmetries, settings, true, |_| ());
        let mut search = search.mirroring(puzzle);
        search.widest = widest;
        let (levels, search) = search
            .on_solutions(None)?
            .ok_or(NotCounted::Stopped(StopReason::TooLarge))?;
        Ok(Self::listed(puzzle, fixing, levels, search.into(), None))
    }

    /// Finds them by bit maps and lists them up to the symmetries that fix start and goal.
    fn listed_by_maps(
        puzzle: &Puzzle,
        fixing: BitBoard,
        dense: &Dense,
    ) -> Result<Self, NotCounted> {
        let levels = dense.listed(&fixing)?;
        let found = FoundBy {
            compact: fixing.clone(),
            wanted: dense.wanted,
            limits: dense.limits.clone(),
        };
        Ok(Self::listed(puzzle, fixing, levels, found, None))
    }

    fn listed(
        puzzle: &Puzzle,
        fixing: BitBoard,
        levels: Vec<Level<()>>,
        found: FoundBy,
        checkpoints: Option<Arc<dyn LevelStore>>,
    ) -> Self {
        Self {
            board: Arc::clone(puzzle.board()),
            start: bits_of(puzzle.start()),
            compact: found.compact,
            wanted: found.wanted,
            limits: found.limits,
            fixing,
            levels: Levels::Listed(levels),
            checkpoints,
        }
    }

    /// Finds them by bit maps, each position for itself.
    fn mapped(puzzle: &Puzzle, fixing: BitBoard, dense: Dense) -> Result<Self, NotCounted> {
        let levels = dense.on_solutions()?;
        Ok(Self {
            board: Arc::clone(puzzle.board()),
            start: dense.start,
            compact: dense.compact,
            wanted: dense.wanted,
            limits: dense.limits,
            fixing,
            levels: Levels::Mapped(levels, Arc::new(dense.numbering)),
            checkpoints: dense.checkpoints,
        })
    }

    /// Goes on, or not.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn check(&self) -> Result<(), Halt> {
        self.limits.check()
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The start, a bit a hole.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The jumps as masks, and the symmetries.
    pub fn compact(&self) -> &BitBoard {
        &self.compact
    }

    /// Whether a position, in any form, meets the goal.
    pub fn is_goal(&self, position: u64) -> bool {
        self.wanted.is_met_by(position)
    }

    /// The holes that are vacant wherever the goal is met.
    pub fn vacant_at_end(&self) -> u64 {
        bits_of(&self.board.full()) & !self.wanted.pegs() & !self.wanted.open()
    }

    /// Whether there is a solution at all.
    pub fn is_solvable(&self) -> bool {
        !self.is_empty()
    }

    /// Image of each jump under each symmetry that fixes start and goal, the identity first.
    pub(super) fn fixing_symmetries(&self) -> Vec<Vec<usize>> {
        let jumps = self.fixing.jumps();
        let number = |wanted: &Jump| jumps.iter().position(|jump| jump == wanted);
        let image = |symmetry| {
            let images =
                (0..jumps.len()).map(move |jump| self.fixing.image_of_jump(symmetry, jump));
            images
                .map(|jump| number(&jump?))
                .collect::<Option<Vec<usize>>>()
        };
        (0..self.fixing.order()).filter_map(image).collect()
    }

    /// Number of positions.
    pub fn len(&self) -> u64 {
        match &self.levels {
            Levels::Listed(levels) => levels.iter().map(|level| level.len() as u64).sum(),
            Levels::Mapped(levels, _) => levels.iter().map(Aside::len).sum(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        match &self.levels {
            Levels::Listed(levels) => levels.is_empty(),
            Levels::Mapped(levels, _) => levels.is_empty(),
        }
    }

    /// Whether positions are taken up to the symmetries that fix the goal.
    pub fn is_up_to_symmetry(&self) -> bool {
        matches!(self.levels, Levels::Listed(_))
    }

    /// Works out a value for every position, from the last level up. `value` is asked with a
    /// position and the values of all positions with fewer pegs.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `value` returns.
    pub fn values<T: Count>(
        &self,
        value: impl Fn(u64, &Values<T>) -> Result<T, Halt> + Sync,
    ) -> Result<Values<T>, Halt> {
        self.worked_out(None, value)
    }

    /// [`Self::values`], resumed from the values that were kept, and keeping those of each new level.
    ///
    /// # Errors
    /// As [`Self::values`], or a level cannot be kept.
    pub fn kept_values<T: Count>(
        &self,
        stages: [&'static str; 2],
        packing: Packing<T>,
        value: impl Fn(u64, &Values<T>) -> Result<T, Halt> + Sync,
    ) -> Result<Values<T>, Halt> {
        let [listed, numbered] = stages;
        let stage = match self.levels {
            Levels::Listed(_) => listed,
            Levels::Mapped(..) => numbered,
        };
        let kept = self.checkpoints.clone().map(|store| Checkpoints {
            store,
            stage,
            packing,
        });
        self.worked_out(kept.as_ref(), value)
    }

    fn worked_out<T: Count>(
        &self,
        kept: Option<&Checkpoints<T>>,
        value: impl Fn(u64, &Values<T>) -> Result<T, Halt> + Sync,
    ) -> Result<Values<T>, Halt> {
        let top = self.start.count_ones() as usize;
        match &self.levels {
            Levels::Listed(levels) => {
                let mut values = Values::listed(top, levels.len(), &self.limits)?;
                for (played, level) in levels.iter().enumerate().rev() {
                    let of = |entries: &mut dyn Iterator<Item = (u64, T)>| {
                        let index = Level::of(entries, level.shards().len()).index(&self.limits)?;
                        let mut positions = level.iter().map(|(position, ())| position);
                        let is_whole = positions.all(|position| index.get(position).is_some());
                        Ok(is_whole.then_some(index))
                    };
                    let make = || level.valued(&|position| value(position, &values), &self.limits);
                    let entries = |index: &LevelIndex<T>| {
                        let entry = |(position, ())| Some((position, index.get(position)?));
                        level.iter().filter_map(entry).collect()
                    };
                    let pegs = top - played;
                    let index = Checkpoints::load_or_make(kept, pegs, of, make, entries)?;
                    values.index(played, index);
                }
                Ok(values)
            }
            Levels::Mapped(levels, numbering) => {
                let mut values = Values::mapped(top, levels.len(), Arc::clone(numbering));
                for (played, level) in levels.iter().enumerate().rev() {
                    let ranked = Ranked::new(level.map(&self.limits)?, &self.limits)?;
                    let make = || {
                        ranked.values(numbering, &self.limits, |numbered| {
                            value(numbered.position, &values)
                        })
                    };
                    let of = |entries: &mut dyn Iterator<Item = (u64, T)>| {
                        let (numbers, own): (Vec<u64>, Vec<T>) = entries.unzip();
                        Ok(numbers.into_iter().eq(level.numbers()).then_some(own))
                    };
                    let entries = |own: &Vec<T>| level.numbers().zip(own.iter().copied()).collect();
                    let pegs = top - played;
                    let own = Checkpoints::load_or_make(kept, pegs, of, make, entries)?;
                    values.rank(ranked, level, own);
                }
                values.finish();
                Ok(values)
            }
        }
    }
}

#[cfg(test)]
mod tests;
