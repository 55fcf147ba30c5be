//! Puzzles that are their own reversal: a symmetry turns the complement of the goal into the start,
//! and the complement of the start into the goal.
//!
//! An un-jump is a jump in the complement. So the goal is reached from a position y just if the start
//! reaches the turned complement of y, by as many sequences. That asks for the first half of the condition; by
//! the second the image of a position on a solution is on one too, and one half of a search gives the
//! other. In a complement problem nothing is turned, and pruning is the same on both sides, because a weighting gives a
//! position the same budget towards the goal as it gives the complement from the start.

use super::bit_board::{BitBoard, bits_of};
use saut_peg::peg::Puzzle;

/// Map from positions near the goal to positions near the start, and back.
#[derive(Clone, Debug)]
pub struct ReversalSymmetry {
    all: BitBoard,
    full: u64,
    towards_start: usize,
    towards_goal: usize,
}

impl ReversalSymmetry {
    /// Reversal of a puzzle, if it has one.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let (start, goal) = (bits_of(puzzle.start()), bits_of(puzzle.goal().position()?));
        let full = bits_of(&puzzle.board().full());
        if start.count_ones() <= goal.count_ones() {
            return None;
        }
        let all = BitBoard::fixing(puzzle.board(), &[])?;
        let turning = |[from, also_from]: [u64; 2], [into, also_into]: [u64; 2]| {
            let turns = |&symmetry: &usize| {
                all.image(symmetry, from) == into && all.image(symmetry, also_from) == also_into
            };
            (0..all.order()).find(turns)
        };
        // Without a way from class to class there is nothing to reverse.
        if !all.same_class(start, goal) {
            return None;
        }
        let complements = [full & !goal, full & !start];
        Some(Self {
            towards_start: turning(complements, [start, goal])?,
            towards_goal: turning([start, goal], complements)?,
            all,
            full,
        })
    }

    /// The holes of the board: a position and its image have as many pegs together.
    pub fn holes(&self) -> usize {
        self.full.count_ones() as usize
    }

    /// The position that as many sequences lead to from the start as lead from this one to the goal.
    pub fn near_start(&self, position: u64) -> u64 {
        self.all.image(self.towards_start, self.full & !position)
    }

    /// Whether turning changes nothing, so that images are complements.
    pub fn is_complement(&self) -> bool {
        // The identity comes first.
        self.towards_start == 0
    }

    /// The position from which as many sequences lead to the goal as lead to this one from the start.
    pub fn near_goal(&self, position: u64) -> u64 {
        self.full & !self.all.image(self.towards_goal, position)
    }
}
