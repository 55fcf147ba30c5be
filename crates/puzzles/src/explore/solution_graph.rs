//! Every position on some solution, and values worked out level by level from the goal up.

use std::sync::Arc;

use super::values::Values;
use crate::count::NotCounted;
use crate::peg::{Board, Jump, Puzzle};
use crate::search::bit_board::{BitBoard, bits_of};
use crate::search::dense::{Aside, Dense, Numbering, Ranked};
use crate::search::goal_mask::GoalMask;
use crate::search::level::Level;
use crate::search::limits::{Halt, SearchLimits};
use crate::search::{Count, SearchSettings, TwoEnded};
use saut_plan::stop::StopReason;

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
}

#[derive(Debug)]
enum Levels {
    Listed(Vec<Level<()>>),
    Mapped(Vec<Aside>, Arc<Numbering>),
}

impl SolutionGraph {
    /// Finds them.
    ///
    /// # Errors
    /// [`NotCounted`] at a limit, or on a board of more than 64 holes.
    pub fn new(puzzle: &Puzzle, settings: &SearchSettings) -> Result<Self, NotCounted> {
        let symmetries = BitBoard::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
        let (fixing, ..) = BitBoard::of_puzzle(puzzle).ok_or(NotCounted::LARGE)?;
        let order = symmetries.0.order();
        let mut search = TwoEnded::<()>::over(puzzle, symmetries, settings, true, |_| ());
        let dense = Dense::new(puzzle, settings);
        if let Some(dense) = &dense {
            search.widest = dense.numbering.widest_listed(order);
        }
        if let Some((levels, search)) = search.on_solutions()? {
            return Ok(Self::listed(puzzle, fixing, levels, search));
        }
        let dense = dense.ok_or(NotCounted::Stopped(StopReason::TooLarge))?;
        Self::mapped(puzzle, fixing, dense)
    }

    /// Finds them by lists alone, if no level of the search has more than `widest` positions.
    ///
    /// # Errors
    /// [`NotCounted`] at a limit or beyond that width, or on a board of more than 64 holes.
    pub fn narrow(
        puzzle: &Puzzle,
        settings: &SearchSettings,
        widest: usize,
    ) -> Result<Self, NotCounted> {
        let symmetries = BitBoard::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
        let (fixing, ..) = BitBoard::of_puzzle(puzzle).ok_or(NotCounted::LARGE)?;
        let search = TwoEnded::<()>::over(puzzle, symmetries, settings, true, |_| ());
        let mut search = search.mirroring(puzzle);
        search.widest = widest;
        let (levels, search) = search
            .on_solutions()?
            .ok_or(NotCounted::Stopped(StopReason::TooLarge))?;
        Ok(Self::listed(puzzle, fixing, levels, search))
    }

    fn listed(
        puzzle: &Puzzle,
        fixing: BitBoard,
        levels: Vec<Level<()>>,
        search: TwoEnded<()>,
    ) -> Self {
        Self {
            board: Arc::clone(puzzle.board()),
            start: bits_of(puzzle.start()),
            compact: search.compact,
            wanted: search.wanted,
            limits: search.limits,
            fixing,
            levels: Levels::Listed(levels),
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

    /// What each jump becomes under each symmetry that fixes start and goal, the identity first.
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

    /// How many positions there are.
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
        let top = self.start.count_ones() as usize;
        match &self.levels {
            Levels::Listed(levels) => {
                let mut values = Values::listed(top, levels.len(), &self.limits)?;
                for (played, level) in levels.iter().enumerate().rev() {
                    let index = level.valued(&|position| value(position, &values), &self.limits)?;
                    values.index(played, index);
                }
                Ok(values)
            }
            Levels::Mapped(levels, numbering) => {
                let mut values = Values::mapped(top, levels.len(), Arc::clone(numbering));
                for level in levels.iter().rev() {
                    let ranked = Ranked::new(level.map(&self.limits)?, &self.limits)?;
                    let own = ranked.values(numbering, &self.limits, |numbered| {
                        value(numbered.position, &values)
                    })?;
                    values.rank(ranked, level, own);
                }
                values.finish();
                Ok(values)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SolutionGraph;
    use crate::explore::{FewestMoves, LongestSweep, OptimalPlans, Solutions};
    use crate::peg::{Goal, Position, Puzzle, boards};
    use crate::search::SearchSettings;
    use crate::search::bit_board::BitBoard;
    use crate::search::dense::Dense;

    #[test]
    fn bit_maps_and_lists_have_the_same_values() {
        let settings = SearchSettings::default();
        for (name, vacant, last) in [
            ("triangle-5", 0, 0),
            ("triangle-5", 4, 10),
            ("square-4", 1, 5),
            ("rectangle-4x5", 3, 9),
        ] {
            let board = boards::named(name).unwrap();
            let holes = board.len();
            let start = Position::from_holes(holes, (0..holes).filter(|&hole| hole != vacant));
            for goal in [
                Goal::one_peg(&board),
                Goal::exactly(Position::from_holes(holes, [last])),
            ] {
                let puzzle = Puzzle::new("p", board.clone(), start.clone(), goal).unwrap();
                let listed = SolutionGraph::new(&puzzle, &settings).unwrap();
                let (fixing, ..) = BitBoard::of_puzzle(&puzzle).unwrap();
                let dense = Dense::new(&puzzle, &settings).unwrap();
                let mapped = SolutionGraph::mapped(&puzzle, fixing, dense).unwrap();
                assert!(listed.is_up_to_symmetry() && !mapped.is_up_to_symmetry());
                let facts = |graph: &SolutionGraph| {
                    let fewest = FewestMoves::new(graph).unwrap();
                    let plans = OptimalPlans::new(&fewest).unwrap().plans();
                    let sweep = LongestSweep::new(graph).unwrap().map(|sweep| sweep.jumps);
                    let solutions = Solutions::new(graph).unwrap().all();
                    (fewest.moves(), plans, sweep, solutions, graph.is_solvable())
                };
                assert_eq!(facts(&mapped), facts(&listed), "{name} {vacant}");
                if mapped.is_solvable() {
                    let plan = FewestMoves::new(&mapped).unwrap().plan().unwrap();
                    crate::simulate::replay(&puzzle, plan).unwrap();
                }
            }
        }
    }
}
