//! Positions that remain while relaxations are applied to them one after the other.

use crate::search::bit_board::{BitBoard, Direction};
use crate::search::group_relaxation::{GroupRelaxation, Measure};
use crate::search::pattern_database::{RegionLosses, Regions};

/// A relaxation with its different images under the symmetries of the problem.
#[derive(Clone, Debug)]
pub struct Bounded {
    pub rule: GroupRelaxation,
    pub images: Vec<Image>,
    /// The weights of the lightest goal and of the heaviest start.
    pub weights: [i64; 2],
    /// For every division of the board.
    pub in_regions: Vec<RegionLosses>,
}

/// A symmetry, by number, and the measures of the images of the ends under it.
#[derive(Clone, Debug)]
pub struct Image {
    pub symmetry: usize,
    /// Measures of the goals, for positions from the start on; of the start, for those from the goals on.
    pub ends: [Vec<Measure>; 2],
}

/// Positions that relaxations are applied to.
pub struct Sieve {
    direction: Direction,
    /// By symmetry.
    images: Vec<Vec<u64>>,
    /// By division and symmetry, with the holes in order by region.
    ordered: Vec<Vec<Vec<u64>>>,
    left: Vec<Left>,
}

/// A position that no relaxation so far has pruned.
#[derive(Clone, Copy, Debug)]
struct Left {
    place: usize,
    /// The ends, by number, that no relaxation so far has shown to be out of reach.
    near: u64,
    /// The weight available to be lost, under the relaxation that is applied.
    spare: i64,
}

impl Left {
    /// The position at a place, before any relaxation.
    fn at(place: usize) -> Self {
        Self {
            place,
            near: u64::MAX,
            spare: 0,
        }
    }
}

impl Sieve {
    /// All of some positions.
    pub fn new(
        regions: &[Regions],
        compact: &BitBoard,
        direction: Direction,
        positions: &[u64],
    ) -> Self {
        let by_symmetry = |turned: &dyn Fn(usize, u64) -> u64| -> Vec<Vec<u64>> {
            let symmetries = 0..compact.order();
            symmetries
                .map(|symmetry| {
                    positions
                        .iter()
                        .map(|&position| turned(symmetry, position))
                        .collect()
                })
                .collect()
        };
        let ordered = |regions: &Regions| {
            by_symmetry(&|symmetry, position| regions.ordered(symmetry, position))
        };
        Self {
            direction,
            images: by_symmetry(&|symmetry, position| compact.image(symmetry, position)),
            ordered: regions.iter().map(ordered).collect(),
            left: (0..positions.len()).map(Left::at).collect(),
        }
    }

    /// The places of the positions left.
    pub fn left(&self) -> impl Iterator<Item = usize> + '_ {
        self.left.iter().map(|left| left.place)
    }

    /// Removes what a relaxation prunes.
    pub fn apply(&mut self, bounded: &Bounded, regions: &[Regions]) {
        for image in &bounded.images {
            let images = &self.images[image.symmetry];
            self.left.retain_mut(|left| {
                let here = bounded.rule.measure(images[left.place]);
                let mut still = 0;
                match self.direction {
                    Direction::Forward => {
                        for (number, &goal) in image.ends[0].iter().enumerate() {
                            still |= u64::from(bounded.rule.allows(here, goal)) << number;
                        }
                        left.spare = here.weight() - bounded.weights[0];
                    }
                    Direction::Backward => {
                        for (number, &start) in image.ends[1].iter().enumerate() {
                            still |= u64::from(bounded.rule.allows(start, here)) << number;
                        }
                        left.spare = bounded.weights[1] - here.weight();
                    }
                }
                left.near &= still;
                left.near != 0
            });
            let divisions = regions.iter().zip(&bounded.in_regions).zip(&self.ordered);
            for ((regions, losses), ordered) in divisions {
                let (ordered, direction) = (&ordered[image.symmetry], self.direction);
                self.left.retain(|left| {
                    losses.of(regions, direction, ordered[left.place]) <= left.spare
                });
            }
        }
    }
}
