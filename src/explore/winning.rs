//! Every position on some solution, and values worked out level by level from the goal up.

use std::sync::Arc;

use crate::count::NotCounted;
use crate::peg::{Board, Jump, Puzzle};
use crate::search::compact::{Compact, word};
use crate::search::index::Index;
use crate::search::level::Level;
use crate::search::limits::{Halt, Limits};
use crate::search::wanted::Wanted;
use crate::search::{SearchSettings, Tally, TwoEnded};

/// The positions on some solution, in canonical form under the symmetries that fix the goal.
#[derive(Debug)]
pub struct Winning {
    board: Arc<Board>,
    start: u64,
    pub(super) compact: Compact,
    pub(super) wanted: Wanted,
    pub(super) limits: Limits,
    /// By the number of jumps played.
    levels: Vec<Level<()>>,
}

/// A value for each of the positions.
#[derive(Debug)]
pub struct Values<T> {
    /// By the number of jumps played.
    levels: Vec<Index<T>>,
    top: usize,
}

impl<T: Tally> Values<T> {
    /// The value of a position in canonical form; `None` if it is on no solution.
    pub fn get(&self, position: u64) -> Option<T> {
        let played = self.top.checked_sub(position.count_ones() as usize)?;
        self.levels.get(played)?.get(position)
    }
}

impl Winning {
    /// Finds them.
    ///
    /// # Errors
    /// [`NotCounted`] at a limit, or on a board of more than 64 holes.
    pub fn new(puzzle: &Puzzle, settings: &SearchSettings) -> Result<Self, NotCounted> {
        let large = NotCounted::NotApplicable("the board has more than 64 holes");
        let symmetries = Compact::of_goal(puzzle).ok_or(large)?;
        let search = TwoEnded::<()>::over(puzzle, symmetries, settings, true, |_| ());
        let (levels, search) = search.winning()?;
        Ok(Self {
            board: Arc::clone(puzzle.board()),
            start: word(puzzle.start()),
            compact: search.compact,
            wanted: search.wanted,
            limits: search.limits,
            levels,
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
    pub fn compact(&self) -> &Compact {
        &self.compact
    }

    /// Whether a position, in any form, meets the goal.
    pub fn is_goal(&self, position: u64) -> bool {
        self.wanted.is_met_by(position)
    }

    /// The holes that are vacant wherever the goal is met.
    pub fn vacant_at_end(&self) -> u64 {
        word(&self.board.full()) & !self.wanted.pegs() & !self.wanted.open()
    }

    /// Whether there is a solution at all.
    pub fn is_solvable(&self) -> bool {
        !self.levels.is_empty()
    }

    /// What each jump becomes under each symmetry that fixes start and goal, the identity first.
    pub(super) fn fixing_symmetries(&self) -> Vec<Vec<usize>> {
        let jumps = self.compact.jumps();
        let number = |wanted: &Jump| jumps.iter().position(|jump| jump == wanted);
        let fixing = (0..self.compact.order())
            .filter(|&symmetry| self.compact.images(self.start).nth(symmetry) == Some(self.start));
        let image = |symmetry| {
            let images = (0..jumps.len()).map(move |jump| self.compact.turned_jump(symmetry, jump));
            images
                .map(|jump| number(&jump?))
                .collect::<Option<Vec<usize>>>()
        };
        fixing.filter_map(image).collect()
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.levels.iter().map(Level::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// Works out a value for every position, from the last level up. `value` is asked with a
    /// position and the values of all positions with fewer pegs.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `value` returns.
    pub fn values<T: Tally>(
        &self,
        value: impl Fn(u64, &Values<T>) -> Result<T, Halt> + Sync,
    ) -> Result<Values<T>, Halt> {
        let top = self.start.count_ones() as usize;
        let empty: Vec<Index<T>> = self
            .levels
            .iter()
            .map(|_| Level::<T>::of([], 1).index(&self.limits))
            .collect::<Result<_, _>>()?;
        let mut values = Values { levels: empty, top };
        for (played, level) in self.levels.iter().enumerate().rev() {
            let index = level.valued(&|position| value(position, &values), &self.limits)?;
            values.levels[played] = index;
        }
        Ok(values)
    }
}
