//! Group relaxation: a lower bound, by parity, on the weight that must be lost between two positions.
//!
//! Under a pagoda function w, `loss(jump) = w(from) + w(over) − w(to)` is never negative, and a plan from p to q loses
//! `budget = w(p) − w(q)` in total. Modulo 2, a jump adds its three holes to the position. The jumps of loss 0 span a
//! linear space, and the sets of holes modulo this space are a small group. Every jump is a step in this group, whose
//! cost is the loss of the jump. The cheapest path from 0 to p − q in this group is a lower bound on the loss of every
//! plan. If this bound exceeds the budget, p does not lead to q, even if the weights alone would allow it.
//!
//! R. E. Gomory, *Some polyhedra related to combinatorial problems*, Linear Algebra and its
//! Applications 2 (1969), relaxes an integer program to a group in this way. Our group is taken modulo 2.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bit_board::{BitBoard, JumpMask};
use saut_base::lists::distinct;
use saut_peg::gf2::{Echelon, mask_of};

/// The weight and the group element of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// The total weight of the pegs.
    pub weight: i64,
    rest: usize,
}

/// A pagoda function as tables, with the minimum losses in its group.
#[derive(Clone, Debug)]
pub struct GroupRelaxation {
    /// For each byte of a position and each of its values, the measure as one number.
    bytes: Vec<[i64; 256]>,
    /// The minimum loss, by the difference of two group elements.
    least: Vec<i32>,
}

impl GroupRelaxation {
    /// Maximum number of bits of a group element.
    const MAX_BITS: usize = 16;
    const REST: i64 = (1 << Self::MAX_BITS) - 1;

    /// Builds the relaxation of weights, one per hole. Without `losses`, the group has only one element. `None` if the
    /// weights are not a pagoda function of the board.
    pub fn new(compact: &BitBoard, weights: &[i32], losses: bool) -> Option<Self> {
        if !is_pagoda(compact, weights) {
            return None;
        }
        let holes = compact.holes();
        // Larger losses are clamped to the maximum, which can only lower the bounds.
        let loss = |jump: &JumpMask| {
            let loss = weigh(weights, jump.required) - weigh(weights, jump.target);
            i32::try_from(loss).unwrap_or(i32::MAX)
        };
        let masks = compact.masks().iter();
        let jumps = distinct(masks.map(|jump| (loss(jump), jump.touched)));
        let parities = parities(holes, &jumps, if losses { Self::MAX_BITS } else { 0 });
        let rest = |position: u64| {
            let odd = |set: &u64| usize::from((position & set).count_ones() % 2 == 1);
            let places = parities.iter().enumerate();
            places.fold(0, |rest, (place, set)| rest | odd(set) << place)
        };
        let byte = |first: usize| {
            let mut table = [0; 256];
            let width = (holes - first).min(8);
            for (value, entry) in (0_u64..1 << width).zip(table.iter_mut()) {
                let position = value << first;
                let rest = i64::try_from(rest(position)).unwrap_or(0);
                *entry = weigh(weights, position) << Self::MAX_BITS | rest;
            }
            table
        };
        let steps = jumps.iter().map(|&(loss, flip)| (rest(flip), loss));
        Some(Self {
            bytes: (0..holes).step_by(8).map(byte).collect(),
            least: least_losses(parities.len(), steps.collect()),
        })
    }

    pub fn measure(&self, position: u64) -> Measure {
        let bytes = position.to_le_bytes();
        let (mut weight, mut rest) = (0, 0);
        for (table, byte) in self.bytes.iter().zip(bytes) {
            let part = table[usize::from(byte)];
            weight += part >> Self::MAX_BITS;
            rest ^= part & Self::REST;
        }
        Measure {
            weight,
            rest: usize::try_from(rest).unwrap_or(0),
        }
    }

    /// Whether the budget between two positions is at least the minimum loss of the jumps between them.
    pub fn allows(&self, from: Measure, to: Measure) -> bool {
        from.weight - to.weight >= i64::from(self.least[from.rest ^ to.rest])
    }
}

/// Returns at most `most` independent sets of holes in which no jump of loss 0 changes the parity of the pegs. If there
/// are more such sets, jumps with small losses are treated like jumps of loss 0.
fn parities(holes: usize, jumps: &[(i32, u64)], most: usize) -> Vec<u64> {
    if most == 0 {
        return Vec::new();
    }
    let mut space = Echelon::spanned_by([]);
    for &(loss, flip) in jumps {
        if loss > 0 && space.rank() + most >= holes {
            break;
        }
        space.insert(flip);
    }
    if space.rank() + most < holes {
        return Vec::new();
    }
    space.orthogonal(holes).map(|set| mask_of(&set)).collect()
}

/// Returns the minimum loss to every element of the group. For elements that jumps do not reach, it is larger than any
/// weight.
fn least_losses(bits: usize, mut steps: Vec<(usize, i32)>) -> Vec<i32> {
    steps.retain(|&(rest, _)| rest != 0);
    steps.sort_unstable();
    steps.dedup_by_key(|&mut (rest, _)| rest);
    let mut least = vec![i32::MAX; 1 << bits];
    least[0] = 0;
    let mut heap = BinaryHeap::from([(Reverse(0), 0)]);
    while let Some((Reverse(lost), element)) = heap.pop() {
        if lost > least[element] {
            continue;
        }
        for &(rest, loss) in &steps {
            let (next, sum) = (element ^ rest, lost.saturating_add(loss));
            if sum < least[next] {
                least[next] = sum;
                heap.push((Reverse(sum), next));
            }
        }
    }
    least
}

/// Whether weights are a pagoda function of the board.
pub fn is_pagoda(compact: &BitBoard, weights: &[i32]) -> bool {
    weights.len() == compact.holes()
        && compact
            .masks()
            .iter()
            .all(|jump| weigh(weights, jump.required) >= weigh(weights, jump.target))
}

/// Returns the total weight of the holes of a mask. Holes without a weight count 0.
pub fn weigh(weights: &[i32], mut mask: u64) -> i64 {
    let mut total = 0;
    while mask != 0 {
        let weight = weights.get(mask.trailing_zeros() as usize);
        total += weight.map_or(0, |&weight| i64::from(weight));
        mask &= mask - 1;
    }
    total
}
