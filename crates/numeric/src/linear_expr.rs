//! Linear expressions and ranges with numbers of unlimited size, for checks.

use std::collections::BTreeMap;

use num_traits::{One, Signed, Zero};

use crate::rational::Rational;

/// The numbers from `low` to `high`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// Minimum of the range; `None` if there is no minimum.
    pub low: Option<Rational>,
    /// Maximum of the range; `None` if there is no maximum.
    pub high: Option<Rational>,
}

impl Range {
    /// Creates the range with a single number.
    pub fn point(number: &Rational) -> Self {
        Self {
            low: Some(number.clone()),
            high: Some(number.clone()),
        }
    }

    /// Whether the range contains no number.
    pub fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    /// Returns the range of all sums of two numbers, one from each range.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let sum = |a: &Option<Rational>, b: &Option<Rational>| Some(a.as_ref()? + b.as_ref()?);
        Self {
            low: sum(&self.low, &other.low),
            high: sum(&self.high, &other.high),
        }
    }

    /// Returns the smallest range that contains both ranges.
    #[must_use]
    pub fn hull(&self, other: &Self) -> Self {
        let ends = |a: &Option<Rational>, b: &Option<Rational>| {
            Some((a.as_ref()?.clone(), b.as_ref()?.clone()))
        };
        Self {
            low: ends(&self.low, &other.low).map(|(a, b)| a.min(b)),
            high: ends(&self.high, &other.high).map(|(a, b)| a.max(b)),
        }
    }

    /// Returns the range of all numbers of this range, multiplied by a factor.
    #[must_use]
    pub fn times(&self, factor: &Rational) -> Self {
        if factor.is_zero() {
            return Self::point(factor);
        }
        let scaled = |end: &Option<Rational>| end.as_ref().map(|end| end * factor);
        let (low, high) = (scaled(&self.low), scaled(&self.high));
        if factor.is_negative() {
            Self {
                low: high,
                high: low,
            }
        } else {
            Self { low, high }
        }
    }

    /// Returns the only number of the range, if it contains exactly one.
    pub fn single(&self) -> Option<&Rational> {
        self.low
            .as_ref()
            .filter(|low| Some(*low) == self.high.as_ref())
    }
}

/// A linear expression: a constant and variables with their coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearExpr<K> {
    /// The value if all variables are 0.
    pub constant: Rational,
    /// The coefficients of the variables. Some of them may be 0.
    pub terms: BTreeMap<K, Rational>,
}

impl<K: Ord + Clone> LinearExpr<K> {
    /// Creates a constant.
    pub const fn number(constant: Rational) -> Self {
        Self {
            constant,
            terms: BTreeMap::new(),
        }
    }

    /// Creates the expression that consists of one variable.
    pub fn variable(key: K) -> Self {
        Self {
            constant: Rational::zero(),
            terms: BTreeMap::from([(key, Rational::one())]),
        }
    }

    /// Returns the expression, multiplied by a factor.
    #[must_use]
    pub fn times(mut self, factor: &Rational) -> Self {
        self.constant *= factor;
        self.terms.values_mut().for_each(|number| *number *= factor);
        self
    }

    /// Adds `factor` times another expression.
    pub fn add(&mut self, other: &Self, factor: &Rational) {
        self.constant += &other.constant * factor;
        for (key, number) in &other.terms {
            let sum = self.terms.entry(key.clone()).or_insert_with(Rational::zero);
            *sum += number * factor;
        }
    }

    /// Returns the range of the values of the expression, given the ranges of the variables. `None` if a variable has
    /// no range.
    pub fn range<'r>(&self, range_of: impl Fn(&K) -> Option<&'r Range>) -> Option<Range> {
        let mut sum = Range::point(&self.constant);
        for (key, factor) in &self.terms {
            sum = sum.plus(&range_of(key)?.times(factor));
        }
        Some(sum)
    }
}
