//! The goal as masks, and the list of goal positions, if there are few.

use std::collections::BTreeMap;

use saut_peg::peg::Puzzle;

use super::bit_board::{BitBoard, bits_of};

/// Goal positions by number of pegs: in canonical form, sorted, without duplicates.
pub type GoalLevels = BTreeMap<usize, Vec<u64>>;

/// A goal of a board of at most 64 holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalMask {
    /// The holes that must have pegs.
    pub pegs: u64,
    /// The open holes.
    pub open: u64,
    /// All holes of the board.
    pub board: u64,
    /// Minimum number of pegs of a goal position.
    pub fewest: usize,
    /// Maximum number of pegs of a goal position.
    pub most: usize,
    one_peg: bool,
}

impl GoalMask {
    /// Maximum number of open holes of a goal whose positions are listed.
    pub const MAX_OPEN_LISTED: u32 = 16;

    /// Creates the masks of the goal of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        let goal = puzzle.goal();
        let (fewest, most) = goal.peg_range();
        Self {
            pegs: bits_of(goal.pegs()),
            open: bits_of(goal.open()),
            board: bits_of(&puzzle.board().full()),
            fewest,
            most,
            one_peg: goal.is_one_peg(),
        }
    }

    /// Returns the goal that only the position `pegs` meets.
    pub fn exactly(board: u64, pegs: u64) -> Self {
        let number = pegs.count_ones() as usize;
        Self {
            pegs,
            open: 0,
            board,
            fewest: number,
            most: number,
            one_peg: false,
        }
    }

    /// Whether a position meets the goal.
    pub fn is_met_by(self, position: u64) -> bool {
        position & self.board & !self.open == self.pegs
            && (!self.one_peg || position.is_power_of_two())
    }

    /// Returns the goal positions, except the position without pegs. `None` if there are too many of them.
    pub fn positions(self) -> Option<Vec<u64>> {
        if self.one_peg {
            let holes = (0..64).map(|hole| 1 << hole);
            Some(holes.filter(|hole| hole & self.open != 0).collect())
        } else if self.open.count_ones() <= Self::MAX_OPEN_LISTED {
            let extras = subsets(self.open).map(|extra| self.pegs | extra);
            Some(extras.filter(|&position| position != 0).collect())
        } else {
            None
        }
    }

    /// Returns the goal positions in the position class of `start`. `None` if the goal has too many positions.
    pub fn listed(self, compact: &BitBoard, start: u64) -> Option<GoalLevels> {
        let jumps = compact.sums_of_jumps();
        self.listed_if(compact, |position| jumps.contains(start ^ position))
    }

    /// Returns the goal positions that `belongs` accepts. `belongs` gets a position before it is made canonical,
    /// because a symmetry that moves the start may change the class. `None` if the goal has too many positions.
    pub fn listed_if(
        self,
        compact: &BitBoard,
        belongs: impl Fn(u64) -> bool,
    ) -> Option<GoalLevels> {
        let mut listed = GoalLevels::new();
        for position in self.positions()? {
            if belongs(position) {
                let level = listed.entry(position.count_ones() as usize);
                level.or_default().push(compact.canonical(position));
            }
        }
        for positions in listed.values_mut() {
            positions.sort_unstable();
            positions.dedup();
        }
        Some(listed)
    }
}

impl BitBoard {
    /// Returns the board of a puzzle, with the symmetries that fix start and goal, the start, and the goal. `None` if
    /// the board has more than 64 holes.
    pub fn of_puzzle(puzzle: &Puzzle) -> Option<(Self, u64, GoalMask)> {
        let (start, wanted) = (bits_of(puzzle.start()), GoalMask::new(puzzle));
        let compact = Self::fixing(puzzle.board(), &[start, wanted.pegs, wanted.open])?;
        Some((compact, start, wanted))
    }

    /// Returns the board of a puzzle, with the symmetries that fix the goal, the start in canonical form, and the goal.
    /// Properties that depend only on the position and the goal, such as the number of solutions from the position, are
    /// equal for all images of a position under these symmetries. `None` if the board has more than 64 holes.
    pub fn of_goal(puzzle: &Puzzle) -> Option<(Self, u64, GoalMask)> {
        let wanted = GoalMask::new(puzzle);
        let compact = Self::fixing(puzzle.board(), &[wanted.pegs, wanted.open])?;
        let start = compact.canonical(bits_of(puzzle.start()));
        Some((compact, start, wanted))
    }
}

/// Returns all subsets of a mask, beginning with the empty set.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(0_u64), move |&subset| {
        let next = (subset | !mask).wrapping_add(1) & mask;
        (next != 0).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::{GoalMask, subsets};
    use crate::samples::full_but;
    use crate::search::bit_board::BitBoard;
    use saut_peg::peg::{Goal, Puzzle, boards};

    #[test]
    fn subsets_are_complete() {
        assert_eq!(
            subsets(0b1010).collect::<Vec<_>>(),
            [0, 0b10, 0b1000, 0b1010]
        );
        assert_eq!(subsets(0).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn one_peg_is_listed_by_class_and_up_to_symmetry() {
        let puzzle = full_but("english", 16, Goal::one_peg);
        let (compact, start, wanted) = BitBoard::of_puzzle(&puzzle).unwrap();
        let listed = wanted.listed(&compact, start).unwrap();
        assert_eq!(
            listed.into_iter().collect::<Vec<_>>(),
            [(1, vec![1 << 1, 1 << 16])]
        );
        assert!(wanted.is_met_by(1 << 5) && !wanted.is_met_by(0b11));
    }

    #[test]
    fn a_goal_with_many_open_holes_is_not_listed() {
        let board = boards::named("english").unwrap();
        let goal = Goal::partial(&board.empty(), board.full());
        let puzzle = Puzzle::new("anything", board.clone(), board.full(), goal).unwrap();
        let (compact, start, wanted) = BitBoard::of_puzzle(&puzzle).unwrap();
        assert_eq!(wanted.listed(&compact, start), None);
        assert!(GoalMask::new(&puzzle).is_met_by(start));
    }
}
