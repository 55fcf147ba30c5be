//! Fluents, and literals: fluents with a required or assigned value.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use saut_base::bits::Mask;

/// The number of a fluent in its task, from 0. A fluent is a proposition whose value changes over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fluent(u32);

impl Fluent {
    /// Creates the fluent with this number.
    ///
    /// # Panics
    /// If the number does not fit into 32 bits. No formula could have that many fluents.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 fluents"))
    }

    /// Returns the number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the literal that requires the fluent to be true.
    pub const fn is_true(self) -> Literal {
        Literal {
            fluent: self,
            value: true,
        }
    }

    /// Returns the literal that requires the fluent to be false.
    pub const fn is_false(self) -> Literal {
        Literal {
            fluent: self,
            value: false,
        }
    }
}

/// A fluent with a value: a precondition, an effect, or a goal literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal<F = Fluent> {
    /// The fluent, or its name in JSON.
    pub fluent: F,
    /// The value of the fluent.
    pub value: bool,
}

/// Displays the literal in the form `at(truck,paris)` or `not at(truck,paris)`.
impl fmt::Display for Literal<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.value { "" } else { "not " };
        write!(f, "{sign}{}", self.fluent)
    }
}

impl Serialize for Literal<String> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Literal<String> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let fact = text.strip_prefix("not ");
        Ok(Self {
            value: fact.is_none(),
            fluent: fact.unwrap_or(&text).to_owned(),
        })
    }
}

impl Literal {
    /// Returns the number of the literal: twice the number of the fluent, plus one if the value is false.
    pub const fn index(self) -> usize {
        2 * self.fluent.index() + !self.value as usize
    }

    /// Creates the literal with this number (see [`Literal::index`]).
    pub fn of_index(index: usize) -> Self {
        Self {
            fluent: Fluent::new(index / 2),
            value: index.is_multiple_of(2),
        }
    }

    /// Returns the numbers of all literals that hold in a state.
    pub fn of_state(values: &[bool]) -> impl Iterator<Item = usize> + '_ {
        let literal = |(fluent, &value): (usize, &bool)| 2 * fluent + usize::from(!value);
        values.iter().enumerate().map(literal)
    }

    /// Converts literals to bit masks, for states with one bit per fluent.
    pub fn masks(literals: impl IntoIterator<Item = Self>) -> Vec<Mask> {
        let mut literals: Vec<Self> = literals.into_iter().collect();
        literals.sort_unstable();
        let bits = literals.into_iter();
        Mask::all(bits.map(|one| (one.fluent.index(), one.value)))
    }

    /// Whether the literal holds in a state.
    pub fn holds(self, state: &[bool]) -> bool {
        state[self.fluent.index()] == self.value
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self {
            value: !self.value,
            ..self
        }
    }
}

/// Removes repetitions. The first occurrence of each literal keeps its position.
pub(super) fn without_repeats(literals: &mut Vec<Literal>) {
    let mut seen = HashSet::with_capacity(literals.len());
    literals.retain(|literal| seen.insert(*literal));
}
