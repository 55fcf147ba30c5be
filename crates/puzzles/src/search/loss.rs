//! The least weight that has to be lost on the way from one position to another.
//!
//! Under a pagoda function every jump loses weight, or none. What the jumps that lose none can do
//! to a position is, modulo 2, a linear space. Two positions that differ modulo this space are only connected by jumps that
//! lose weight, and how much they lose at least is a shortest path in a small group: its elements
//! are the differences modulo the space, its steps the jumps. If one position outweighs another by
//! less than that, it does not lead there, though the weights alone would allow it.
//!
//! That is Gomory's relaxation of the integer program over the jumps to a group, here modulo 2:
//! R. E. Gomory, *Some polyhedra related to combinatorial problems*, Linear Algebra and its
//! Applications 2 (1969).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::compact::{Compact, JumpMask};
use super::pruning::{is_pagoda, weigh};
use crate::gf2::{Echelon, mask_of};

/// What a rule sees of a position: its weight, and where it lies modulo the jumps that lose none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    weight: i64,
    rest: usize,
}

impl Measure {
    /// The weight alone.
    pub fn weight(self) -> i64 {
        self.weight
    }
}

/// A pagoda function, quick to apply.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The measure of every eight holes, as one number.
    bytes: Vec<[i64; 256]>,
    /// The least loss by difference of the rests.
    least: Vec<i32>,
}

impl Rule {
    /// The binary digits of a rest: so many elements has the group at most.
    const MOST_BITS: usize = 16;
    const REST: i64 = (1 << Self::MOST_BITS) - 1;

    /// The rule of weights, one a hole, that looks at nothing but the weights; `None` if they are
    /// no pagoda function of the board.
    pub fn of_weights(compact: &Compact, holes: usize, weights: &[i32]) -> Option<Self> {
        Self::new(compact, holes, weights, 0)
    }

    /// The rule of weights, one a hole, that also looks at what has to be lost; `None` if they are
    /// no pagoda function of the board.
    pub fn of_losses(compact: &Compact, holes: usize, weights: &[i32]) -> Option<Self> {
        Self::new(compact, holes, weights, Self::MOST_BITS)
    }

    fn new(compact: &Compact, holes: usize, weights: &[i32], most_bits: usize) -> Option<Self> {
        if !is_pagoda(compact, holes, weights) {
            return None;
        }
        // More is not counted, and what is lost at least is only made less by that.
        let loss = |jump: &JumpMask| {
            let loss = weigh(weights, jump.need) - weigh(weights, jump.vacant);
            i32::try_from(loss).unwrap_or(i32::MAX)
        };
        let masks = compact.masks().iter();
        let mut jumps: Vec<(i32, u64)> = masks.map(|jump| (loss(jump), jump.flip)).collect();
        jumps.sort_unstable();
        jumps.dedup();
        let parities = parities(holes, &jumps, most_bits);
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
                *entry = weigh(weights, position) << Self::MOST_BITS | rest;
            }
            table
        };
        let steps = jumps.iter().map(|&(loss, flip)| (rest(flip), loss));
        Some(Self {
            bytes: (0..holes).step_by(8).map(byte).collect(),
            least: least_losses(parities.len(), steps.collect()),
        })
    }

    /// What the rule sees of a position.
    pub fn measure(&self, position: u64) -> Measure {
        let bytes = position.to_le_bytes();
        let (mut weight, mut rest) = (0, 0);
        for (table, byte) in self.bytes.iter().zip(bytes) {
            let part = table[usize::from(byte)];
            weight += part >> Self::MOST_BITS;
            rest ^= part & Self::REST;
        }
        Measure {
            weight,
            rest: usize::try_from(rest).unwrap_or(0),
        }
    }

    /// Whether the one position may lead to the other.
    pub fn allows(&self, from: Measure, to: Measure) -> bool {
        from.weight - to.weight >= i64::from(self.least[from.rest ^ to.rest])
    }
}

/// Sets of holes, at most so many, whose number of pegs no jump that loses nothing changes modulo
/// 2. If there are more such sets, jumps that lose little count as losing nothing.
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

/// The least loss to every element of the group; where no jumps lead, more than any weight.
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
