//! Numbers a + b·σ with σ = (√5 − 1)/2 and integers a and b: the ring ℤ\[σ\] of the golden ratio.

use std::cmp::Ordering;
use std::fmt;

/// a + b·σ, where σ² = 1 − σ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Golden {
    /// The integer part.
    pub a: i128,
    /// Coefficient of σ.
    pub b: i128,
}

impl Golden {
    /// 0.
    pub const ZERO: Self = Self { a: 0, b: 0 };
    /// 1.
    pub const ONE: Self = Self { a: 1, b: 0 };

    /// σ to a power, which grows into Fibonacci numbers; zero for powers above 150.
    pub fn power(power: u32) -> Self {
        let mut product = Self::ONE;
        for _ in 0..power {
            // (a + bσ)σ = aσ + b(1 − σ)
            let (a, b) = (product.b, product.a - product.b);
            product = Self { a, b };
            if power > 150 {
                return Self::ZERO;
            }
        }
        product
    }

    /// The sum, or `None` if it is too large.
    pub fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            a: self.a.checked_add(other.a)?,
            b: self.b.checked_add(other.b)?,
        })
    }

    /// The product, or `None` if it is too large.
    pub fn times(self, other: Self) -> Option<Self> {
        let squares = self.b.checked_mul(other.b)?;
        let mixed = self
            .a
            .checked_mul(other.b)?
            .checked_add(self.b.checked_mul(other.a)?)?;
        Some(Self {
            a: self.a.checked_mul(other.a)?.checked_add(squares)?,
            b: mixed.checked_sub(squares)?,
        })
    }

    /// Comparison of two numbers, or `None` if they are too large to tell.
    pub fn compare(self, other: Self) -> Option<Ordering> {
        let (a, b) = (self.a.checked_sub(other.a)?, self.b.checked_sub(other.b)?);
        // 2(a + bσ) = p + b√5 with p = 2a − b
        let p = a.checked_mul(2)?.checked_sub(b)?;
        let squares = p.checked_mul(p)?.cmp(&b.checked_mul(b)?.checked_mul(5)?);
        Some(match (p.cmp(&0), b.cmp(&0)) {
            (sign, Ordering::Equal) | (Ordering::Equal, sign) => sign,
            (Ordering::Greater, Ordering::Greater) => Ordering::Greater,
            (Ordering::Less, Ordering::Less) => Ordering::Less,
            (Ordering::Greater, Ordering::Less) => squares,
            (Ordering::Less, Ordering::Greater) => squares.reverse(),
        })
    }
}

impl fmt::Display for Golden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.a, self.b) {
            (a, 0) => write!(f, "{a}"),
            (0, b) => write!(f, "{b}s"),
            (a, b) if b < 0 => write!(f, "{a} - {}s", b.unsigned_abs()),
            (a, b) => write!(f, "{a} + {b}s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::Golden;

    #[test]
    fn two_powers_add_up_to_the_one_before() {
        for power in 0..100 {
            let sum = Golden::power(power + 2).plus(Golden::power(power + 1));
            assert_eq!(sum, Some(Golden::power(power)));
        }
    }

    #[test]
    fn powers_fall_but_stay_above_nothing() {
        for power in 0..80 {
            let (larger, smaller) = (Golden::power(power), Golden::power(power + 1));
            assert_eq!(larger.compare(smaller), Some(Ordering::Greater));
            assert_eq!(smaller.compare(Golden::ZERO), Some(Ordering::Greater));
        }
    }

    #[test]
    fn products_are_exact() {
        let product = Golden::power(7).times(Golden::power(11));
        assert_eq!(product, Some(Golden::power(18)));
        let large = Golden { a: i128::MAX, b: 1 };
        assert_eq!(
            (large.times(large), large.compare(Golden::ZERO)),
            (None, None)
        );
    }
}
