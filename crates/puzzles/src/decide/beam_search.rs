//! Beam search from both ends. It finds plans faster than formulas, but it cannot refute a puzzle.
//!
//! Levels grow from both ends as in the exhaustive search, but each level keeps only a limited number of positions.
//! From the start, the search prefers positions with many jumps; from the goal, positions with many reverse jumps.
//! Jumps in the opposite direction also count, but less. Jumps count for two reasons. First, games fail because of pegs
//! that cannot be moved or removed, and positions with many jumps have few such pegs. Second, positions from both ends
//! must be similar in order to meet. Ties are broken at random. If no positions meet, a beam of twice the width is
//! tried.
//!
//! Bisiani, *Beam search* (Encyclopedia of Artificial Intelligence, 1987), describes beams from one end.
//! `results/encoding-experiments.md` reports experiments with other measures than the number of jumps.

use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_levels::search::bit_board::{BitBoard, Direction};
use saut_peg::peg::{Jump, Puzzle};

/// Weight of a jump in the direction of the search, relative to a jump in the opposite direction.
const AHEAD: u32 = 3;

/// A puzzle prepared for beams of any width.
pub struct BeamSearch {
    compact: BitBoard,
    start: u64,
    /// The goal positions in canonical form, sorted.
    goals: Vec<u64>,
    /// The number of jumps from the start to a goal.
    jumps: usize,
    seed: u64,
}

impl BeamSearch {
    /// Prepares a puzzle. `None` unless the board has at most 64 holes, the goal positions can be listed and have the
    /// same number of pegs, and a plan needs at least one jump.
    pub fn new(puzzle: &Puzzle, seed: u64) -> Option<Self> {
        let (compact, start, wanted) = BitBoard::of_puzzle(puzzle)?;
        let mut levels = wanted.listed(&compact, start)?.into_iter();
        let (pegs, goals) = levels.next()?;
        let jumps = puzzle.start().pegs().checked_sub(pegs)?;
        let is_one_level = levels.next().is_none();
        (is_one_level && jumps > 0).then_some(Self {
            compact,
            start,
            goals,
            jumps,
            seed,
        })
    }

    /// Returns the jumps of a plan, if positions from both ends meet in a beam of this width (in positions per level).
    pub fn plan(&self, width: usize, stop: &Stop) -> Option<Vec<Jump>> {
        let mut sides = Sides {
            ground: self,
            levels: [vec![vec![self.start]], vec![self.goals.clone()]],
            width,
            seed: Random::new(self.seed ^ (width as u64) << 32).next(),
        };
        let middle = sides.meet(stop)?;
        sides.jumps(middle)
    }
}

struct Sides<'a> {
    ground: &'a BeamSearch,
    /// The levels from the start, and the levels from the goals. Each level is sorted.
    levels: [Vec<Vec<u64>>; 2],
    width: usize,
    /// The seed of the random choices of this beam.
    seed: u64,
}

impl Sides<'_> {
    /// Number of positions between two checks of the limits.
    const AT_ONCE: usize = 1 << 12;

    /// Returns a position that both ends reach; `None` if the ends do not meet, or a limit was reached.
    fn meet(&mut self, stop: &Stop) -> Option<u64> {
        loop {
            let [ahead, behind] = [0, 1].map(|side: usize| self.levels[side].len() - 1);
            let side = usize::from(ahead > behind);
            let mut next = Vec::new();
            for some in self.levels[side].last()?.chunks(Self::AT_ONCE) {
                stop.check().ok()?;
                for &position in some {
                    self.ground
                        .compact
                        .children(Direction::BOTH[side], position, |child| next.push(child));
                }
            }
            next.sort_unstable();
            next.dedup();
            if ahead + behind + 1 >= self.ground.jumps {
                let others = self.levels[1 - side].last()?;
                return next
                    .into_iter()
                    .find(|child| others.binary_search(child).is_ok());
            }
            let kept = self.kept(Direction::BOTH[side], next, stop)?;
            if kept.is_empty() {
                return None;
            }
            self.levels[side].push(kept);
        }
    }

    /// Returns the best positions of a level, sorted by number; `None` if a limit was reached.
    fn kept(&self, direction: Direction, level: Vec<u64>, stop: &Stop) -> Option<Vec<u64>> {
        if level.len() <= self.width {
            return Some(level);
        }
        let jumps = |direction, position| self.ground.compact.mobility(direction, position);
        let back = direction.back();
        let rank = |position: u64| {
            let jumps = AHEAD * jumps(direction, position) + jumps(back, position);
            let ticket = Random::new(position ^ self.seed).next();
            (u32::MAX - jumps, ticket, position)
        };
        let mut ranked: Vec<(u32, u64, u64)> = Vec::with_capacity(level.len());
        for some in level.chunks(Self::AT_ONCE) {
            stop.check().ok()?;
            ranked.extend(some.iter().copied().map(rank));
        }
        ranked.select_nth_unstable(self.width);
        ranked.truncate(self.width);
        let mut kept: Vec<u64> = ranked.into_iter().map(|(.., position)| position).collect();
        kept.sort_unstable();
        Some(kept)
    }

    /// Returns the jumps from the start to a goal through a position that both ends reach.
    fn jumps(&self, middle: u64) -> Option<Vec<Jump>> {
        let compact = &self.ground.compact;
        let walked = |side: usize| -> Option<Vec<Jump>> {
            let mut position = middle;
            // Jumps are taken back towards the start, and played towards the goal. If several jumps lead into the next
            // level, the first is used.
            let direction = Direction::BOTH[1 - side];
            let pegs = |level: &Vec<u64>| level.first().map(|position| position.count_ones());
            let levels = self.levels[side].iter().rev();
            let levels = levels.filter(|level| pegs(level) != Some(middle.count_ones()));
            let step = |level: &Vec<u64>| {
                let is_in = |child: u64| level.binary_search(&child).is_ok();
                let (jump, next) = compact.step_into(direction, position, is_in)?;
                position = next;
                Some(compact.jumps()[jump])
            };
            levels.map(step).collect()
        };
        let mut jumps = walked(0)?;
        jumps.reverse();
        jumps.extend(walked(1)?);
        Some(jumps)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::BeamSearch;
    use saut_base::stop::Stop;
    use saut_peg::peg::{Goal, Position, Puzzle, boards};
    use saut_peg::simulate;
    use saut_task::plan::Plan;

    fn puzzle(board: &str, vacancy: usize, last: Option<usize>) -> Puzzle {
        let board = boards::named(board).unwrap();
        Puzzle::single_vacancy("p", board, vacancy, last).unwrap()
    }

    /// Whether one of the first beams finds a plan that the simulator accepts.
    fn finds(board: &str, vacancy: usize, last: Option<usize>, seed: u64) -> bool {
        let puzzle = puzzle(board, vacancy, last);
        let plan = BeamSearch::new(&puzzle, seed).and_then(|search| {
            [250, 500, 1000, 2000, 4000]
                .iter()
                .find_map(|&width| search.plan(width, &Stop::default()))
        });
        plan.is_some_and(|jumps| {
            simulate::replay(&puzzle, Plan::sequential(jumps))
                .unwrap()
                .end()
                .pegs()
                == 1
        })
    }

    #[test]
    fn a_beam_search_finds_plans_with_every_seed_and_never_refutes() {
        for seed in 0..5 {
            for last in [Some(16), None] {
                assert!(finds("english", 16, last, seed), "{seed}");
            }
            assert!(finds("english", 1, Some(1), seed), "{seed}");
        }
        // The puzzles on the French board are infeasible because the position classes differ. The triangle has no
        // first jump.
        assert!(!finds("french", 18, Some(18), 1));
        assert!(!finds("french", 18, None, 1));
        assert!(!finds("triangle-2", 0, Some(1), 1));
    }

    #[test]
    fn goals_of_several_numbers_of_pegs_and_large_boards_are_rejected() {
        let board = Arc::new(boards::named("english").unwrap());
        // If a whole line is open, goal positions have one to four pegs.
        let open = Position::from_holes(33, [0, 1, 2]);
        let goal = Goal::partial(&Position::from_holes(33, [16]), open);
        let start = Position::from_holes(33, [16]).complement();
        let partial = Puzzle::new("partial", board, start, goal).unwrap();
        assert!(BeamSearch::new(&partial, 0).is_none());
        assert!(BeamSearch::new(&puzzle("square-9", 40, Some(40)), 0).is_none());
    }

    #[test]
    fn the_same_seed_gives_the_same_plan_and_a_stop_ends_it() {
        let puzzle = puzzle("english", 16, Some(16));
        let plan = |seed| {
            let search = BeamSearch::new(&puzzle, seed).unwrap();
            search.plan(4000, &Stop::default()).unwrap()
        };
        assert_eq!(plan(1), plan(1));
        assert_ne!(plan(1), plan(2));
        let stop = Stop::default();
        stop.request();
        let search = BeamSearch::new(&puzzle, 1).unwrap();
        assert!(search.plan(4000, &stop).is_none());
    }
}
