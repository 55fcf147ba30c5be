//! Kinds of steps.

/// Kind of the steps of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumericEncoding {
    /// A set of actions that can be applied one after the other in a fixed order, each seen from the state before the
    /// step.
    Exists,
    /// Every action in a fixed order, each optional and as often as wanted.
    R2Exists,
    /// At most one action.
    Sequential,
}

impl NumericEncoding {
    /// The word used in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exists => "exists",
            Self::R2Exists => "r2-exists",
            Self::Sequential => "sequential",
        }
    }
}
