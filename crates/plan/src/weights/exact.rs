//! Converts a floating-point solution of a linear program to integers. Sums that are 0 or nearly 0 in the solution
//! become exactly 0.
//!
//! The system is solved modulo a large prime, and each unknown is reconstructed as a fraction. The result is only used
//! if it passes the check of the weights.

use saut_linear::{Elimination, Equation, LARGE_PRIME, PrimeField, whole_multiples};

/// An undetermined unknown is rounded to a multiple of 1 divided by this number.
const PARTS: u16 = 1 << 10;
/// Maximum number of entries touched by an elimination.
const MAX_TOUCHED: usize = 100_000_000;
const FIELD: PrimeField = PrimeField(LARGE_PRIME);

fn residue(number: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "a small number")]
    let whole = number.round() as i64;
    FIELD.residue(whole)
}

/// Returns integer values for the first `first` unknowns, up to a common factor. Each of the given sums (which have
/// small integer factors) that is within `near` of 0 at the point `at` becomes exactly 0. Unknowns within `near` of an
/// integer get this value.
pub fn whole<'a>(
    at: &[f64],
    sums: impl Iterator<Item = &'a [(usize, f64)]>,
    first: usize,
    near: f64,
) -> Option<Vec<i64>> {
    let known = at.iter().map(|one| {
        let rounded = one.round();
        ((one - rounded).abs() < near).then(|| residue(rounded))
    });
    let known: Vec<Option<u64>> = known.collect();
    let is_tight = |sum: &&[(usize, f64)]| {
        let value: f64 = sum.iter().map(|&(one, times)| times * at[one]).sum();
        value.abs() < near
    };
    let tight: Vec<&[(usize, f64)]> = sums.filter(is_tight).collect();
    // Unknowns that occur in few sums are eliminated first.
    let mut often = vec![0_u32; at.len()];
    for &(one, _) in tight.iter().copied().flatten() {
        often[one] += 1;
    }
    let mut order: Vec<usize> = (0..at.len()).collect();
    order.sort_by_key(|&one| often[one]);
    let mut place = vec![0; at.len()];
    for (now, &one) in order.iter().enumerate() {
        place[one] = now;
    }
    // An additional unknown represents the constant 1.
    let constant = at.len();
    let mut tight: Vec<Equation> = tight
        .into_iter()
        .map(|sum| {
            FIELD.equation(sum.iter().map(|&(one, times)| match known[one] {
                Some(value) => (constant, FIELD.product(residue(times), value)),
                None => (place[one], residue(times)),
            }))
        })
        .collect();
    tight.sort_by_key(Equation::len);
    let mut elimination = Elimination::new(FIELD);
    for mut equation in tight {
        elimination.reduce(&mut equation);
        if elimination.touched > MAX_TOUCHED {
            return None;
        }
        let first = equation.first();
        if first.is_some_and(|&(first, _)| first != constant) {
            elimination.add(equation);
        }
    }
    let part = FIELD.inverse(PARTS.into());
    let free = |now: usize| match order.get(now) {
        None => 1,
        Some(&one) => {
            let rounded = || FIELD.product(residue(at[one] * f64::from(PARTS)), part);
            known[one].unwrap_or_else(rounded)
        }
    };
    let values = elimination.solution(at.len() + 1, free);
    let values: Vec<u64> = place[..first].iter().map(|&now| values[now]).collect();
    whole_multiples(&values)
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn sums_that_are_nearly_0_are_made_0_and_others_are_not() {
        // a = 1, 3b = a, c = b + b, and d is close to 1/2 and undetermined.
        let at = [1.0, 0.333_333_31, 0.666_666_69, 0.5001];
        let sums: Vec<Vec<(usize, f64)>> = vec![
            vec![(1, 3.0), (0, -1.0)],
            vec![(2, 1.0), (1, -2.0)],
            vec![(3, 1.0), (1, 1.0)],
        ];
        let sums = sums.iter().map(Vec::as_slice);
        assert_eq!(whole(&at, sums.clone(), 3, 1e-6), Some(vec![3, 1, 2]));
        let all = whole(&at, sums, 4, 1e-6).unwrap();
        assert_eq!(
            [all[0], 3 * all[1], all[2]],
            [3 * all[1], all[0], 2 * all[1]]
        );
        assert_eq!(all[3] * 2, all[0]);
    }
}
