//! The encodings by name, with their choices, and what one of them writes.

use super::at_most_one::AtMostOne;
use super::order::Order;
use super::unroll::StepMap;
use crate::formula::{Formula, Mark};
use serde::{Deserialize, Serialize};

/// Encodings, with their choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Encoding {
    /// One action a step, over states alone: the plain formula.
    Naive,
    /// One action a step.
    Sequential {
        /// Form of "at most one action".
        at_most_one: AtMostOne,
    },
    /// A set of actions a step that may be played in any order; interference by pairs.
    Forall,
    /// Forall with interference by chains, which are linear in the task.
    ForallChain,
    /// A set of actions a step that can be played in one fixed order.
    Exists,
    /// Every action once a step, each optional, in a fixed order.
    R2Exists {
        /// The order of the actions within the steps.
        order: Order,
        /// Whether units from start and goal are propagated before the formula is written.
        fold: bool,
    },
    /// `naive` as SMT-LIB.
    Smt,
}

impl Encoding {
    /// All, with their default choices.
    pub const ALL: [Self; 6] = [
        Self::Naive,
        Self::SEQUENTIAL,
        Self::Forall,
        Self::Exists,
        Self::R2_EXISTS,
        Self::Smt,
    ];

    /// `sequential` with at-most-one written pairwise.
    pub const SEQUENTIAL: Self = Self::Sequential {
        at_most_one: AtMostOne::Pairwise,
    };

    /// `r2-exists`, actions by direction, folded.
    pub const R2_EXISTS: Self = Self::R2Exists {
        order: Order::Grouped,
        fold: true,
    };

    /// The name without the choices.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Sequential { .. } => "sequential",
            Self::Forall | Self::ForallChain => "forall",
            Self::Exists => "exists",
            Self::R2Exists { .. } => "r2-exists",
            Self::Smt => "smt",
        }
    }

    /// Whether a step has exactly one action, so that the horizon is the length of the plan.
    pub const fn is_sequential(self) -> bool {
        matches!(self, Self::Naive | Self::Sequential { .. } | Self::Smt)
    }
}

/// A formula with its map and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The encoding, with its choices.
    pub encoding: Encoding,
    /// The number of steps.
    pub horizon: usize,
    /// The formula.
    pub formula: Formula,
    /// Beginnings of INIT, ITER(i) and POST in a formula of clauses; none where folding refuted it. A script has them
    /// as comments.
    pub marks: Vec<Mark>,
    /// From its models to plans.
    pub steps: Vec<StepMap>,
}
