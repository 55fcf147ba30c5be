//! Branch and bound: finds the tree, or whole numbers that show that there is none.
//!
//! Land and Doig (1960). Depth first, cut at the jump whose number in the relaxation is farthest
//! from being whole.

use std::time::Duration;

use super::bounds::Bounds;
use super::leaf::Leaf;
use super::relaxed::{ConeAim, Relaxed, relaxed};
use super::tree::{MOST_DEPTH, Tree};
use crate::certify::{program, rational};
use saut_base::stop::Stop;
use saut_peg::peg::{Position, Puzzle};

/// A number nearer to a whole one than this is taken for it.
const WHOLE: f64 = 1e-6;

/// Result of the branching search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConeResult {
    /// No whole numbers of jumps are possible.
    Refuted(Tree),
    /// These numbers of jumps, in the order of the board, add up to what the goal wants.
    Numbers(Vec<u32>),
    /// Neither, within the parts allowed.
    GaveUp,
}

/// The longest that one linear program may run.
const LIMIT: Duration = Duration::from_secs(20);

/// Looks for whole numbers of jumps within the bounds, cutting into at most `parts` parts.
pub fn search(puzzle: &Puzzle, bounds: &Bounds, mut parts: usize, stop: &Stop) -> ConeResult {
    part(puzzle, bounds, 0, &mut parts, stop)
}

/// Ends a linear program.
pub fn limit(stop: &Stop) -> Stop {
    stop.with_timeout(LIMIT)
}

fn part(
    puzzle: &Puzzle,
    bounds: &Bounds,
    depth: usize,
    parts: &mut usize,
    stop: &Stop,
) -> ConeResult {
    if *parts == 0 || stop.stop_reason().is_some() {
        return ConeResult::GaveUp;
    }
    *parts -= 1;
    let times = match relaxed(puzzle, bounds, ConeAim::Any, &limit(stop)) {
        Relaxed::Unknown => return ConeResult::GaveUp,
        Relaxed::Infeasible => {
            let leaf = leaf(puzzle, bounds, &limit(stop));
            return leaf.map_or(ConeResult::GaveUp, |leaf| {
                ConeResult::Refuted(Tree::Leaf(leaf))
            });
        }
        Relaxed::Times { times, .. } => times,
    };
    let away = |times: f64| (times - times.round()).abs();
    let worst = (0..times.len()).max_by(|&a, &b| away(times[a]).total_cmp(&away(times[b])));
    let Some(jump) = worst.filter(|&jump| away(times[jump]) > WHOLE) else {
        return whole(puzzle, bounds, &times).map_or(ConeResult::GaveUp, ConeResult::Numbers);
    };
    let below = rational::rounded(times[jump].floor()).and_then(|below| u32::try_from(below).ok());
    let Some(below) = below.filter(|_| depth < MOST_DEPTH) else {
        return ConeResult::GaveUp;
    };
    let few_bounds = bounds.clone().with_most(jump, below);
    let few = match part(puzzle, &few_bounds, depth + 1, parts, stop) {
        ConeResult::Refuted(tree) => Box::new(tree),
        other => return other,
    };
    let many_bounds = bounds.clone().with_least(jump, below + 1);
    let many = match part(puzzle, &many_bounds, depth + 1, parts, stop) {
        ConeResult::Refuted(tree) => Box::new(tree),
        other => return other,
    };
    ConeResult::Refuted(Tree::Split {
        jump: puzzle.board().jumps()[jump],
        most: below,
        few,
        many,
    })
}

/// Weights for a part without solutions.
pub fn leaf(puzzle: &Puzzle, bounds: &Bounds, stop: &Stop) -> Option<Leaf> {
    let own: Vec<usize> = (0..puzzle.board().len()).collect();
    [false, true].into_iter().find_map(|negative_open| {
        let wanted = program::WeightQuestion {
            aim: program::Aim::Refute,
            variable_of: &own,
            bounds: Some(bounds),
            negative_open,
            stop,
        };
        let found = program::weights(puzzle, &wanted)?;
        let mut numbers = found.by_hole;
        numbers.push(found.charge);
        let mut weights = rational::integers(&numbers)?;
        let charge = weights.pop()?;
        let leaf = Leaf { weights, charge };
        leaf.check(puzzle, bounds).is_ok().then_some(leaf)
    })
}

/// The numbers, if they are whole, within the bounds and add up.
fn whole(puzzle: &Puzzle, bounds: &Bounds, times: &[f64]) -> Option<Vec<u32>> {
    let board = puzzle.board();
    let numbers: Vec<u32> = times
        .iter()
        .map(|&times| u32::try_from(rational::rounded(times)?).ok())
        .collect::<Option<_>>()?;
    let mut pegs: Vec<i64> = (0..board.len())
        .map(|hole| i64::from(puzzle.start().has(hole)))
        .collect();
    for (&jump, &number) in board.jumps().iter().zip(&numbers) {
        let [from, over, to] = board.holes_of(jump);
        pegs[from] -= i64::from(number);
        pegs[over] -= i64::from(number);
        pegs[to] += i64::from(number);
    }
    let in_bounds = numbers.iter().enumerate().all(|(jump, &number)| {
        number >= bounds.least[jump] && bounds.most[jump].is_none_or(|most| number <= most)
    });
    let total: u64 = numbers.iter().map(|&number| u64::from(number)).sum();
    let is_position = pegs.iter().all(|pegs| (0..=1).contains(pegs));
    let end = Position::from_holes(
        board.len(),
        (0..board.len()).filter(|&hole| pegs[hole] == 1),
    );
    let adds_up = in_bounds
        && bounds.total.is_none_or(|most| total <= u64::from(most))
        && is_position
        && puzzle.goal().is_met_by(&end);
    adds_up.then_some(numbers)
}
