//! The chance that random play wins. Random play chooses among the playable jumps with equal probability, until the
//! goal is met or no jump is playable.
//!
//! The chances are computed from the goal up. The chance of a position is the mean of the chances after each of its
//! jumps; it is 0 if the goal cannot be reached. So only positions on solutions contribute to the sum, but the sum is
//! divided by the number of all jumps. Chances are integer multiples of 2⁻¹²⁰, rounded down. Each division loses at
//! most one unit, so the true chance exceeds the result by at most one unit for each jump of a game.

use super::solution_graph::SolutionGraph;
use crate::search::bit_board::{BitBoard, Direction, bits_of};
use crate::search::goal_mask::GoalMask;
use crate::search::limits::CountError;
use crate::search::values::Values;
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;

/// Number of binary digits after the point.
const DIGITS: u32 = 120;

/// Bounds on the chance of winning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The lower bound, in units of 2⁻¹²⁰.
    pub least: u128,
    /// The upper bound minus the lower bound, in the same units.
    pub within: u32,
}

impl Chance {
    /// Computes the chance of winning a puzzle from its start by random jumps.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn new(graph: &SolutionGraph) -> Result<Self, CountError> {
        let compact = graph.compact();
        let values = graph.values(|position, below: &Values<u128>| {
            if graph.is_goal(position) {
                return Ok(1 << DIGITS);
            }
            let (mut sum, mut jumps) = (0_u128, 0_u128);
            compact.children(Direction::Forward, position, |child| {
                jumps += 1;
                // The sum does not overflow: there are fewer than 2⁸ jumps, each with a chance of at most 2¹²⁰ units.
                sum += below.get(child).unwrap_or(0);
            });
            Ok(sum / jumps.max(1))
        })?;
        let start = compact.canonical(graph.start());
        let least = values.get(start);
        let is_exact = least.is_none() || graph.is_goal(start);
        let jumps = graph.start().count_ones().saturating_sub(1);
        Ok(Self {
            least: least.unwrap_or(0),
            within: if is_exact { 0 } else { jumps },
        })
    }

    /// Returns the lower bound as a floating-point number of about sixteen digits.
    #[expect(
        clippy::cast_precision_loss,
        reason = "sixteen digits suffice for a reader"
    )]
    pub fn share(&self) -> f64 {
        self.least as f64 / (1_u128 << DIGITS) as f64
    }

    /// Returns the expected number of games until a game is won. `None` if the goal cannot be reached.
    pub fn one_in(&self) -> Option<f64> {
        (self.least > 0).then(|| self.share().recip())
    }
}

/// Plays random games, and returns the number of won games.
///
/// # Errors
/// [`CountError`] if a limit was reached, or the board has more than 64 holes.
pub fn random_games(
    puzzle: &Puzzle,
    games: u64,
    seed: u64,
    stop: &Stop,
) -> Result<u64, CountError> {
    let compact = BitBoard::fixing(puzzle.board(), &[]).ok_or(CountError::LARGE)?;
    let (start, goal) = (bits_of(puzzle.start()), GoalMask::new(puzzle));
    let mut random = Random::new(seed);
    let mut won = 0;
    for game in 0..games {
        if game % 1024 == 0 {
            stop.check()?;
        }
        won += u64::from(is_won(&compact, start, goal, &mut random));
    }
    Ok(won)
}

/// Returns a 95 per cent confidence interval of the chance of winning, from the number of won games and of all games.
///
/// Wilson, *Probable inference, the law of succession, and statistical inference* (1927).
#[expect(clippy::cast_precision_loss, reason = "an interval is not exact")]
pub fn interval(won: u64, games: u64) -> [f64; 2] {
    /// The normal distribution has 95 per cent of its mass within this number of standard deviations.
    const Z: f64 = 1.959_963_984_540_054;
    let games = games.max(1) as f64;
    let share = won as f64 / games;
    let middle = share + Z * Z / (2.0 * games);
    let reach = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
    let scale = 1.0 + Z * Z / games;
    [-reach, reach].map(|side| ((middle + side) / scale).clamp(0.0, 1.0))
}

fn is_won(compact: &BitBoard, mut position: u64, goal: GoalMask, random: &mut Random) -> bool {
    let mut playable = Vec::with_capacity(compact.masks().len());
    while !goal.is_met_by(position) {
        playable.clear();
        compact.each_playable(Direction::Forward, position, |jump| playable.push(jump));
        if playable.is_empty() {
            return false;
        }
        position ^= compact.masks()[playable[random.below(playable.len())]].touched;
    }
    true
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Chance, interval, random_games};
    use crate::explore::SolutionGraph;
    use crate::samples::{FIVE, NINE, SIX, to_the_centre};
    use crate::search::SearchSettings;
    use saut_base::stop::Stop;
    use saut_peg::peg::{Goal, Position, Puzzle, boards};
    use saut_peg::simulate;

    /// The chances of positions, by the holes of their pegs.
    type WinChances = HashMap<Vec<usize>, f64>;

    /// Computes the chance by a memoized recursion with floating-point numbers.
    fn naive(puzzle: &Puzzle, position: &Position, known: &mut WinChances) -> f64 {
        if puzzle.goal().is_met_by(position) {
            return 1.0;
        }
        let holes: Vec<usize> = position.holes().collect();
        if let Some(&chance) = known.get(&holes) {
            return chance;
        }
        let children = puzzle.board().jumps().iter().filter_map(|&jump| {
            let mut next = position.clone();
            simulate::play(puzzle.board(), &mut next, jump).ok()?;
            Some(naive(puzzle, &next, known))
        });
        let (sum, jumps) = children.fold((0.0, 0.0), |(sum, jumps), chance| {
            (sum + chance, jumps + 1.0)
        });
        let chance = if jumps == 0.0 { 0.0 } else { sum / jumps };
        known.insert(holes, chance);
        chance
    }

    fn chance(puzzle: &Puzzle) -> Chance {
        let graph = SolutionGraph::new(puzzle, &SearchSettings::default()).unwrap();
        Chance::new(&graph).unwrap()
    }

    fn small() -> Vec<Puzzle> {
        let mut puzzles: Vec<Puzzle> = [FIVE, SIX, NINE].map(to_the_centre).into();
        let board = boards::named("square-4").unwrap();
        for bits in [
            0b0110_1101_0110_0011_u64,
            0b0000_1111_1101_0000,
            0b1111_1111_1111_1101,
        ] {
            let holes = (0..16).filter(|hole| bits >> hole & 1 == 1);
            let start = Position::from_holes(16, holes);
            let goal = Goal::one_peg(&board);
            puzzles.push(Puzzle::new("small", board.clone(), start, goal).unwrap());
        }
        puzzles
    }

    #[test]
    fn the_chance_is_that_of_a_plain_recursion() {
        let mut between = 0;
        for puzzle in small() {
            let (ours, naive) = (
                chance(&puzzle),
                naive(&puzzle, puzzle.start(), &mut WinChances::new()),
            );
            assert!((ours.share() - naive).abs() < 1e-12, "{ours:?} {naive}");
            between += usize::from(naive > 0.0 && naive < 1.0);
        }
        assert!(between > 2);
    }

    #[test]
    fn random_games_win_with_the_computed_probability() {
        for puzzle in small() {
            let won = random_games(&puzzle, 20_000, 7, &Stop::default()).unwrap();
            let [least, most] = interval(won, 20_000);
            let share = chance(&puzzle).share();
            // One of twenty intervals may not contain the chance. But if the chance is half a width outside the
            // interval, this is not a coincidence.
            let slack = (most - least) / 2.0;
            assert!(
                (least - slack..=most + slack).contains(&share),
                "{won} {share}"
            );
        }
    }

    #[test]
    fn the_interval_is_wilson_s() {
        let [least, most] = interval(1, 10);
        assert!((least - 0.017_876).abs() < 1e-5 && (most - 0.404_150).abs() < 1e-5);
        let [least, most] = interval(0, 100);
        assert!(least.abs() < 1e-12 && (most - 0.036_995).abs() < 1e-5);
    }

    #[test]
    fn who_has_met_the_goal_has_won_and_who_cannot_has_lost() {
        let board = boards::named("rectangle-4x1").unwrap();
        let start = Position::from_holes(4, [0, 1]);
        let to = |hole| {
            let goal = Goal::exactly(Position::from_holes(4, [hole]));
            chance(&Puzzle::new("p", board.clone(), start.clone(), goal).unwrap())
        };
        assert_eq!((to(2).one_in(), to(2).within), (Some(1.0), 1));
        assert_eq!(to(3).one_in(), None);
        let there = Puzzle::new("p", board.clone(), start.clone(), Goal::exactly(start)).unwrap();
        assert_eq!(chance(&there).within, 0);
    }
}
