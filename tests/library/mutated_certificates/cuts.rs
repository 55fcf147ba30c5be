//! The positions that pagoda functions exclude from a search, computed by the definitions.

use saut::search::ExhaustiveLevels;

use super::levels::Position;
use super::losses::{self, InRegions};
use super::pair::Pair;

/// The pagoda functions of a certificate, prepared for one puzzle.
pub struct Cuts<'a> {
    pair: &'a Pair,
    group: &'a [Vec<usize>],
    pagodas: Vec<Vec<i128>>,
    /// Whether losses by parity are used.
    losses: bool,
    /// For each function and each partition of the board: the losses from the start, and to the goals.
    in_regions: Vec<(Vec<i128>, [InRegions; 2])>,
    /// The start, and the goal positions.
    ends: [Vec<Position>; 2],
}

impl<'a> Cuts<'a> {
    /// Prepares the functions. Returns `None` if one of them is not a pagoda function, or a partition does not fit the
    /// board.
    pub fn new(
        pair: &'a Pair,
        claim: &ExhaustiveLevels,
        group: &'a [Vec<usize>],
        goals: &[Position],
    ) -> Option<Self> {
        let wide = |weights: &Vec<i32>| weights.iter().map(|&w| w.into()).collect();
        let pagodas: Vec<Vec<i128>> = claim.pruning.pagodas.iter().map(wide).collect();
        let is_pagoda = |weights: &Vec<i128>| {
            let mut jumps = pair.jumps.iter();
            weights.len() == pair.holes.len()
                && jumps.all(|&[a, b, c]| weights[a] + weights[b] >= weights[c])
        };
        if !pagodas.iter().all(is_pagoda) {
            return None;
        }
        let ends = [vec![pair.start.clone()], goals.to_vec()];
        let mut in_regions = Vec::new();
        for weights in &pagodas {
            for region_of in &claim.pruning.regions {
                let tables = [false, true].map(|is_forward| {
                    let ends = &ends[usize::from(is_forward)];
                    InRegions::new(pair, weights, region_of, ends, is_forward)
                });
                let [Some(from_start), Some(to_goals)] = tables else {
                    return None;
                };
                in_regions.push((weights.clone(), [from_start, to_goals]));
            }
        }
        let losses = claim.pruning.losses;
        Some(Self {
            pair,
            group,
            pagodas,
            losses,
            in_regions,
            ends,
        })
    }

    /// Whether a position is not excluded.
    pub fn keeps(&self, position: &Position, is_forward: bool) -> bool {
        self.outweighs(position, is_forward)
            && (!self.losses || self.loses_by_parity(position, is_forward))
            && self.loses_in_regions(position, is_forward)
    }

    fn images(&self, position: &Position) -> Vec<Position> {
        let turned = |image: &Vec<usize>| image.iter().map(|&hole| position[hole]).collect();
        self.group.iter().map(turned).collect()
    }

    /// Whether a position weighs at least as much as the lightest goal (forward), or at most as much as the start
    /// (backward). No jump adds weight, so all other positions are excluded.
    fn outweighs(&self, position: &Position, is_forward: bool) -> bool {
        self.pagodas.iter().all(|weights| {
            let images = self.images(position).into_iter();
            let mut weights_of = images.map(|image| Pair::weigh(&image, weights));
            if is_forward {
                let low = self.pair.least_goal(weights);
                weights_of.all(|weight| weight >= low)
            } else {
                let high = Pair::weigh(&self.pair.start, weights);
                weights_of.all(|weight| weight <= high)
            }
        })
    }

    /// Whether the weight that can be lost is at least the minimal loss, for all functions. Forward, this must hold for
    /// the way to some goal; backward, for the way from the start.
    fn loses_by_parity(&self, position: &Position, is_forward: bool) -> bool {
        self.ends[usize::from(is_forward)].iter().any(|end| {
            self.pagodas.iter().all(|weights| {
                let mut both = self.images(position).into_iter().zip(self.images(end));
                both.all(|(position, end)| {
                    let (from, to) = if is_forward {
                        (position, end)
                    } else {
                        (end, position)
                    };
                    let spare = Pair::weigh(&from, weights) - Pair::weigh(&to, weights);
                    spare >= losses::by_parity(self.pair, weights, &from, &to)
                })
            })
        })
    }

    fn loses_in_regions(&self, position: &Position, is_forward: bool) -> bool {
        self.in_regions.iter().all(|(weights, tables)| {
            let ends = &self.ends[usize::from(is_forward)];
            let weights_of = ends.iter().map(|end| Pair::weigh(end, weights));
            self.images(position).iter().all(|image| {
                let here = Pair::weigh(image, weights);
                let spare = if is_forward {
                    weights_of.clone().min().map(|lightest| here - lightest)
                } else {
                    weights_of.clone().max().map(|heaviest| heaviest - here)
                };
                let lost = tables[usize::from(is_forward)].of(image);
                spare.is_none_or(|spare| spare >= lost)
            })
        })
    }
}
