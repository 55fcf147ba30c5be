//! Rationals: what the numbers of a linear program, which come in floating point, may be meant
//! to be.
//!
//! A vertex of a program with small integer coefficients has rational coordinates of a common
//! denominator. Continued fractions find it; whether the integers that come out are right is for
//! a check to say.

use saut_base::divisor::gcd;

/// The largest denominator looked for in one number, and in all together.
const MOST_DENOMINATOR: i64 = 100_000;
const MOST_COMMON: i64 = 1 << 40;

/// Distance that a number times a denominator may have from the numerator that it is taken for.
const TOLERANCE: f64 = 1e-6;

/// The smallest integers in the proportions of these numbers, if there seem to be any.
pub fn integers(numbers: &[f64]) -> Option<Vec<i64>> {
    let mut common = 1_i64;
    for &number in numbers {
        let denominator = denominator(number)?;
        let least = common.checked_mul(denominator / gcd(common, denominator))?;
        common = Some(least).filter(|&least| least <= MOST_COMMON)?;
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 2^40")]
    let common = common as f64;
    let whole: Vec<i64> = numbers
        .iter()
        .map(|number| rounded(number * common))
        .collect::<Option<_>>()?;
    let divisor = whole
        .iter()
        .fold(0, |divisor, number| gcd(divisor, number.abs()));
    Some(whole.iter().map(|number| number / divisor.max(1)).collect())
}

/// The integer nearest to a number, if it is exact as one.
pub fn rounded(number: f64) -> Option<i64> {
    let nearest = number.round();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an integer of magnitude below 2^53"
    )]
    (nearest.abs() < 9e15).then_some(nearest as i64)
}

/// The smallest denominator of a fraction near this number.
fn denominator(number: f64) -> Option<i64> {
    let (mut before, mut denominator) = (0_i64, 1_i64);
    let mut rest = number;
    for _ in 0..40 {
        #[expect(clippy::cast_precision_loss, reason = "at most MOST_DENOMINATOR")]
        let scaled = number * denominator as f64;
        if (scaled - scaled.round()).abs() < TOLERANCE {
            return Some(denominator);
        }
        rest = 1.0 / (rest - rest.floor());
        let next = rounded(rest.floor())?
            .checked_mul(denominator)?
            .checked_add(before)?;
        (before, denominator) = (denominator, next);
        if denominator > MOST_DENOMINATOR {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::integers;

    #[test]
    fn fractions_are_found_with_their_common_denominator() {
        assert_eq!(integers(&[0.5, -1.0 / 3.0, 2.0]), Some(vec![3, -2, 12]));
        assert_eq!(integers(&[30.0 / 13.0, 19.0 / 5.0]), Some(vec![150, 247]));
        assert_eq!(integers(&[4.0, -6.0, 0.0]), Some(vec![2, -3, 0]));
        assert_eq!(integers(&[0.0, 0.0]), Some(vec![0, 0]));
    }

    #[test]
    fn what_is_no_small_fraction_is_refused() {
        assert_eq!(integers(&[std::f64::consts::PI, 1.0]), None);
        assert_eq!(integers(&[f64::NAN]), None);
        assert_eq!(integers(&[f64::INFINITY]), None);
    }
}
