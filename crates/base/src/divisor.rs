//! The greatest common divisor, for any integer type.

use std::ops::Rem;

/// Returns the greatest common divisor of non-negative numbers. The result for 0 and a number is the number.
pub fn gcd<N: Copy + Default + PartialEq + Rem<Output = N>>(mut a: N, mut b: N) -> N {
    while b != N::default() {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::gcd;

    #[test]
    fn zero_divides_nothing_and_is_divided_by_all() {
        assert_eq!((gcd(0, 0), gcd(0, 6), gcd(6, 0)), (0, 6, 6));
        assert_eq!((gcd(4, 6), gcd(6, 4), gcd(9_u128, 4)), (2, 2, 1));
    }
}
