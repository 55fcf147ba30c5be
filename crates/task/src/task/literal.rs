//! Fluents, and literals over them: a fluent with the value that is wanted or set.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use saut_base::bits::Mask;

/// A proposition that changes in time, by its number in the task, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fluent(u32);

impl Fluent {
    /// The fluent of that number.
    ///
    /// # Panics
    /// If the number does not fit into 32 bits; no formula has room for so many.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 fluents"))
    }

    /// Its number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that it is true.
    pub const fn is_true(self) -> Literal {
        Literal {
            fluent: self,
            value: true,
        }
    }

    /// The literal that it is false.
    pub const fn is_false(self) -> Literal {
        Literal {
            fluent: self,
            value: false,
        }
    }
}

/// A fluent with a value: a precondition, an effect, or a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal<F = Fluent> {
    /// The fluent, or its name in documents.
    pub fluent: F,
    /// Its value.
    pub value: bool,
}

/// As `at(truck,paris)` or `not at(truck,paris)`.
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
    /// Its number among the literals of a task: twice that of the fluent, one more if it is to be false.
    pub const fn index(self) -> usize {
        2 * self.fluent.index() + !self.value as usize
    }

    /// The literal of that number, as [`Literal::index`] counts.
    pub fn of_index(index: usize) -> Self {
        Self {
            fluent: Fluent::new(index / 2),
            value: index.is_multiple_of(2),
        }
    }

    /// All literals that hold in a state, by number.
    pub fn of_state(values: &[bool]) -> impl Iterator<Item = usize> + '_ {
        let literal = |(fluent, &value): (usize, &bool)| 2 * fluent + usize::from(!value);
        values.iter().enumerate().map(literal)
    }

    /// Masks of some literals, for states with a bit for each fluent.
    pub fn masks(literals: impl IntoIterator<Item = Self>) -> Vec<Mask> {
        let mut literals: Vec<Self> = literals.into_iter().collect();
        literals.sort_unstable();
        let bits = literals.into_iter();
        Mask::all(bits.map(|one| (one.fluent.index(), one.value)))
    }

    /// Whether it holds in a state.
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

/// Each once, the first of equals kept in its place.
pub(super) fn without_repeats(literals: &mut Vec<Literal>) {
    let mut seen = HashSet::with_capacity(literals.len());
    literals.retain(|literal| seen.insert(*literal));
}
