//! Encodings with their options, and the formulas that they write.

use super::at_most_one::AtMostOne;
use super::order::Order;
use super::step_map::StepMap;
use crate::formula::{Formula, Mark, Part, VarName};
use serde::{Deserialize, Serialize};

/// An encoding with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Encoding {
    /// The plain formula: one action per step, with variables only for states.
    Naive,
    /// One action per step.
    Sequential {
        /// Encoding of "at most one action".
        at_most_one: AtMostOne,
    },
    /// A set of actions per step that may be executed in any order, with one clause for each pair of actions that
    /// interfere.
    Forall,
    /// Like `Forall`, but chains exclude interference. The size of the chains is linear in the size of the task.
    ForallChain,
    /// A set of actions per step that can be executed in one fixed order.
    Exists,
    /// A set of actions per step that is executed in a fixed order. An action may require effects of earlier actions of
    /// the same step.
    R2Exists {
        /// The order of the actions within the steps.
        order: Order,
        /// Whether unit clauses are propagated before the formula is written.
        fold: bool,
    },
    /// Like `ForallChain`, with additional variables for the transitions of multi-valued variables.
    Sase,
    /// `naive` as SMT-LIB.
    Smt,
}

impl Encoding {
    /// All encodings, with their default options.
    pub const ALL: [Self; 7] = [
        Self::Naive,
        Self::SEQUENTIAL,
        Self::Forall,
        Self::Exists,
        Self::R2_EXISTS,
        Self::Sase,
        Self::Smt,
    ];

    /// `sequential` with the pairwise encoding of "at most one action".
    pub const SEQUENTIAL: Self = Self::Sequential {
        at_most_one: AtMostOne::Pairwise,
    };

    /// `r2-exists` with actions grouped by direction, and with folding.
    pub const R2_EXISTS: Self = Self::R2Exists {
        order: Order::Grouped,
        fold: true,
    };

    /// Returns the name without the options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Sequential { .. } => "sequential",
            Self::Forall | Self::ForallChain => "forall",
            Self::Exists => "exists",
            Self::R2Exists { .. } => "r2-exists",
            Self::Sase => "sase",
            Self::Smt => "smt",
        }
    }

    /// Whether a step has exactly one action, so that the horizon is the length of the plan.
    pub const fn is_sequential(self) -> bool {
        matches!(self, Self::Naive | Self::Sequential { .. } | Self::Smt)
    }
}

/// A formula with its decoding map and the encoding that produced it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The encoding, with its options.
    pub encoding: Encoding,
    /// Number of steps.
    pub horizon: usize,
    /// Clauses, or an SMT-LIB script.
    pub formula: Formula,
    /// Where INIT, ITER(i) and POST begin in a CNF formula; empty if folding refuted the formula. A script marks its
    /// parts by comments.
    pub marks: Vec<Mark>,
    /// Variables that have the same value in every model and are therefore not in the formula. Each is listed with the
    /// part that would declare it, its meaning and its value, in the order of the parts.
    pub fixed: Vec<(Part, VarName, bool)>,
    /// Maps models of the formula to plans, step by step.
    pub steps: Vec<StepMap>,
}
