//! The position class, for any board: what jumps keep modulo 2.
//!
//! A jump flips three holes. Two positions can only be connected by jumps if their difference
//! is a sum of such triples over the field of two elements; Suremain de Missery and Reiss found
//! this for the square boards.

use super::compact::Compact;

impl Compact {
    /// Whether `to` differs from `from` by a combination of jumps modulo 2, that is, whether the
    /// two are in the same position class.
    pub fn same_class(&self, from: u64, to: u64) -> bool {
        let mut basis = [0_u64; 64];
        for mask in self.masks() {
            let rest = reduce(&basis, mask.flip);
            if rest != 0 {
                basis[rest.ilog2() as usize] = rest;
            }
        }
        reduce(&basis, from ^ to) == 0
    }
}

fn reduce(basis: &[u64; 64], mut mask: u64) -> u64 {
    for bit in (0..64).rev() {
        if mask >> bit & 1 == 1 {
            mask ^= basis[bit];
        }
    }
    mask
}

#[cfg(test)]
mod tests {
    use crate::peg::boards;
    use crate::search::compact::{Compact, word};

    #[test]
    fn the_class_separates_what_no_jumps_connect() {
        let board = boards::named("english").unwrap();
        let compact = Compact::fixing(&board, &[]).unwrap();
        let start = word(&board.full()) ^ 1 << 16;
        let ends = (0..33).filter(|&hole| compact.same_class(start, 1 << hole));
        assert_eq!(ends.collect::<Vec<_>>(), [1, 13, 16, 19, 31]);
    }
}
