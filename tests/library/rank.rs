//! The rank of the jumps of a board as vectors.

use saut::peg::{Board, Jump};

/// The rank over a field of `prime` elements, which is that over the fractions unless it divides
/// some minor.
pub fn rank(board: &Board, prime: i64) -> usize {
    let power = |mut base: i64, mut exponent: i64| {
        let mut product = 1;
        while exponent > 0 {
            if exponent % 2 == 1 {
                product = product * base % prime;
            }
            (base, exponent) = (base * base % prime, exponent / 2);
        }
        product
    };
    let row = |&jump: &Jump| {
        let mut row = vec![0_i64; board.len()];
        let [from, over, to] = board.holes_of(jump);
        (row[from], row[over], row[to]) = (prime - 1, prime - 1, 1);
        row
    };
    let mut rows: Vec<Vec<i64>> = board.jumps().iter().map(row).collect();
    let mut rank = 0;
    for column in 0..board.len() {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != 0) else {
            continue;
        };
        rows.swap(rank, pivot);
        let top = rows[rank].clone();
        let inverse = power(top[column], prime - 2);
        for row in &mut rows[rank + 1..] {
            let factor = row[column] * inverse % prime;
            for (entry, above) in row.iter_mut().zip(&top) {
                *entry = (*entry + (prime - factor) * above) % prime;
            }
        }
        rank += 1;
    }
    rank
}
