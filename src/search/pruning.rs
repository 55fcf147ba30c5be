//! Pruning by pagoda functions: no jump raises the weight of the pegs, so a position that weighs
//! less than every goal is dead, and one that weighs more than the start is never reached.
//!
//! Berlekamp, Conway, Guy: *Winning Ways*, ch. 23. A weighting is checked before it is used.

use super::compact::{Compact, Direction};

/// Pagoda functions with the bounds that start and goal set.
#[derive(Clone, Debug, Default)]
pub struct Pruning {
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
struct Rule {
    bytes: Vec<[i64; 256]>,
    goal: i64,
    start: i64,
}

impl Rule {
    fn weigh(&self, position: u64) -> i64 {
        let bytes = position.to_le_bytes();
        self.bytes
            .iter()
            .zip(bytes)
            .map(|(table, byte)| table[usize::from(byte)])
            .sum()
    }
}

/// Whether a weighting is a pagoda function of the board.
pub fn is_pagoda(compact: &Compact, holes: usize, weights: &[i32]) -> bool {
    weights.len() == holes
        && compact
            .masks()
            .iter()
            .all(|jump| weigh(weights, jump.need) >= weigh(weights, jump.vacant))
}

/// What the pegs of a mask weigh; holes without a weight weigh nothing.
pub fn weigh(weights: &[i32], mut mask: u64) -> i64 {
    let mut total = 0;
    while mask != 0 {
        let weight = weights.get(mask.trailing_zeros() as usize);
        total += weight.map_or(0, |&weight| i64::from(weight));
        mask &= mask - 1;
    }
    total
}

/// The images of weightings, a weight a hole, under the symmetries, each once.
pub fn turned(compact: &Compact, weightings: &[impl AsRef<[i32]>]) -> Vec<Vec<i32>> {
    let mut all: Vec<Vec<i32>> = Vec::new();
    for weights in weightings.iter().map(AsRef::as_ref) {
        let single: Vec<Vec<u64>> = (0..weights.len())
            .map(|hole| compact.images(1 << hole).collect())
            .collect();
        for symmetry in 0..compact.order() {
            let image = |images: &Vec<u64>| weights[images[symmetry].trailing_zeros() as usize];
            all.push(single.iter().map(image).collect());
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

impl Pruning {
    /// The rules of some pagoda functions and their images under the symmetries of the problem;
    /// others are left out. `goal_weight` gives the least weight of a position that meets the goal.
    pub fn new(
        compact: &Compact,
        holes: usize,
        pagodas: &[Vec<i32>],
        start: u64,
        goal_weight: impl Fn(&dyn Fn(u64) -> i64) -> Option<i64>,
    ) -> Self {
        let pagodas: Vec<&Vec<i32>> = pagodas
            .iter()
            .filter(|pagoda| is_pagoda(compact, holes, pagoda))
            .collect();
        let all = turned(compact, &pagodas);
        let rule = |weights: Vec<i32>| {
            let byte = |first: usize| {
                let mut table = [0; 256];
                for (value, entry) in (0_u64..).zip(table.iter_mut()) {
                    *entry = weigh(&weights, value << first);
                }
                table
            };
            let goal = goal_weight(&|mask| weigh(&weights, mask))?;
            // A position stands for its images, so that bounds must hold for all of them.
            let starts = compact.images(start);
            let start = starts.map(|image| weigh(&weights, image)).max()?;
            Some(Rule {
                bytes: (0..holes).step_by(8).map(byte).collect(),
                goal,
                start,
            })
        };
        Self {
            rules: all.into_iter().filter_map(rule).collect(),
        }
    }

    /// Whether a position may lie on a solution.
    pub fn keeps(&self, direction: Direction, position: u64) -> bool {
        self.rules.iter().all(|rule| match direction {
            Direction::Forward => rule.weigh(position) >= rule.goal,
            Direction::Backward => rule.weigh(position) <= rule.start,
        })
    }
}
