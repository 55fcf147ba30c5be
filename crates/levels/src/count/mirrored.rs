//! Counting one half where the other is its mirror image.
//!
//! A jump is an un-jump in the complement. So if a symmetry turns the complement of the goal into
//! the start, as in every complement problem, then as many sequences lead from a position y to
//! the goal as lead from the start to the turned complement of y: the second half of a count is
//! the first, and need not be made.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::solution_count::{SolutionCount, add};
use crate::search::bit_board::{BitBoard, Direction, bits_of};
use crate::search::checkpoints::Packing;
use crate::search::level::Level;
use crate::search::limits::{Halt, SearchLimits};
use crate::search::{Count, SearchSettings, each};
use saut_base::stop::StopReason;
use saut_peg::peg::Puzzle;

/// The symmetry that makes a puzzle its own mirror image.
#[derive(Clone, Debug)]
pub struct Mirror {
    compact: BitBoard,
    all: BitBoard,
    start: u64,
    full: u64,
    symmetry: usize,
}

impl Mirror {
    /// Mirror of a puzzle, if the count can use one: the goal is given in full, start and goal have the same
    /// symmetries, and the same position class, without which there is nothing to count.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let goal = bits_of(puzzle.goal().position()?);
        let (compact, start, _) = BitBoard::of_puzzle(puzzle)?;
        let all = BitBoard::fixing(puzzle.board(), &[])?;
        let full = bits_of(&puzzle.board().full());
        let symmetry = all.symmetry_between(full & !goal, start)?;
        let same = |mask| {
            BitBoard::fixing(puzzle.board(), &[mask])
                .is_some_and(|own| own.order() == compact.order())
        };
        let is_usable = same(goal)
            && same(start)
            && start.count_ones() > goal.count_ones()
            && compact.same_class(start, goal);
        is_usable.then_some(Self {
            compact,
            all,
            start,
            full,
            symmetry,
        })
    }

    /// The symmetries that fix start and goal.
    pub fn symmetries(&self) -> &BitBoard {
        &self.compact
    }

    /// Counts; `None` if a level has more than `widest` positions.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or if a level cannot be kept.
    pub fn count<T: Count + Into<u128> + TryFrom<u128>>(
        &self,
        widest: usize,
        settings: &SearchSettings,
    ) -> Result<Option<SolutionCount>, Halt> {
        let limits = SearchLimits::new(&settings.stop, settings.threads);
        let kept = settings.kept("solutions-forward", Packing::NUMBER);
        let holes = self.full.count_ones() as usize;
        let shards = Level::<T>::shards_for(holes);
        let none = Level::of([], shards);
        let (mut boards, mut level) = (vec![1], Level::of([(self.start, T::ONE)], shards));
        let top = self.start.count_ones() as usize;
        // From here a jump leads to the mirror image of this level, or this level is its own.
        let middle = holes.div_ceil(2);
        for pegs in (middle..top).rev() {
            if level.is_empty() {
                break;
            }
            limits.check()?;
            let since = Instant::now();
            level = Level::load_or_make(kept.as_ref(), pegs, shards, || {
                level.expand(&self.compact, Direction::Forward, &none, None, &limits)
            })?;
            boards.push(level.len() as u64);
            settings.report(Direction::Forward, pegs, level.len() as u64, since);
            if level.len() > widest {
                return Ok(None);
            }
        }
        let solutions = self.join(&level, holes % 2 == 1, &limits)?;
        Ok(Some(SolutionCount {
            solutions,
            forward: boards,
            backward: Vec::new(),
        }))
    }

    /// The position that is to the start what `position` is to the goal, in canonical form.
    fn image(&self, position: u64) -> u64 {
        let turned = self.all.image(self.symmetry, self.full & !position);
        self.compact.canonical(turned)
    }

    /// The sum over a level of the sequences to a position times those from there on, after one
    /// more jump or at once. As much of the level is looked up at a time as memory allows.
    ///
    /// Ten jumps lead to a position in the middle, and a look-up is a cache miss: the level after the
    /// jump is made first, if there is room and its counts are not too large, and each of its positions
    /// is looked up once.
    fn join<T: Count + Into<u128>>(
        &self,
        level: &Level<T>,
        by_jump: bool,
        limits: &SearchLimits,
    ) -> Result<u128, Halt> {
        let none = Level::of([], level.shards().len());
        let next = by_jump
            .then(|| level.expand(&self.compact, Direction::Forward, &none, None, limits))
            .and_then(Result::ok);
        let (reached, by_jump) = match &next {
            Some(next) => (next, false),
            None => (level, by_jump),
        };
        let mut passes = 1;
        loop {
            match self.join_in(passes, reached, level, by_jump, limits) {
                Err(Halt::Stopped(StopReason::Memory)) if passes < 64 && limits.check().is_ok() => {
                    passes *= 4;
                }
                other => return other,
            }
        }
    }

    fn join_in<T: Count + Into<u128>>(
        &self,
        passes: usize,
        reached: &Level<T>,
        level: &Level<T>,
        by_jump: bool,
        limits: &SearchLimits,
    ) -> Result<u128, Halt> {
        let shards = level.shards().len();
        let threads = if level.len() < 1 << 11 {
            1
        } else {
            limits.threads()
        };
        let total = Mutex::new(0_u128);
        let step = shards.div_ceil(passes).max(1);
        for first in (0..shards).step_by(step) {
            let index = level
                .part(first..(first + step).min(shards))
                .index(limits)?;
            each(threads, reached.shards().iter(), |shard| {
                limits.check()?;
                let (mut sum, mut halt) = (0_u128, Ok(()));
                for (position, sequences) in shard.iter() {
                    let sequences: u128 = sequences.into();
                    let mut behind = 0_u128;
                    let mut meet = |reached: u64| {
                        let image = self.image(reached);
                        if let Some(others) = index.get(image) {
                            let others: u128 = others.into();
                            let others = others / u128::from(self.compact.orbit(image));
                            halt = halt.and(add(&mut behind, others));
                        }
                    };
                    if by_jump {
                        self.compact.children(Direction::Forward, position, meet);
                    } else {
                        meet(position);
                    }
                    let product = sequences.checked_mul(behind).ok_or(Halt::TooLarge)?;
                    add(&mut sum, product)?;
                }
                halt?;
                add(
                    &mut total.lock().unwrap_or_else(PoisonError::into_inner),
                    sum,
                )
            })?;
        }
        Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
