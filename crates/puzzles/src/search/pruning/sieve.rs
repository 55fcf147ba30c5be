//! Positions that are left when rules are applied to them, one rule after the other.

use super::{Bounded, Pruning};
use crate::search::compact::{Compact, Direction};
use crate::search::regions::Regions;

/// Positions that rules are applied to.
pub struct Sieve {
    direction: Direction,
    /// By symmetry.
    images: Vec<Vec<u64>>,
    /// By division and symmetry, with the holes in order by region.
    ordered: Vec<Vec<Vec<u64>>>,
    left: Vec<Left>,
}

/// A position that no rule so far has cut off.
#[derive(Clone, Copy, Debug)]
struct Left {
    place: usize,
    /// The ends, by number, that no rule so far has shown to be out of reach.
    near: u64,
    /// What there is to be lost, under the rule that is applied.
    spare: i64,
}

impl Left {
    /// The position at a place, before any rule.
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
        pruning: &Pruning,
        compact: &Compact,
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
            ordered: pruning.regions.iter().map(ordered).collect(),
            left: (0..positions.len()).map(Left::at).collect(),
        }
    }

    /// The places of the positions left.
    pub fn left(&self) -> impl Iterator<Item = usize> + '_ {
        self.left.iter().map(|left| left.place)
    }

    /// Leaves out what a rule cuts off.
    pub fn apply(&mut self, bounded: &Bounded, regions: &[Regions]) {
        for turn in &bounded.turns {
            let images = &self.images[turn.symmetry];
            self.left.retain_mut(|left| {
                let here = bounded.rule.measure(images[left.place]);
                let mut still = 0;
                match self.direction {
                    Direction::Forward => {
                        for (number, &goal) in turn.ends[0].iter().enumerate() {
                            still |= u64::from(bounded.rule.allows(here, goal)) << number;
                        }
                        left.spare = here.weight() - bounded.weights[0];
                    }
                    Direction::Backward => {
                        for (number, &start) in turn.ends[1].iter().enumerate() {
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
                let (ordered, direction) = (&ordered[turn.symmetry], self.direction);
                self.left.retain(|left| {
                    losses.of(regions, direction, ordered[left.place]) <= left.spare
                });
            }
        }
    }
}
