//! Exact rationals in two words, for states: a fraction in lowest terms whose parts fit into 64 bits.
//!
//! A search holds millions of them. What does not fit is `None`, which whoever computes has to tell: it is never
//! rounded. Most are whole numbers, for which everything is one checked operation.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use saut_base::divisor::gcd;

use crate::rational::Rational;

/// A fraction in lowest terms with a positive denominator. The least number of 64 bits is left out, so that every
/// number has its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Exact {
    numerator: i64,
    denominator: i64,
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            _ => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

impl From<i32> for Exact {
    fn from(whole: i32) -> Self {
        Self {
            numerator: i64::from(whole),
            denominator: 1,
        }
    }
}

impl Exact {
    /// Zero.
    pub const ZERO: Self = Self::whole(0);
    /// One.
    pub const ONE: Self = Self::whole(1);
    /// Fault of a number that no state can hold.
    pub const TOO_LARGE: &str = "does not fit into 64 bits above and below the line";

    /// A whole number.
    pub const fn whole(number: i64) -> Self {
        Self {
            numerator: number,
            denominator: 1,
        }
    }

    /// The fraction, if it fits and its denominator is not 0.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 1 {
            return fitting(i64::try_from(numerator).ok()).map(Self::whole);
        }
        let common = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let common = i128::try_from(common).ok().filter(|_| denominator != 0)?;
        let (numerator, denominator) = (numerator / common, denominator / common);
        let (numerator, denominator) = if denominator < 0 {
            (numerator.checked_neg()?, denominator.checked_neg()?)
        } else {
            (numerator, denominator)
        };
        Some(Self {
            numerator: fitting(i64::try_from(numerator).ok())?,
            denominator: i64::try_from(denominator).ok()?,
        })
    }

    /// Exact number of this value, if it fits.
    pub fn of(number: &Rational) -> Option<Self> {
        Some(Self {
            numerator: fitting(number.numer().to_i64())?,
            denominator: number.denom().to_i64()?,
        })
    }

    /// Rational number of this value, of any size.
    pub fn rational(self) -> Rational {
        Rational::new(BigInt::from(self.numerator), BigInt::from(self.denominator))
    }

    /// The part above the line.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The part below the line, above 0.
    pub const fn denominator(self) -> i64 {
        self.denominator
    }

    /// The sum, if it fits.
    pub fn plus(self, other: Self) -> Option<Self> {
        if self.denominator == 1 && other.denominator == 1 {
            return fitting(self.numerator.checked_add(other.numerator)).map(Self::whole);
        }
        let [a, b] = [self, other].map(|it| i128::from(it.numerator));
        let [c, d] = [self, other].map(|it| i128::from(it.denominator));
        Self::new((a * d).checked_add(b * c)?, c * d)
    }

    /// The product, if it fits.
    pub fn times(self, other: Self) -> Option<Self> {
        if self.denominator == 1 && other.denominator == 1 {
            return fitting(self.numerator.checked_mul(other.numerator)).map(Self::whole);
        }
        let [a, b] = [self, other].map(|it| i128::from(it.numerator));
        let [c, d] = [self, other].map(|it| i128::from(it.denominator));
        Self::new(a * b, c * d)
    }

    /// The number with the other sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self {
            numerator: -self.numerator,
            denominator: self.denominator,
        }
    }

    /// The difference, if it fits.
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.negated())
    }

    /// -1, 0 or 1.
    pub const fn sign(self) -> i64 {
        self.numerator.signum()
    }

    /// The least whole number that is no smaller than `self / other`, or where it `passes` that is greater; both are
    /// above 0. At most `u64::MAX`.
    pub fn quotient_up(self, other: Self, passes: bool) -> u64 {
        let above = i128::from(self.numerator) * i128::from(other.denominator);
        let below = i128::from(self.denominator) * i128::from(other.numerator);
        if above < 0 || below <= 0 {
            return u64::from(passes);
        }
        let (quotient, rest) = (above / below, above % below);
        let up = quotient + i128::from(passes || rest > 0);
        u64::try_from(up).unwrap_or(u64::MAX)
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        left.cmp(&(i128::from(other.numerator) * i128::from(self.denominator)))
    }
}

/// The number, unless it is the least of its type.
fn fitting(number: Option<i64>) -> Option<i64> {
    number.filter(|number| *number != i64::MIN)
}

#[cfg(test)]
mod tests {
    use super::Exact;
    use proptest::prelude::*;

    fn any_exact() -> impl Strategy<Value = Exact> {
        let part = prop_oneof![-20_i64..20, -i64::MAX..=i64::MAX];
        (part, prop_oneof![1_i64..20, 1..i64::MAX])
            .prop_map(|(n, d)| Exact::new(n.into(), d.into()).unwrap())
    }

    proptest! {
        #[test]
        fn what_fits_is_exact_and_what_does_not_is_told(a in any_exact(), b in any_exact()) {
            let fits = Exact::of;
            let (x, y) = (a.rational(), b.rational());
            prop_assert_eq!(a.plus(b), fits(&(&x + &y)));
            prop_assert_eq!(a.times(b), fits(&(&x * &y)));
            if let Some(difference) = a.minus(b) {
                prop_assert_eq!(difference.rational(), &x - &y);
            }
            prop_assert_eq!(a.cmp(&b), x.cmp(&y));
        }

        #[test]
        fn quotients_are_rounded_up(a in 1_i64..1000, b in 1_i64..50, c in 1_i64..50) {
            let step = Exact::new(b.into(), c.into()).unwrap();
            let need = Exact::whole(a);
            let times = |count: u64| step.times(Exact::whole(i64::try_from(count).unwrap())).unwrap();
            let reach = need.quotient_up(step, false);
            prop_assert!(times(reach) >= need && times(reach - 1) < need);
            let pass = need.quotient_up(step, true);
            prop_assert!(times(pass) > need && times(pass - 1) <= need);
        }
    }

    #[test]
    fn the_ends_of_the_range_are_told_and_not_wrapped() {
        let most = Exact::whole(i64::MAX);
        assert_eq!(most.plus(Exact::ONE), None);
        assert_eq!(most.times(most), None);
        assert_eq!(Exact::new(i64::MIN.into(), 1), None);
        assert_eq!(most.negated().minus(Exact::ONE), None);
        assert_eq!(Exact::new(1, 0), None);
        assert_eq!(Exact::new(2, -4), Exact::new(-1, 2));
    }
}
