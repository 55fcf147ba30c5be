//! Beam search from both ends: a plan where formulas find none in time, and never a refutation.
//!
//! Levels grow from both ends as in the exhaustive search, and pagoda functions cut off what is
//! dead, but only so many positions of each level are kept. One that has used up much more weight
//! than its share goes first: what meets in the middle must be heavy enough for the goal and light
//! enough for the start, and blind play from either end wastes what it has. Games of large boards
//! pass through millions of positions in the middle, so that a few kept at each end are enough
//! for some to meet.

use super::{Error, Settings};
use crate::peg::{Jump, Puzzle};
use crate::search::bit_board::{self, BitBoard, Direction};
use crate::search::{Ends, Pruning, PruningFunctions, images, weigh};
use crate::simulate::{self, ReplayedPlan};
use saut_plan::plan::Plan;
use saut_plan::random::Random;
use saut_plan::stop::Stop;

/// The widths of the beam, in positions a level, one try after the other.
const WIDTHS: [usize; 2] = [15_000, 90_000];

/// Of a level, at most this many times the width is weighed, chosen at random.
const WEIGHED: usize = 6;

/// A position may use up one and a half times its share of weight, in halves.
const SHARE: i64 = 3;

/// A replayed plan, if positions kept from both ends meet. Only for a single position as the goal.
pub fn plan(
    puzzle: &Puzzle,
    cuts: &PruningFunctions,
    settings: &Settings,
) -> Result<Option<ReplayedPlan>, Error> {
    let Some(ground) = Ground::new(puzzle, cuts, settings.seed) else {
        return Ok(None);
    };
    let plan = WIDTHS
        .iter()
        .find_map(|&width| Sides::new(&ground, width).search(&settings.stop));
    plan.map(|plan| simulate::replay(puzzle, plan))
        .transpose()
        .map_err(|refused| Error::internal("the plan of the beam search is refused", refused))
}

/// How a step ended.
enum Step {
    /// With a new level.
    Further,
    /// With a position that both ends lead to.
    Met(u64),
    /// With nothing left to try.
    Over,
}

/// A pagoda function, with what start and goal weigh.
struct GroupRelaxation {
    weights: Vec<i32>,
    start: i64,
    goal: i64,
}

impl GroupRelaxation {
    /// What a position has used up on its way, and what there is to use up.
    fn used(&self, side: usize, position: u64) -> (i64, i64) {
        let weight = weigh(&self.weights, position);
        let used = [self.start - weight, weight - self.goal][side];
        (used, self.start - self.goal)
    }
}

/// What is the same for every width.
struct Ground {
    compact: BitBoard,
    start: u64,
    goal: u64,
    rules: Vec<GroupRelaxation>,
    pruning: Pruning,
    /// The jumps from the start to the goal.
    jumps: usize,
    seed: u64,
}

impl Ground {
    fn new(puzzle: &Puzzle, cuts: &PruningFunctions, seed: u64) -> Option<Self> {
        let (compact, start, _) = BitBoard::of_puzzle(puzzle)?;
        let goal = bit_board::bits_of(puzzle.goal().position()?);
        let jumps = start.count_ones().checked_sub(goal.count_ones())? as usize;
        let ends = Ends::new(&compact, start, [goal]);
        let rule = |weights: Vec<i32>| GroupRelaxation {
            start: weigh(&weights, start),
            goal: weigh(&weights, goal),
            weights,
        };
        let weightings = images(&compact, &cuts.pagodas).into_iter();
        Some(Self {
            rules: weightings.map(rule).collect(),
            pruning: Pruning::new(&compact, puzzle.board().len(), cuts, &ends),
            compact,
            start,
            goal,
            jumps,
            seed,
        })
    }
}

struct Sides<'a> {
    ground: &'a Ground,
    /// The levels from the start on, and from the goal on; each in order.
    levels: [Vec<Vec<u64>>; 2],
    width: usize,
}

const DIRECTIONS: [Direction; 2] = [Direction::Forward, Direction::Backward];

impl<'a> Sides<'a> {
    fn new(ground: &'a Ground, width: usize) -> Self {
        Self {
            levels: [vec![vec![ground.start]], vec![vec![ground.goal]]],
            ground,
            width,
        }
    }

    /// A plan, if the ends meet before they die out or it is time to stop.
    fn search(mut self, stop: &Stop) -> Option<Plan<Jump>> {
        while stop.why().is_none() {
            match self.step() {
                Step::Further => {}
                Step::Met(middle) => return self.plan(middle),
                Step::Over => return None,
            }
        }
        None
    }

    fn step(&mut self) -> Step {
        let [ahead, behind] = [0, 1].map(|side: usize| self.levels[side].len() - 1);
        let side = usize::from(ahead > behind);
        let mut next = Vec::new();
        for &position in self.levels[side].last().into_iter().flatten() {
            self.ground
                .compact
                .children(DIRECTIONS[side], position, |child| next.push(child));
        }
        next.sort_unstable();
        next.dedup();
        if ahead + behind + 1 >= self.ground.jumps {
            let others = self.levels[1 - side].last();
            let meets = |child: &u64| others.is_some_and(|all| all.binary_search(child).is_ok());
            return next.into_iter().find(meets).map_or(Step::Over, Step::Met);
        }
        let made = [ahead, behind][side] + 1;
        let kept = self.kept(side, made, next);
        if kept.is_empty() {
            return Step::Over;
        }
        self.levels[side].push(kept);
        Step::Further
    }

    /// The positions of a level that are kept, in order; they are so many jumps from their end.
    fn kept(&self, side: usize, made: usize, mut level: Vec<u64>) -> Vec<u64> {
        let ticket = |position: u64| Random::new(position ^ self.ground.seed).next();
        let most = WEIGHED * self.width;
        if level.len() > most {
            level.select_nth_unstable_by_key(most, |&position| ticket(position));
            level.truncate(most);
        }
        let jumps = i64::try_from(self.ground.jumps).unwrap_or(1).max(1);
        let share = SHARE * i64::try_from(made).unwrap_or(0);
        // What is used up beyond the share, in thousandths.
        let wasted = |position: u64| -> i64 {
            let parts = self.ground.rules.iter().map(|rule| {
                let (used, whole) = rule.used(side, position);
                let beyond = (2 * used * jumps - share * whole).max(0);
                500 * beyond / (whole.max(1) * jumps)
            });
            parts.sum()
        };
        let Ground {
            compact, pruning, ..
        } = self.ground;
        pruning.retain(compact, DIRECTIONS[side], &mut level);
        let mut weighed: Vec<(i64, u64, u64)> = level
            .into_iter()
            .map(|position| (wasted(position), ticket(position), position))
            .collect();
        if weighed.len() > self.width {
            weighed.select_nth_unstable(self.width);
            weighed.truncate(self.width);
        }
        let mut kept: Vec<u64> = weighed
            .into_iter()
            .map(|(_, _, position)| position)
            .collect();
        kept.sort_unstable();
        kept
    }

    /// The jumps from the start through a position that both ends lead to.
    fn plan(&self, middle: u64) -> Option<Plan<Jump>> {
        let walked = |side: usize| -> Option<Vec<Jump>> {
            let mut position = middle;
            // Towards the start jumps are taken back, towards the goal they are played.
            let direction = DIRECTIONS[1 - side];
            let pegs = |level: &Vec<u64>| level.first().map(|position| position.count_ones());
            let levels = self.levels[side].iter().rev();
            levels
                .filter(|level| pegs(level) != Some(middle.count_ones()))
                .map(|level| self.walk(direction, &mut position, level))
                .collect()
        };
        let mut jumps = walked(0)?;
        jumps.reverse();
        jumps.extend(walked(1)?);
        Some(Plan::sequential(jumps))
    }

    /// Plays, or takes back, the first jump that leads into a level.
    fn walk(&self, direction: Direction, position: &mut u64, level: &[u64]) -> Option<Jump> {
        let leads = |flip: u64| {
            let child = self.ground.compact.canonical(*position ^ flip);
            level.binary_search(&child).is_ok()
        };
        let mut masks = self
            .ground
            .compact
            .masks()
            .iter()
            .zip(self.ground.compact.jumps());
        let (mask, &jump) =
            masks.find(|(mask, _)| mask.applies(direction, *position) && leads(mask.touched))?;
        *position ^= mask.touched;
        Some(jump)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Settings, plan};
    use crate::certify::pruning_functions;
    use crate::peg::{Goal, Position, Puzzle, boards};
    use saut_plan::stop::Stop;

    fn finds(board: &str, vacancy: usize, last: usize) -> bool {
        let board = Arc::new(boards::named(board).unwrap());
        let single = |hole: usize| Position::from_holes(board.len(), [hole]);
        let (start, goal) = (single(vacancy).complement(), Goal::exactly(single(last)));
        let puzzle = Puzzle::new("p", board, start, goal).unwrap();
        let cuts = pruning_functions(&puzzle, 16, &Stop::default());
        plan(&puzzle, &cuts, &Settings::default())
            .unwrap()
            .is_some()
    }

    #[test]
    fn a_beam_search_finds_plans_and_says_nothing_where_there_are_none() {
        for hole in [1, 16] {
            assert!(finds("english", hole, hole), "{hole}");
        }
        // By class, and because the first jump has nothing to jump over.
        assert!(!finds("french", 18, 18));
        assert!(!finds("triangle-2", 0, 1));
    }
}
