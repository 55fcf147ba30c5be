//! Invariants of jumps: sums of holes over the field of two elements.
//!
//! Suremain de Missery's and Reiss's position class, for any board, as the null space of the jumps,
//! and with it the parity of the number of pegs, which every jump turns over.

use crate::search::bit_board::BitBoard;
use saut_peg::gf2::{Echelon, mask_of};

/// Parity of a sum of holes in the positions of a class.
#[derive(Clone, Copy, Debug)]
pub struct SumParity {
    /// Whether the sum is odd where the number of pegs is even.
    pub always: bool,
    /// Whether that is the other way round where the number of pegs is odd.
    pub with_odd_pegs: bool,
}

impl SumParity {
    /// Whether the sum is odd, with an odd number of pegs or an even one.
    pub const fn by(self, odd_pegs: bool) -> bool {
        self.always ^ (self.with_odd_pegs & odd_pegs)
    }
}

/// A sum of holes that is the same in all positions of a class, but for the parity of the pegs.
#[derive(Clone, Copy)]
pub struct Equation {
    /// The holes.
    pub holes: u64,
    /// Parity of their sum.
    pub parity: SumParity,
}

impl Equation {
    /// The hole that the others of the equation imply.
    pub const fn implied(self) -> u32 {
        self.holes.ilog2()
    }
}

/// The equations of a class and of the parity of pegs, each with a highest hole of its own.
pub fn equations(compact: &BitBoard, board: u64, member: u64) -> Vec<Equation> {
    let holes = 64 - board.leading_zeros() as usize;
    let jumps = compact.sums_of_jumps();
    let kept = jumps.orthogonal(holes).map(|set| mask_of(&set));
    let equation = |&holes: &u64| {
        let is_odd = |mask: u64| mask.count_ones() & 1 == 1;
        // Every jump turns over the parity of the board: it is in the sets that jumps turn over.
        let mut masks = compact.masks().iter();
        let with_odd_pegs = masks
            .next()
            .is_some_and(|mask| is_odd(mask.touched & holes));
        let always = is_odd(member & holes) ^ (with_odd_pegs & is_odd(member));
        Equation {
            holes,
            parity: SumParity {
                always,
                with_odd_pegs,
            },
        }
    };
    let all = Echelon::spanned_by(kept.chain([board]));
    all.rows().map(equation).collect()
}
