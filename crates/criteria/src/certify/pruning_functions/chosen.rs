//! The choice of functions and divisions that together prune most.

use itertools::Itertools;

use super::{Trial, divisions};
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_levels::search::bit_board::Direction;
use saut_levels::search::{Pruning, PruningFunctions};

/// Number of divisions of the board that are tried, and of those that are used.
const DIVISIONS: usize = 48;
const MOST_DIVISIONS: usize = 2;

/// The holes of a region, in turn.
const REGION_HOLES: [usize; 3] = [12, 14, 16];

/// The number of functions with which divisions are tried.
const TRIED_WITH: usize = 3;

/// The number of functions that are tried with the divisions chosen.
const CANDIDATES: usize = 32;

/// Least gain of a function: one that cuts off less than one in this number of the remaining sample positions costs
/// more time than it saves.
const ONE_IN: usize = 300;

impl Trial<'_> {
    /// The functions, at most `most`, that together cut off most, and unless it is over anyway the
    /// divisions too.
    pub fn chosen(self, most: usize, is_over: bool, stop: &Stop) -> PruningFunctions {
        let cut_off = |pruning: &Pruning| -> Vec<usize> {
            let kept = [Direction::Forward, Direction::Backward]
                .into_iter()
                .zip(&self.judged);
            let kept =
                kept.flat_map(|(direction, judged)| pruning.kept(&self.compact, direction, judged));
            kept.positions(|kept| !kept).collect()
        };
        let mut is_left = vec![true; self.judged.iter().map(Vec::len).sum()];
        let alone = self
            .candidates
            .iter()
            .map(|cut| cut_off(&cut.pruning))
            .collect();
        // Functions to choose from may be of little use alone.
        let candidates = most_cutting(alone, &mut is_left, CANDIDATES.max(most), 0);
        let mut weights: Vec<Vec<i32>> = candidates
            .into_iter()
            .map(|number| self.candidates[number].weights.clone())
            .collect();
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
        let mut divisions: Vec<Vec<u8>> = REGION_HOLES
            .iter()
            .cycle()
            .take(DIVISIONS)
            .map(|&holes| divisions::division(board, &distances, holes, &mut random))
            .collect();
        let tried_with = &weights[..weights.len().min(TRIED_WITH)];
        let mut by_division = Vec::new();
        for division in &divisions {
            if stop.stop_reason().is_none() {
                by_division.push(cut_off(
                    &self.pruning(tried_with.to_vec(), vec![division.clone()]),
                ));
            }
        }
        let worth_it = is_left.len() / ONE_IN;
        let best = most_cutting(by_division, &mut is_left, MOST_DIVISIONS, worth_it);
        let regions: Vec<Vec<u8>> = best
            .into_iter()
            .map(|number| std::mem::take(&mut divisions[number]))
            .collect();
        let mut together = Vec::new();
        for weights in &weights {
            if stop.stop_reason().is_none() {
                together.push(cut_off(
                    &self.pruning(vec![weights.clone()], regions.clone()),
                ));
            }
        }
        is_left.fill(true);
        let pagodas = most_cutting(together, &mut is_left, most, worth_it);
        PruningFunctions {
            pagodas: pagodas
                .into_iter()
                .map(|number| weights[number].clone())
                .collect(),
            losses: true,
            regions,
        }
    }
}

/// Numbers of those lists, at most `most`, that together cut off most of what is
/// left: each in turn the one that cuts off most of what those before it leave, if that is more
/// than `least`.
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
        // Of equals the first.
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
