//! Endings: all positions with few pegs from which the goal can be reached, and walks to an ending.
//!
//! Levels grow from the goal by reverse jumps, as in the exhaustive search, as long as they are small. A position with
//! few pegs is looked up. From a position with more pegs, a walk plays jumps depth first and in random order until it
//! reaches an ending. Many positions of games can still be won, so a few walks usually suffice. Walks remember the dead
//! positions that they find.
//!
//! The method needs a board of at most 64 holes and a goal whose positions can be listed.

use std::collections::HashMap;

use rustc_hash::FxHashSet;

use saut_base::random::Random;
use saut_base::stop::{Stop, Ticker};
use saut_levels::search::bit_board::{BitBoard, Direction, bits_of};
use saut_levels::search::goal_mask::{GoalLevels, GoalMask};
use saut_levels::search::level::{Level, LevelIndex};
use saut_levels::search::limits::{CountError, SearchLimits};
use saut_peg::peg::{Jump, Position, Puzzle};

/// Maximum number of positions of each walk. If the position is winnable, one of the short walks usually wins. The last
/// walk is long, and may exhaust all continuations.
const LOOKED_AT: [usize; 7] = [400, 400, 400, 400, 400, 400, 100_000];

/// Initial capacity of a list of playable jumps; most positions have fewer playable jumps.
const MAX_LISTED: usize = 24;

/// Solutions are counted only from positions with at most `ABOVE` pegs more than the endings. The count is abandoned
/// after `COUNTED` positions.
const ABOVE: usize = 3;
const COUNTED: usize = 2_000;

/// Maximum number of remembered dead positions.
const MAX_DEAD: usize = 1 << 20;

/// Result of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Walk {
    /// A plan that has not been replayed.
    Plan(Vec<Jump>),
    /// All continuations were tried, and none leads to the goal.
    Dead,
    /// A limit was reached.
    Unknown,
}

/// The endings of a puzzle.
#[derive(Debug)]
pub struct Endings {
    compact: BitBoard,
    wanted: GoalMask,
    goals: GoalLevels,
    /// Maximum size of a level (up to symmetry) from which another level is computed.
    widest: usize,
    /// The minimum number of pegs of a goal in the class of the start, and the number of pegs of the start.
    bottom: usize,
    top: usize,
    /// The levels from `bottom` pegs on. The value of a position is its number of solutions times the size of its
    /// orbit.
    levels: Vec<LevelIndex<u64>>,
    /// The last level, from which the next level grows; `None` if no further level is computed.
    last: Option<Level<u64>>,
    dead: FxHashSet<u64>,
    random: Random,
}

impl Endings {
    /// Creates the endings without levels. `None` if the board has more than 64 holes, or the goal positions cannot be
    /// listed.
    pub fn new(puzzle: &Puzzle, widest: usize) -> Option<Self> {
        let (compact, start, wanted) = BitBoard::of_goal(puzzle)?;
        let goals = wanted.listed(&compact, start)?;
        let bottom = goals.keys().next().copied().unwrap_or(wanted.fewest);
        let shards = Level::<u64>::shards_for(puzzle.board().len());
        Some(Self {
            compact,
            wanted,
            goals,
            widest,
            bottom,
            top: puzzle.start().pegs(),
            levels: Vec::new(),
            last: Some(Level::of([], shards)),
            dead: FxHashSet::default(),
            random: Random::new(0),
        })
    }

    /// Computes further levels until a level is too wide, all levels are computed, or a limit is reached. A level that
    /// a limit interrupts is dropped; the next call computes it again.
    pub fn grow(&mut self, stop: &Stop) {
        let limits = SearchLimits::new(stop, 1);
        while let Some(level) = self.last.take() {
            let pegs = self.bottom + self.levels.len();
            if level.len() > self.widest || pegs > self.top {
                return;
            }
            let listed = self.goals.get(&pegs).into_iter().flatten();
            let listed = listed.map(|&goal| (goal, self.compact.orbit(goal)));
            let goals = Level::of(listed, level.shards.len());
            let next = level.expand(&self.compact, Direction::Backward, &goals, None, &limits);
            match next.and_then(|next| Ok((next.index(&limits)?, next))) {
                Ok((index, next)) => {
                    self.levels.push(index);
                    self.last = Some(next);
                }
                Err(CountError::Stopped(_)) => {
                    self.last = Some(level);
                    return;
                }
                Err(_) => return,
            }
        }
    }

    /// Returns the maximum number of pegs of a position in the levels.
    fn most_pegs(&self) -> usize {
        (self.bottom + self.levels.len()).saturating_sub(1)
    }

    /// Searches for a plan from a position of a game by walks.
    pub fn walk(&mut self, position: &Position, stop: &Stop) -> Walk {
        let (position, ticker) = (bits_of(position), Ticker::new(stop));
        for mut left in LOOKED_AT {
            let mut path = Vec::new();
            match self.reaches(position, &mut path, &mut left, &ticker) {
                Some(true) => {
                    let jumps = path.iter().map(|&jump| self.compact.jumps()[jump]);
                    return Walk::Plan(jumps.collect());
                }
                Some(false) => return Walk::Dead,
                None => {}
            }
        }
        Walk::Unknown
    }

    /// Returns the number of solutions from a position of a game, if the count is fast.
    pub fn solutions(&self, position: &Position) -> Option<u128> {
        if position.pegs() > self.most_pegs() + ABOVE {
            return None;
        }
        self.count(bits_of(position), &mut HashMap::new())
    }

    /// Whether the goal can be reached. If it can, `path` has the jumps. `None` if a limit was reached.
    fn reaches(
        &mut self,
        position: u64,
        path: &mut Vec<usize>,
        left: &mut usize,
        ticker: &Ticker,
    ) -> Option<bool> {
        if self.wanted.is_met_by(position) {
            return Some(true);
        }
        let canonical = self.compact.canonical(position);
        if let Some(known) = self.known(position, canonical) {
            if known == 0 {
                return Some(false);
            }
        } else {
            if self.dead.contains(&canonical) {
                return Some(false);
            }
            *left = left.checked_sub(1)?;
            ticker.check().ok()?;
        }
        let mut playable = Vec::with_capacity(MAX_LISTED);
        self.compact
            .each_playable(Direction::Forward, position, |jump| playable.push(jump));
        self.random.shuffle(&mut playable);
        for jump in playable {
            path.push(jump);
            let child = position ^ self.compact.masks()[jump].touched;
            if self.reaches(child, path, left, ticker)? {
                return Some(true);
            }
            path.pop();
        }
        if self.dead.len() < MAX_DEAD {
            self.dead.insert(canonical);
        }
        Some(false)
    }

    /// Returns the stored value of a position: its number of solutions times the size of its orbit, or 0 if the goal
    /// cannot be reached. `None` if the position has more pegs than the endings.
    fn known(&self, position: u64, canonical: u64) -> Option<u64> {
        let Some(place) = (position.count_ones() as usize).checked_sub(self.bottom) else {
            return Some(0);
        };
        let level = self.levels.get(place)?;
        Some(level.get(canonical).unwrap_or(0))
    }

    fn count(&self, position: u64, counted: &mut HashMap<u64, u128>) -> Option<u128> {
        let canonical = self.compact.canonical(position);
        if let Some(known) = self.known(position, canonical) {
            return Some(u128::from(known / self.compact.orbit(canonical)));
        }
        if let Some(&number) = counted.get(&canonical) {
            return Some(number);
        }
        if counted.len() == COUNTED {
            return None;
        }
        let mut number = u128::from(self.wanted.is_met_by(position));
        let masks = self.compact.masks().iter();
        for mask in masks.filter(|mask| mask.applies(Direction::Forward, position)) {
            number += self.count(position ^ mask.touched, counted)?;
        }
        counted.insert(canonical, number);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Endings, Walk};
    use saut_base::random::Random;
    use saut_base::stop::Stop;
    use saut_levels::explore::{SolutionGraph, Solutions};
    use saut_levels::search::bit_board::bits_of;
    use saut_levels::search::level::LevelIndex;
    use saut_levels::search::{PositionTable, SearchSettings};
    use saut_peg::peg::{Board, Goal, Position, Puzzle, boards};
    use saut_peg::simulate;
    use saut_task::plan::Plan;

    const WIDE: usize = 30_000;

    /// Plays random games; calls `see` with the number of the game and each position.
    fn play_blindly(puzzle: &Puzzle, games: u64, mut see: impl FnMut(u64, &Position)) {
        for game in 0..games {
            let mut random = Random::new(game);
            let mut position = Some(puzzle.start().clone());
            while let Some(here) = position {
                see(game, &here);
                let mut jumps = puzzle.board().jumps().to_vec();
                random.shuffle(&mut jumps);
                position = jumps.into_iter().find_map(|jump| {
                    let mut next = here.clone();
                    simulate::play(puzzle.board(), &mut next, jump).ok()?;
                    Some(next)
                });
            }
        }
    }

    /// Plays random games, and compares every position with the graph of all solutions.
    fn agrees(puzzle: &Puzzle, games: u64) {
        let graph = SolutionGraph::new(puzzle, &SearchSettings::default()).unwrap();
        let solutions = Solutions::new(&graph).unwrap();
        let mut endings = Endings::new(puzzle, WIDE).unwrap();
        endings.grow(&Stop::default());
        let (mut won, mut dead) = (0, 0);
        play_blindly(puzzle, games, |game, position| {
            let number = solutions.from(bits_of(position));
            let holes = || position.holes().collect::<Vec<_>>();
            let place = || (puzzle.name().to_owned(), game, holes());
            match endings.walk(position, &Stop::default()) {
                Walk::Plan(plan) => {
                    assert!(number > 0, "{:?}", place());
                    let (board, goal) = (puzzle.board().clone(), puzzle.goal().clone());
                    let here = Puzzle::new("here", board, position.clone(), goal).unwrap();
                    simulate::replay(&here, Plan::sequential(plan)).unwrap();
                    won += 1;
                }
                Walk::Dead => {
                    assert_eq!(number, 0, "{:?}", place());
                    dead += 1;
                }
                Walk::Unknown => {}
            }
            if let Some(counted) = endings.solutions(position) {
                assert_eq!(counted, number, "{:?}", place());
            }
        });
        assert!(
            won > 0 && dead > 0,
            "{}: {won} won, {dead} dead",
            puzzle.name()
        );
    }

    fn puzzle(board: &str, vacant: usize, goal: impl Fn(&Board) -> Goal) -> Puzzle {
        let board = boards::named(board).unwrap();
        let mut start = board.full();
        start.set(vacant, false);
        let goal = goal(&board);
        Puzzle::new(format!("{vacant}"), board, start, goal).unwrap()
    }

    #[test]
    fn walks_and_numbers_agree_with_the_graph_of_all_solutions() {
        let exactly = |_: &Board| Goal::exactly(Position::from_holes(15, [12]));
        let open =
            |_: &Board| Goal::partial(&Position::new(16), Position::from_holes(16, [0, 5, 6, 9]));
        agrees(&puzzle("triangle-5", 0, Goal::one_peg), 20);
        agrees(&puzzle("triangle-5", 4, exactly), 20);
        agrees(&puzzle("square-4", 1, Goal::one_peg), 20);
        agrees(&puzzle("square-4", 1, open), 20);
    }

    #[test]
    fn an_unreachable_goal_has_no_path() {
        let board = boards::named("rectangle-3x1").unwrap();
        let goal = Goal::exactly(Position::from_holes(3, [1]));
        let puzzle = Puzzle::new("p", board, Position::from_holes(3, [0, 1]), goal).unwrap();
        let mut endings = Endings::new(&puzzle, WIDE).unwrap();
        assert_eq!(endings.walk(puzzle.start(), &Stop::default()), Walk::Dead);
        endings.grow(&Stop::default());
        assert_eq!(endings.walk(puzzle.start(), &Stop::default()), Walk::Dead);
        assert_eq!(endings.solutions(puzzle.start()), Some(0));
    }

    #[test]
    fn stopped_growth_continues_to_the_same_result() {
        let puzzle = puzzle("english", 16, |_| {
            Goal::exactly(Position::from_holes(33, [16]))
        });
        let (mut whole, mut halting) = (
            Endings::new(&puzzle, WIDE).unwrap(),
            Endings::new(&puzzle, WIDE).unwrap(),
        );
        whole.grow(&Stop::default());
        let no_time = Stop::new(Some(Duration::ZERO), None);
        halting.grow(&no_time);
        assert!(halting.last.is_some() && halting.levels.len() < whole.levels.len());
        halting.grow(&Stop::default());
        let numbers = |endings: &Endings| -> Vec<usize> {
            let level = |level: &LevelIndex<u64>| level.tables.iter().map(PositionTable::len).sum();
            endings.levels.iter().map(level).collect()
        };
        assert_eq!(numbers(&halting), numbers(&whole));
        assert_eq!(numbers(&whole)[..5], [1, 1, 2, 8, 39]);
    }

    #[test]
    fn large_boards_and_unlisted_goals_have_no_endings() {
        let large = puzzle("square-9", 40, Goal::one_peg);
        assert!(Endings::new(&large, WIDE).is_none());
        let open = puzzle("english", 16, |board| {
            Goal::partial(&board.empty(), board.full())
        });
        assert!(Endings::new(&open, WIDE).is_none());
    }
}
