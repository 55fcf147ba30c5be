//! Whole numbers for the unknowns of a linear program, from those in floating point: sums that are 0 there, or nearly,
//! are made exactly 0.
//!
//! The system is solved modulo a prime, so that no number grows, and each unknown is read back as a fraction. Whether
//! what comes out is of any use, its check says.
//!
//! Wang, *A p-adic algorithm for univariate partial fractions* (SYMSAC 1981), for fractions from their remainders.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use saut_base::divisor::gcd;

/// The prime 2^61 − 1.
const PRIME: u64 = (1 << 61) - 1;
/// Fractions have numerators and denominators below this; twice its square is below the prime.
const MOST_PART: u64 = 1 << 29;
/// Weights are below this.
const MOST_WEIGHT: i128 = 1_000_000_000_000_000;
/// An unknown that nothing determines is rounded to this part.
const PARTS: i32 = 1 << 10;
/// An elimination in which so many entries were touched is given up.
const MOST_TOUCHED: usize = 100_000_000;

const fn product(one: u64, other: u64) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "below the prime")]
    let product = (one as u128 * other as u128 % PRIME as u128) as u64;
    product
}

const fn sum(one: u64, other: u64) -> u64 {
    (one + other) % PRIME
}

const fn minus(one: u64) -> u64 {
    (PRIME - one) % PRIME
}

fn inverse(one: u64) -> u64 {
    let (mut power, mut square, mut left) = (1, one, PRIME - 2);
    while left > 0 {
        if left & 1 == 1 {
            power = product(power, square);
        }
        square = product(square, square);
        left >>= 1;
    }
    power
}

/// The remainder of a small whole number that is in floating point, times so many parts.
fn remainder(number: f64, parts: i32) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "a small number")]
    let whole = (number * f64::from(parts)).round() as i64;
    let size = whole.unsigned_abs() % PRIME;
    if whole < 0 { minus(size) } else { size }
}

/// The fraction with small parts that has this remainder.
fn fraction(remainder: u64) -> Option<(i64, i64)> {
    let (mut large, mut small) = (i128::from(PRIME), i128::from(remainder));
    let (mut before, mut times) = (0_i128, 1_i128);
    while small >= i128::from(MOST_PART) {
        let whole = large / small;
        (large, small) = (small, large - whole * small);
        (before, times) = (times, before - whole * times);
    }
    let (above, below) = if times < 0 {
        (-small, -times)
    } else {
        (small, times)
    };
    let is_small = below > 0 && below < i128::from(MOST_PART);
    let parts = (i64::try_from(above).ok()?, i64::try_from(below).ok()?);
    is_small.then_some(parts)
}

/// A sum in which every unknown that others determine was replaced, and what stands beside it.
type Line = (BTreeMap<usize, u64>, u64);

/// Unknowns as whole numbers, the first so many, where these sums of them (with small whole factors) are exactly 0 that
/// are as `near` to 0 at a point, and unknowns ±1 or 0 that are as near to that.
pub fn whole<'a>(
    at: &[f64],
    sums: impl Iterator<Item = &'a [(usize, f64)]>,
    first: usize,
    near: f64,
) -> Option<Vec<i64>> {
    let mut known: Vec<Option<u64>> = at
        .iter()
        .map(|one| {
            let rounded = one.round();
            ((one - rounded).abs() < near).then(|| remainder(rounded, 1))
        })
        .collect();
    let is_tight = |sum: &&[(usize, f64)]| {
        let value: f64 = sum.iter().map(|&(one, times)| times * at[one]).sum();
        value.abs() < near
    };
    let mut tight: Vec<&[(usize, f64)]> = sums.filter(is_tight).collect();
    let mut often = vec![0_u32; at.len()];
    for &(one, _) in tight.iter().copied().flatten() {
        often[one] += 1;
    }
    let open = |sum: &[(usize, f64)], known: &[Option<u64>]| {
        sum.iter().filter(|(one, _)| known[*one].is_none()).count()
    };
    tight.sort_by_cached_key(|sum| open(sum, &known));
    // By unknown the line that determines it by others.
    let mut lines: FxHashMap<usize, Line> = FxHashMap::default();
    let mut order = Vec::new();
    let mut touched = 0;
    for sum_ in tight {
        let mut line: Line = (BTreeMap::new(), 0);
        for &(one, times) in sum_ {
            let times = remainder(times, 1);
            match known[one] {
                Some(value) => line.1 = sum(line.1, product(times, value)),
                None => add(&mut line, one, times),
            }
        }
        while let Some(one) = line.0.keys().copied().find(|one| lines.contains_key(one)) {
            let times = line.0.remove(&one).unwrap_or(0);
            let by = &lines[&one];
            touched += by.0.len() + 1;
            for (&other, &also) in &by.0 {
                add(&mut line, other, product(times, also));
            }
            line.1 = sum(line.1, product(times, by.1));
        }
        if touched > MOST_TOUCHED {
            return None;
        }
        let Some(one) = line.0.keys().copied().min_by_key(|one| often[*one]) else {
            continue;
        };
        let scale = minus(inverse(line.0.remove(&one).unwrap_or(1)));
        line.0
            .values_mut()
            .for_each(|times| *times = product(*times, scale));
        line.1 = product(line.1, scale);
        if line.0.is_empty() {
            known[one] = Some(line.1);
        }
        lines.insert(one, line);
        order.push(one);
    }
    let part = inverse(remainder(1.0, PARTS));
    for (one, known) in known.iter_mut().enumerate() {
        if known.is_none() && !lines.contains_key(&one) {
            *known = Some(product(remainder(at[one], PARTS), part));
        }
    }
    // A line names unknowns alone that later lines determine, or none.
    for one in order.into_iter().rev() {
        let (terms, beside) = &lines[&one];
        let mut value = *beside;
        for (&other, &times) in terms {
            value = sum(value, product(times, known[other]?));
        }
        known[one] = Some(value);
    }
    let parts = known[..first].iter().map(|known| fraction((*known)?));
    let parts: Vec<(i64, i64)> = parts.collect::<Option<_>>()?;
    let mut multiple = 1_i128;
    for &(_, below) in &parts {
        let shared = gcd(multiple.unsigned_abs(), u128::from(below.unsigned_abs()));
        multiple *= i128::from(below) / shared.cast_signed();
        if multiple > MOST_WEIGHT {
            return None;
        }
    }
    let scaled = parts.into_iter().map(|(above, below)| {
        let weight = i128::from(above) * (multiple / i128::from(below));
        (weight.abs() < MOST_WEIGHT).then(|| i64::try_from(weight).ok())?
    });
    scaled.collect()
}

fn add(line: &mut Line, one: usize, times: u64) {
    let all = line.0.entry(one).or_insert(0);
    *all = sum(*all, times);
    if *all == 0 {
        line.0.remove(&one);
    }
}

#[cfg(test)]
mod tests {
    use super::{fraction, inverse, minus, product, whole};

    #[test]
    fn fractions_come_back_from_their_remainders() {
        for (above, below) in [
            (0_i64, 1_i64),
            (1, 3),
            (-80, 81),
            (177_145, 177_147),
            (-7, 1),
        ] {
            let size = product(above.unsigned_abs(), inverse(below.unsigned_abs()));
            let remainder = if above < 0 { minus(size) } else { size };
            assert_eq!(fraction(remainder), Some((above, below)));
        }
        assert_eq!(fraction(1_234_567_890_123_456_789), None);
    }

    #[test]
    fn sums_that_are_nearly_0_are_made_0_and_others_are_not() {
        // a = 1, 3b = a, c = b + b, and d nearly a half of nothing.
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
