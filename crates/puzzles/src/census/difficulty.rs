//! Difficulty: the number of positions that random play with backtracking enters before it wins.
//!
//! *Blind play* plays random jumps until it has won or is stuck. If it is stuck, it takes back jumps until it can play
//! another jump. It never looks ahead, but it remembers every dead position that it has found, up to symmetry. The
//! difficulty is the median number of positions over nine games; a game is aborted after 250,000 positions. A figure
//! with a plan of `n` jumps takes at least `n + 1` positions, and every dead position on the way adds one.
//!
//! The number compares figures. It does not depend on the machine, and is not a claim about human players. If a game
//! enters every reachable position without a win, the figure is infeasible.

use std::collections::HashSet;

use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_levels::search::bit_board::{BitBoard, Direction};
use saut_levels::search::goal_mask::GoalMask;
use saut_peg::peg::{Jump, Puzzle};
use saut_task::plan::Plan;

/// A measured difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The median number of positions; [`Difficulty::MOST`] means this number or more.
    pub positions: u64,
}

impl Difficulty {
    /// Number of games played.
    pub const GAMES: usize = 9;
    /// A game is aborted after this number of positions.
    pub const MOST: u64 = 250_000;

    /// Returns the number of decimal digits of the number of positions: 1 to 6.
    pub fn rating(self) -> u32 {
        self.positions.checked_ilog10().unwrap_or(0) + 1
    }

    /// Returns the difficulty as a word.
    pub fn word(self) -> &'static str {
        match self.rating() {
            0..=1 => "trivial",
            2 => "easy",
            3 => "moderate",
            4 => "hard",
            5 => "very hard",
            _ => "extreme",
        }
    }

    /// Measures the difficulty by blind play. Returns `None` if the board has more than 64 holes, or play was stopped.
    pub fn measured(puzzle: &Puzzle, seed: u64, stop: &Stop) -> Option<Self> {
        let mut positions = Vec::new();
        for game in 0..Self::GAMES {
            positions.push(play(puzzle, seed, game, stop)?.looked_at);
        }
        positions.sort_unstable();
        Some(Self {
            positions: positions[Self::GAMES / 2],
        })
    }
}

/// Result of a game of blind play.
#[derive(Clone, Debug)]
pub struct BlindGame {
    /// Whether the game was won. `Some(false)` means that no reachable position is a goal, and `None` that the game
    /// was aborted.
    pub won: Option<bool>,
    /// The jumps that were not taken back. If the game was won, this is a plan that has not been replayed.
    pub plan: Plan<Jump>,
    /// Number of entered positions.
    pub looked_at: u64,
}

/// Plays one game of blind play. Returns `None` if the board has more than 64 holes, or play was stopped.
pub fn play(puzzle: &Puzzle, seed: u64, game: usize, stop: &Stop) -> Option<BlindGame> {
    play_within(puzzle, seed, game, Difficulty::MOST, stop)
}

/// As [`play`], but aborts the game after `max` positions.
pub fn play_within(
    puzzle: &Puzzle,
    seed: u64,
    game: usize,
    max: u64,
    stop: &Stop,
) -> Option<BlindGame> {
    let (compact, start, wanted) = BitBoard::of_puzzle(puzzle)?;
    let mut blind = Blind {
        compact: &compact,
        wanted,
        max,
        stop,
        random: Random::new(seed.wrapping_mul(1009).wrapping_add(game as u64)),
        dead: HashSet::new(),
        path: Vec::new(),
        looked_at: 0,
    };
    let won = blind.wins_from(start);
    stop.check().ok()?;
    Some(BlindGame {
        won,
        plan: jumps_along(&compact, start, &blind.path)?,
        looked_at: blind.looked_at,
    })
}

/// Returns the jumps from the start through positions that `path` lists in canonical form.
fn jumps_along(compact: &BitBoard, start: u64, path: &[u64]) -> Option<Plan<Jump>> {
    let (mut position, mut jumps) = (start, Vec::new());
    for &next in path {
        let (jump, child) =
            compact.step_into(Direction::Forward, position, |child| child == next)?;
        position = child;
        jumps.push(compact.jumps()[jump]);
    }
    Some(Plan::sequential(jumps))
}

struct Blind<'a> {
    compact: &'a BitBoard,
    wanted: GoalMask,
    max: u64,
    stop: &'a Stop,
    random: Random,
    dead: HashSet<u64>,
    /// The positions of the game without the start.
    path: Vec<u64>,
    looked_at: u64,
}

impl Blind<'_> {
    /// Whether play from this position wins; `None` if the game was aborted.
    fn wins_from(&mut self, position: u64) -> Option<bool> {
        self.looked_at += 1;
        if self.wanted.is_met_by(position) {
            return Some(true);
        }
        if self.looked_at >= self.max
            || self.looked_at.is_multiple_of(4096) && self.stop.stop_reason().is_some()
        {
            return None;
        }
        let mut children = Vec::new();
        self.compact
            .children(Direction::Forward, position, |child| children.push(child));
        self.random.shuffle(&mut children);
        for child in children {
            if !self.dead.contains(&child) {
                self.path.push(child);
                if self.wins_from(child)? {
                    return Some(true);
                }
                self.path.pop();
            }
        }
        self.dead.insert(position);
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::Difficulty;
    use saut_base::stop::Stop;
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    fn measured(board: &str, holes: &[usize]) -> u64 {
        let board = boards::named(board).unwrap();
        let start = Position::from_holes(board.len(), holes.iter().copied());
        let goal = Goal::one_peg(&board);
        let puzzle = Puzzle::new("p", board, start, goal).unwrap();
        Difficulty::measured(&puzzle, 3, &Stop::default())
            .unwrap()
            .positions
    }

    #[test]
    fn a_forced_game_takes_one_position_a_jump() {
        assert_eq!(measured("rectangle-7x1", &[1, 2]), 2);
        assert_eq!(measured("rectangle-7x1", &[2, 3, 5]), 3);
    }

    #[test]
    fn ratings_are_digits() {
        for (positions, rating) in [(0, 1), (9, 1), (10, 2), (99_999, 5), (250_000, 6)] {
            assert_eq!(Difficulty { positions }.rating(), rating);
        }
    }

    #[test]
    fn large_boards_and_stopped_games_have_no_measure() {
        let board = boards::named("square-9").unwrap();
        let puzzle = Puzzle::new("p", board.clone(), board.full(), Goal::one_peg(&board)).unwrap();
        assert_eq!(Difficulty::measured(&puzzle, 0, &Stop::default()), None);
    }
}
