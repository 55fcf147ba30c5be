//! Weight of pegs, and whether a weighting is a pagoda function: no jump raises it.

use super::bit_board::BitBoard;

/// Whether a weighting is a pagoda function of the board.
pub fn is_pagoda(compact: &BitBoard, holes: usize, weights: &[i32]) -> bool {
    weights.len() == holes
        && compact
            .masks()
            .iter()
            .all(|jump| weigh(weights, jump.required) >= weigh(weights, jump.target))
}

/// Weight of the pegs of a mask; holes without a weight weigh nothing.
pub fn weigh(weights: &[i32], mut mask: u64) -> i64 {
    let mut total = 0;
    while mask != 0 {
        let weight = weights.get(mask.trailing_zeros() as usize);
        total += weight.map_or(0, |&weight| i64::from(weight));
        mask &= mask - 1;
    }
    total
}
