//! Facets: pagoda functions that no others add up to.
//!
//! The pagoda functions of a board form a cone; its extreme rays are the facets of the solitaire
//! cone. One is extreme if the jumps that lose no weight under it determine it but for a factor,
//! that is, if their vectors have rank one less than the number of holes. The rank is counted
//! modulo a prime, where it can only be smaller, so that "yes" is certain.
//!
//! Avis and Deza, *On the solitaire cone and its relationship to multi-commodity flows* (2001).

use crate::certify::Weights;
use saut_peg::peg::Board;

/// A prime below 2^31.
const PRIME: u64 = 2_147_483_647;

impl Weights {
    /// The number of jumps that lose no weight.
    pub fn tight_jumps(&self, board: &Board) -> usize {
        self.tight(board).count()
    }

    /// Whether it is surely a facet. A pagoda function of another board is none.
    pub fn is_facet(&self, board: &Board) -> bool {
        self.by_hole.len() == board.len()
            && rank(self.tight(board).collect(), board.len()) + 1 == board.len()
    }

    fn tight<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = [usize; 3]> + 'a {
        let holes = board.jumps().iter().map(|&jump| board.holes_of(jump));
        holes.filter(|line| {
            let [from, over, to] = line.map(|hole| i128::from(self.by_hole[hole]));
            from + over == to
        })
    }
}

/// The rank of the vectors `from + over - to`, modulo the prime.
fn rank(lines: Vec<[usize; 3]>, holes: usize) -> usize {
    let mut basis: Vec<Option<Vec<u64>>> = vec![None; holes];
    let mut rank = 0;
    for [from, over, to] in lines {
        let mut row = vec![0; holes];
        (row[from], row[over], row[to]) = (1, 1, PRIME - 1);
        for column in 0..holes {
            if row[column] == 0 {
                continue;
            }
            let Some(reduced) = &basis[column] else {
                let inverse = power(row[column], PRIME - 2);
                for entry in &mut row {
                    *entry = *entry * inverse % PRIME;
                }
                basis[column] = Some(row);
                rank += 1;
                break;
            };
            let factor = PRIME - row[column];
            for (entry, other) in row.iter_mut().zip(reduced) {
                *entry = (*entry + factor * other) % PRIME;
            }
        }
    }
    rank
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut product = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    product
}
