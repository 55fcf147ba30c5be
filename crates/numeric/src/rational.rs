//! Exact rational numbers of unlimited size, for the numbers in files. Decimal numbers are never rounded.

use std::fmt;
use std::num::IntErrorKind;

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, Signed, Zero};

/// An exact rational number.
pub type Rational = Ratio<BigInt>;

/// Maximum number of digits of a number in a file, and maximum exponent of its power of ten.
pub(crate) const MAX_DIGITS: usize = 100;

/// Maximum number of bits of a numerator or denominator during the validation of a plan. The validation ends if a
/// number is longer.
pub const MAX_BITS: u64 = 1 << 20;

/// Reason why a word is not a valid number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotANumber {
    /// The word does not have the form of a number.
    Shape,
    /// The number has more than 100 digits, or its exponent is not between −100 and 100.
    TooLong,
}

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => f.write_str("is not a number"),
            Self::TooLong => write!(f, "is a number of more than {MAX_DIGITS} digits"),
        }
    }
}

/// Parses a number: digits, optionally with a sign, a decimal point and a power of ten (`e-3`).
///
/// # Errors
/// [`NotANumber`] if the word has another form, or if the number is too long.
pub fn read(word: &str) -> Result<Rational, NotANumber> {
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    let (mantissa, power) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, power)) => (mantissa, read_power(power)?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !is_digits(whole) || !is_digits(fraction) {
        return Err(NotANumber::Shape);
    }
    if whole.len() + fraction.len() > MAX_DIGITS {
        return Err(NotANumber::TooLong);
    }
    let digits: BigInt = format!("0{whole}{fraction}")
        .parse()
        .map_err(|_| NotANumber::Shape)?;
    let digits = if word.starts_with('-') {
        -digits
    } else {
        digits
    };
    let down = i64::try_from(fraction.len()).map_err(|_| NotANumber::TooLong)? - power;
    let scale = BigInt::from(10).pow(u32::try_from(down.unsigned_abs()).unwrap_or(u32::MAX));
    Ok(if down > 0 {
        Rational::new(digits, scale)
    } else {
        Rational::from_integer(digits * scale)
    })
}

/// Parses the exponent of a power of ten.
fn read_power(text: &str) -> Result<i64, NotANumber> {
    match text.parse::<i64>() {
        Ok(power) if power.unsigned_abs() <= MAX_DIGITS as u64 => Ok(power),
        Err(bad) if matches!(bad.kind(), IntErrorKind::Empty | IntErrorKind::InvalidDigit) => {
            Err(NotANumber::Shape)
        }
        _ => Err(NotANumber::TooLong),
    }
}

/// Returns a number as a decimal number if it has finitely many digits, and otherwise as a fraction: `2.5` or `1/3`.
pub fn written(number: &Rational) -> String {
    let (mut rest, mut places) = (number.denom().clone(), 0);
    for prime in [2, 5].map(BigInt::from) {
        let mut count = 0;
        while (&rest % &prime).is_zero() {
            rest /= &prime;
            count += 1;
        }
        places = count.max(places);
    }
    if !rest.is_one() || places > MAX_DIGITS {
        return number.to_string();
    }
    if places == 0 {
        return number.numer().to_string();
    }
    let power = u32::try_from(places).unwrap_or(u32::MAX);
    let scaled = number.numer().abs() * BigInt::from(10).pow(power) / number.denom();
    let digits = format!("{scaled:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let sign = if number.is_negative() { "-" } else { "" };
    format!("{sign}{whole}.{fraction}")
}

/// Parses a number in the form of [`written`].
///
/// # Errors
/// Same as [`read`], and [`NotANumber::Shape`] if the denominator is 0.
pub fn read_written(text: &str) -> Result<Rational, NotANumber> {
    let Some((above, below)) = text.split_once('/') else {
        return read(text);
    };
    let below = read(below)?;
    if below.is_zero() {
        return Err(NotANumber::Shape);
    }
    Ok(read(above)? / below)
}

/// Whether the number is longer than [`MAX_BITS`].
pub fn is_too_long(number: &Rational) -> bool {
    number.numer().bits() > MAX_BITS || number.denom().bits() > MAX_BITS
}

#[cfg(test)]
mod tests {
    use super::{MAX_DIGITS, NotANumber, Rational, read, written};
    use num_bigint::BigInt;

    fn ratio(numerator: i64, denominator: i64) -> Rational {
        Rational::new(BigInt::from(numerator), BigInt::from(denominator))
    }

    #[test]
    fn decimals_are_read_exactly() {
        for (word, wanted) in [
            ("0.1", ratio(1, 10)),
            ("3", ratio(3, 1)),
            ("-2.50", ratio(-5, 2)),
            (".5", ratio(1, 2)),
            ("5.", ratio(5, 1)),
            ("1e3", ratio(1000, 1)),
            ("+12.5e-2", ratio(1, 8)),
        ] {
            assert_eq!(read(word), Ok(wanted), "{word}");
        }
    }

    #[test]
    fn invalid_or_too_long_numbers_are_rejected() {
        for word in [
            "", ".", "-", "1e", "e5", "1.2.3", "0x1", "1e5.0", "inf", "nan",
        ] {
            assert_eq!(read(word), Err(NotANumber::Shape), "{word}");
        }
        let long = "9".repeat(MAX_DIGITS + 1);
        for word in ["1e400", "1e-400", "1e99999999999999999999", &long] {
            assert_eq!(read(word), Err(NotANumber::TooLong), "{word}");
        }
        assert!(read(&long[1..]).is_ok() && read("1e100").is_ok());
    }

    #[test]
    fn numbers_are_written_as_they_were_read() {
        for word in ["0.1", "3", "-2.5", "0.125", "-0.05", "1000"] {
            assert_eq!(written(&read(word).unwrap()), word);
        }
        assert_eq!(written(&ratio(1, 3)), "1/3");
        assert_eq!(written(&ratio(-7, 6)), "-7/6");
    }
}
