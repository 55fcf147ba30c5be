//! Finds, by trial, pagoda functions that prune an exhaustive search.
//!
//! Under a pagoda function w, `loss(jump) = w(from) + w(over) − w(to)` is never negative, and the jumps from a position
//! to the goal lose `budget(position) = w(position) − w(goal)` in total. A position is pruned if its budget is negative
//! or less than the minimum loss ([`saut_levels::search`]). Positions backwards from the goal are pruned by the budget
//! from the start to the position.
//!
//! A beam search from both ends keeps a few hundred positions per level and solves the linear program for a few of
//! them. Weights that refute such a position usually prune many others. If no weights refute the position, weights that
//! minimise its budget often prune others. There are many such weights, so the program is solved several times with
//! random coefficients for the losses.
//!
//! Finally, the functions that together prune most positions are chosen, and then the divisions of the board into
//! regions that prune most positions with these functions. This takes seconds. If the beam search dies out, the
//! exhaustive search is also short, and no divisions are chosen.
//!
//! The functions are only proposals: the search ignores weights that are not a pagoda function, and its certificate
//! lists the functions that it used. A time limit ends the trial but does not influence its choices.

mod divisions;

use std::sync::Arc;
use std::time::Duration;

use itertools::Itertools;

use super::program;
use super::program::{Aim, WeightQuestion};
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_levels::search::bit_board::{BitBoard, Direction};
use saut_levels::search::{Pruning, PruningFunctions, bit_board};
use saut_peg::peg::{Goal, Puzzle};

/// Number of positions of a level that the beam search expands.
const WIDTH: usize = 400;

/// Maximum number of successors of a level that are considered.
const CHILDREN: usize = 4 * WIDTH;

/// Number of positions of a level for which the linear program is solved.
const TRIED: usize = 8;

/// Number of additional solutions of the linear program for each tried position.
const TIMES: usize = 3;

/// Number of sample positions of each level, on which the functions are compared at the end.
const JUDGED: usize = 200;

/// Time limit of one linear program.
const LIMIT: Duration = Duration::from_secs(1);

/// Maximum weight. The weights of facets have one or two digits.
const MAX_WEIGHT: i64 = 1000;

/// Finds at most `most` pagoda functions that prune many positions, the best first, and divisions of the board for
/// them. The result is empty if the board has more than 64 holes, or the goal positions cannot be listed.
pub fn pruning_functions(puzzle: &Puzzle, most: usize, stop: &Stop) -> PruningFunctions {
    let Some(mut trial) = WeightAttempt::new(puzzle) else {
        return PruningFunctions::default();
    };
    let (fewest, most_pegs) = (trial.goals[0].count_ones(), trial.start.count_ones());
    let mut ahead = vec![trial.start];
    let mut behind = trial.goals_with(fewest);
    for level in 1..=(most_pegs - fewest).div_ceil(2) {
        ahead = trial.next(Direction::Forward, &ahead, Vec::new(), stop);
        let seeds = trial.goals_with(fewest + level);
        behind = trial.next(Direction::Backward, &behind, seeds, stop);
    }
    let is_over = ahead.is_empty() || behind.is_empty();
    trial.chosen(most, is_over, stop)
}

/// The weights of a pagoda function, and the pruning by this function.
type Candidate = (Vec<i32>, Pruning);

struct WeightAttempt<'a> {
    puzzle: &'a Puzzle,
    compact: BitBoard,
    start: u64,
    /// The goal positions, sorted by their numbers of pegs.
    goals: Vec<u64>,
    candidates: Vec<Candidate>,
    /// The sample positions of all levels from each end, including pruned positions.
    judged: [Vec<u64>; 2],
    random: Random,
}

impl<'a> WeightAttempt<'a> {
    /// Prepares a trial. `None` if the board is too large, or there are no goal positions.
    fn new(puzzle: &'a Puzzle) -> Option<Self> {
        let (compact, start, wanted) = BitBoard::of_puzzle(puzzle)?;
        let listed = wanted.listed(&compact, start)?;
        let goals = listed.into_values().flatten();
        let goals = goals.filter(|goal| goal.count_ones() < start.count_ones());
        let goals: Vec<u64> = goals.collect();
        (!goals.is_empty()).then_some(Self {
            puzzle,
            compact,
            start,
            goals,
            candidates: Vec::new(),
            judged: [Vec::new(), Vec::new()],
            random: Random::new(0),
        })
    }

    fn goals_with(&self, pegs: u32) -> Vec<u64> {
        let goals = self.goals.iter().copied();
        goals.filter(|goal| goal.count_ones() == pegs).collect()
    }

    /// Returns some unpruned positions of the next level, and adds new functions to the candidates. `next` has goal
    /// positions of this level.
    fn next(
        &mut self,
        direction: Direction,
        level: &[u64],
        mut next: Vec<u64>,
        stop: &Stop,
    ) -> Vec<u64> {
        for &position in level {
            self.compact
                .children(direction, position, |child| next.push(child));
        }
        next.sort_unstable();
        next.dedup();
        let mut next = thinned(&next, CHILDREN);
        self.judged[direction as usize].extend(thinned(&next, JUDGED));
        self.retain(direction, &mut next);
        for tried in thinned(&next, TRIED) {
            if stop.stop_reason().is_some() {
                return Vec::new();
            }
            if self.keeps(direction, tried) {
                for time in 0..=TIMES {
                    let cut = self.cutting_off(direction, tried, time);
                    self.candidates.extend(cut);
                }
            }
        }
        self.retain(direction, &mut next);
        thinned(&next, WIDTH)
    }

    fn keeps(&self, direction: Direction, position: u64) -> bool {
        let mut cuts = self.candidates.iter();
        cuts.all(|(_, pruning)| pruning.keeps(&self.compact, direction, position))
    }

    fn retain(&self, direction: Direction, positions: &mut Vec<u64>) {
        for (_, pruning) in &self.candidates {
            pruning.retain(&self.compact, direction, positions);
        }
    }

    /// Finds a function that prunes a position: the goal is unreachable from the position, or the position from the
    /// start. Attempt 0 (`time`) searches for weights that refute the position; later attempts minimise the budget with
    /// random coefficients. An attempt may fail although such functions exist.
    fn cutting_off(
        &mut self,
        direction: Direction,
        position: u64,
        time: usize,
    ) -> Option<Candidate> {
        let board = self.puzzle.board();
        let place = bit_board::position(board.len(), position);
        let (start, goal) = match direction {
            Direction::Forward => (place, self.puzzle.goal().clone()),
            Direction::Backward => (self.puzzle.start().clone(), Goal::exactly(place)),
        };
        let way = Puzzle::new("way", Arc::clone(board), start, goal).ok()?;
        let jumps = 0..board.jumps().len();
        let counts: Vec<f64> = jumps.map(|_| 1.0 + 3.0 * self.random.share()).collect();
        let own: Vec<usize> = (0..board.len()).collect();
        let wanted = WeightQuestion {
            aim: match time {
                0 => Aim::Refute,
                _ => Aim::Nearest(&counts),
            },
            variable_of: &own,
            bounds: None,
            negative_open: true,
            stop: &Stop::new(Some(LIMIT), None),
        };
        // The weights are integers up to a factor. The division by the smallest nonzero magnitude removes the factor.
        let (found, _) = program::weights(&way, &wanted)?;
        let magnitudes = found.iter().map(|weight| weight.abs());
        let unit = magnitudes
            .filter(|&magnitude| magnitude > 1e-9)
            .reduce(f64::min)?;
        let found: Vec<f64> = found.iter().map(|weight| weight / unit).collect();
        let found = program::integers(&found)?;
        let small = |weight: i64| {
            i32::try_from(weight)
                .ok()
                .filter(|_| weight.abs() <= MAX_WEIGHT)
        };
        let weights: Vec<i32> = found.into_iter().map(small).collect::<Option<_>>()?;
        let pruning = self.pruning(vec![weights.clone()], Vec::new());
        let cuts = !pruning.keeps(&self.compact, direction, position);
        cuts.then_some((weights, pruning))
    }

    fn pruning(&self, pagodas: Vec<Vec<i32>>, regions: Vec<Vec<u8>>) -> Pruning {
        let cuts = PruningFunctions {
            pagodas,
            losses: true,
            regions,
        };
        Pruning::new(&self.compact, &cuts, self.start, &self.goals)
    }
}

/// Returns at most `most` of these positions, at equal distances in the list.
fn thinned(positions: &[u64], most: usize) -> Vec<u64> {
    let taken = positions.len().min(most);
    (0..taken)
        .map(|number| positions[number * positions.len() / taken])
        .collect()
}

/// The number of divisions of the board that are tried, and the maximum number that are used.
const DIVISIONS: usize = 48;
const MAX_DIVISIONS: usize = 2;

/// Maximum numbers of holes of a region, used in turn.
const REGION_HOLES: [usize; 3] = [12, 14, 16];

/// Number of functions with which each division is tried.
const TRIED_WITH: usize = 3;

/// Number of functions that are tried with the chosen divisions.
const CANDIDATES: usize = 32;

/// Reciprocal of the minimum share of the sample positions that a function or a division must prune. A smaller share
/// costs more time than it saves.
const ONE_IN: usize = 300;

impl WeightAttempt<'_> {
    /// Returns at most `most` functions that together prune most positions, and divisions unless the beam search died
    /// out.
    fn chosen(self, most: usize, is_over: bool, stop: &Stop) -> PruningFunctions {
        let cut_off = |pruning: &Pruning| -> Vec<usize> {
            let kept = Direction::BOTH.into_iter().zip(&self.judged);
            let kept =
                kept.flat_map(|(direction, judged)| pruning.kept(&self.compact, direction, judged));
            kept.positions(|kept| !kept).collect()
        };
        let mut is_left = vec![true; self.judged.iter().map(Vec::len).sum()];
        let alone = self.candidates.iter();
        let alone = alone.map(|(_, pruning)| cut_off(pruning)).collect();
        // A candidate may prune few positions without divisions, so no minimum share is required here.
        let candidates = most_cutting(alone, &mut is_left, CANDIDATES.max(most), 0);
        let candidates = candidates.into_iter();
        let weights = candidates.map(|number| self.candidates[number].0.clone());
        let mut weights: Vec<Vec<i32>> = weights.collect();
        if is_over {
            weights.truncate(most);
            return PruningFunctions {
                pagodas: weights,
                losses: true,
                regions: Vec::new(),
            };
        }
        let board = self.puzzle.board();
        let distances = divisions::distances(board);
        let mut random = Random::new(0);
        let divisions: Vec<Vec<u8>> = REGION_HOLES
            .iter()
            .cycle()
            .take(DIVISIONS)
            .map(|&holes| divisions::division(board, &distances, holes, &mut random))
            .collect();
        let has_time = || stop.stop_reason().is_none();
        let tried_with = &weights[..weights.len().min(TRIED_WITH)];
        let with_division = |division: &Vec<u8>| {
            cut_off(&self.pruning(tried_with.to_vec(), vec![division.clone()]))
        };
        let tried = divisions.iter().take_while(|_| has_time());
        let by_division = tried.map(with_division).collect();
        let worth_it = is_left.len() / ONE_IN;
        let best = most_cutting(by_division, &mut is_left, MAX_DIVISIONS, worth_it).into_iter();
        let regions: Vec<Vec<u8>> = best.map(|number| divisions[number].clone()).collect();
        let with_regions =
            |weights: &Vec<i32>| cut_off(&self.pruning(vec![weights.clone()], regions.clone()));
        let tried = weights.iter().take_while(|_| has_time());
        let together = tried.map(with_regions).collect();
        is_left.fill(true);
        let best = most_cutting(together, &mut is_left, most, worth_it).into_iter();
        PruningFunctions {
            pagodas: best.map(|number| weights[number].clone()).collect(),
            losses: true,
            regions,
        }
    }
}

/// Returns the indices of at most `most` lists that together prune most of the remaining positions. The choice is
/// greedy: the next list prunes most of the positions that the previous lists leave, and more than `least`.
fn most_cutting(
    mut lists: Vec<Vec<usize>>,
    is_left: &mut [bool],
    most: usize,
    least: usize,
) -> Vec<usize> {
    let mut chosen = Vec::new();
    while chosen.len() < most {
        for cut_off in &mut lists {
            cut_off.retain(|&number| is_left[number]);
        }
        // In a tie, the first list is chosen.
        let best = (0..lists.len())
            .rev()
            .max_by_key(|&number| lists[number].len());
        let is_worth_it = |&number: &usize| lists[number].len() > least;
        let Some(best) = best.filter(is_worth_it) else {
            break;
        };
        for number in std::mem::take(&mut lists[best]) {
            is_left[number] = false;
        }
        chosen.push(best);
    }
    chosen
}

#[cfg(test)]
mod tests;
