//! Costs of plans, and the bound that says that there is none.

use std::fmt;

/// The cost of a plan, or a lower bound of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cost {
    /// In the units of the task.
    Finite(u64),
    /// More than any plan costs: as a bound, there is no plan.
    Infinite,
}

impl Cost {
    /// Nothing.
    pub const ZERO: Self = Self::Finite(0);

    /// Two lower bounds of parts of a plan together. What has no room in 64 bits is cut off, which is a lower bound again.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Finite(one), Self::Finite(other)) => Self::Finite(one.saturating_add(other)),
            _ => Self::Infinite,
        }
    }

    /// The number, if it is finite.
    pub const fn finite(self) -> Option<u64> {
        match self {
            Self::Finite(cost) => Some(cost),
            Self::Infinite => None,
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(cost) => cost.fmt(f),
            Self::Infinite => f.write_str("infinite"),
        }
    }
}
