//! Exact rational numbers in two words, for states: fractions in lowest terms with 64-bit numerators and denominators.
//!
//! A search stores millions of these numbers. If a result does not fit, it is `None` and never rounded, and the caller
//! must report this. Most numbers are integers, for which each operation is a single checked operation.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, ToPrimitive};

use crate::rational::Rational;

/// A fraction. The minimum 64-bit integer is not allowed as a numerator, so that every number can be negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Exact(Ratio<i64>);

impl Exact {
    /// The number 0.
    pub const ZERO: Self = Self::whole(0);
    /// The number 1.
    pub const ONE: Self = Self::whole(1);
    /// Part of the message about a number that does not fit.
    pub const TOO_LARGE: &str = "has a numerator or a denominator of more than 64 bits";

    /// Creates an integer.
    pub const fn whole(number: i64) -> Self {
        Self(Ratio::new_raw(number, 1))
    }

    /// Converts a rational number, if it fits.
    pub fn of(number: &Rational) -> Option<Self> {
        let parts = number.numer().to_i64().zip(number.denom().to_i64());
        parts.and_then(Self::of_parts)
    }

    /// Creates a fraction from a numerator and a denominator in lowest terms, if they are valid.
    pub(crate) fn of_parts((above, below): (i64, i64)) -> Option<Self> {
        (below > 0 && above != i64::MIN).then_some(Self(Ratio::new_raw(above, below)))
    }

    /// Converts the number to a rational number of unlimited size.
    pub fn rational(self) -> Rational {
        Rational::new_raw(self.numerator().into(), self.denominator().into())
    }

    /// Returns the numerator.
    pub const fn numerator(self) -> i64 {
        *self.0.numer()
    }

    /// Returns the denominator, which is positive.
    pub const fn denominator(self) -> i64 {
        *self.0.denom()
    }

    /// Returns the sum, if it fits.
    pub fn plus(self, other: Self) -> Option<Self> {
        Self::fitting(if self.0.is_integer() && other.0.is_integer() {
            self.numerator().checked_add(other.numerator())?.into()
        } else {
            self.0.checked_add(&other.0)?
        })
    }

    /// Returns the product, if it fits.
    pub fn times(self, other: Self) -> Option<Self> {
        Self::fitting(if self.0.is_integer() && other.0.is_integer() {
            self.numerator().checked_mul(other.numerator())?.into()
        } else {
            self.0.checked_mul(&other.0)?
        })
    }

    fn fitting(ratio: Ratio<i64>) -> Option<Self> {
        Self::of_parts(ratio.into_raw())
    }

    /// Returns the number with the opposite sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self(Ratio::new_raw(-self.numerator(), self.denominator()))
    }

    /// Returns the difference, if it fits.
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.negated())
    }

    /// Returns the sign: -1, 0 or 1.
    pub const fn sign(self) -> i64 {
        self.numerator().signum()
    }

    /// Returns the minimum integer that is at least `self / other`, where both numbers are positive. With `passes`, the
    /// integer must be greater than `self / other`. The result is at most `u64::MAX`.
    pub fn quotient_up(self, other: Self, passes: bool) -> u64 {
        let above = i128::from(self.numerator()) * i128::from(other.denominator());
        let below = i128::from(self.denominator()) * i128::from(other.numerator());
        if above < 0 || below <= 0 {
            return u64::from(passes);
        }
        let (quotient, rest) = (above / below, above % below);
        let up = quotient + i128::from(passes || rest > 0);
        u64::try_from(up).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::Exact;
    use crate::rational::Rational;
    use proptest::prelude::*;

    fn exact(above: i64, below: i64) -> Exact {
        Exact::of(&Rational::new(above.into(), below.into())).unwrap()
    }

    fn any_exact() -> impl Strategy<Value = Exact> {
        let part = prop_oneof![-20_i64..20, -i64::MAX..=i64::MAX];
        (part, prop_oneof![1_i64..20, 1..i64::MAX]).prop_map(|(n, d)| exact(n, d))
    }

    /// Whether a computed number is exact. If there is no number, whether an operand was long.
    fn is_exact(computed: Option<Exact>, number: &Rational, parts: [Exact; 2]) -> bool {
        let is_long = || {
            parts
                .iter()
                .any(|it| it.numerator().abs() > 20 || it.denominator() > 20)
        };
        computed.map_or_else(is_long, |it| it.rational() == *number)
    }

    proptest! {
        #[test]
        fn results_are_exact_or_reported_as_overflow(a in any_exact(), b in any_exact()) {
            let (x, y) = (a.rational(), b.rational());
            prop_assert!(is_exact(a.plus(b), &(&x + &y), [a, b]));
            prop_assert!(is_exact(a.minus(b), &(&x - &y), [a, b]));
            prop_assert_eq!(a.times(b), Exact::of(&(&x * &y)));
            prop_assert_eq!(a.cmp(&b), x.cmp(&y));
        }

        #[test]
        fn quotients_are_rounded_up(a in 1_i64..1000, b in 1_i64..50, c in 1_i64..50) {
            let step = exact(b, c);
            let need = Exact::whole(a);
            let times = |count: u64| step.times(Exact::whole(i64::try_from(count).unwrap())).unwrap();
            let reach = need.quotient_up(step, false);
            prop_assert!(times(reach) >= need && times(reach - 1) < need);
            let pass = need.quotient_up(step, true);
            prop_assert!(times(pass) > need && times(pass - 1) <= need);
        }
    }

    #[test]
    fn overflow_is_reported_instead_of_wrapped() {
        let most = Exact::whole(i64::MAX);
        assert_eq!(most.plus(Exact::ONE), None);
        assert_eq!(most.times(most), None);
        assert_eq!(most.negated().minus(Exact::ONE), None);
        assert_eq!(Exact::of(&Rational::from_integer(i64::MIN.into())), None);
        assert_eq!(
            exact(1, i64::MAX).plus(exact(1, i64::MAX)),
            Some(exact(2, i64::MAX))
        );
        assert_eq!(exact(2, -4), exact(-1, 2));
    }
}
