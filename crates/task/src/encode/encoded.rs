//! The encodings by name, with their options, and the formula that an encoding writes.

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
        /// Form of "at most one action".
        at_most_one: AtMostOne,
    },
    /// A set of actions per step that may be executed in any order; one clause per interfering pair.
    Forall,
    /// As `Forall`, with interference encoded by chains, which are linear in the size of the task.
    ForallChain,
    /// A set of actions per step that can be executed in one fixed order.
    Exists,
    /// Every action once per step, each optional, in a fixed order.
    R2Exists {
        /// The order of the actions within the steps.
        order: Order,
        /// Whether unit clauses of the initial state and the goal are propagated before the formula is written.
        fold: bool,
    },
    /// As `ForallChain`, with variables for the transitions of multi-valued variables.
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

    /// `sequential` with pairwise at-most-one.
    pub const SEQUENTIAL: Self = Self::Sequential {
        at_most_one: AtMostOne::Pairwise,
    };

    /// `r2-exists`, actions grouped by direction, folded.
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
    /// The number of steps.
    pub horizon: usize,
    /// Clauses, or an SMT-LIB script.
    pub formula: Formula,
    /// Beginnings of INIT, ITER(i) and POST in a CNF formula; empty if folding refuted the formula. A script contains
    /// them as comments.
    pub marks: Vec<Mark>,
    /// Variables that have the same value in every model, and are therefore not in the formula: the part that would
    /// declare each of them, its meaning and its value. They are in the order of their parts.
    pub fixed: Vec<(Part, VarName, bool)>,
    /// Maps models of the formula to plans, step by step.
    pub steps: Vec<StepMap>,
}
