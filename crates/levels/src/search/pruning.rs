//! Pruning by pagoda functions: no jump raises the total weight of the pegs. So a position that weighs less than every
//! goal position is dead, and a position that weighs more than the start is never reached.
//!
//! Berlekamp, Conway, Guy: *Winning Ways*, ch. 23. Weights are checked before they are used.
//! [`super::group_relaxation`] and [`super::pattern_database`] prune more positions with the same weights: they compare
//! the weight that the jumps must lose with the weight that is available.

use serde::{Deserialize, Serialize};

use std::collections::BTreeSet;

use super::bit_board::{BitBoard, Direction};
use super::group_relaxation::{GroupRelaxation, Measure, is_pagoda, weigh};
use super::pattern_database::{RegionLosses, Regions};
use saut_base::lists::distinct;

/// The pagoda functions that prune a search, and their options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PruningFunctions {
    /// Pagoda functions, with one weight per hole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pagodas: Vec<Vec<i32>>,
    /// Whether the functions also prune positions that, by the parity relaxation, must lose more weight than is
    /// available: see `search/group_relaxation.rs`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub losses: bool,
    /// Partitions of the board: for each hole, the number of its region. A position is pruned if it must lose more
    /// weight in the regions of a partition than is available: see `search/pattern_database.rs`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Vec<u8>>,
}

impl PruningFunctions {
    /// Returns the pagoda functions and the partitions that are valid for a board. The result is empty if no function
    /// is valid, because partitions need a function.
    #[must_use]
    pub fn valid(&self, compact: &BitBoard) -> Self {
        let is_one = |weights: &&Vec<i32>| is_pagoda(compact, weights);
        let divides = |regions: &&Vec<u8>| Regions::new(compact, regions).is_some();
        let pagodas: Vec<_> = self.pagodas.iter().filter(is_one).cloned().collect();
        if pagodas.is_empty() {
            return Self::default();
        }
        Self {
            pagodas,
            losses: self.losses,
            regions: self.regions.iter().filter(divides).cloned().collect(),
        }
    }
}

/// Pagoda functions, prepared for positions between a start and goal positions.
#[derive(Clone, Debug, Default)]
pub struct Pruning {
    rules: Vec<SymmetricBound>,
    regions: Vec<Regions>,
}

/// Maximum number of images of the start, or of the goal positions. With more of them, only weights are compared.
const MAX_ENDS: usize = 64;

/// Returns the image of the values of all holes under a symmetry.
fn image<T: Copy>(compact: &BitBoard, symmetry: usize, of_holes: &[T]) -> Vec<T> {
    let hole = |hole: usize| compact.image(symmetry, 1 << hole).trailing_zeros() as usize;
    (0..of_holes.len())
        .map(|from| of_holes[hole(from)])
        .collect()
}

impl Pruning {
    /// Prepares functions and their images under the symmetries, for positions between a start and goal positions.
    /// Leaves out invalid pagoda functions and invalid partitions.
    pub fn new(
        compact: &BitBoard,
        functions: &PruningFunctions,
        start: u64,
        goals: &[u64],
    ) -> Self {
        // A position represents its images, so bounds must be valid for all images.
        let starts = distinct(compact.images(start));
        let goals = distinct(goals.iter().flat_map(|&goal| compact.images(goal)));
        let losses = functions.losses && starts.len().max(goals.len()) <= MAX_ENDS;
        let regions = functions.regions.iter();
        let regions = regions.filter_map(|region_of| Regions::new(compact, region_of));
        let regions: Vec<Regions> = regions.collect();
        let bounded = |weights: &Vec<i32>| {
            let weight = |position: &&u64| weigh(weights, **position);
            let lightest = goals.iter().min_by_key(weight)?;
            let heaviest = starts.iter().max_by_key(weight)?;
            let rule = GroupRelaxation::new(compact, weights, losses)?;
            let image_of = |symmetry: usize| {
                let measured = |ends: &[u64]| -> Vec<Measure> {
                    let turned = ends.iter().map(|&end| compact.image(symmetry, end));
                    turned.map(|end| rule.measure(end)).collect()
                };
                let ends = if losses {
                    [measured(&goals), measured(&starts)]
                } else {
                    [vec![rule.measure(*lightest)], vec![rule.measure(*heaviest)]]
                };
                (symmetry, ends)
            };
            let symmetries = distinct_images(compact, weights, &regions);
            let in_regions = regions
                .iter()
                .map(|regions| RegionLosses::new(regions, compact, weights, &goals, &starts));
            Some(SymmetricBound {
                images: symmetries.into_iter().map(image_of).collect(),
                weights: [weigh(weights, *lightest), weigh(weights, *heaviest)],
                in_regions: in_regions.collect(),
                rule,
            })
        };
        Self {
            rules: functions.pagodas.iter().filter_map(bounded).collect(),
            regions,
        }
    }

    /// Whether a position may be on a solution.
    pub fn keeps(&self, compact: &BitBoard, direction: Direction, position: u64) -> bool {
        self.kept(compact, direction, &[position]) == [true]
    }

    /// Returns, for each position, whether it may be on a solution. Each function is applied to many positions before
    /// the next function, so that its tables stay in the cache.
    pub fn kept(&self, compact: &BitBoard, direction: Direction, positions: &[u64]) -> Vec<bool> {
        let mut kept = vec![self.rules.is_empty(); positions.len()];
        if self.rules.is_empty() {
            return kept;
        }
        for (positions, kept) in positions
            .chunks(Self::TOGETHER)
            .zip(kept.chunks_mut(Self::TOGETHER))
        {
            let mut sieve = PruningFilter::new(&self.regions, compact, direction, positions);
            for bounded in &self.rules {
                sieve.apply(bounded);
            }
            for left in sieve.left {
                kept[left.place] = true;
            }
        }
        kept
    }

    /// Removes positions that are certainly not on a solution.
    pub fn retain(&self, compact: &BitBoard, direction: Direction, positions: &mut Vec<u64>) {
        let mut kept = self.kept(compact, direction, positions).into_iter();
        positions.retain(|_| kept.next().unwrap_or(false));
    }

    /// Number of positions that, with their images, fit into the cache of one core.
    const TOGETHER: usize = 1 << 10;
}

/// A pagoda function with its different images under the symmetries of the puzzle.
#[derive(Clone, Debug)]
struct SymmetricBound {
    rule: GroupRelaxation,
    /// For each symmetry: its number, the measures of the images of the goal positions, and the measures of the images
    /// of the start. The first measures prune positions that are reached from the start, and the second measures prune
    /// positions that are reached backwards from the goal.
    images: Vec<(usize, [Vec<Measure>; 2])>,
    /// The weights of the lightest goal position and of the heaviest image of the start.
    weights: [i64; 2],
    /// The losses in the regions of each partition.
    in_regions: Vec<RegionLosses>,
}

/// The positions to which functions are applied.
struct PruningFilter {
    direction: Direction,
    /// The images of the positions, by symmetry.
    images: Vec<Vec<u64>>,
    /// The images of the positions with their holes sorted by region, by partition and symmetry.
    ordered: Vec<Vec<Vec<u64>>>,
    left: Vec<Candidate>,
}

/// A position that no function has pruned so far.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: usize,
    /// The ends, one bit each, that no function so far has proved unreachable.
    near: u64,
    /// The budget under the current function.
    spare: i64,
}

impl PruningFilter {
    fn new(
        regions: &[Regions],
        compact: &BitBoard,
        direction: Direction,
        positions: &[u64],
    ) -> Self {
        let by_symmetry = |turned: &dyn Fn(usize, u64) -> u64| -> Vec<Vec<u64>> {
            let positions = positions.iter().copied();
            let images = |symmetry| positions.clone().map(|it| turned(symmetry, it)).collect();
            (0..compact.order()).map(images).collect()
        };
        let ordered = |regions: &Regions| {
            by_symmetry(&|symmetry, position| regions.ordered(symmetry, position))
        };
        let left = |place| Candidate {
            place,
            near: u64::MAX,
            spare: 0,
        };
        Self {
            direction,
            images: by_symmetry(&|symmetry, position| compact.image(symmetry, position)),
            ordered: regions.iter().map(ordered).collect(),
            left: (0..positions.len()).map(left).collect(),
        }
    }

    /// Removes the positions that a function prunes.
    fn apply(&mut self, bounded: &SymmetricBound) {
        for (symmetry, [goals, starts]) in &bounded.images {
            let images = &self.images[*symmetry];
            self.left.retain_mut(|left| {
                let here = bounded.rule.measure(images[left.place]);
                let mut still = 0;
                match self.direction {
                    Direction::Forward => {
                        for (number, &goal) in goals.iter().enumerate() {
                            still |= u64::from(bounded.rule.allows(here, goal)) << number;
                        }
                        left.spare = here.weight - bounded.weights[0];
                    }
                    Direction::Backward => {
                        for (number, &start) in starts.iter().enumerate() {
                            still |= u64::from(bounded.rule.allows(start, here)) << number;
                        }
                        left.spare = bounded.weights[1] - here.weight;
                    }
                }
                left.near &= still;
                left.near != 0
            });
            for (losses, ordered) in bounded.in_regions.iter().zip(&self.ordered) {
                let (ordered, direction) = (&ordered[*symmetry], self.direction);
                self.left
                    .retain(|left| losses.of(direction, ordered[left.place]) <= left.spare);
            }
        }
    }
}

/// Returns one symmetry, by number, for each different image of the weights and the partitions.
fn distinct_images(compact: &BitBoard, weights: &[i32], divisions: &[Regions]) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let is_new = |&symmetry: &usize| {
        let divisions = divisions.iter();
        let divisions = divisions.map(|it| image(compact, symmetry, &it.region_of));
        let divisions: Vec<Vec<u8>> = divisions.collect();
        seen.insert((image(compact, symmetry, weights), divisions))
    };
    (0..compact.order()).filter(is_new).collect()
}

#[cfg(test)]
mod tests;
