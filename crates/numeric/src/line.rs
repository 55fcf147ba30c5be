//! Linear expressions and ranges of any size, for whoever checks: no number that is too long is left out here.

use std::collections::BTreeMap;

use num_traits::{One, Signed, Zero};

use crate::rational::Rational;

/// The numbers from `low` to `high`; without one there is no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least number.
    pub low: Option<Rational>,
    /// The greatest number.
    pub high: Option<Rational>,
}

impl Range {
    /// One number.
    pub fn point(number: &Rational) -> Self {
        Self {
            low: Some(number.clone()),
            high: Some(number.clone()),
        }
    }

    /// Whether no number is in it.
    pub fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    /// The sums of a number of each.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let sum = |a: &Option<Rational>, b: &Option<Rational>| Some(a.as_ref()? + b.as_ref()?);
        Self {
            low: sum(&self.low, &other.low),
            high: sum(&self.high, &other.high),
        }
    }

    /// The least range with both.
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

    /// Its numbers times a factor.
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

    /// The one number in it, if it has only one.
    pub fn single(&self) -> Option<&Rational> {
        self.low
            .as_ref()
            .filter(|low| Some(*low) == self.high.as_ref())
    }
}

/// A constant and variables with their coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<K> {
    /// Value where all variables are 0.
    pub constant: Rational,
    /// The coefficients; some may be 0.
    pub terms: BTreeMap<K, Rational>,
}

impl<K: Ord + Clone> Line<K> {
    /// A number.
    pub const fn number(constant: Rational) -> Self {
        Self {
            constant,
            terms: BTreeMap::new(),
        }
    }

    /// A variable.
    pub fn variable(key: K) -> Self {
        Self {
            constant: Rational::zero(),
            terms: BTreeMap::from([(key, Rational::one())]),
        }
    }

    /// It times a factor.
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

    /// The range of its values, given those of the variables; nothing if one has none.
    pub fn range<'r>(&self, range_of: impl Fn(&K) -> Option<&'r Range>) -> Option<Range> {
        let mut sum = Range::point(&self.constant);
        for (key, factor) in &self.terms {
            sum = sum.plus(&range_of(key)?.times(factor));
        }
        Some(sum)
    }
}
