//! Puzzles that are their own reversal: a symmetry maps the complement of the goal to the start, and the complement of
//! the start to the goal.
//!
//! A reverse jump is a jump in the complement. So a position y leads to the goal if and only if the start leads to the
//! image of the complement of y, and the numbers of sequences are equal. This follows from the first half of the
//! condition. By the second half, the image of a position on a solution is also on a solution, so one half of a search
//! is the image of the other half. In a complement problem, the symmetry is the identity. Then pruning is the same on
//! both sides, because the budget of a position to the goal equals the budget from the start to its complement.

use super::bit_board::{BitBoard, bits_of};
use saut_peg::peg::Puzzle;

/// A map from positions near the goal to positions near the start, and back.
#[derive(Clone, Debug)]
pub struct ReversalSymmetry {
    all: BitBoard,
    full: u64,
    towards_start: usize,
    towards_goal: usize,
}

impl ReversalSymmetry {
    /// Returns the reversal of a puzzle, if it has one.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let (start, goal) = (bits_of(puzzle.start()), bits_of(puzzle.goal().position()?));
        let full = bits_of(&puzzle.board().full());
        let complements = [full & !goal, full & !start];
        let has_as_many_pegs = start.count_ones() == complements[0].count_ones();
        if start.count_ones() <= goal.count_ones() || !has_as_many_pegs {
            return None;
        }
        let all = BitBoard::fixing(puzzle.board(), &[])?;
        let turning = |[from, also_from]: [u64; 2], [into, also_into]: [u64; 2]| {
            let turns = |&symmetry: &usize| {
                all.image(symmetry, from) == into && all.image(symmetry, also_from) == also_into
            };
            (0..all.order()).find(turns)
        };
        // If start and goal are in different position classes, there are no solutions to reverse.
        if !all.same_class(start, goal) {
            return None;
        }
        Some(Self {
            towards_start: turning(complements, [start, goal])?,
            towards_goal: turning([start, goal], complements)?,
            all,
            full,
        })
    }

    /// Returns the number of holes of the board. A position and its image together have this number of pegs.
    pub fn holes(&self) -> usize {
        self.full.count_ones() as usize
    }

    /// Returns the image near the start. The number of sequences from the start to the image equals the number of
    /// sequences from this position to the goal.
    pub fn near_start(&self, position: u64) -> u64 {
        self.all.image(self.towards_start, self.full & !position)
    }

    /// Whether the symmetry is the identity, so that images are complements.
    pub fn is_complement(&self) -> bool {
        // The identity is the first symmetry.
        self.towards_start == 0
    }

    /// Returns the image near the goal. The number of sequences from the image to the goal equals the number of
    /// sequences from the start to this position.
    pub fn near_goal(&self, position: u64) -> u64 {
        self.full & !self.all.image(self.towards_goal, position)
    }
}
